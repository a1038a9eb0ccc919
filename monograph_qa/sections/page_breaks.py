"""Tables that run over page breaks, as one table each."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from monograph_qa.domain.geometry import bounding
from monograph_qa.domain.parsed import Block, BlockKind, Cell, Grid
from monograph_qa.sections.table_names import is_on, names_alone, one_line

_SEVERAL = 2  # rows
_SAME, _LEVEL, _CLOSE = 2.0, 7.0, 36.0  # points
_NUMBERS = re.compile(r"(?<=[Nn]=)\d+|(?<=[Nn] = )\d+")
_MARKED = re.compile(r"[*†‡§¶]")  # as a note below a table begins, in whatever size it is set
# What a cell cannot end with.
_OPEN = re.compile(r"(?:\b(?:or|and|every|of|with|than|the)|,)\s*$")


def join_tables(blocks: Iterable[Block]) -> list[Block]:
    """Blocks with tables that run over a page break joined into one.

    A table goes on when the next block, on the next page, is a table of as many columns and nothing
    but notes and its caption, said again or with "(continued)", stand between; on its own page
    where that table has no header and stands right below it on the same columns. Header rows that
    it repeats are left out; other rows at its top are rows, whatever they look like, or go on with
    the last one.
    """
    out: list[Block] = []
    for block in blocks:
        is_table = block.kind is BlockKind.TABLE and block.grid is not None
        at = _open_table(out) if is_table else None
        joined = _joined(out[at], block) if at is not None else None
        if at is not None and joined is not None:
            out[at] = joined
        else:
            out.append(block)
    return out


def _open_table(out: list[Block]) -> int | None:
    """Index of the table that the next one may continue: before nothing but notes, and a caption
    that repeats."""
    said: set[str] = set()
    for at in range(len(out) - 1, -1, -1):
        kind, folded = out[at].kind, out[at].text.casefold()
        if kind is BlockKind.TABLE:
            own = out[at - 1].text.casefold() if at else ""
            return at if said <= {own} else None
        if kind is BlockKind.CAPTION and "continued" not in folded and "cont'd" not in folded:
            said.add(folded)
        elif kind not in (BlockKind.CAPTION, BlockKind.FOOTNOTE) and not _MARKED.match(folded):
            return None
    return None


def _joined(first: Block, second: Block) -> Block | None:
    one, two = first.grid, second.grid
    if one is None or two is None or one.columns != two.columns:
        return None
    if not first.places or not second.places:
        return None
    pages = second.places[0].page - first.places[-1].page
    if not (pages == 1 or (pages == 0 and _stands_below(first, second))):
        return None
    head_one, head_two = _header_texts(one), _header_texts(two)
    said_one, said_two = [row for row in head_one if row], [row for row in head_two if row]
    # What heads a part of the columns' rows may stand right below the header said again.
    most = next((at for at, row in enumerate(said_two) if row not in said_one), len(said_two))
    most = most if len(said_two[0] if said_two else ()) == one.columns else len(said_two)
    repeats = most > 0 and said_two[:most] in (said_one[:most], said_one[-most:])
    is_retitled = most > 1 and len(said_two[0]) == 1 and said_two[1:] == said_one[1 - most :]
    # The page break runs through the header, the first page has none, or a title stands over it.
    is_recounted = not repeats and _folded(said_two[-1:]) in (_folded([row]) for row in said_one)
    is_header_cut = is_recounted or (
        not repeats and (is_retitled or len(head_one) in (0, one.rows))
    )
    skip = len(head_two) if repeats else 0
    if repeats and most < len(said_two):
        skip = head_two.index(said_two[most])
    page = second.places[0].page
    if aside := _aside(one, two):  # where its words begin is told as if it stood on one edge
        moved = (
            replace(c, style=replace(c.style, left=c.style.left - aside)) if c.style else c
            for c in two.cells
        )
        two = replace(two, cells=tuple(moved))
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
            is_header=c.is_header and (is_header_cut or repeats or c.row >= len(head_two)),
        )
        for c in two.cells
        if c.row >= skip
    ]
    grid = Grid(shift + two.rows, one.columns, (*start, *rest))
    return replace(first, grid=grid, places=(*first.places, *second.places))


def _stands_below(first: Block, second: Block) -> bool:
    """Does a table without a header stand right below another one on its page, on its columns?"""
    edges = []
    for block in (first, second):
        cells = [c for c in block.grid.cells if c.box] if block.grid else []
        edges.append({c.column: c.box.left for c in cells if c.box})
    apart = second.places[0].box.top - first.places[-1].box.bottom
    header = second.grid is not None and any(c.is_header for c in second.grid.cells)
    is_level = edges[0].keys() == edges[1].keys() and all(
        abs(edges[0][at] - edges[1][at]) < _LEVEL for at in edges[0]
    )
    return 0 <= apart < _CLOSE and is_level and not header and len(edges[0]) > 1


def _aside(one: Grid, two: Grid) -> float:
    """How far right of its place on the first page a table of one width stands on the next, in
    points: pages have margins of their own."""
    placed = [[cell.box for cell in grid.cells if cell.box] for grid in (one, two)]
    if not all(placed):
        return 0.0
    first, second = map(bounding, placed)
    return second.left - first.left if abs(second.width - first.width) < _SAME else 0.0


def _is_cut(one: Grid, two: Grid, row: int) -> bool:
    """Does the page break cut a row, a cell of which goes on in this `row` of the next page?"""
    last = {c.column: c for c in one.cells if is_on(c, one.rows - 1) and c.text.strip()}
    goes_on = {c.column: c for c in two.cells if c.row == row and c.text.strip()}
    if any(c.is_header for c in last.values()):
        return False
    shared = last.keys() & goes_on.keys()
    same = all(last[at].column_span == goes_on[at].column_span for at in shared)
    return same and (
        any(_OPEN.search(last[at].text) for at in shared)
        or _is_named_above(one, goes_on)
        or (len(last) > len(goes_on) == len(shared) == 1 and _is_rest(one, two, goes_on))
    )


def _is_rest(one: Grid, two: Grid, row: Mapping[int, Cell]) -> bool:
    """Has the row but a name beside empty cells, where names of groups fill all columns?"""
    alone = [cell for grid in (one, two) for cell in names_alone(grid).values()]
    whole = [c for c in alone if c.column_span == one.columns]
    return (
        bool(whole)
        and len(alone) == len(whole) + 1
        and any(c.column == 0 and c.column_span == 1 < one.columns for c in row.values())
    )


def _is_named_above(grid: Grid, row: Mapping[int, Cell]) -> bool:
    """Has the row no name, or goes on with one, where every row of the grid has its own?"""
    body = [c for c in grid.cells if not c.is_header and c.text.strip()]
    names = {c.row: c.text for c in body if c.column == 0 and c.row_span == 1}
    if any(c.is_header for c in row.values()):
        return False
    if len(names) < _SEVERAL or names.keys() != {c.row for c in body}:
        return False
    if 0 in row:
        return _goes_on(row[0].text) and not any(map(_goes_on, names.values()))
    return bool(row)


def _goes_on(text: str) -> bool:
    return text[:1].islower() or text[:1] in "(["


def _is_said_twice(one: Grid, two: Grid, row: int) -> bool:
    """Is this `row` but the last line of the one before, through which the page break runs?"""
    filled = [c for c in two.cells if c.row == row and c.text.strip()]
    return len(filled) == 1 and any(
        c.row == one.rows - 1
        and (c.column, c.column_span) == (filled[0].column, filled[0].column_span)
        and one_line(c).endswith(f" {one_line(filled[0])}")
        for c in one.cells
    )


def _with_rest(cells: Sequence[Cell], rest: Sequence[Cell], shift: int) -> list[Cell]:
    """The cells, the last row's with what the next page says in `rest`; they keep their place."""
    more = {c.column: c for c in rest}
    last = rest[0].row + shift
    whole: list[Cell] = []
    for cell in cells:
        other = more.pop(cell.column, None) if is_on(cell, last) else None
        if other is not None:
            text = f"{cell.text} {other.text}".strip()
            cell = replace(cell, text=text, row_span=last - cell.row + other.row_span)
        whole.append(cell)
    page = whole[-1].page
    new = (replace(c, row=last, page=page, box=None, is_header=False) for c in more.values())
    return [*whole, *new]


def _folded(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """What header rows say, but for the numbers of patients in them."""
    return [_NUMBERS.sub("#", " | ".join(row)) for row in rows if len(row) > 1]


def _header_texts(grid: Grid) -> list[tuple[str, ...]]:
    """What each header row says: empty cells, and the rows they span, differ from page to page."""
    rows: list[tuple[str, ...]] = []
    for row in range(grid.rows):
        cells = [c for c in grid.cells if c.row == row and c.text.strip()]
        if not all(c.is_header for c in cells):
            break
        rows.append(tuple(" ".join(c.text.split()) for c in cells))
    return rows
