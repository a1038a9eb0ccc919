"""The grid of an SPL table: which cell covers which slots, and whether it is a table at all."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from monograph_qa.domain.parsed import Cell, Grid
from monograph_qa.parse.spl_xml import (
    Element,
    children,
    descend,
    find_child,
    is_blank,
    marks_of,
    tag,
    text_of,
)
from monograph_qa.parse.table_headers import heads_of

_WIDEST = 200  # columns a single cell may claim; printed tables have a few dozen at most
_APART = frozenset({"footnote", "renderMultiMedia"})  # printed elsewhere than where they stand
_PROSE = 250  # characters; a cell of a table of values holds less


class _Word(NamedTuple):
    text: str
    bold: bool


def read_grid(table: Element, read_cell: Callable[[Element], str]) -> Grid | None:
    """The cells of head and body with their spans; None when no cell prints anything. A slot
    claimed twice goes to the earlier cell; a row span ends with its row group. Headers are those
    that the file calls so, and those that look like it in the body."""
    cells: list[Cell] = []
    words: dict[tuple[int, int], list[_Word]] = {}
    width = first = stated = 0
    for head, rows in _row_groups(table):
        taken_to: dict[int, int] = {}  # column -> first row of the group that is free again
        for index, row in enumerate(rows):
            column = 0
            for element in children(row, "td", "th"):
                while taken_to.get(column, 0) > index:
                    column += 1
                down = _span(element, "rowspan", len(rows) - index)
                wish = _span(element, "colspan", _WIDEST)
                blocked = (n for n in range(1, wish) if taken_to.get(column + n, 0) > index)
                across = next(blocked, wish)
                taken_to.update((column + n, index + down) for n in range(across))
                text = read_cell(element)
                if not is_blank(text):
                    named = head or tag(element) == "th"
                    held = list(_words_of(element, bold=named)) or [_Word(text, named)]
                    words[first + index, column] = held
                cells.append(Cell(first + index, column, text, down, across))
                column += across
                width = max(width, column)
        first += len(rows)
        stated += len(rows) if head else 0
    if not words:
        return None
    stops = [(cell.row, cell.column, cell.row + cell.row_span) for cell in cells]
    titled = any(cell.row == 0 and 1 < cell.column_span == width for cell in cells)
    heads = heads_of(words, (first, width), stops, titled=titled, stated=stated)
    headed = (replace(c, is_header=heads.hold(c.row, c.row + c.row_span)) for c in cells)
    return Grid(first, width, tuple(headed))


def _words_of(element: Element, *, bold: bool) -> Iterator[_Word]:
    """What the element prints in line, word by word."""
    bold = bold or "bold" in marks_of(element)
    yield from (_Word(text, bold) for text in (element.text or "").split())
    for child in element:
        if tag(child) not in _APART:
            yield from _words_of(child, bold=bold)
        yield from (_Word(text, bold) for text in (child.tail or "").split())


def iter_cells(table: Element) -> Iterator[Element]:
    """The cells of head and body, row by row."""
    for _, rows in _row_groups(table):
        for row in rows:
            yield from children(row, "td", "th")


def is_layout(table: Element) -> bool:
    """Whether the table only arranges prose on the page, as medication guides do. So it is when it
    has no header cell and each row prints one cell at most; and also, if it has no caption either,
    when a cell runs to prose with lists or paragraphs of its own, or when all cells are lists."""
    if find_child(table, "thead") is not None or any(True for _ in descend(table, "th")):
        return False
    rows = [
        [cell for cell in children(row, "td") if not is_blank(text_of(cell))]
        for _, group in _row_groups(table)
        for row in group
    ]
    if all(len(row) <= 1 for row in rows):
        return True
    cells = [cell for row in rows for cell in row]
    is_set_out = any(map(_is_prose, cells)) or all(map(_is_list, cells))
    return is_set_out and find_child(table, "caption") is None


def _row_groups(table: Element) -> Iterator[tuple[bool, list[Element]]]:
    for head in children(table, "thead"):
        yield True, list(children(head, "tr"))
    yield False, list(children(table, "tr"))
    for body in children(table, "tbody"):
        yield False, list(children(body, "tr"))


def _span(cell: Element, attribute: str, most: int) -> int:
    stated = cell.get(attribute, "").strip()
    if not (stated.isascii() and stated.isdigit()):
        return 1
    return max(1, min(int(stated[-9:]), most))


def _is_prose(cell: Element) -> bool:
    paragraphs = sum(1 for _ in descend(cell, "paragraph"))
    structured = paragraphs > 1 or any(True for _ in descend(cell, "list", "table"))
    return structured and len(text_of(cell)) > _PROSE


def _is_list(cell: Element) -> bool:
    loose = "".join([cell.text or "", *(child.tail or "" for child in cell)])
    return is_blank(loose) and all(tag(child) == "list" for child in cell)
