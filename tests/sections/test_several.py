"""Several labels bound together in one file are told apart; one label is never taken for two."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from monograph_qa.domain.parsed import Block, ParsedLabel
from monograph_qa.parse import read
from monograph_qa.sections import bound_together, sectionize
from sections.blocks import a_parsed_label, heading, text

SAMPLES = Path(__file__).resolve().parents[2] / "monographs"
REAL = Path(__file__).resolve().parents[3] / "shared" / "labels" / "pdf"


@cache
def sample(name: str) -> ParsedLabel:
    return read(SAMPLES / f"{name}.pdf")


def bound(*labels: ParsedLabel) -> ParsedLabel:
    """The labels one behind the other, as a program that joins PDFs binds them."""
    blocks: list[Block] = []
    pages = 0
    for label in labels:
        blocks += [_moved(block, pages) for block in label.blocks]
        pages += label.page_count
    return replace(labels[0], blocks=tuple(blocks), page_count=pages)


def _moved(block: Block, pages: int) -> Block:
    return replace(
        block, places=tuple(replace(place, page=place.page + pages) for place in block.places)
    )


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.pdf")), ids=lambda path: path.stem)
def test_a_label_by_itself_is_one(path: Path) -> None:
    assert bound_together(sample(path.stem)) == ()


@pytest.mark.parametrize(
    ("first", "second", "starts"),
    [
        ("warfarin_tablets", "metformin_tablets", "METFORMIN HYDROCHLORIDE tablets"),
        ("nizatidine_axid", "warfarin_tablets", "WARFARIN SODIUM"),
        ("nizatidine_axid", "ranitidine_zantac", "ZANTAC"),
        ("ibuprofen_smpc", "warfarin_tablets", "WARFARIN SODIUM"),
        ("warfarin_tablets", "ibuprofen_smpc", "Ibuprofen Sample"),
        ("hydralazine_tablets", "ranitidine_zantac", "ZANTAC"),
        ("metformin_tablets", "metformin_er_tablets", "METFORMIN HYDROCHLORIDE extended-release"),
        ("warfarin_tablets", "warfarin_tablets", "WARFARIN SODIUM"),
    ],
)
def test_two_labels_in_a_file_are_told_with_their_pages(
    first: str, second: str, starts: str
) -> None:
    one, two = sample(first), sample(second)
    found = bound_together(bound(one, two))
    assert len(found) == 2
    assert found[1].title.startswith(starts)
    assert (found[0].page_first, found[0].page_last) == (1, one.page_count)
    assert (found[1].page_first, found[1].page_last) == (
        one.page_count + 1,
        one.page_count + two.page_count,
    )


def test_three_labels_are_three() -> None:
    names = ("warfarin_tablets", "metformin_tablets", "ranitidine_zantac")
    found = bound_together(bound(*map(sample, names)))
    assert [each.page_first for each in found] == [
        1,
        1 + sample(names[0]).page_count,
        1 + sample(names[0]).page_count + sample(names[1]).page_count,
    ]


def _summary(strength: str, page: int) -> list[Block]:
    """An EU summary of one strength, its chapters as the template numbers them."""
    said = f"Sampladine {strength} is taken by mouth by adults who need a sample of medicine."
    chapters = (
        "1. NAME OF THE MEDICINAL PRODUCT",
        "2. QUALITATIVE AND QUANTITATIVE COMPOSITION",
        "3. PHARMACEUTICAL FORM",
        "4.1 Therapeutic indications",
        "4.2 Posology and method of administration",
        "4.3 Contraindications",
        "4.8 Undesirable effects",
        "4.9 Overdose",
    )
    blocks = [heading("SUMMARY OF PRODUCT CHARACTERISTICS", page)]
    for number, chapter in enumerate(chapters):
        blocks += [heading(chapter, page), text(f"Sampladine {strength} tablets", page)]
        blocks += [text(f"{said} This is stated {number} times.", page)]
    return blocks


def test_the_strengths_of_one_product_are_one_label() -> None:
    strengths = (*_summary("10 mg", 1), *_summary("20 mg", 2), *_summary("40 mg", 3))
    assert bound_together(a_parsed_label(*strengths)) == ()


def test_real_labels_are_one_each_and_two_when_bound() -> None:
    names = ("old_valium_diazepam", "hc_tapazole_methimazole_00078801", "ema_lysodren_mitotane")
    paths = [REAL / f"{name}.pdf" for name in names]
    if not all(path.exists() for path in paths):
        pytest.skip("no real labels beside the project")
    labels = [read(path) for path in paths]
    assert [bound_together(label) for label in labels] == [(), (), ()]
    first_pages = [each.page_first for each in bound_together(bound(*labels))]
    assert first_pages == [1, 1 + labels[0].page_count, 1 + sum(x.page_count for x in labels[:2])]


def test_a_monograph_begins_behind_what_its_first_line_was_glued_to() -> None:
    """Word leaves "Error! Hyperlink reference not valid." where a link was."""
    first, second = (
        (
            heading(f"{glue}1. NAME OF THE MEDICINAL PRODUCT"),
            text(f"Zentrolol {strength} mg tablets"),
            heading("2. QUALITATIVE AND QUANTITATIVE COMPOSITION"),
            text(f"Each tablet contains {strength} mg of zentrolol."),
            heading("4. CLINICAL PARTICULARS"),
            heading("4.1 Therapeutic indications"),
            text("Zentrolol lowers blood pressure."),
            heading("10. DATE OF REVISION OF THE TEXT"),
            text("It is on the website of the agency."),
        )
        for strength, glue in ((50, ""), (100, "Error! Hyperlink reference not valid."))
    )
    head = heading("SUMMARY OF PRODUCT CHARACTERISTICS")
    found = sectionize(a_parsed_label(head, *first, *second), "lab_test").sections
    assert max(each.section.level for each in found) <= 3
    strengths = [s for s in found if "100 mg of zentrolol" in s.section.text]
    assert strengths[0].section.heading_path.startswith("(Zentrolol 100 mg tablets)")


def test_a_number_of_two_parts_is_no_sentence_before_a_heading() -> None:
    found = sectionize(
        a_parsed_label(
            heading("FULL PRESCRIBING INFORMATION"),
            heading("1 INDICATIONS AND USAGE"),
            text("Zentrolol lowers blood pressure."),
            heading("2 DOSAGE AND ADMINISTRATION"),
            heading("2.1 Testing"),
            text("Measure the pressure first."),
            heading("2.2 Recommended Dosage"),
            text("The dose is 50 mg."),
        ),
        "lab_test",
    ).sections
    assert "2.2 Recommended Dosage" in {each.section.heading for each in found}
