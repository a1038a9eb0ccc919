"""Tables that go on over a page break: which of their rows are headers."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from monograph_qa.domain.parsed import Cell, Grid
from monograph_qa.parse.layout.lines import Found, PageLayout
from monograph_qa.parse.layout.shapes import distinct
from monograph_qa.parse.table_structure import structure_of

_MEET = 6.0  # points
_MARGIN = 20.0  # points, within a frame
_BOLD = 0.8  # share of the words of a header row

_Table = tuple[Found, Grid]


def set_true_headers(layouts: Sequence[PageLayout]) -> None:
    """Leave a table that goes on from the page before headers only by evidence, in place. Evidence
    is the header of the page before, or its first rows, printed again or cut by the page break, a
    bold row or a shaded one; else the first row on the new page is a row like any other. Its
    columns are parted too where those of the page before are; its cells span those they cross."""
    _set_on_shared_columns(layouts)
    header: list[str] = []
    for last, layout in pairwise(layouts):
        tables = _at_break(last, layout)
        if tables is None or not (_runs_off(*tables, last) or _goes_on(*tables)):
            header = []
            continue
        (_, upper), (here, lower) = tables
        runs_off = _runs_off(*tables, last)
        if _is_coarser(upper, lower):
            (_, upper), edges = tables[0], sorted({*_edges(lower).values(), here.box.right})
            upper = tables[0][0].grid = _on_columns(upper, edges)
        if lower.columns < upper.columns:
            known = [*_edges(upper).values()]
            lower = here.grid = structure_of(here, layout.shapes, known)
        if _is_coarser(lower, upper) and not _is_set_off(lower, layout, by_shade=True):
            lower = here.grid = _on_columns(
                lower, sorted({*_edges(upper).values(), tables[0][0].box.right})
            )
        if not (runs_off or _same_columns(upper, lower)):
            header = []
            continue
        header = [cell.text for cell in upper.cells if cell.is_header and cell.text] or header
        again = [cell.text for cell in _top(lower)]
        other = {said for said in again if len(again) < 2 or said not in header}
        is_cut = all(cell.is_header for cell in upper.cells if cell.text)  # goes on with its header
        is_set_off = _is_set_off(lower, layout, by_shade=not runs_off)
        if other and not (is_cut or again == header or is_set_off):
            false = {c.row for c in lower.cells if c.is_header and c.text in other}
            cells = (replace(c, is_header=c.is_header and c.row not in false) for c in lower.cells)
            here.grid = replace(lower, cells=tuple(cells))


def _set_on_shared_columns(layouts: Sequence[PageLayout]) -> None:
    """Set the grids of a frame that runs off one page and on to the next on columns of both."""
    runs: list[list[_Table]] = []
    for last, layout in pairwise(layouts):
        tables = _at_break(last, layout)
        if tables is not None and _runs_off(*tables, last):
            if not runs or runs[-1][-1][0] is not tables[0][0]:
                runs.append([tables[0]])
            runs[-1].append(tables[1])
    for run in runs:
        cells = [c for _, grid in run for c in grid.cells if c.text and c.box]
        edges = distinct((x for c in cells if c.box for x in (c.box.left, c.box.right)), _MEET)
        for block, grid in run:
            block.grid = _on_columns(grid, edges)


def _on_columns(grid: Grid, edges: Sequence[float]) -> Grid:
    """The rows that say something on finer columns; a margin in the frame is none."""

    def column(x: float) -> int:
        return min(range(len(edges)), key=lambda at: abs(edges[at] - x))

    filled = [cell.row for cell in grid.cells if cell.text]
    rows = range(min(filled), max(filled) + 1)
    cells: list[Cell] = []
    begun: set[int] = set()
    for cell in sorted(grid.cells, key=lambda cell: (cell.row, cell.column)):
        if cell.box is not None and cell.text:
            start, stop = column(cell.box.left), column(cell.box.right)
            if cell.row not in begun and cell.box.left - edges[0] < _MARGIN:
                start = 0
            begun.add(cell.row)
            row, below = (bisect_left(rows, at) for at in (cell.row, cell.row + cell.row_span))
            across = max(stop - start, 1)
            cells.append(
                replace(cell, row=row, row_span=below - row, column=start, column_span=across)
            )
    return Grid(len(rows), len(edges) - 1, tuple(cells))


def _at_break(last: PageLayout, layout: PageLayout) -> tuple[_Table, _Table] | None:
    """The tables with which the one page ends and the other begins."""
    for one, other in zip(last.blocks[-1:], layout.blocks[:1], strict=False):
        if one.grid is not None and other.grid is not None:
            return (one, one.grid), (other, other.grid)
    return None


def _runs_off(upper: _Table, lower: _Table, page: PageLayout) -> bool:
    """Does a frame run off the one `page`, and on to the next from its top?"""
    return upper[0].box.bottom >= page.height - 1 and lower[0].box.top <= 1


def _goes_on(upper: _Table, lower: _Table) -> bool:
    """Are both tables, from one side to the other as wide?"""
    one, other = upper[0].box, lower[0].box
    return abs(one.left - other.left) <= _MEET and abs(one.right - other.right) <= _MEET


def _same_columns(upper: Grid, lower: Grid) -> bool:
    one, other = _edges(upper), _edges(lower)
    are_near = all(abs(one[at] - other[at]) <= _MEET for at in one.keys() & other.keys())
    return are_near and upper.columns == lower.columns


def _edges(grid: Grid) -> dict[int, float]:
    return {cell.column: cell.box.left for cell in grid.cells if cell.box is not None}


def _is_coarser(upper: Grid, lower: Grid) -> bool:
    """Have both rows begun on one edge, and the upper one cells on fewer of the same edges?"""
    one, other = _edges(upper).values(), _edges(lower).values()
    return len(one) < len(other) and all(any(abs(x - edge) <= _MEET for edge in other) for x in one)


def _top(grid: Grid) -> list[Cell]:
    """The header cells above the first row of the body."""
    body = min((c.row for c in grid.cells if c.text and not c.is_header), default=grid.rows)
    return [cell for cell in grid.cells if cell.is_header and cell.text and cell.row < body]


def _is_set_off(grid: Grid, layout: PageLayout, *, by_shade: bool) -> bool:
    """Is the header row set off from the rows below, by face or by shading? In a frame that runs
    off the page each label is shaded."""
    cells = [cell for cell in _top(grid) if cell.box is not None]
    if len(cells) < 2:
        return False  # a row with one cell names the group of rows below it
    words = [
        word
        for line in layout.blocks[0].lines
        for word in line.words
        if any(c.box and c.box.contains(word.box.center_x, word.box.center_y) for c in cells)
    ]
    if words and sum(word.bold for word in words) >= _BOLD * len(words):
        return True
    body = [cell for cell in grid.cells if not cell.is_header and cell.box is not None]
    return by_shade and _shaded(cells, layout) and not _shaded(body, layout)


def _shaded(cells: Sequence[Cell], layout: PageLayout) -> bool:
    """Does a painted box stand behind every one of `cells`?"""
    return bool(cells) and all(
        any(
            panel.contains(cell.box.center_x, cell.box.center_y)
            and panel.height < cell.box.height + 2 * _MEET
            for panel in layout.shapes.panels
        )
        for cell in cells
        if cell.box is not None
    )
