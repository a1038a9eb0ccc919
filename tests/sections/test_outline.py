"""Which headings open sections, and what they are called."""

from dataclasses import replace

from monograph_qa.domain.label import FactKind, LabelFormat, Section
from monograph_qa.domain.parsed import Block, ParsedLabel, Style
from monograph_qa.facts.extraction import extract_facts
from monograph_qa.sections import sectionize
from sections.blocks import BODY, BOLD, a_parsed_label, contents, heading, item, text

WORDS = "Nizatidine is eliminated mainly by the kidney, and most of a dose is found in urine."
ITALIC = Style(size=10.0, ratio=1.0, italic=True, left=72.0)


def sections_of(parsed: ParsedLabel) -> list[Section]:
    return [s.section for s in sectionize(parsed, "lab_test").sections]


def keys_of(parsed: ParsedLabel) -> list[str]:
    return [s.section_key for s in sections_of(parsed)]


def plr_label() -> ParsedLabel:
    return a_parsed_label(
        heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
        text("These highlights do not include all the information needed to use NIZAT safely."),
        heading("INDICATIONS AND USAGE"),
        text("NIZAT is an H2 antagonist. (1)"),
        heading("FULL PRESCRIBING INFORMATION: CONTENTS*"),
        contents("1 INDICATIONS AND USAGE"),
        contents("2 DOSAGE AND ADMINISTRATION"),
        contents("2.1 Adults"),
        contents("5 WARNINGS AND PRECAUTIONS"),
        contents("5.1 Gastric Malignancy"),
        heading("FULL PRESCRIBING INFORMATION"),
        heading("WARNING: A MADE-UP RISK"),
        text("A boxed sentence of warning that everybody has to see first."),
        heading("1 INDICATIONS AND USAGE", 2),
        text(WORDS, 2),
        heading("2 DOSAGE AND ADMINISTRATION", 2),
        heading("2.1 Adults", 2),
        text("The usual dose is 300 mg at bedtime for up to eight weeks of treatment.", 2),
        item("1. Wash your hands.", page=2),
        heading("5 WARNINGS AND PRECAUTIONS", 3),
        heading("5.1 Gastric Malignancy", 3),
        text(WORDS, 3),
        heading("Overdosage", 3, ITALIC),
        text("A sub-heading that only looks like a chapter stays where it is printed.", 3),
        heading("MEDICATION GUIDE", 4),
        heading("What is the most important information I should know about NIZAT?", 4),
        text("Tell your doctor about your kidneys before you take it.", 4),
    )


def test_the_body_of_a_numbered_label_is_told_from_highlights_and_contents() -> None:
    found = {s.heading: s for s in sections_of(plr_label())}
    assert found["1 INDICATIONS AND USAGE"].text == WORDS
    assert found["1 INDICATIONS AND USAGE"].section_code == "34067-9"
    assert found["HIGHLIGHTS OF PRESCRIBING INFORMATION"].section_key == "highlights"
    assert found["FULL PRESCRIBING INFORMATION: CONTENTS*"].section_key == "contents"


def test_a_boxed_warning_is_a_section_of_its_own() -> None:
    box = next(s for s in sections_of(plr_label()) if s.section_key == "boxed_warning")
    assert (box.heading, box.section_code) == ("WARNING: A MADE-UP RISK", "34066-1")


def test_subsections_stand_under_their_chapter() -> None:
    found = {s.heading: s for s in sections_of(plr_label())}
    child = found["5.1 Gastric Malignancy"]
    assert child.parent_id == found["5 WARNINGS AND PRECAUTIONS"].section_id
    assert child.heading_path == "5 WARNINGS AND PRECAUTIONS > 5.1 Gastric Malignancy"
    assert (child.section_number, child.level) == ("5.1", 2)


def test_a_familiar_word_inside_another_chapter_does_not_become_that_chapter() -> None:
    found = {s.heading: s for s in sections_of(plr_label())}
    assert found["Overdosage"].section_key == "spl_unclassified"
    assert found["Overdosage"].heading_path.startswith("5 WARNINGS AND PRECAUTIONS > 5.1")


def test_a_numbered_list_opens_no_sections() -> None:
    assert not any(s.heading.startswith("1. Wash") for s in sections_of(plr_label()))


def test_the_patient_part_is_kept_apart() -> None:
    found = {s.heading: s for s in sections_of(plr_label())}
    assert found["MEDICATION GUIDE"].section_key == "spl_medguide"
    question = found["What is the most important information I should know about NIZAT?"]
    assert question.heading_path.startswith("MEDICATION GUIDE > ")


def test_what_leaflets_print_before_their_last_part_is_a_heading_though_it_ends_in_a_stop() -> None:
    label = a_parsed_label(
        heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
        heading("FULL PRESCRIBING INFORMATION"),
        heading("1 INDICATIONS AND USAGE", 2),
        text(WORDS, 2),
        heading("MEDICATION GUIDE", 4),
        heading("How should I store NIZAT?", 4),
        text("Store NIZAT tablets at room temperature between 20 and 25 degrees.", 4),
        replace(
            text("General information about the safe and effective use of NIZAT.", 4), style=BOLD
        ),
        text("Medicines are sometimes prescribed for purposes other than those listed.", 4),
    )
    *_, storage, general = sections_of(label)
    assert storage.section_key == "pmi_storage"
    assert general.section_key == "pmi_general_information"
    assert general.text.startswith("Medicines are sometimes prescribed")


def test_a_chapter_whose_heading_the_print_lost_is_named_in_parentheses() -> None:
    label = a_parsed_label(
        heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
        heading("FULL PRESCRIBING INFORMATION"),
        heading("1 INDICATIONS AND USAGE", 2),
        text(WORDS, 2),
        heading("4.1 Hypersensitivity", 2),
        text(WORDS, 2),
        heading("6 ADVERSE REACTIONS", 2),
        text(WORDS, 2),
        heading("7 DRUG INTERACTIONS", 3),
        text(WORDS, 3),
    )
    found = {s.heading: s for s in sections_of(label)}
    assert found["(4 Contraindications)"].section_key == "contraindications"
    assert found["4.1 Hypersensitivity"].parent_id == found["(4 Contraindications)"].section_id


def test_a_box_without_a_heading_is_still_the_boxed_warning() -> None:
    label = a_parsed_label(
        heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
        heading("FULL PRESCRIBING INFORMATION"),
        text("A sentence that stands above the first chapter, as only a box may."),
        heading("1 INDICATIONS AND USAGE", 2),
        text(WORDS, 2),
        heading("4 CONTRAINDICATIONS", 2),
        text(WORDS, 2),
        heading("6 ADVERSE REACTIONS", 2),
        text(WORDS, 2),
    )
    box = next(s for s in sections_of(label) if s.section_key == "boxed_warning")
    assert box.heading == "(Boxed warning)"


def test_an_old_label_is_outlined_by_its_words_and_its_look() -> None:
    label = a_parsed_label(
        heading("DESCRIPTION"),
        text(WORDS),
        heading("PRECAUTIONS"),
        heading("General", style=ITALIC),
        text(WORDS),
        heading("Drug Interactions", style=ITALIC),
        text("No interactions with theophylline, lorazepam or lidocaine have been observed."),
        heading("A heading that no vocabulary knows", style=ITALIC),
        text("It is kept as printed, under its parent."),
        heading("ADVERSE REACTIONS"),
        text(WORDS),
    )
    assert sectionize(label, "lab_test").format is LabelFormat.OLD
    found = {s.heading: s for s in sections_of(label)}
    assert found["Drug Interactions"].section_code == "34073-7"
    unknown = found["A heading that no vocabulary knows"]
    assert unknown.section_key == "spl_unclassified"
    assert unknown.heading_path == "PRECAUTIONS > A heading that no vocabulary knows"


def test_bold_prose_stays_text() -> None:
    label = a_parsed_label(
        heading("DESCRIPTION"),
        text(WORDS),
        heading("DOSAGE AND ADMINISTRATION"),
        heading("Do not crush or chew the tablets."),
        text(WORDS),
    )
    dosage = next(s for s in sections_of(label) if s.section_key == "dosage_and_administration")
    assert dosage.text.startswith("Do not crush or chew the tablets.")


def test_eu_sections_follow_their_numbers() -> None:
    label = a_parsed_label(
        heading("ANNEX I"),
        heading("SUMMARY OF PRODUCT CHARACTERISTICS"),
        heading("1. NAME OF THE MEDICINAL PRODUCT", 2),
        text("Nizat 150 mg hard capsules", 2),
        heading("4. CLINICAL PARTICULARS", 2),
        heading("4.1 Therapeutic indications", 2),
        text(WORDS, 2),
        heading("4.2 Posology and method of administration", 2),
        text(WORDS, 2),
        heading("4.8 Undesirable effects", 3),
        text(WORDS, 3),
        heading("ANNEX III", 4),
        heading("B. PACKAGE LEAFLET", 4),
        heading("1. What Nizat is and what it is used for", 5),
        text("It is a medicine that lowers the acid in your stomach.", 5),
    )
    found = {s.heading: s for s in sections_of(label)}
    assert found["4.2 Posology and method of administration"].section_code == "34068-7"
    assert found["4.8 Undesirable effects"].section_code == "34084-4"
    leaflet = found["1. What Nizat is and what it is used for"]
    assert "PACKAGE LEAFLET" in leaflet.heading_path


def test_body_style_is_no_heading() -> None:
    assert "dosage_and_administration" not in keys_of(
        a_parsed_label(
            heading("DESCRIPTION"),
            text("Dosage and administration are described below in some detail for all."),
            heading("CONTRAINDICATIONS", style=BODY),
            text(WORDS),
        )
    )


def test_each_strength_of_an_annex_is_a_monograph_of_its_own() -> None:
    def summary(strength: str) -> list[Block]:
        return [
            heading("1. NAME OF THE MEDICINAL PRODUCT"),
            text(f"Zorbimax {strength} tablets"),
            heading("2. QUALITATIVE AND QUANTITATIVE COMPOSITION"),
            text(f"Each tablet contains {strength} of zorbidine."),
            heading("4. CLINICAL PARTICULARS"),
            heading("4.1 Therapeutic indications"),
            text("Zorbimax is indicated for the treatment of hives."),
            heading("4.2 Posology and method of administration"),
            text(f"The recommended dose is one tablet of {strength} once daily for a month."),
            heading("4.3 Contraindications"),
            text("Hypersensitivity to the active substance or to any of the excipients."),
            heading("5. PHARMACOLOGICAL PROPERTIES"),
            heading("5.1 Pharmacodynamic properties"),
            text("Zorbidine blocks receptors of histamine in the skin of adults."),
        ]

    title = heading("SUMMARY OF PRODUCT CHARACTERISTICS")
    label = a_parsed_label(title, *summary("5 mg"), *summary("10 mg"), *summary("20 mg"))
    sections = [each.section for each in sectionize(label, "lab_1").sections]
    doses = [s for s in sections if s.section_number == "4.2"]
    assert [s.section_key for s in doses] == ["dosage_and_administration"] * 3
    assert max(s.level for s in sections) <= 4
    assert [s.text.split(" of ")[1].split(" once")[0] for s in doses] == ["5 mg", "10 mg", "20 mg"]
    assert doses[1].heading_path.startswith("(Zorbimax 10 mg tablets) > ")
    assert doses[2].heading_path.startswith("(Zorbimax 20 mg tablets) > ")


def test_a_paragraph_of_structured_labels_never_leaves_its_coded_section() -> None:
    box = replace(heading("WARNING: RISK OF HIVES"), level=1, code="34066-1")
    label = a_parsed_label(
        box,
        text("WARNING: RISK OF HIVES"),
        text("Hives that end in death were seen with zorbidine."),
        text("CONTRAINDICATIONS"),
        replace(heading("1 INDICATIONS AND USAGE"), level=1, code="34067-9"),
        text("Zorbidine is indicated for itch."),
        media="spl",
    )
    found = [(s.section.section_key, s.section.text) for s in sectionize(label, "lab_1").sections]
    assert found == [
        ("boxed_warning", "WARNING: RISK OF HIVES\nHives that end in death were seen with "
         "zorbidine.\nCONTRAINDICATIONS"),
        ("indications_and_usage", "Zorbidine is indicated for itch."),
    ]  # fmt: skip


def test_a_contents_page_that_does_not_say_so_is_no_body() -> None:
    chapters = ("1 INDICATIONS AND USAGE", "4 CONTRAINDICATIONS", "6 ADVERSE REACTIONS",
                "7 DRUG INTERACTIONS", "11 DESCRIPTION")  # fmt: skip
    end = "*Sections or subsections omitted from the full prescribing information are not listed."
    title = heading("FULL PRESCRIBING INFORMATION")
    body = [block for each in chapters for block in (heading(each, 2), text(WORDS, 2))]
    parsed = a_parsed_label(title, *map(heading, chapters), text(end), title, *body)
    assert sections_of(parsed)[0].section_key == "contents"
    assert [s.text for s in sections_of(parsed) if s.section_number] == [WORDS] * len(chapters)


def test_lines_of_contents_below_a_title_are_no_text_of_it() -> None:
    chapters = ("1 INDICATIONS AND USAGE", "4 CONTRAINDICATIONS", "6 ADVERSE REACTIONS")
    entries = [text(f"Advice to all who take it for {n} weeks {'. ' * 9}{n}") for n in (6, 8, 12)]
    body = [block for each in chapters for block in (heading(each, 2), text(WORDS, 2))]
    named = heading("All that this label has in it")
    parsed = a_parsed_label(heading("TABLE OF CONTENTS"), named, *entries, *body)
    found = sections_of(parsed)
    assert found[0].section_key == "contents"
    assert "All that this label has in it" in found[0].text
    assert [s.text for s in found[1:]] == [WORDS] * len(chapters)


def test_a_package_label_between_numbered_chapters_is_no_part_of_one() -> None:
    label = plr_label()
    at = max(i for i, b in enumerate(label.blocks) if b.text.startswith("5 WARNINGS"))
    package = (heading("Package Label", 2, ITALIC), text("NIZAT 300 mg, 30 capsules", 2))
    blocks = (*label.blocks[:at], *package, *label.blocks[at:])
    found = {s.heading: s for s in sections_of(replace(label, blocks=blocks))}
    own = found["Package Label"]
    assert (own.section_key, own.level, own.parent_id) == ("package_label", 1, None)
    assert found["5 WARNINGS AND PRECAUTIONS"].section_number == "5"


def test_a_heading_with_nothing_below_it_is_a_statement() -> None:
    parsed = a_parsed_label(
        heading("FULL PRESCRIBING INFORMATION"),
        heading("1 INDICATIONS AND USAGE"),
        text(WORDS),
        heading("4 CONTRAINDICATIONS"),
        heading("4.1 Active liver disease"),
        heading("4.2 Pregnancy or breast-feeding of any kind"),
        heading("5 WARNINGS AND PRECAUTIONS"),
        heading("5.1 Hives"),
        text(WORDS),
    )
    found = {s.heading: s.text for s in sections_of(parsed)}
    assert found["4.1 Active liver disease"] == "4.1 Active liver disease"
    facts = extract_facts(sectionize(parsed, "lab_test").sections)
    own = [f for f in facts if "liver" in f.quote]
    assert [(f.quote, f.kind) for f in own] == [("4.1 Active liver disease", FactKind.FACT)]
    assert found["5.1 Hives"] == WORDS
