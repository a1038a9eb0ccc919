"""What `read` makes of a drawn label."""

from pathlib import Path

import pytest

from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.parse import read
from parse.label_pdf import draw_label


@pytest.fixture(scope="module")
def label(tmp_path_factory: pytest.TempPathFactory) -> ParsedLabel:
    return read(draw_label(tmp_path_factory.mktemp("label") / "zentrolol.pdf"))


def _of(label: ParsedLabel, kind: BlockKind) -> list[Block]:
    return [block for block in label.blocks if block.kind is kind]


def test_two_columns_are_read_one_after_the_other(label: ParsedLabel) -> None:
    headings = [b.text for b in _of(label, BlockKind.HEADING) if b.text.startswith("SECTION")]
    assert headings == [f"SECTION {side}{at}" for side in "AB" for at in range(5)]
    texts = [b.text for b in label.blocks if b.text.startswith("Column")]
    assert not any("left" in text and "right" in text for text in texts)


def test_running_heads_and_page_numbers_are_left_out(label: ParsedLabel) -> None:
    assert not [b for b in label.blocks if "prescribing information" in b.text]
    assert not [b for b in label.blocks if b.text.startswith("Page ")]


def test_a_number_and_its_title_are_one_heading_even_over_two_lines(label: ParsedLabel) -> None:
    headings = [b.text for b in _of(label, BlockKind.HEADING)]
    assert "5 WARNINGS AND PRECAUTIONS" in headings
    assert (
        "5.1 Low Blood Pressure in Patients Who Take Other Medicines that Lower Blood Pressure"
        in headings
    )


def test_a_hyphen_at_a_line_end_stays_unless_the_word_is_written_whole(label: ParsedLabel) -> None:
    assert any("The dose-related fall is largest" in b.text for b in label.blocks)


def test_list_items_come_without_their_bullet(label: ParsedLabel) -> None:
    items = [b.text for b in _of(label, BlockKind.LIST_ITEM)]
    assert "Start again with half of the dose" in items


def test_boxed_text_is_text_and_its_title_a_heading(label: ParsedLabel) -> None:
    assert "WARNING: FAINTING" in [b.text for b in _of(label, BlockKind.HEADING)]
    assert any("Fainting has been seen" in b.text for b in _of(label, BlockKind.TEXT))


def test_a_raised_figure_stays_in_its_line(label: ParsedLabel) -> None:
    assert "The clearance was 1.73 m2 in adults." in [b.text for b in label.blocks]


def test_a_ruled_table_is_a_grid_with_a_header_row(label: ParsedLabel) -> None:
    grid = _of(label, BlockKind.TABLE)[0].grid
    assert grid is not None
    assert (grid.rows, grid.columns) == (3, 3)
    assert [c.text for c in grid.cells if c.is_header] == ["Clearance", "Dose", "Interval"]
    assert [c.text for c in grid.cells if c.row == 2] == ["< 30 mL/min", "5 mg", "every other day"]
    assert not [b for b in label.blocks if "mL/min" in b.text]


def test_caption_and_note_stand_around_their_table(label: ParsedLabel) -> None:
    kinds = [b.kind for b in label.blocks]
    at = kinds.index(BlockKind.TABLE)
    assert label.blocks[at - 1].kind is BlockKind.CAPTION
    assert label.blocks[at + 1].text == "* Measured before the first dose."
    assert label.blocks[at + 1].kind is BlockKind.FOOTNOTE


def test_a_table_set_by_whitespace_is_found(label: ParsedLabel) -> None:
    grid = _of(label, BlockKind.TABLE)[1].grid
    assert grid is not None
    assert [c.text for c in grid.cells if c.row == 1] == ["Headache", "8%", "6%"]


def test_a_paragraph_goes_on_over_a_page_break(label: ParsedLabel) -> None:
    block = next(b for b in label.blocks if b.text.endswith("people of higher age."))
    assert [place.page for place in block.places] == [3, 4]
    assert "the first tablet can last" in block.text


def test_a_picture_knows_the_size_of_its_page() -> None:
    label = read(Path(__file__).parents[2] / "monographs" / "nizatidine_axid.pdf")
    sizes = [block.picture.page_size for block in label.blocks if block.picture]
    assert sizes and set(sizes) == {(612, 792)}


def test_every_line_span_slices_its_block(label: ParsedLabel) -> None:
    for block in label.blocks:
        last = 0
        for span in block.lines:
            assert last <= span.start < span.stop <= len(block.text)
            assert not block.text[last : span.start].strip()
            last = span.stop
        assert last == len(block.text) or not block.lines
