"""Names of rows in a table: those that stand alone, go on over lines, or are entries of a list."""

import re
from collections.abc import Mapping, Set
from dataclasses import replace

from monograph_qa.domain.label import BLOCK_SEPARATOR
from monograph_qa.domain.parsed import Cell, Grid
from monograph_qa.sections.groups import is_like
from monograph_qa.sections.table_heads import one_line

SPREAD = re.compile(r"(?:\d\d(?:\.\d)? ?% ?)?CI\b[^a-z]*\d|[pP] ?[=<>≤] ?\d|[(\[]\d")
_BULLET, _LONGEST_NAME = "•", 300  # characters of a group's name
_HANGING = 1.5  # points by which a line of a name stands in from its first
_NESTED = 3  # names right under one another that may each name a group of the next; more are a list


def with_whole_names(grid: Grid) -> Grid:
    """The grid, each line that goes on with the name of the row above joined to it: it stands alone
    and is indented from the rows right above and below, which begin on one edge, or on that edge
    itself where another name says the words whole that it would part."""
    alone = names_alone(grid)
    names = BLOCK_SEPARATOR.join(["", *(one_line(c) for c in grid.cells if c.column == 0), ""])
    rows = {c.row: c for c in grid.cells if c.column == 0 and c.text.strip() and not c.is_header}
    whole = {}
    for row, cell in alone.items():
        above, below = rows.get(row - 1), rows.get(row + 1)
        if above is None or below is None or {row - 1, row + 1} & alone.keys():
            continue
        if cell.column_span > 1 or (cell.style is not None and cell.style.centered):
            continue  # a title
        if cell.style is None or above.style is None or below.style is None:
            continue
        edges = sorted((above.style.left, below.style.left))
        broken = f"{one_line(above).split()[-1]} {one_line(cell).split()[0]}"
        is_said = abs(cell.style.left - above.style.left) < _HANGING and f" {broken} " in names
        is_level = edges[1] - edges[0] < _HANGING < cell.style.left - edges[1]
        if (is_level or is_said) and (cell.style.bold, cell.style.italic) == (
            above.style.bold,
            above.style.italic,
        ):
            whole[row - 1], whole[row] = f"{above.text} {cell.text}", ""
    cells = (
        replace(c, text=whole[c.row]) if c.column == 0 and c.row in whole else c for c in grid.cells
    )
    return replace(grid, cells=tuple(cells)) if whole else grid


def names_alone(grid: Grid) -> dict[int, Cell]:
    """The rows that have a name and nothing else, no headers."""
    filled = [c for c in grid.cells if c.text.strip()]
    alone = {c.row: c for c in filled if spans_all(c, grid) and is_name(c) and not c.is_header}
    for row in [r for r in alone if any(c is not alone[r] and is_on(c, r) for c in filled)]:
        del alone[row]
    return alone


def listed_names(alone: Mapping[int, Cell], blank: Set[int]) -> frozenset[int]:
    """The rows with a name alone that are entries of a list: too many right under one another, or
    as many over a row that says nothing, and those after them that are set alike."""
    found: set[int] = set()
    for row, cell in alone.items():
        above = alone.get(row - 1)
        goes_on = row - 1 in found and above is not None and are_alike(cell, above)
        run = alone.keys() >= set(range(row, row + _NESTED))
        if goes_on or (run and row + _NESTED in alone.keys() | blank):
            found.add(row)
    return frozenset(found)


def outer_names(grid: Grid, alone: Mapping[int, Cell]) -> frozenset[int]:
    """The rows with a name alone right above another such row set alike: groups of groups, but for
    one by itself, a group that may be empty."""
    outer = {
        row
        for row, cell in alone.items()
        if row + 1 in alone
        and alone.keys().isdisjoint((row - 1, row + 2))  # longer runs are lists
        and alone[row + 1].text.strip()[:1].isupper()
        and are_alike(cell, alone[row + 1])
    }
    return frozenset(outer if len(outer) > 1 else ())


def are_alike(cell: Cell, other: Cell) -> bool:
    return cell.style is not None and other.style is not None and is_like(cell.style, other.style)


def kinds_of(grid: Grid) -> frozenset[int]:
    """The bold rows above plain ones in a table of one column, where there are several."""
    bold = {c.row: c.style is not None and c.style.bold for c in grid.cells if c.text.strip()}
    found = {row for row in bold if bold[row] and not bold.get(row + 1, True)}
    return frozenset(found if grid.columns == 1 < len(found) else ())


def is_name(cell: Cell) -> bool:
    """Is it neither a figure over all columns, "CI [-1.1%, 10.8%]", which is one of the row above,
    nor text that a frame holds?"""
    text = cell.text.strip()
    return not (SPREAD.match(text) or text.startswith(_BULLET) or len(text) > _LONGEST_NAME)


def spans_all(cell: Cell, grid: Grid) -> bool:
    return grid.columns > 1 and cell.column == 0 and cell.row_span == 1


def is_on(cell: Cell, row: int) -> bool:
    return cell.row <= row < cell.row + cell.row_span
