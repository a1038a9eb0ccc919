"""The page as a witness: what was read of a table in another way than it is printed is told, and a
table that was read as it is printed is left alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.label import DoubtKind
from monograph_qa.domain.parsed import Block, BlockKind, Cell, Misread, ParsedLabel
from monograph_qa.parse.witness import misread
from monograph_qa.sections import sectionize
from parse.drawn_tables import LEFT, TOP, drawn, grid_lines, rows, say

XS = (LEFT, 220.0, 330.0, 440.0)
CAPTION = "Table 1: Adverse reactions in two trials"


def table(canvas: Canvas, top: float, cells: Sequence[Sequence[str]]) -> None:
    xs = XS[: len(cells[0]) + 1]
    grid_lines(canvas, [top + 12 * at for at in range(len(cells) + 1)], xs)
    rows(canvas, [x + 3 for x in xs[:-1]], top + 9, cells)


@pytest.fixture
def label(tmp_path: Path) -> ParsedLabel:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP, "1 ADVERSE REACTIONS", bold=True)
        say(canvas, LEFT, TOP + 24, CAPTION, bold=True)
        cells = [
            ("Reaction", "Zentrolol", "Placebo"),
            ("Headache", "12 (6%)", "9 (5%)"),
            ("Dizziness", "31 (16%)", "4 (2%)"),
            ("Dry mouth", "7 (4%)", "8 (4%)"),
        ]
        table(canvas, TOP + 34, cells)
        say(canvas, LEFT, TOP + 150, "Headache was mild and went away within one week in all of")
        say(canvas, LEFT, TOP + 162, "the adults who took the tablets as they had been told.")

    return drawn(tmp_path, paint)


def seen(label: ParsedLabel, blocks: Sequence[Block]) -> tuple[Misread, ...]:
    return misread(label.path, label.path.read_bytes(), blocks)


def with_cells(label: ParsedLabel, change: Callable[[Cell], Cell]) -> list[Block]:
    return [
        replace(block, grid=replace(block.grid, cells=tuple(map(change, block.grid.cells))))
        if block.grid
        else block
        for block in label.blocks
    ]


def test_a_table_read_as_it_is_printed_is_not_doubted(label: ParsedLabel) -> None:
    assert CAPTION in [block.text for block in label.blocks]
    assert label.misread == ()


def test_words_that_stand_in_another_cell_are_told(label: ParsedLabel) -> None:
    other = {"12 (6%)": "9 (5%)", "9 (5%)": "12 (6%)"}
    blocks = with_cells(label, lambda cell: replace(cell, text=other.get(cell.text, cell.text)))
    assert [(m.kind, m.detail) for m in seen(label, blocks)] == [
        (DoubtKind.CELLS, "“9 (5%)” is not in its cell on the page")
    ]


def test_columns_in_another_order_than_that_of_the_page_are_told(label: ParsedLabel) -> None:
    other = {1: 2, 2: 1}
    blocks = with_cells(
        label, lambda cell: replace(cell, column=other.get(cell.column, cell.column))
    )
    assert [m.kind for m in seen(label, blocks)] == [DoubtKind.CELLS]


def test_a_caption_that_was_not_read_is_told(label: ParsedLabel) -> None:
    blocks = [block for block in label.blocks if block.text != CAPTION]
    assert [(m.kind, m.detail) for m in seen(label, blocks)] == [
        (DoubtKind.TABLES, f"“{CAPTION}” stands on the page and was not found")
    ]


def test_a_table_away_from_its_place_is_told_with_the_section_it_is_filed_in(
    label: ParsedLabel,
) -> None:
    table = next(block for block in label.blocks if block.kind is BlockKind.TABLE)
    blocks = [table, *(block for block in label.blocks if block is not table)]
    found = seen(label, blocks)
    assert [m.kind for m in found] == [DoubtKind.TABLES]
    doubts = sectionize(replace(label, blocks=tuple(blocks), misread=found), "lab_1").doubts
    told = [doubt for doubt in doubts if doubt.kind is DoubtKind.TABLES]
    assert [doubt.detail for doubt in told] == [
        "a table was read before “Zentrolol tablets lower blood pressure i” and stands below it"
    ]
    assert told[0].page == 1


def test_letters_below_their_line_and_lowered_words_are_no_other_words(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        cells = [("Value", "Adults"), ("Cmax (mcg/mL)", "1.60"), ("Age of the group", "42 years")]
        table(canvas, TOP, cells)

    label = drawn(tmp_path, paint)
    lowered = {"Cmax (mcg/mL)": "(mcg/mL) maCx", "1.60": "1.60"}
    assert label.misread == ()
    assert (
        seen(label, with_cells(label, lambda c: replace(c, text=lowered.get(c.text, c.text)))) == ()
    )


PARAGRAPHS = (
    "Headache was mild in most adults who took the tablets as they had been told by their doctor",
    "Dizziness went away within one week in nine of ten patients of the second trial in Norway",
)


@pytest.fixture
def prose(tmp_path: Path) -> ParsedLabel:
    def paint(canvas: Canvas) -> None:
        for n, words in enumerate(PARAGRAPHS):
            for row in range(12):
                say(canvas, LEFT, TOP + 300 * n + 12 * row, f"{words} {'abcdefghijkl'[row]}")

    return drawn(tmp_path, paint)


def test_running_text_that_is_read_as_it_is_printed_is_not_doubted(prose: ParsedLabel) -> None:
    assert prose.misread == ()


def test_words_that_do_not_stand_together_on_the_page_are_told(prose: ParsedLabel) -> None:
    mixed = [
        replace(block, text=" ".join(w for pair in zip(*map(str.split, PARAGRAPHS), strict=False)
                                     for w in pair))
        for block in prose.blocks
    ]  # fmt: skip
    told = [m for m in seen(prose, mixed) if m.kind is DoubtKind.TEXT]
    assert "does not stand so on the page" in told[0].detail


def test_a_page_of_which_much_is_not_read_is_told(prose: ParsedLabel) -> None:
    assert [m.detail for m in seen(prose, prose.blocks[:1])] == [
        "many words of the page were not read"
    ]
