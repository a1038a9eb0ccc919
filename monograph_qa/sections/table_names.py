"""What names the cells of a table: the headings of its columns, and the names of its rows, which
stand alone, go on over lines, or are entries of a list."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import replace

from monograph_qa.domain.label import BLOCK_SEPARATOR
from monograph_qa.domain.parsed import Cell, Grid
from monograph_qa.sections.groups import is_like

HEADING_MARK = ":"
HEADING_SEPARATOR = ": "
_LONGEST_VALUE, _SLIVER = 120, 12.0  # characters; points
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
        above, below, own = rows.get(row - 1), rows.get(row + 1), cell.style
        if above is None or below is None or {row - 1, row + 1} & alone.keys():
            continue
        if own is None or above.style is None or below.style is None:
            continue
        if cell.column_span > 1 or own.centered:
            continue  # a title
        edges = sorted((above.style.left, below.style.left))
        broken = f"{one_line(above).split()[-1]} {one_line(cell).split()[0]}"
        is_said = abs(own.left - above.style.left) < _HANGING and f" {broken} " in names
        is_level = edges[1] - edges[0] < _HANGING < own.left - edges[1]
        same_face = (own.bold, own.italic) == (above.style.bold, above.style.italic)
        if (is_level or is_said) and same_face:
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


def add_headings(columns: list[list[str]], cells: Iterable[Cell]) -> None:
    """Adds what the header cells say to the headings of their columns, from top to bottom."""
    for cell in cells:
        text = one_line(cell)
        is_label = cell.column == 0 and text.endswith(HEADING_MARK)  # of what stands beside it
        stop = 1 if is_label else cell.column + cell.column_span
        for column in range(cell.column, min(stop, len(columns))):
            if text not in columns[column]:
                columns[column].append(text)


def slivers_of(grid: Grid) -> frozenset[int]:
    """The columns that are but where the rules of one row stand a little off those of another."""
    edges: dict[int, float] = {}
    for cell in grid.cells:
        if cell.box is not None:
            edges[cell.column] = cell.box.left
            edges[cell.column + cell.column_span] = cell.box.right
    widths = {at: edges[at + 1] - edges[at] for at in edges if at + 1 in edges}
    alone = {cell.column for cell in grid.cells if cell.column_span == 1 and cell.text.strip()}
    return frozenset(at for at, width in widths.items() if width < _SLIVER and at not in alone)


def with_heading(
    cell: Cell, headings: Sequence[Sequence[str]], slivers: Container[int] = ()
) -> str:
    """A cell over several columns has the headings that all of them have, or one and no other."""
    columns = range(cell.column, cell.column + cell.column_span)
    over = [headings[at] for at in columns if at not in slivers]
    most = max(over, key=len, default=[])
    if not all(part in most for parts in over for part in parts):
        most = [part for part in most if all(part in parts for parts in over if parts)]
    text = one_line(cell)
    is_value = any(map(str.isdigit, text)) and len(text) <= _LONGEST_VALUE
    heading = " ".join(most)
    if not heading and is_value and len(over) < len(headings) - 1:  # over some of the columns
        heading = " / ".join(dict.fromkeys(" ".join(parts) for parts in over if parts))
    return f"{heading.removesuffix(HEADING_MARK)}{HEADING_SEPARATOR}{text}" if heading else text


def one_line(cell: Cell) -> str:
    return " ".join(cell.text.split())
