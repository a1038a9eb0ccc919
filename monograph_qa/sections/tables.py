"""Tables as text: one line a row, each cell with its column's heading, tables joined over pages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.geometry import Box, PageBox, bounding
from monograph_qa.domain.parsed import Block, BlockKind, Cell, Grid

CELL_SEPARATOR = " | "
HEADING_MARK = ":"
HEADING_SEPARATOR = ": "
GROUP_SEPARATOR = " — "
# What a cell cannot end with.
_OPEN = re.compile(r"(?:\b(?:or|and|every|of|with|than|the)|,)\s*$")


@dataclass(frozen=True, slots=True)
class RowText:
    """One table row as it is stored. `group` is the heading row it stands under, if any."""

    text: str
    is_header: bool
    group: str | None
    box: Box | None
    page: int | None


def join_tables(blocks: Iterable[Block]) -> list[Block]:
    """Blocks with tables that run over a page break joined into one.

    A table goes on when the next block, on the next page, is a table of as many columns and nothing
    but a repeated caption ("Table 2 (continued)") stands between. Header rows that it repeats are
    left out; other rows at its top are rows, whatever they look like, or go on with the last one.
    """
    out: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.TABLE and block.grid is not None:
            at = _open_table(out)
            if at is not None:
                joined = _joined(out[at], block)
                if joined is not None:
                    out[at] = joined
                    continue
        out.append(block)
    return out


def _open_table(out: list[Block]) -> int | None:
    """Index of the table that the next one may continue: last, or before a caption that repeats."""
    if out and out[-1].kind is BlockKind.TABLE:
        return len(out) - 1
    if len(out) >= 2 and out[-1].kind is BlockKind.CAPTION and out[-2].kind is BlockKind.TABLE:
        folded = out[-1].text.casefold()
        return len(out) - 2 if "continued" in folded or "cont'd" in folded else None
    return None


def _joined(first: Block, second: Block) -> Block | None:
    one, two = first.grid, second.grid
    if one is None or two is None or one.columns != two.columns or not first.places:
        return None
    if not second.places or second.places[0].page != first.places[-1].page + 1:
        return None
    head_one, head_two = _header_texts(one), _header_texts(two)
    said_one, said_two = [row for row in head_one if row], [row for row in head_two if row]
    repeats = bool(said_two) and said_two == said_one[: len(said_two)]
    skip = len(head_two) if repeats else 0
    page = second.places[0].page
    start = [replace(c, page=c.page or first.places[0].page) for c in one.cells]
    shift = one.rows - skip
    if _is_cut(one, two, skip):
        shift -= 1
        start = _with_rest(start, [c for c in two.cells if c.row == skip and c.text.strip()], shift)
        skip += 1
    rest = [
        replace(c, row=c.row + shift, page=page, is_header=False)
        for c in two.cells
        if c.row >= skip
    ]
    grid = Grid(shift + two.rows, one.columns, (*start, *rest))
    return replace(first, grid=grid, places=(*first.places, *second.places))


def _is_cut(one: Grid, two: Grid, row: int) -> bool:
    """Does the page break cut a row, a cell of which goes on in this `row` of the next page?"""
    last = {c.column: c for c in one.cells if c.row == one.rows - 1 and c.text.strip()}
    goes_on = {c.column: c for c in two.cells if c.row == row and c.text.strip()}
    if any(c.is_header or c.row_span > 1 for c in last.values()):
        return False
    shared = last.keys() & goes_on.keys()
    same = all(last[at].column_span == goes_on[at].column_span for at in shared)
    return same and any(_OPEN.search(last[at].text) for at in shared)


def _with_rest(cells: Sequence[Cell], rest: Sequence[Cell], shift: int) -> list[Cell]:
    """The cells, the last row's with what the next page says in `rest`; they keep their place."""
    more = {c.column: c for c in rest}
    last = rest[0].row + shift
    whole: list[Cell] = []
    for cell in cells:
        other = more.pop(cell.column, None) if cell.row == last else None
        if other is not None:
            text = f"{cell.text} {other.text}".strip()
            cell = replace(cell, text=text, row_span=other.row_span)
        whole.append(cell)
    page = whole[-1].page
    new = (replace(c, row=last, page=page, box=None, is_header=False) for c in more.values())
    return [*whole, *new]


def _header_texts(grid: Grid) -> list[tuple[str, ...]]:
    """What each header row says: empty cells, and the rows they span, differ from page to page."""
    rows: list[tuple[str, ...]] = []
    for row in range(grid.rows):
        cells = [c for c in grid.cells if c.row == row and c.text.strip()]
        if not all(c.is_header for c in cells):
            break
        rows.append(tuple(" ".join(c.text.split()) for c in cells))
    return rows


def row_texts(grid: Grid) -> Iterator[RowText]:
    """Every row of the grid in order, as text that reads on its own.

    A body row is "heading: cell | heading: cell"; a cell that spans rows is repeated in each of
    them, and a row of one cell over the whole width names the group of the rows below it, as far as
    the next such row or a name that ends the group. A row that says nothing in its first column
    belongs to the name above.
    """
    headings = _column_headings(grid)
    group: str | None = None
    name: str | None = None
    for row in range(grid.rows):
        covering = [c for c in grid.cells if c.row <= row < c.row + c.row_span]
        covering.sort(key=lambda c: c.column)
        filled = [c for c in covering if c.text.strip()]
        if not filled:
            continue
        box = _row_box(c for c in filled if c.row == row)
        page = next((c.page for c in filled if c.row == row), None)
        if all(c.is_header for c in filled):
            text = CELL_SEPARATOR.join(_one_line(c) for c in filled)
            yield RowText(text, True, None, box, page)
        elif len(filled) == 1 and _spans_all(filled[0], grid):
            group, name = _one_line(filled[0]), None
            if all(words.endswith(HEADING_MARK) for words in (group, " ".join(headings[0]))):
                headings[0] = [group]  # "Adults:" over the first rows, "Children:" over the others
            yield RowText(group, False, None, box, page)
        else:
            if filled[0].ends_group:
                group = None
            if filled[0].column == 0:
                name = _one_line(filled[0]) if filled[0].column_span == 1 else None
            above = name if _is_left_open(filled, grid) else None
            under = GROUP_SEPARATOR.join(part for part in (group, above) if part) or None
            cells = (_with_heading(c, headings) for c in filled)
            yield RowText(CELL_SEPARATOR.join(cells), False, under, box, page)


def _is_left_open(filled: Sequence[Cell], grid: Grid) -> bool:
    """Is a row of several cells without its first, so that a name above it holds for it?"""
    return grid.columns > 2 and filled[0].column == 1 and len(filled) > 1


def _spans_all(cell: Cell, grid: Grid) -> bool:
    return grid.columns > 1 and cell.column == 0 and cell.row_span == 1


def _column_headings(grid: Grid) -> list[list[str]]:
    """The header cells over each column, from top to bottom."""
    columns: list[list[str]] = [[] for _ in range(grid.columns)]
    for cell in grid.cells:
        if not cell.is_header or not cell.text.strip():
            continue
        for column in range(cell.column, min(cell.column + cell.column_span, grid.columns)):
            text = _one_line(cell)
            if text not in columns[column]:
                columns[column].append(text)
    return columns


def _with_heading(cell: Cell, headings: Sequence[Sequence[str]]) -> str:
    """A cell over several columns has the headings that all of them have, or one and no other."""
    over = headings[cell.column : cell.column + cell.column_span]
    most = max(over, key=len, default=[])
    if not all(part in most for parts in over for part in parts):
        most = [part for part in most if all(part in parts for parts in over if parts)]
    heading = " ".join(most)
    text = _one_line(cell)
    if not heading or cell.is_header:
        return text
    return f"{heading.removesuffix(HEADING_MARK)}{HEADING_SEPARATOR}{text}"


def _one_line(cell: Cell) -> str:
    return " ".join(cell.text.split())


def _row_box(cells: Iterable[Cell]) -> Box | None:
    boxes = [c.box for c in cells if c.box is not None]
    return bounding(boxes) if boxes else None


def row_place(block: Block, row: RowText) -> PageBox | None:
    """Where a row stands; the whole table's box where its cells have none."""
    if not block.places:
        return None
    page = row.page or block.places[0].page
    box = next((p.box for p in block.places if p.page == page), block.places[0].box)
    return PageBox(page, row.box or box)
