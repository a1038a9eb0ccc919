"""Rows that are drawn with edges of their own: their cells stand under the heads one by one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from monograph_qa.domain.parsed import Cell

_FEWEST = 3  # columns


def under_heads(cells: Sequence[Cell], columns: int) -> list[Cell]:
    """The cells, those of a row with other edges than those of the header above it, but as many
    cells as that has columns, each moved under the head that it is printed for."""
    moved: dict[int, Cell] = {}
    heads: list[tuple[int, int]] = []
    was_header = True
    for row in sorted({cell.row for cell in cells}):
        is_header = all(cell.is_header for cell in cells if cell.row == row)
        if not is_header and was_header:
            heads = _edges(cell for cell in _lowest(cells, columns, row) if cell is not None)
        was_header = is_header
        if is_header or not _FEWEST <= len(heads) < columns:
            continue
        own = sorted((c for c in cells if c.row == row), key=lambda cell: cell.column)
        edges = _edges(own)
        is_whole = sum(cell.column_span for cell in own) == columns
        is_single = all(
            cell.row_span == 1 and not cell.is_header and cell.text.strip() for cell in own
        )
        if is_whole and is_single and len(edges) == len(heads) and edges != heads:
            for cell, (start, stop) in zip(own, heads, strict=True):
                moved[id(cell)] = replace(cell, column=start, column_span=stop - start)
    return [moved.get(id(cell), cell) for cell in cells]


def _lowest(cells: Sequence[Cell], columns: int, body: int) -> list[Cell | None]:
    """For each column the lowest cell over it of the header right above the row `body`."""
    first = max(
        (cell.row + 1 for cell in cells if not cell.is_header and cell.row < body), default=0
    )
    lowest: list[Cell | None] = [None] * columns
    for cell in sorted(cells, key=lambda each: each.row):
        if cell.is_header and first <= cell.row < body:
            span = slice(cell.column, cell.column + cell.column_span)
            lowest[span] = [cell] * cell.column_span
    return lowest


def _edges(cells: Iterable[Cell]) -> list[tuple[int, int]]:
    """The first column and the column behind the last of each cell, each once, in order."""
    return sorted({(cell.column, cell.column + cell.column_span) for cell in cells})
