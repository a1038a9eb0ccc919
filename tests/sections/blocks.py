"""Blocks as a parser would give them, for tests of sectionizing."""

from collections.abc import Sequence
from pathlib import Path

from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.parsed import Block, BlockKind, Cell, Grid, LineSpan, ParsedLabel, Style
from monograph_qa.sections.tables import row_texts

BODY = Style(size=10.0, ratio=1.0, left=72.0)
BOLD = Style(size=10.0, ratio=1.0, bold=True, left=72.0)


def place(page: int = 1, top: float = 100.0) -> PageBox:
    return PageBox(page, Box(72.0, top, 540.0, top + 12.0))


def heading(text: str, page: int = 1, style: Style = BOLD) -> Block:
    return Block(BlockKind.HEADING, text, _line(text, page), (place(page),), style)


def text(words: str, page: int = 1) -> Block:
    return Block(BlockKind.TEXT, words, _line(words, page), (place(page),), BODY)


def item(words: str, level: int = 0, page: int = 1) -> Block:
    return Block(BlockKind.LIST_ITEM, words, _line(words, page), (place(page),), BODY, level)


def contents(words: str) -> Block:
    return Block(BlockKind.CONTENTS, words, _line(words, 1), (place(1),), BODY)


def caption(words: str, page: int = 1) -> Block:
    return Block(BlockKind.CAPTION, words, _line(words, page), (place(page),), BODY)


def table(rows: Sequence[Sequence[str]], page: int = 1, headers: int = 1) -> Block:
    """A table of equal rows; the first `headers` of them are header rows."""
    cells = tuple(
        Cell(
            r, c, words, is_header=r < headers, box=Box(72.0 + 90 * c, 200.0, 150.0 + 90 * c, 212.0)
        )
        for r, row in enumerate(rows)
        for c, words in enumerate(row)
    )
    grid = Grid(len(rows), len(rows[0]), cells)
    return Block(BlockKind.TABLE, places=(place(page),), grid=grid)


def rows_of(block: Block) -> list[str]:
    """The rows of a table as they read on their own."""
    assert block.grid is not None
    return [row.text for row in row_texts(block.grid)]


def a_parsed_label(*blocks: Block, name: str = "label.pdf", media: str = "pdf") -> ParsedLabel:
    pages = max((p.page for b in blocks for p in b.places), default=0)
    return ParsedLabel(Path(name), "0" * 64, media, pages, tuple(blocks), "test/1")


def with_posology(*blocks: Block) -> ParsedLabel:
    """A summary of product characteristics, with these blocks behind the dose in section 4.2."""
    return a_parsed_label(
        heading("SUMMARY OF PRODUCT CHARACTERISTICS"),
        heading("4. CLINICAL PARTICULARS"),
        heading("4.1 Therapeutic indications"),
        text("Zentrolol lowers blood pressure in adults and in children."),
        heading("4.2 Posology and method of administration"),
        text("The recommended dose is 50 mg once daily."),
        *blocks,
    )


def _line(words: str, page: int) -> tuple[LineSpan, ...]:
    return (LineSpan(0, len(words), place(page)),)
