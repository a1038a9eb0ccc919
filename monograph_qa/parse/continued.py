"""Tables that go on over a page break: which of their rows are headers."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import BlockKind, Cell, Grid
from monograph_qa.parse.layout.lines import PageLayout
from monograph_qa.parse.layout.shapes import distinct
from monograph_qa.parse.table_structure import structure_of

_MEET = 6.0  # points
_MARGIN = 20.0  # points, within a frame
_BOLD = 0.8  # share of the words of a header row

Grids = Mapping[tuple[int, int], Grid]  # by page and the block's place in the page's layout


def with_true_headers(layouts: Sequence[PageLayout], grids: Grids) -> dict[tuple[int, int], Grid]:
    """The grids, where a table that goes on from the page before has headers only by evidence.

    Evidence is the header of the page before, or its first rows, printed again or cut by the page
    break, a bold row or a shaded one; else the first row on the new page is a row like any other.
    Its columns are parted too where those of the page before are, and nothing crosses.
    """
    true = _on_shared_columns(layouts, grids)
    header: list[str] = []
    for last, layout in pairwise(layouts):
        above = (last.number, len(last.blocks) - 1)
        here = (layout.number, 0)
        upper, lower = true.get(above), true.get(here)
        runs_off = _runs_off(last, layout)
        goes_on = runs_off or _goes_on(last, layout)
        if upper is None or lower is None or not goes_on:
            header = []
            continue
        if lower.columns < upper.columns:
            known = [*_edges(upper).values()]
            lower = true[here] = structure_of(layout.blocks[0], layout.shapes, known)
        if not (runs_off or _same_columns(upper, lower)):
            header = []
            continue
        header = _header(upper) or header
        again = [cell.text for cell in _top(lower)]
        repeats = len(again) > 1 and set(again) <= set(header)
        is_cut = all(cell.is_header for cell in upper.cells if cell.text)  # goes on with its header
        is_set_off = _is_set_off(lower, layout, by_shade=not runs_off)
        if not (is_cut or repeats or again == header or is_set_off):
            false = {c.row for c in lower.cells if c.is_header and c.text in again}
            cells = (replace(c, is_header=c.is_header and c.row not in false) for c in lower.cells)
            true[here] = replace(lower, cells=tuple(cells))
    return true


def _on_shared_columns(layouts: Sequence[PageLayout], grids: Grids) -> dict[tuple[int, int], Grid]:
    """The grids, those of a frame that runs off one page and on to the next on columns of both."""
    true = dict(grids)
    runs: list[list[tuple[int, int]]] = []
    for last, layout in pairwise(layouts):
        above, here = (last.number, len(last.blocks) - 1), (layout.number, 0)
        if {above, here} <= true.keys() and _runs_off(last, layout):
            if not runs or runs[-1][-1] != above:
                runs.append([above])
            runs[-1].append(here)
    for run in runs:
        sides = [
            (c.box.left, c.box.right) for key in run for c in true[key].cells if c.text and c.box
        ]
        edges = distinct((x for side in sides for x in side), _MEET)
        for key in run:
            true[key] = _on_columns(true[key], edges)
    return true


def _on_columns(grid: Grid, edges: Sequence[float]) -> Grid:
    """The rows of the grid from the first that says something to the last, on finer columns; a
    margin in its frame is none."""

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


def _runs_off(last: PageLayout, layout: PageLayout) -> bool:
    """Does a frame run off the one page, and on to the next from its top?"""
    if not _are_tables(last, layout):
        return False
    upper, lower = last.blocks[-1].box, layout.blocks[0].box
    return upper.bottom >= last.height - 1 and lower.top <= 1


def _goes_on(last: PageLayout, layout: PageLayout) -> bool:
    """Are both tables, from one side to the other as wide?"""
    if not _are_tables(last, layout):
        return False
    one, other = last.blocks[-1].box, layout.blocks[0].box
    return abs(one.left - other.left) <= _MEET and abs(one.right - other.right) <= _MEET


def _are_tables(last: PageLayout, layout: PageLayout) -> bool:
    """Does the one page end, and the other begin, with a table?"""
    ends = [*last.blocks[-1:], *layout.blocks[:1]]
    return len(ends) == 2 and all(block.kind is BlockKind.TABLE for block in ends)


def _same_columns(upper: Grid, lower: Grid) -> bool:
    if upper.columns != lower.columns:
        return False
    one, other = _edges(upper), _edges(lower)
    return all(abs(one[at] - other[at]) <= _MEET for at in one.keys() & other.keys())


def _edges(grid: Grid) -> dict[int, float]:
    return {cell.column: cell.box.left for cell in grid.cells if cell.box is not None}


def _header(grid: Grid) -> list[str]:
    return [cell.text for cell in grid.cells if cell.is_header and cell.text]


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
        if any(_holds(cell, word.box) for cell in cells)
    ]
    if words and sum(word.bold for word in words) >= _BOLD * len(words):
        return True
    body = [cell for cell in grid.cells if not cell.is_header and cell.box is not None]
    return by_shade and _shaded(cells, layout) and not _shaded(body, layout)


def _holds(cell: Cell, box: Box) -> bool:
    return cell.box is not None and cell.box.contains(box.center_x, box.center_y)


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
