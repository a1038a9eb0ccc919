"""Headings that begin a paragraph, and headings read together with other text."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind, LineSpan, Style
from monograph_qa.domain.sectioned import SectionText
from monograph_qa.sections import sectionize
from monograph_qa.sections.run_in import part_headings, split_block
from sections.blocks import BODY, BOLD, a_parsed_label, heading, item, text, with_posology

WORDS = "Nizatidine is eliminated mainly by the kidney, and most of a dose is found in urine."


def a_block(*lines: str, kind: BlockKind = BlockKind.TEXT) -> Block:
    """A paragraph of lines, one below the other, each in a box of its own."""
    spans: list[LineSpan] = []
    at = 0
    for number, line in enumerate(lines):
        place = PageBox(1, Box(72.0, 100.0 + 12 * number, 540.0, 112.0 + 12 * number))
        spans.append(LineSpan(at, at + len(line), place))
        at += len(line) + 1
    whole = PageBox(1, Box(72.0, 100.0, 540.0, 100.0 + 12 * len(lines)))
    return Block(kind, " ".join(lines), tuple(spans), (whole,), BODY)


def sections_of(*blocks: Block) -> dict[str, SectionText]:
    found = sectionize(a_parsed_label(*blocks), "lab_test")
    return {s.section.heading: s for s in found.sections}


@given(st.lists(st.text("ab c", min_size=1, max_size=9).filter(str.strip), min_size=1, max_size=4),
       st.data())  # fmt: skip
def test_a_split_block_keeps_every_word_in_the_box_of_its_line(
    lines: list[str], data: st.DataObject
) -> None:
    block = a_block(*lines)
    offset = data.draw(st.integers(0, len(block.text)))
    head, rest = split_block(block, offset)
    assert (head.text + rest.text).replace(" ", "") == block.text.replace(" ", "")
    for part, start in ((head, 0), (rest, len(block.text) - len(rest.text))):
        assert block.text[start : start + len(part.text)] == part.text
        for line in part.lines:
            own = next(each for each in block.lines if each.place == line.place)
            words = block.text[own.start : own.stop]
            assert part.text[line.start : line.stop].strip() in words
            assert any(place.page == line.place.page for place in part.places)


def test_an_old_label_opens_sections_at_run_in_headings() -> None:
    found = sections_of(
        heading("DESCRIPTION"),
        text(WORDS),
        heading("PRECAUTIONS"),
        text("Pregnancy: Teratogenic Effects. Rats given ten times the dose had smaller litters."),
        text("Nursing Mothers: It is not known whether the drug is excreted in human milk."),
        text("A second paragraph on milk stays there."),
        heading("ADVERSE REACTIONS"),
        text(WORDS),
    )
    nursing = found["Nursing Mothers:"].section
    assert nursing.section_code == "34080-2"
    assert nursing.heading_path == "PRECAUTIONS > Nursing Mothers:"
    assert nursing.text.startswith("It is not known")
    assert nursing.text.endswith("A second paragraph on milk stays there.")
    assert found["ADVERSE REACTIONS"].section.parent_id is None


def test_a_heading_set_as_text_opens_its_section_in_an_old_label() -> None:
    found = sections_of(
        heading("DESCRIPTION"),
        text(WORDS),
        heading("PRECAUTIONS"),
        text("Geriatric Use"),
        text("No difference between older and younger patients was seen in these studies."),
    )
    assert found["Geriatric Use"].section.section_key == "geriatric_use"


def test_words_before_a_colon_stay_text_where_no_section_of_that_name_belongs() -> None:
    blocks = (
        heading("DESCRIPTION"),
        text("Inactive ingredients: starch and talc."),
        heading("DOSAGE AND ADMINISTRATION"),
        text("Renal impairment: half of the dose is given every day."),
    )
    found = sections_of(*blocks)
    assert set(found) == {"DESCRIPTION", "DOSAGE AND ADMINISTRATION"}


def test_the_numbered_layout_has_no_run_in_headings() -> None:
    found = sections_of(
        heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
        heading("FULL PRESCRIBING INFORMATION"),
        heading("1 INDICATIONS AND USAGE", 2),
        text(WORDS, 2),
        heading("8 USE IN SPECIFIC POPULATIONS", 2),
        heading("8.1 Pregnancy", 2),
        text("Lactation: the next chapter says more about milk.", 2),
        heading("10 OVERDOSAGE", 3),
        text(WORDS, 3),
    )
    assert found["8.1 Pregnancy"].section.text.startswith("Lactation: the next")


def test_health_canada_lends_its_warnings_chapter_the_special_populations() -> None:
    found = sections_of(
        heading("PRODUCT MONOGRAPH"),
        heading("PART I: HEALTH PROFESSIONAL INFORMATION"),
        heading("1 INDICATIONS", 2),
        text(WORDS, 2),
        heading("2 CONTRAINDICATIONS", 2),
        text(WORDS, 2),
        heading("7 WARNINGS AND PRECAUTIONS", 3),
        heading("7.1 Special Populations", 3),
        heading("7.1.1 Pregnant Women", 3),
        text("The drug crosses the placenta in sheep.", 3),
        text("Labour and Delivery: It slows the second stage of labour.", 3),
        heading("7.1.2 Breast-feeding", 3),
        text(WORDS, 3),
    )
    assert found["7.1.1 Pregnant Women"].section.section_key == "pregnancy"
    assert found["7.1.2 Breast-feeding"].section.section_key == "lactation"
    labour = found["Labour and Delivery:"].section
    assert labour.section_key == "labor_and_delivery"
    assert labour.heading_path.endswith("7.1 Special Populations > Labour and Delivery:")


def test_drug_facts_sentences_are_kept_whole_under_a_heading_of_ours() -> None:
    found = sections_of(
        heading("Drug Facts"),
        heading("Active ingredient"),
        text("Nizatidine 75 mg"),
        heading("Warnings"),
        text("Do not use with other acid reducers."),
        heading("Stop use and ask a doctor if"),
        item("your heartburn gets worse"),
        text("Keep out of reach of children."),
        heading("Directions"),
        text("Swallow one tablet with water."),
    )
    do_not = found["(Do not use)"].section
    assert (do_not.section_code, do_not.text) == (
        "50570-1",
        "Do not use with other acid reducers.",
    )
    children = found["(Keep out of reach of children)"].section
    assert children.section_code == "50565-1"
    assert found["Directions"].section.section_key == "dosage_and_administration"


def test_a_numbered_heading_read_with_the_paragraph_above_opens_its_section() -> None:
    found = sections_of(
        heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
        heading("FULL PRESCRIBING INFORMATION"),
        heading("1 INDICATIONS AND USAGE", 2),
        text(WORDS, 2),
        heading("8 USE IN SPECIFIC POPULATIONS", 2),
        heading("8.4 Pediatric Use", 2),
        a_block("No study was made in", "children.", "8.5 Geriatric Use"),
        text("Older patients took it as well as younger ones did.", 2),
        heading("10 OVERDOSAGE", 3),
        text(WORDS, 3),
    )
    assert found["8.4 Pediatric Use"].section.text == "No study was made in children."
    assert found["8.5 Geriatric Use"].section.text.startswith("Older patients")


def test_a_cross_reference_that_begins_a_line_is_no_heading() -> None:
    block = a_block("Older patients are spoken of in", "8.5 Geriatric Use", "of this label.")
    assert part_headings([block], LabelFormat.PLR) == [block]


def test_a_part_title_read_with_the_end_of_the_part_above_begins_its_part() -> None:
    found = sections_of(
        heading("DESCRIPTION"),
        text(WORDS),
        heading("MEDICATION GUIDE"),
        text("Take it at bedtime."),
        a_block("Revised: 10/2025", "INSTRUCTIONS FOR USE", "Shake the bottle first."),
    )
    assert found["INSTRUCTIONS FOR USE"].section.section_code == "59845-8"
    assert found["INSTRUCTIONS FOR USE"].section.text == "Shake the bottle first."
    assert found["MEDICATION GUIDE"].section.text.endswith("Revised: 10/2025")


def test_a_long_heading_that_says_mostly_what_another_says_governs_what_follows() -> None:
    italic = Style(size=10.0, ratio=1.0, italic=True, left=72.0)
    child = (
        "Paediatric patients at least 2 years of age and weighing at least 14 kg to less than 25 kg"
    )
    found = sections_of(
        heading("4.2 Posology and method of administration"),
        heading(child, style=italic),
        text("One 30 mg tablet once a day."),
        heading("Adults and paediatric patients weighing at least 25 kg", style=italic),
        text("One 50 mg tablet once a day."),
    )
    assert found[child].section.text == "One 30 mg tablet once a day."


def test_people_named_by_a_paragraph_have_sections_of_their_own_in_the_european_layout() -> None:
    """A plain "Elderly" between underlined headings must not lend its dose to everybody."""
    underlined = replace(BOLD, bold=False, underline=True)
    found = {
        each.section.heading: each.section
        for each in sectionize(
            with_posology(
                heading("Special populations", style=underlined),
                text("Elderly"),
                text("No dose adjustment is required."),
                heading("Renal impairment", style=underlined),
                text("Zentrolol has not been studied in these patients."),
                text("Paediatric population"),
                heading("Hypertension", style=replace(underlined, underline=False, italic=True)),
                text("The dose is 1 mg/kg."),
                heading("Method of administration", style=underlined),
                text("Swallow the tablets whole."),
            ),
            "lab_test",
        ).sections
    }
    paths = {heading: section.heading_path for heading, section in found.items()}
    assert paths["Elderly"].endswith("Special populations > Elderly")
    assert found["Elderly"].text == "No dose adjustment is required."
    assert paths["Renal impairment"].endswith("administration > Renal impairment")
    assert paths["Hypertension"].endswith("Paediatric population > Hypertension")
    assert paths["Method of administration"].endswith(
        "of administration > Method of administration"
    )
