"""Groups of rows in a table: the names that a row stands under, found by how the names are set.

A row whose first cell is its only one names the group of the rows below it. A name set like an
earlier one stands in its place; one right below another, if not bolder, or less bold, or indented,
names a group within, and so does any below a title, which stands over a header. A row ends a group
whose rows are indented, or set in another face, by being set like the group's name; so does a row
further left that is told before all groups as well ("N"). A row with
values of its own governs those right below it that are indented.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from monograph_qa.domain.parsed import Cell, Style
from monograph_qa.frozen import frozen

_SEVERAL = 2  # indented rows
_LONGEST = 4  # characters of an abbreviation
_SAME, _IN = 1.5, 3.0  # points: on one edge, and indented from it


@frozen
class _Group:
    name: str
    style: Style | None
    is_row: bool = False  # has it values of its own?
    is_outer: bool = False  # does it name a group of groups?
    is_counted: bool = False  # does it stand beside numbers of patients?


class Groups:
    """The groups that are open at a row; rows are told in order, from the first below the header. A
    name that stands in several groups ("Examples:") is a part of each. `names` are those of all
    rows' first cells."""

    def __init__(self, names: Sequence[str]) -> None:
        self._said: Mapping[str, int] = Counter(names)
        self._open: list[_Group] = []
        self._outside: set[str] = set()  # names of rows that stand in no group
        self._rows: list[_Group] = []  # the last row, after those whose names it is indented from
        self._titles = 0  # how many of the open groups have a header of their own
        self._top = 0  # and how many of these stand over the whole table
        self._has_begun = False
        self._indented = 0
        self._is_first = False  # has the last group no row yet?
        self._is_level = False  # has it a row that is not indented?
        self._is_plain = False  # has it one that is not bold?
        self._is_gap = False  # is the row above empty?
        self._is_block = False  # and was that above the last name?

    @property
    def names(self) -> tuple[str, ...]:
        """From the outermost to the innermost; of rows with values those above the last one."""
        return tuple(group.name for group in (*self._open, *self._rows[:-1]))

    def name(
        self,
        cell: Cell,
        name: str,
        *,
        is_title: bool = False,
        is_outer: bool = False,
        is_counted: bool = False,
    ) -> bool:
        """Opens the group that the cell names; a title has a header right below, an outer one holds
        groups whose names may be set like it, one with numbers of patients takes the place of the
        last such. Does it end one with such numbers and rows, and has none? What stands in the
        middle, as a title over the whole table does, is no title without one."""
        above = [] if is_title or self._is_bolder(cell.style) else self._above(cell.style, name)
        is_within = not is_title and cell.style is not None and cell.style.centered
        group = _Group(name, cell.style, is_outer=is_outer, is_counted=is_counted)
        least = self._titles if is_counted else 0  # it stands below the header it goes on with
        depth = self._depth(group, self._top if is_within else least)
        last = self._open[depth] if depth < len(self._open) else None
        if last is None or last.is_row or not _are_like(last.style, cell.style):
            self._indented = 0
        ended = not self._is_first and any(one.is_counted for one in self._open[depth:])
        del self._open[depth:]
        self._open += [*above, group]
        self._rows, self._is_block, self._is_gap = [], self._is_gap, False
        self._titles, self._top = min(self._titles, depth), min(self._top, depth)
        self._is_first, self._is_level, self._is_plain = True, False, False
        return ended and not is_counted

    def head(self) -> None:
        """Goes on to a header, which the open groups are titles of, and no row above it is."""
        self._rows = []
        self._titles = len(self._open)
        if not self._has_begun:
            self._top, self._has_begun = self._titles, True

    def end(self) -> None:
        """Goes on to another table, of which none of the open groups is told."""
        self._open, self._rows = [], []
        self._titles = self._top = self._indented = 0

    def gap(self) -> None:
        """Goes on to an empty row."""
        self._is_gap = True

    def row(self, cell: Cell, name: str, *, governs: bool = True) -> None:
        """Goes on to a row with this first cell, which may end groups; a comparison of its columns
        governs no others. What stands in brackets goes on with the name above."""
        was_first = self._is_first
        was_apart = self._is_block and self._is_gap and not was_first
        self._is_first, self._has_begun, self._is_gap = False, True, False
        if cell.column or name[:1] in ("(", "["):
            return
        last = self._rows[-1].style if self._rows else None
        own = _Group(name, cell.style if governs else None, is_row=True)
        self._rows = [*self._above(cell.style, name), own]
        self._end_rows(cell.style)
        if len(self._open) <= self._titles:
            self._outside.add(name)
        elif name in self._outside and last and cell.style and _is_indented(last, cell.style):
            del self._open[self._titles :]
        inner = self._open[-1].style if self._open else None
        if cell.style is None or inner is None:
            return
        left = cell.style.left
        if was_apart and abs(left - inner.left) < _SAME:
            del self._open[max(self._titles, self._governing(left)) :]
            return
        is_other = cell.style.italic != inner.italic and not inner.bold
        is_as_bold = inner.bold and cell.style.bold and self._is_plain
        self._is_plain |= not cell.style.bold
        if left > inner.left + _IN or is_other:
            self._indented += not self._is_level  # else it is a part of the row above
            return
        least = 1 if any(group.is_row for group in self._open) else _SEVERAL
        ends = self._indented >= least or (is_as_bold and not _is_shouted(self._open[-1].name))
        # What stands plain right below a bold name is of its group.
        ends = ends and not (was_first and inner.bold and not cell.style.bold)
        if ends and self._said[name] == 1 and left - inner.left > -_SAME:
            del self._open[self._governing(left) :]
        self._indented, self._is_level = 0, True

    def _end_rows(self, style: Style | None) -> None:
        """Closes the groups that a row with values governs, where what comes is not indented."""
        for at, group in enumerate(self._open):
            if group.is_row and not (style and group.style and _is_indented(style, group.style)):
                del self._open[at:]
                return

    def _above(self, style: Style | None, name: str) -> list[_Group]:
        if style is None or style.centered or not name[:1].isalnum():
            return []
        styled = [(row, row.style) for row in self._rows if row.style is not None]
        edge = style.left - _IN
        # A name said again needs the bold one above it: "Baseline" of each of two measures.
        # It goes on to govern what comes next, if that is set as what it governs.
        governed = any(
            above.bold and not _is_indented(last, above)
            for (_, above), (_, last) in pairwise(styled)
        )
        again = self._said[name] > 1 or governed
        return [
            row
            for row, above in styled
            if not above.centered
            and (above.left < edge or (again and above.bold and not style.bold))
        ]

    def _is_bolder(self, style: Style | None) -> bool:
        """Whether a bold name stands right of the plain row above it: it is no part of that, nor
        of what that is a part of."""
        above = self._rows[-1].style if self._rows else None
        if style is None or above is None:
            return False
        return style.bold and not above.bold and _is_indented(style, above)

    def _governing(self, left: float) -> int:
        """How many of the open groups have names further left."""
        edges = [group.style.left for group in self._open if group.style is not None]
        return sum(edge < left - _IN for edge in edges)

    def _holds_counts(self, at: int) -> bool:
        """Has an open group as yet no rows but those of names beside numbers of patients?"""
        return self._is_first or any(group.is_counted for group in self._open[at:])

    def _depth(self, named: _Group, least: int) -> int:
        style = named.style
        is_bolder = self._is_bolder(style)
        for at, group in enumerate(self._open[least:], least):
            if style is None or group.style is None:
                is_within = False
            elif named.is_counted and group.is_counted:
                return at
            elif named.is_counted and not group.is_row and self._holds_counts(at):
                is_within = True
            elif group.is_row:
                is_within = _is_indented(style, group.style)
            elif _is_shouted(group.name) and not named.name.isupper():
                is_within = True
            elif is_like(style, group.style) and (named.is_outer or not group.is_outer):
                return at
            elif is_like(style, group.style):
                is_within = True
            elif is_bolder and group.style.bold:
                is_within = False  # bold names with plain rows between them, unevenly set
            else:
                is_weaker = group.style.bold or not style.bold
                is_within = (self._is_first and is_weaker) or _is_within(style, group.style)
            if at >= self._titles and not is_within:
                return at
        return len(self._open)


def _is_shouted(name: str) -> bool:
    """Is it in capitals, and no abbreviation or code: "PASI 100", "ALT (%)"?"""
    is_long = max(map(len, name.split())) > _LONGEST
    return name.isupper() and is_long and not any(map(str.isdigit, name))


def _are_like(style: Style | None, other: Style | None) -> bool:
    return style is not None and other is not None and is_like(style, other)


def is_like(style: Style, other: Style) -> bool:
    """Are two names set alike: in one face, on one edge?"""
    same_face = (style.bold, style.italic) == (other.bold, other.italic)
    level = abs(style.left - other.left) <= _IN or (style.centered and other.centered)
    return same_face and level


def _is_within(style: Style, group: Style) -> bool:
    return _is_indented(style, group) or (group.bold and not style.bold)


def _is_indented(style: Style, group: Style) -> bool:
    return style.left > group.left + _IN and not style.centered
