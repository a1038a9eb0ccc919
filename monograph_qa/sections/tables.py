"""Tables as text: one line a row, each cell with its column's heading, tables joined over pages."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from monograph_qa.domain.geometry import Box, PageBox, bounding
from monograph_qa.domain.parsed import Block, BlockKind, Cell, Grid
from monograph_qa.frozen import frozen
from monograph_qa.sections.groups import Groups

CELL_SEPARATOR = " | "
HEADING_MARK = ":"
HEADING_SEPARATOR = ": "
GROUP_SEPARATOR = " — "
_SEVERAL = 2  # rows
_COUNT = re.compile(r"\(?[Nn]\s?=")
_SPREAD = re.compile(r"(?:\d\d(?:\.\d)? ?% ?)?CI\b[^a-z]*\d|[pP] ?[=<>≤] ?\d|[(\[]\d")
_BULLET, _LONGEST_NAME = "•", 300  # characters of a group's name
# What a cell cannot end with.
_OPEN = re.compile(r"(?:\b(?:or|and|every|of|with|than|the)|,)\s*$")


@frozen
class RowText:
    """One table row as it is stored. `group` is the heading rows it stands under, if any."""

    text: str
    is_header: bool
    group: str | None
    box: Box | None
    page: int | None


def join_tables(blocks: Iterable[Block]) -> list[Block]:
    """Blocks with tables that run over a page break joined into one.

    A table goes on when the next block, on the next page, is a table of as many columns and nothing
    but notes and a repeated caption ("Table 2 (continued)") stand between. Header rows that it
    repeats are left out; other rows at its top are rows, whatever they look like, or go on with the
    last one.
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
    """Index of the table that the next one may continue: before nothing but notes, and a caption
    that repeats."""
    for at in range(len(out) - 1, -1, -1):
        kind, folded = out[at].kind, out[at].text.casefold()
        if kind is BlockKind.TABLE:
            return at
        repeats = kind is BlockKind.CAPTION and ("continued" in folded or "cont'd" in folded)
        if not repeats and kind is not BlockKind.FOOTNOTE:
            return None
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
    # The page break runs through the header, or the first page has none.
    is_header_cut = not repeats and len(head_one) in (0, one.rows)
    skip = len(head_two) if repeats else 0
    page = second.places[0].page
    start = [replace(c, page=c.page or first.places[0].page) for c in one.cells]
    shift = one.rows - skip
    if _is_said_twice(one, two, skip):
        shift, skip = shift - 1, skip + 1
    elif _is_cut(one, two, skip):
        shift -= 1
        start = _with_rest(start, [c for c in two.cells if c.row == skip and c.text.strip()], shift)
        skip += 1
    rest = [
        replace(
            c,
            row=c.row + shift,
            page=page,
            is_header=c.is_header and (is_header_cut or c.row >= len(head_two)),
        )
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
    return same and (
        any(_OPEN.search(last[at].text) for at in shared) or _is_named_above(one, goes_on)
    )


def _is_named_above(grid: Grid, row: Mapping[int, Cell]) -> bool:
    """Has the row no name, or goes on with one, where every row of the grid has its own?"""
    body = [c for c in grid.cells if not c.is_header and c.text.strip()]
    names = {c.row: c.text for c in body if c.column == 0 and c.row_span == 1}
    if len(names) < _SEVERAL or names.keys() != {c.row for c in body}:
        return False
    if 0 in row:
        return row[0].text[:1].islower() and not any(text[:1].islower() for text in names.values())
    return bool(row)


def _is_said_twice(one: Grid, two: Grid, row: int) -> bool:
    """Is this `row` but the last line of the one before, through which the page break runs?"""
    filled = [c for c in two.cells if c.row == row and c.text.strip()]
    return len(filled) == 1 and any(
        c.row == one.rows - 1
        and (c.column, c.column_span) == (filled[0].column, filled[0].column_span)
        and _one_line(c).endswith(f" {_one_line(filled[0])}")
        for c in one.cells
    )


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
    them, and a row of one cell over the whole width names a group of the rows below it. A header
    below other rows takes the place of the one above; under a title, as far as that reaches. A row
    that says nothing in its first column belongs to the name above.
    """
    headings: list[list[str]] = [[] for _ in range(grid.columns)]
    outer: list[tuple[int, list[list[str]]]] = []  # headings that inner ones hide, and groups there
    groups = Groups([_one_line(cell) for cell in grid.cells if cell.column == 0])
    name: str | None = None
    was_header = is_titled = False
    for row in range(grid.rows):
        covering = [c for c in grid.cells if c.row <= row < c.row + c.row_span]
        covering.sort(key=lambda c: c.column)
        filled = [c for c in covering if c.text.strip()]
        if not filled:
            continue
        box = _row_box(c for c in filled if c.row == row)
        page = next((c.page for c in filled if c.row == row), None)
        is_header = all(c.is_header for c in filled)
        is_named = len(filled) == 1 and _spans_all(filled[0], grid) and _is_name(filled[0])
        is_inner = is_header and bool(row) and not was_header
        is_title = is_header and is_named and (is_inner or filled[0].column_span == grid.columns)
        if is_inner and _has_counts(filled):
            headings = [[p for p in parts if not _COUNT.match(p)] for parts in headings]
            _add_headings(headings, (c for c in filled if c.column))
            if filled[0].column == 0:
                groups.name(filled[0], _one_line(filled[0]))
            text = CELL_SEPARATOR.join(_one_line(c) for c in filled)
            yield RowText(text, True, None, box, page)
        elif is_header and not is_title:
            if not was_header:
                groups.head()
                outer.append((len(groups.names) if is_titled else 0, headings))
                headings = [[] for _ in headings]
            named = [c for c in filled if c.row == row]
            if named and headings[0] and _names_group(named, grid):
                groups.name(named[0], _one_line(named[0]))
                named = named[1:]
            _add_headings(headings, named)
            text = CELL_SEPARATOR.join(_one_line(c) for c in filled)
            yield RowText(text, True, None, box, page)
        elif is_named:
            text, name = _one_line(filled[0]), None
            is_titled = _is_headed(grid, row)
            groups.name(filled[0], text, is_title=is_titled)
            while outer and outer[-1][0] >= len(groups.names):
                headings = outer.pop()[1]
            if all(words.endswith(HEADING_MARK) for words in (text, " ".join(headings[0]))):
                headings[0] = [text]  # "Adults:" over the first rows, "Children:" over the others
            yield RowText(text, is_title, _under(*groups.names[:-1]), box, page)
        else:
            is_whole = filled[0].column_span == grid.columns > 1
            is_titled = False
            if not is_whole:
                groups.row(filled[0], _one_line(filled[0]))
            if filled[0].column == 0 and not is_whole:
                name = _one_line(filled[0]) if filled[0].column_span == 1 else None
            is_spread = is_whole and _SPREAD.match(filled[0].text.strip())
            above = name if is_spread or _is_left_open(filled, grid) else None
            cells = (_with_heading(c, headings) for c in filled)
            under = _under(*groups.names, above)
            yield RowText(CELL_SEPARATOR.join(cells), False, under, box, page)
        was_header = is_header and not is_title


def _under(*names: str | None) -> str | None:
    return GROUP_SEPARATOR.join(name for name in names if name) or None


def _is_headed(grid: Grid, row: int) -> bool:
    """Is the next row with words a header?"""
    below = [c for c in grid.cells if c.row > row and c.text.strip()]
    following = min((c.row for c in below), default=row)
    return bool(below) and all(c.is_header for c in below if c.row == following)


def _is_left_open(filled: Sequence[Cell], grid: Grid) -> bool:
    """Is a row of several cells without its first, so that a name above it holds for it?"""
    return grid.columns > 2 and filled[0].column == 1 and len(filled) > 1


def _is_name(cell: Cell) -> bool:
    """Is it neither a figure over all columns, "CI [-1.1%, 10.8%]", which is one of the row above,
    nor text that a frame holds?"""
    text = cell.text.strip()
    return not (_SPREAD.match(text) or text.startswith(_BULLET) or len(text) > _LONGEST_NAME)


def _spans_all(cell: Cell, grid: Grid) -> bool:
    return grid.columns > 1 and cell.column == 0 and cell.row_span == 1


def _has_counts(header: Sequence[Cell]) -> bool:
    """Does an inner header tell but other numbers of patients?"""
    beside = [cell for cell in header if cell.column]
    return bool(beside) and all(_COUNT.match(_one_line(cell)) for cell in beside)


def _names_group(header: Sequence[Cell], grid: Grid) -> bool:
    """Do names of groups, each beside its numbers of patients, begin with this header?"""
    if header[0].column or not _has_counts(header):
        return False
    below = [c for c in grid.cells if c.row > header[0].row and c.is_header and c.text.strip()]
    return any(c.column == 0 for c in below) and _has_counts(below)


def _add_headings(columns: list[list[str]], cells: Iterable[Cell]) -> None:
    """Adds what the header cells say to the headings of their columns, from top to bottom."""
    for cell in cells:
        text = _one_line(cell)
        for column in range(cell.column, min(cell.column + cell.column_span, len(columns))):
            if text not in columns[column]:
                columns[column].append(text)


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
    """Around the cells of a row; those that go on below it make it no higher."""
    placed = [(c.box, c.row_span) for c in cells if c.box is not None]
    if not placed:
        return None
    whole = bounding([box for box, _ in placed])
    own = bounding([box for box, span in placed if span == 1] or [whole])
    return Box(whole.left, own.top, whole.right, own.bottom)


def row_place(block: Block, row: RowText) -> PageBox | None:
    """Where a row stands; the whole table's box where its cells have none."""
    if not block.places:
        return None
    page = row.page or block.places[0].page
    box = next((p.box for p in block.places if p.page == page), block.places[0].box)
    return PageBox(page, row.box or box)
