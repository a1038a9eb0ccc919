"""Tables as text: one line a row, each cell with its column's heading."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.domain.label import BLOCK_SEPARATOR
from monograph_qa.domain.parsed import Cell, Grid
from monograph_qa.frozen import frozen
from monograph_qa.sections.groups import Groups
from monograph_qa.sections.table_names import (
    HEADING_MARK,
    SPREAD,
    add_headings,
    are_alike,
    is_name,
    is_on,
    kinds_of,
    listed_names,
    names_alone,
    one_line,
    outer_names,
    slivers_of,
    spans_all,
    with_heading,
    with_whole_names,
)

CELL_SEPARATOR = " | "
_COUNT, _WORD = re.compile(r"\(?[Nn]\s?="), re.compile("[A-Za-z]+")
_NONE = frozenset({*"-–—−", "NA"})


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
    grid = with_whole_names(grid)
    headings: list[list[str]] = [[] for _ in range(grid.columns)]
    whole = headings  # those that tell the columns apart within which are none of their own
    outer: list[tuple[int, list[list[str]]]] = []  # headings that inner ones hide, and groups there
    groups = Groups([one_line(cell) for cell in grid.cells if cell.column == 0])
    heads: list[Cell] = []
    blank = grid.rows  # the first row below them that says nothing: another table may follow
    named_at = 0  # the last row that names a group
    alone = names_alone(grid)
    holders = outer_names(grid, alone)
    listed = listed_names(alone, {row for row in range(grid.rows) if not _filled(grid, row)})
    kinds = kinds_of(grid)
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
        is_named = len(filled) == 1 and spans_all(filled[0], grid) and is_name(filled[0])
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
            over = [cell for cell in heads if cell.column == 0 and was_header]
            if counts or (headings[0] and _is_like_names(named, alone, over)):
                groups.name(named[0], one_line(named[0]), is_counted=counts)
                named = named[1:]
            heads, blank = [*(heads if was_header else ()), *named], grid.rows
            add_headings(headings, named)
            yield RowText(said, True, None, box, page)
        elif is_named:
            text, name, named_at = one_line(filled[0]), None, row
            is_titled = _is_headed(grid, row, alone)
            is_outer = is_over or row in holders
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
                has_letters = any(map(str.isalpha, filled[0].text))  # "≤ 2" names no rows below
                own = _in_plain(filled[0]) if _is_set_off(filled) else filled[0]
                groups.row(own, one_line(filled[0]), governs=has_letters and not is_one)
            # Rows beside a cell without a word have lost their name, and that above is none of
            # theirs; on a new page it may go on.
            first = (c for c in grid.cells if c.column == 0 and c.row == row)
            if page == last_page and any(c.row_span > 1 and not c.text.strip() for c in first):
                name = None
            if filled[0].column == 0 and not is_whole:
                name = one_line(filled[0]) if filled[0].column_span == 1 else None
            is_spread = is_whole and SPREAD.match(filled[0].text.strip())
            # Without its first cell, but with all others or one over these: a name above holds.
            is_over = len(filled) > 1 or filled[0].column_span == grid.columns - 1
            is_left_open = grid.columns > 2 and filled[0].column == 1 and is_over
            above = name if is_spread or is_left_open else None
            told = {} if filled[0].column == 0 else told
            unsaid = _kinds_above(filled, grid, told)
            told |= {c.column: one_line(c) for c in filled}
            cells = (with_heading(c, headings, slivers) for c in filled)
            under = _under(*groups.names, above, *unsaid)
            yield RowText(CELL_SEPARATOR.join(cells), False, under, box, page)
        was_header, last_page = is_header and not is_title, page


def _filled(grid: Grid, row: int) -> list[Cell]:
    """The cells that say something in a row, from left to right."""
    filled = [cell for cell in grid.cells if is_on(cell, row) and cell.text.strip()]
    return sorted(filled, key=lambda cell: cell.column)


def _under(*names: str | None) -> str | None:
    return BLOCK_SEPARATOR.join(name for name in names if name) or None


def _is_headed(grid: Grid, row: int, alone: Container[int]) -> bool:
    """Is the next row with words a header, but for one more title?"""
    below = [c for c in grid.cells if c.row > row and c.row not in alone and c.text.strip()]
    following = min((c.row for c in below), default=row)
    return bool(below) and all(c.is_header for c in below if c.row == following)


def _kinds_above(filled: Sequence[Cell], grid: Grid, told: Mapping[int, str]) -> list[str]:
    """What a row with words in the last column alone leaves unsaid: a name, and of each column up
    to it what other rows say too ("Common"); nothing where that is a value of its own."""
    first = filled[0]
    said = Counter((c.column, one_line(c)) for c in grid.cells)
    is_last = 1 < first.column == grid.columns - 1 and not any(map(str.isdigit, first.text))
    kinds = [told.get(at, "") for at in range(first.column)]
    again = all(said[at, kind] > 1 for at, kind in enumerate(kinds) if at)
    return kinds if is_last and again and all(kinds) else []


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


def _is_set_off(cells: Sequence[Cell]) -> bool:
    """Whether a row is bold with all of its values: the one that counts most, and no name of rows
    below it that are plain."""
    return all(cell.style is not None and cell.style.bold for cell in cells)


def _in_plain(cell: Cell) -> Cell:
    style = replace(cell.style, bold=False) if cell.style else None
    return replace(cell, style=style)


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
    below = [c for c in grid.cells if c.row > header[0].row and c.is_header and c.text.strip()]
    return _has_counts(header) and any(c.column == 0 for c in below) and _has_counts(below)


def _is_like_names(
    header: Sequence[Cell], alone: Mapping[int, Cell], above: Sequence[Cell]
) -> bool:
    """Does a header begin with a cell set as names of groups below are, and not as the one above
    it is: the name of the first group?"""
    first = header[0] if header else None
    if first is None or first.column or any(are_alike(first, cell) for cell in above):
        return False
    return any(first.row < row and are_alike(first, cell) for row, cell in alone.items())


def _row_box(cells: Iterable[Cell]) -> Box | None:
    """Around the cells of a row; those that go on below it make it no higher."""
    placed = [(c.box, c.row_span) for c in cells if c.box is not None]
    if not placed:
        return None
    whole = bounding([box for box, _ in placed])
    own = bounding([box for box, span in placed if span == 1] or [whole])
    return Box(whole.left, own.top, whole.right, own.bottom)
