"""Tables as text: one line a row, each cell with its column's heading."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.domain.label import BLOCK_SEPARATOR
from monograph_qa.domain.parsed import Cell, Grid
from monograph_qa.frozen import frozen
from monograph_qa.sections.groups import Groups, is_like
from monograph_qa.sections.table_heads import (
    HEADING_MARK,
    add_headings,
    one_line,
    slivers_of,
    with_heading,
)

CELL_SEPARATOR = " | "
_COUNT, _WORD = re.compile(r"\(?[Nn]\s?="), re.compile("[A-Za-z]+")
_SPREAD = re.compile(r"(?:\d\d(?:\.\d)? ?% ?)?CI\b[^a-z]*\d|[pP] ?[=<>≤] ?\d|[(\[]\d")
_NONE, _BULLET, _LONGEST_NAME = frozenset({*"-–—−", "NA"}), "•", 300  # characters of a group's name
_HANGING = 1.5  # points by which a line of a name stands in from its first
_NESTED = 3  # names right under one another that may each name a group of the next; more are a list


@frozen
class RowText:
    """One table row as it is stored. `group` is the heading rows it stands under, if any."""

    text: str
    is_header: bool
    group: str | None
    box: Box | None
    page: int | None


def row_texts(grid: Grid) -> Iterator[RowText]:
    """Every row of the grid in order, as text that reads on its own.

    A body row is "heading: cell | heading: cell"; a cell that spans rows is repeated in each of
    them, and a row of one cell over the whole width names a group of the rows below it. A header
    below other rows takes the place of the one above; under a title, as far as that reaches. A row
    that says nothing in its first column belongs to the name above.
    """
    grid = _with_whole_names(grid)
    headings: list[list[str]] = [[] for _ in range(grid.columns)]
    whole = headings  # those that tell the columns apart within which are none of their own
    outer: list[tuple[int, list[list[str]]]] = []  # headings that inner ones hide, and groups there
    groups = Groups([one_line(cell) for cell in grid.cells if cell.column == 0])
    heads: list[Cell] = []
    blank = grid.rows  # the first row below them that says nothing: another table may follow
    named_at = 0  # the last row that names a group
    alone = names_alone(grid)
    outer_names = _outer_names(grid, alone)
    listed = _listed(alone, {row for row in range(grid.rows) if not _filled(grid, row)})
    kinds = _kinds(grid)
    slivers = slivers_of(grid)
    name: str | None = None
    last_page: int | None = None
    told: dict[int, str] = {}  # what the last rows with its name say in their first columns
    was_header = is_titled = False
    for row in range(grid.rows):
        filled = _filled(grid, row)
        if not filled:
            blank = min(row, blank)
            groups.gap()
            continue
        box = _row_box(c for c in filled if c.row == row)
        page = next((c.page for c in filled if c.row == row), None)
        said = CELL_SEPARATOR.join(one_line(c) for c in filled)
        is_header = all(c.is_header for c in filled) and row not in kinds
        is_named = len(filled) == 1 and _spans_all(filled[0], grid) and _is_name(filled[0])
        is_named = (is_named and row not in listed) or row in kinds
        is_inner = is_header and bool(row) and not was_header
        is_over = is_named and _names_group([c for c in grid.cells if c.row == row + 1], grid)
        is_whole = filled[0].column_span == grid.columns
        is_title = is_header and is_named and (is_inner or is_whole or is_over)
        counts = is_inner and _has_counts(filled)
        if counts or (is_inner and _says_one_thing(filled, whole)):
            headings = _without_counts(headings) if counts else [list(parts) for parts in whole]
            beside = (c for c in filled if c.column or _COUNT.match(one_line(c)))
            add_headings(headings, (c for c in beside if c.text.strip() not in _NONE))
            if filled[0].column == 0 and not _COUNT.match(one_line(filled[0])):
                if is_titled and not counts:
                    groups.head()
                groups.name(filled[0], one_line(filled[0]), is_counted=counts)
            yield RowText(said, True, None, box, page)
        elif is_header and not is_title:
            if is_inner and not is_titled and _is_within(filled, whole):
                headings = [list(parts) for parts in whole]
            elif is_inner and _says_again(filled, headings):
                headings = whole = [parts[:-1] for parts in headings]
            elif not was_header:
                groups.head()
                outer.append((len(groups.names) if is_titled else 0, headings))
                headings = whole = [[] for _ in headings]
            named = [c for c in filled if c.row == row]
            counts = bool(named) and _names_group(named, grid)
            if counts or (headings[0] and _is_like_names(named, alone)):
                groups.name(named[0], one_line(named[0]), is_counted=counts)
                named = named[1:]
            heads, blank = [*(heads if was_header else ()), *named], grid.rows
            add_headings(headings, named)
            yield RowText(said, True, None, box, page)
        elif is_named:
            text, name, named_at = one_line(filled[0]), None, row
            is_titled = _is_headed(grid, row, alone)
            is_outer = is_over or row in outer_names
            if groups.name(filled[0], text, is_title=is_titled, is_outer=is_outer):
                headings = _without_counts(headings)
            while outer and outer[-1][0] >= len(groups.names):
                headings = whole = outer.pop()[1]
            if all(words.endswith(HEADING_MARK) for words in (text, " ".join(headings[0]))):
                headings[0] = [text]  # "Adults:" over the first rows, "Children:" over the others
            yield RowText(text, is_title, _under(*groups.names[:-1]), box, page)
        else:
            is_whole = is_whole and grid.columns > 1
            is_titled = False
            if row > blank and any(_crosses(cell, head) for cell in filled for head in heads):
                headings = whole = [[] for _ in headings]
                heads = []
                if named_at < blank:
                    groups.end()
            if not is_whole:
                is_one = len(filled) == 2 and filled[1].column_span == grid.columns - 1 > 1
                groups.row(filled[0], one_line(filled[0]), governs=not is_one)
            if page == last_page and _has_empty_name(grid, row):
                name = None
            if filled[0].column == 0 and not is_whole:
                name = one_line(filled[0]) if filled[0].column_span == 1 else None
            is_spread = is_whole and _SPREAD.match(filled[0].text.strip())
            above = name if is_spread or _is_left_open(filled, grid) else None
            told = {} if filled[0].column == 0 else told
            unsaid = _kinds_above(filled, grid, told)
            told |= {c.column: one_line(c) for c in filled}
            cells = (with_heading(c, headings, slivers) for c in filled)
            under = _under(*groups.names, above, *unsaid)
            yield RowText(CELL_SEPARATOR.join(cells), False, under, box, page)
        was_header, last_page = is_header and not is_title, page


def names_alone(grid: Grid) -> dict[int, Cell]:
    """The rows that have a name and nothing else, no headers."""
    filled = [c for c in grid.cells if c.text.strip()]
    alone = {c.row: c for c in filled if _spans_all(c, grid) and _is_name(c) and not c.is_header}
    for row in [r for r in alone if any(c is not alone[r] and is_on(c, r) for c in filled)]:
        del alone[row]
    return alone


def _with_whole_names(grid: Grid) -> Grid:
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


def _listed(alone: Mapping[int, Cell], blank: Set[int]) -> frozenset[int]:
    """The rows with a name alone that are entries of a list: too many right under one another, or
    as many over a row that says nothing, and those after them that are set alike."""
    found: set[int] = set()
    for row, cell in alone.items():
        above = alone.get(row - 1)
        goes_on = row - 1 in found and above is not None and _are_alike(cell, above)
        run = alone.keys() >= set(range(row, row + _NESTED))
        if goes_on or (run and row + _NESTED in alone.keys() | blank):
            found.add(row)
    return frozenset(found)


def _are_alike(cell: Cell, other: Cell) -> bool:
    return cell.style is not None and other.style is not None and is_like(cell.style, other.style)


def _outer_names(grid: Grid, alone: Mapping[int, Cell]) -> frozenset[int]:
    """The rows with a name alone right above another such row set alike: groups of groups, but for
    one by itself, a group that may be empty."""
    outer = {
        row
        for row, cell in alone.items()
        if row + 1 in alone
        and alone.keys().isdisjoint((row - 1, row + 2))  # longer runs are lists
        and alone[row + 1].text.strip()[:1].isupper()
        and _are_alike(cell, alone[row + 1])
    }
    return frozenset(outer if len(outer) > 1 else ())


def _kinds(grid: Grid) -> frozenset[int]:
    """The bold rows above plain ones in a table of one column, where there are several."""
    bold = {c.row: c.style is not None and c.style.bold for c in grid.cells if c.text.strip()}
    found = {row for row in bold if bold[row] and not bold.get(row + 1, True)}
    return frozenset(found if grid.columns == 1 < len(found) else ())


def _filled(grid: Grid, row: int) -> list[Cell]:
    """The cells that say something in a row, from left to right."""
    filled = [cell for cell in grid.cells if is_on(cell, row) and cell.text.strip()]
    return sorted(filled, key=lambda cell: cell.column)


def is_on(cell: Cell, row: int) -> bool:
    return cell.row <= row < cell.row + cell.row_span


def _under(*names: str | None) -> str | None:
    return BLOCK_SEPARATOR.join(name for name in names if name) or None


def _is_headed(grid: Grid, row: int, alone: Container[int]) -> bool:
    """Is the next row with words a header, but for one more title?"""
    below = [c for c in grid.cells if c.row > row and c.row not in alone and c.text.strip()]
    following = min((c.row for c in below), default=row)
    return bool(below) and all(c.is_header for c in below if c.row == following)


def _has_empty_name(grid: Grid, row: int) -> bool:
    """Begins a cell without a word beside this row and those below? They have lost their name, and
    that above is none of theirs; on a new page it may go on."""
    first = (c for c in grid.cells if c.column == 0 and c.row == row)
    return any(c.row_span > 1 and not c.text.strip() for c in first)


def _is_left_open(filled: Sequence[Cell], grid: Grid) -> bool:
    """Is a row without its first cell, but all others, or one over these, so that a name above it
    holds for it?"""
    is_over = filled[0].column_span == grid.columns - 1
    return grid.columns > 2 and filled[0].column == 1 and (len(filled) > 1 or is_over)


def _kinds_above(filled: Sequence[Cell], grid: Grid, told: Mapping[int, str]) -> list[str]:
    """What a row with words in the last column alone leaves unsaid: a name, and of each column up
    to it what other rows say too ("Common"); nothing where that is a value of its own."""
    first = filled[0]
    said = Counter((c.column, one_line(c)) for c in grid.cells)
    is_last = 1 < first.column == grid.columns - 1 and not any(map(str.isdigit, first.text))
    kinds = [told.get(at, "") for at in range(first.column)]
    again = all(said[at, kind] > 1 for at, kind in enumerate(kinds) if at)
    return kinds if is_last and again and all(kinds) else []


def _is_name(cell: Cell) -> bool:
    """Is it neither a figure over all columns, "CI [-1.1%, 10.8%]", which is one of the row above,
    nor text that a frame holds?"""
    text = cell.text.strip()
    return not (_SPREAD.match(text) or text.startswith(_BULLET) or len(text) > _LONGEST_NAME)


def _spans_all(cell: Cell, grid: Grid) -> bool:
    return grid.columns > 1 and cell.column == 0 and cell.row_span == 1


def _is_within(header: Sequence[Cell], headings: Sequence[Sequence[str]]) -> bool:
    """Has an inner header no name, and tells apart neighbouring columns that have one heading, and
    not all columns, each of its cells below one heading?"""
    has_twins = any(one and one == other for one, other in pairwise(headings))
    is_title = len({tuple(parts) for parts in headings if parts}) < 2
    spans = [headings[cell.column : cell.column + cell.column_span] for cell in header]
    nested = all(one == other for over in spans for one, other in pairwise(over))
    return header[0].column == 1 and len(header) > 1 and has_twins and nested and not is_title


def _says_again(header: Sequence[Cell], headings: Sequence[Sequence[str]]) -> bool:
    """Says an inner header, below others, what the last one does, but for its name and figures?"""
    told = [(one_line(cell), headings[cell.column]) for cell in header if cell.column]
    are_below = len(told) > 1 and all(len(parts) > 1 for _, parts in told)
    return are_below and all(_WORD.findall(a) == _WORD.findall(b[-1]) for a, b in told)


def _crosses(cell: Cell, head: Cell) -> bool:
    """Does the cell begin in the middle of the columns under a header, and end beyond them, as one
    of another table?"""
    stop = head.column + head.column_span
    return head.column < cell.column < stop < cell.column + cell.column_span


def _says_one_thing(header: Sequence[Cell], headings: Sequence[Sequence[str]]) -> bool:
    """Says an inner header the same of every column ("n/N (%)") that others above tell apart?"""
    beside = [cell for cell in header if cell.column]
    above = {tuple(headings[cell.column]) for cell in beside}
    return len(above) == len(beside) > len({one_line(cell) for cell in beside}) == 1


def _has_counts(header: Sequence[Cell]) -> bool:
    """Does an inner header tell but other numbers of patients, or that there are none?"""
    beside = [cell for cell in header if cell.column and cell.text.strip() not in _NONE]
    return bool(beside) and all(_COUNT.match(one_line(cell)) for cell in beside)


def _without_counts(headings: Sequence[Sequence[str]]) -> list[list[str]]:
    """The headings, without the numbers of patients in the last group."""
    return [[part for part in parts if not _COUNT.match(part)] for parts in headings]


def _names_group(header: Sequence[Cell], grid: Grid) -> bool:
    """Do names of groups, each beside its numbers of patients, begin with this header?"""
    header = sorted((c for c in header if c.text.strip()), key=lambda cell: cell.column)
    if not header or header[0].column or not all(c.is_header for c in header):
        return False
    if not _has_counts(header):
        return False
    below = [c for c in grid.cells if c.row > header[0].row and c.is_header and c.text.strip()]
    return any(c.column == 0 for c in below) and _has_counts(below)


def _is_like_names(header: Sequence[Cell], alone: Mapping[int, Cell]) -> bool:
    """Does a header begin with a cell set as names of groups below are: that of the first one?"""
    return bool(header) and any(
        header[0].column == 0 and header[0].row < row and _are_alike(header[0], cell)
        for row, cell in alone.items()
    )


def _row_box(cells: Iterable[Cell]) -> Box | None:
    """Around the cells of a row; those that go on below it make it no higher."""
    placed = [(c.box, c.row_span) for c in cells if c.box is not None]
    if not placed:
        return None
    whole = bounding([box for box, _ in placed])
    own = bounding([box for box, span in placed if span == 1] or [whole])
    return Box(whole.left, own.top, whole.right, own.bottom)
