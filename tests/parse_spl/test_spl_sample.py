"""One small label shows every kind of block that an SPL document makes."""

import hashlib
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel, Style
from monograph_qa.parse.spl import read_spl
from monograph_qa.parse.spl_names import read_names
from monograph_qa.parse.spl_xml import NAMESPACE, text_of
from parse_spl.spl_oracle import check_nothing_is_lost

SAMPLE = Path(__file__).parent / "nizatidine.xml"


@pytest.fixture(scope="module")
def label() -> ParsedLabel:
    return read_spl(SAMPLE, SAMPLE.read_bytes())


def texts(label: ParsedLabel, kind: BlockKind) -> list[str]:
    return [block.text for block in label.blocks if block.kind is kind]


def block_of(label: ParsedLabel, text: str) -> Block:
    return next(block for block in label.blocks if block.text == text)


def test_label_tells_of_its_file(label: ParsedLabel) -> None:
    assert label.sha256 == hashlib.sha256(SAMPLE.read_bytes()).hexdigest()
    assert (label.media, label.parser, label.page_count) == ("spl", "spl/22", 0)
    assert all(block.places == () and block.lines == () for block in label.blocks)


def test_document_particulars_are_its_identity(label: ParsedLabel) -> None:
    assert label.identity == {
        "set_id": "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
        "version": "7",
        "document_id": "11111111-2222-3333-4444-555555555555",
        "effective_time": "2024-02-29",
        "title": "Sample monograph of nizatidine",
        "document_type": "34391-3",
        "document_type_name": "HUMAN PRESCRIPTION DRUG LABEL",
    }


def test_names_are_kept_in_print_once_and_without_inactive_ingredients(label: ParsedLabel) -> None:
    assert label.names == (
        ("Nizatidine", "generic"),
        ("NIZATIDINE MESYLATE", "salt"),
        ("Sampladine", "brand"),
    )


def test_headings_carry_code_and_depth(label: ParsedLabel) -> None:
    headings = [(b.level, b.code, b.text) for b in label.blocks if b.kind is BlockKind.HEADING]
    assert headings == [
        (1, "34067-9", "1 INDICATIONS AND USAGE"),
        (1, "34068-7", "2 DOSAGE AND ADMINISTRATION"),
        (2, "42229-5", "2.1 Renal Impairment"),
        (3, None, "Moderate"),
        (2, "42229-5", "Hepatic impairment"),
        (1, "44425-7", "STORAGE AND HANDLING SECTION"),
        (1, "42231-1", "What is nizatidine?"),
    ]


def test_sub_heading_is_known_by_its_style(label: ParsedLabel) -> None:
    assert block_of(label, "Moderate").style == Style(bold=True, underline=True)


def test_untitled_unclassified_section_that_opens_its_parent_is_the_parents_text(
    label: ParsedLabel,
) -> None:
    index = label.blocks.index(block_of(label, "One capsule is taken at bedtime."))
    assert label.blocks[index - 1].text == "2 DOSAGE AND ADMINISTRATION"


def test_highlights_and_alternative_texts_are_left_out(label: ParsedLabel) -> None:
    assert not any("twice" in block.text or "picture of" in block.text for block in label.blocks)


def test_white_space_collapses_but_other_characters_stay(label: ParsedLabel) -> None:
    assert texts(label, BlockKind.TEXT)[0] == (
        "In this sample the drug is meant for ulcers of the duodenum "
        "that have been seen and are < 2 cm wide."
    )
    assert "Long courses of 150\u00a0mg H2 blockade" in texts(label, BlockKind.LIST_ITEM)


def test_items_keep_their_enumerator_and_leave_nested_items_apart(label: ParsedLabel) -> None:
    items = [(b.level, b.text) for b in label.blocks if b.kind is BlockKind.LIST_ITEM]
    assert items[:4] == [
        (1, "a. Short courses"),
        (2, "Eight weeks at most."),
        (2, "No repeat."),
        (1, "Long courses of 150\u00a0mg H2 blockade"),
    ]
    assert block_of(label, "Ask first.").kind is BlockKind.TEXT


def test_footnote_follows_its_paragraph_with_its_mark(label: ParsedLabel) -> None:
    index = label.blocks.index(block_of(label, "Halve the dose at once."))
    after = label.blocks[index + 1]
    assert (after.kind, after.text) == (BlockKind.FOOTNOTE, "* Measured, not estimated.")


def test_table_is_caption_grid_and_notes(label: ParsedLabel) -> None:
    index = next(i for i, b in enumerate(label.blocks) if b.grid)
    assert label.blocks[index - 1].text == "Table 1: Dose by clearance"
    assert [b.text for b in label.blocks[index + 1 : index + 4]] == [
        "Cockcroft and Gault.",
        "Or less.",
        "a Every other day.",
    ]
    grid = label.blocks[index].grid
    assert grid is not None
    assert (grid.rows, grid.columns) == (3, 3)
    shape = [(c.row, c.column, c.row_span, c.column_span, c.is_header, c.text) for c in grid.cells]
    assert shape == [
        (0, 0, 2, 1, True, "Clearance"),
        (0, 1, 1, 2, True, "Dose"),
        (1, 1, 1, 1, True, "Acute"),
        (1, 2, 1, 1, True, "Upkeep"),
        (2, 0, 1, 1, False, "20 to 50"),
        (2, 1, 1, 1, False, "150 mg daily"),
        (2, 2, 1, 1, False, "150 mg ᵃ"),
    ]


def test_table_that_only_arranges_prose_reads_as_prose(label: ParsedLabel) -> None:
    assert block_of(label, "It calms the stomach.").kind is BlockKind.TEXT
    assert block_of(label, "Swallow it whole.").kind is BlockKind.LIST_ITEM
    assert sum(block.kind is BlockKind.TABLE for block in label.blocks) == 1


def test_no_printed_character_is_lost(label: ParsedLabel) -> None:
    check_nothing_is_lost(SAMPLE.read_bytes(), label.blocks)


def test_picture_is_read_only_when_it_lies_beside_the_document(tmp_path: Path) -> None:
    data = SAMPLE.read_bytes()
    kinds = [block.kind for block in read_spl(tmp_path / "label.xml", data).blocks]
    assert BlockKind.PICTURE not in kinds
    Image.new("RGB", (4, 3), "white").save(tmp_path / "capsule.png")
    found = [b.picture for b in read_spl(tmp_path / "label.xml", data).blocks if b.picture]
    assert [(p.width, p.height, p.png[:4]) for p in found] == [(4, 3, b"\x89PNG")]


def test_picture_is_never_taken_from_another_folder(tmp_path: Path) -> None:
    inner = tmp_path / "labels"
    inner.mkdir()
    outside = tmp_path / "capsule.png"
    Image.new("RGB", (4, 3)).save(outside)
    (inner / "link.png").symlink_to(outside)
    for name in ("../capsule.png", str(outside), "link.png", "..", "file:capsule.png"):
        data = SAMPLE.read_bytes().replace(b'"capsule.png"', f'"{name}"'.encode())
        assert not any(b.picture for b in read_spl(inner / "label.xml", data).blocks), name


def test_broken_picture_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "capsule.png").write_bytes(b"\x89PNG but not really")
    assert not any(b.picture for b in read_spl(tmp_path / "a.xml", SAMPLE.read_bytes()).blocks)


def test_a_line_break_in_a_title_parts_words() -> None:
    title = etree.fromstring(
        f'<title xmlns="{NAMESPACE[1:-1]}">MEDICATION <i>GUIDE<br/></i>(mito)</title>'
    )
    assert text_of(title) == "MEDICATION GUIDE (mito)"


def test_the_suffix_of_a_name_is_a_word_of_its_own() -> None:
    told = (
        '<document xmlns="urn:hl7-org:v3"><manufacturedProduct>'
        "<name>Zelforine<suffix>Night Time</suffix></name></manufacturedProduct></document>"
    )
    assert read_names(etree.fromstring(told)) == (
        ("Zelforine", "brand"),
        ("Zelforine Night Time", "brand"),
    )
