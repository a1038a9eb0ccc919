"""Tables that go on over a page break: which of their rows are headers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import BlockKind, Cell, Grid
from monograph_qa.parse.layout.lines import Found, PageLayout
from monograph_qa.parse.table_structure import structure_of

_MEET = 6.0  # points
_BOLD = 0.8  # share of the words of a header row

Grids = Mapping[tuple[int, int], Grid]  # by page and the block's place in the page's layout


def with_true_headers(layouts: Sequence[PageLayout], grids: Grids) -> dict[tuple[int, int], Grid]:
    """The grids, where a table that goes on from the page before has headers only by evidence.

    Evidence is the header of the page before, or its first rows, printed again or cut by the page
    break, a bold row or a shaded one; else the first row on the new page is a row like any other.
    Its columns are parted too where those of the page before are, and nothing crosses.
    """
    true = dict(grids)
    header: list[str] = []
    for last, layout in pairwise(layouts):
        above = (last.number, len(last.blocks) - 1)
        here = (layout.number, 0)
        upper, lower = true.get(above), true.get(here)
        if upper is None or lower is None or not _goes_on(last.blocks[-1], layout.blocks[0]):
            header = []
            continue
        if lower.columns < upper.columns:
            known = [*_edges(upper).values()]
            lower = true[here] = structure_of(layout.blocks[0], layout.shapes, known)
        if not _same_columns(upper, lower):
            header = []
            continue
        header = _header(upper) or header
        again = _header(lower)
        repeats = len(again) > 1 and set(again) <= set(header)
        is_cut = all(cell.is_header for cell in upper.cells if cell.text)  # goes on with its header
        if not (
            is_cut or repeats or again == header or _is_set_off(lower, layout.blocks[0], layout)
        ):
            true[here] = replace(
                lower, cells=tuple(replace(cell, is_header=False) for cell in lower.cells)
            )
    return true


def _goes_on(upper: Found, lower: Found) -> bool:
    """Are both tables, from one side to the other as wide?"""
    one, other = upper.box, lower.box
    same_sides = abs(one.left - other.left) <= _MEET and abs(one.right - other.right) <= _MEET
    return upper.kind is BlockKind.TABLE and lower.kind is BlockKind.TABLE and same_sides


def _same_columns(upper: Grid, lower: Grid) -> bool:
    if upper.columns != lower.columns:
        return False
    one, other = _edges(upper), _edges(lower)
    return all(abs(one[at] - other[at]) <= _MEET for at in one.keys() & other.keys())


def _edges(grid: Grid) -> dict[int, float]:
    return {cell.column: cell.box.left for cell in grid.cells if cell.box is not None}


def _header(grid: Grid) -> list[str]:
    return [cell.text for cell in grid.cells if cell.is_header and cell.text]


def _is_set_off(grid: Grid, table: Found, layout: PageLayout) -> bool:
    """Is the header row set off from the rows below, by face or by shading?"""
    cells = [cell for cell in grid.cells if cell.is_header and cell.text and cell.box is not None]
    if len(cells) < 2:
        return False  # a row with one cell names the group of rows below it
    words = [
        word
        for line in table.lines
        for word in line.words
        if any(_holds(cell, word.box) for cell in cells)
    ]
    if words and sum(word.bold for word in words) >= _BOLD * len(words):
        return True
    body = [cell for cell in grid.cells if not cell.is_header and cell.box is not None]
    return _shaded(cells, layout) and not _shaded(body, layout)


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
