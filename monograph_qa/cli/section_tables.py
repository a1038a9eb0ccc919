"""A section's text for a reader: stored table rows printed as columns under their headings.

A row is stored as "heading: cell | heading: cell", so that it reads alone. On a screen the rows of
one table stand together; then each heading needs to be said once.
"""

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from monograph_qa.domain.label import FactKind, FactSpan

_CELL = " | "
_HEADED = ": "
_GAP = "  "
_NARROWEST = 8  # characters that a column keeps when the table is too wide
_USUAL_WIDTH = 100
_GROUP = 60  # characters of a line that names a group of rows
_LONGEST_WORD = 18  # characters; shorter words are not broken

Row = list[str]


def with_tables(text: str, facts: Sequence[FactSpan], columns: int | None) -> str:
    """`text` of a section with its tables set in columns, at most `columns` characters wide.

    `facts` are the section's own. Everything that is no table row is left as it is.
    """
    starts = {f.start: f.stop for f in facts if f.kind is FactKind.TABLE_ROW}
    lines: list[tuple[bool, str]] = []
    at = 0
    for line in text.split("\n"):
        lines.append((starts.get(at) == at + len(line), line))
        at += len(line) + 1
    _claim_headers(lines)
    out: list[str] = []
    for is_row, run in groupby(lines, key=lambda each: each[0]):
        said = [line for _, line in run]
        out += _table(said, columns or _USUAL_WIDTH) if is_row else said
    return "\n".join(out)


def _claim_headers(lines: list[tuple[bool, str]]) -> None:
    """Mark the heading rows right above a table's rows as rows too, in place."""
    for at in range(len(lines) - 2, -1, -1):
        if lines[at][0] or _CELL not in lines[at][1]:
            continue
        # A row that names a group may stand between the headings and the first row of cells.
        below = next((n for n in range(at + 1, min(at + 4, len(lines))) if lines[n][0]), None)
        if below is not None and all(len(lines[n][1]) <= _GROUP for n in range(at + 1, below)):
            lines[at:below] = [(True, line) for _, line in lines[at:below]]


def table_lines(rows: Sequence[str], width: int) -> list[str]:
    """Stored rows of one table as columns under their headings, at most `width` characters wide."""
    return _table(rows, width)


def _table(lines: Sequence[str], width: int) -> list[str]:
    split = [line.split(_CELL) for line in lines]
    headings = _headings(split)
    body = [_placed(cells, headings) for cells in split]
    first = next((at for at, row in enumerate(body) if row[1]), 0)
    count = max(len(row) for row, _ in body)
    rows = [_filled(row, headed, count) for row, headed in body]
    widths = _widths([row for row in rows if len(row) > 1], count, width)
    out: list[str] = []
    for at, row in enumerate(rows):
        if headings and at == first and at:
            out.append(_GAP.join("-" * each for each in widths))
        out += [row[0]] if len(row) == 1 else _printed(row, widths)
    return out


def _filled(row: Row, headed: bool, count: int) -> Row:
    """The row with empty cells to fill its columns; a row of headings without one has none left."""
    if len(row) == 1 and not headed:
        return row
    empty = [""] * (count - len(row))
    return row + empty if headed else empty + row


def _headings(split: Sequence[Row]) -> dict[str, int]:
    """What is said before the colon of cells and repeats a cell of the row on top, and its column.

    A row with an empty cell so keeps its others in place.
    """
    top = next((row for row in split if len(row) > 1), split[0])
    seen: Counter[str] = Counter()
    for row in split:
        for cell in row:
            for end in _colons(cell):
                seen[cell[:end]] += 1
    known = [h for h in seen if any(h == cell or h.startswith(f"{cell} ") for cell in top)]
    # "Dose: adults" is no heading where only "Dose" tops the column.
    for heading in list(known):
        longer = [h for h in known if h.startswith(f"{heading} ") and seen[h] >= seen[heading]]
        if longer:
            known.remove(heading)
    places = {heading: _place(heading, top) for heading in known}
    if len(set(places.values())) == len(places):
        return places
    return {heading: at for at, heading in enumerate(sorted(known, key=places.__getitem__))}


def _place(heading: str, top: Sequence[str]) -> int:
    return max(
        range(len(top)),
        key=lambda at: len(top[at]) if (heading + " ").startswith(f"{top[at]} ") else -1,
    )


def _colons(cell: str) -> list[int]:
    found = []
    at = cell.find(_HEADED)
    while at >= 0:
        found.append(at)
        at = cell.find(_HEADED, at + 1)
    return found


def _placed(cells: Row, headings: Mapping[str, int]) -> tuple[Row, bool]:
    """The cells in their columns, without headings; and whether they had any."""
    placed = [""] * (max(headings.values(), default=-1) + 1)
    for cell in cells:
        fitting = [h for h in headings if cell.startswith(h + _HEADED)]
        if not fitting:
            return list(cells), False
        heading = max(fitting, key=len)
        at = headings[heading]
        said = cell[len(heading) + len(_HEADED) :]
        placed[at] = f"{placed[at]}{_CELL}{said}" if placed[at] else said
    return placed, True


def _widths(rows: Sequence[Row], count: int, width: int) -> list[int]:
    """As wide as the longest cell; the widest give way until the table fits."""
    wanted = [max((len(row[at]) for row in rows), default=0) for at in range(count)]
    words = [[word for row in rows for word in row[at].split()] for at in range(count)]
    least = [min(max(map(len, each), default=0), _LONGEST_WORD) for each in words]
    room = width - len(_GAP) * (count - 1)
    most = max(wanted)
    while most > _NARROWEST:
        widths = [max(min(own, most), low) for own, low in zip(wanted, least, strict=True)]
        if sum(widths) <= room:
            return widths
        most -= 1
    return [max(min(own, _NARROWEST), low) for own, low in zip(wanted, least, strict=True)]


def _printed(row: Row, widths: Sequence[int]) -> list[str]:
    wrapped = [
        textwrap.wrap(cell, max(width, 1), break_on_hyphens=False) or [""]
        for cell, width in zip(row, widths, strict=True)
    ]
    lines = []
    for at in range(max(map(len, wrapped))):
        cells = (cell[at] if at < len(cell) else "" for cell in wrapped)
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append(_GAP.join(padded).rstrip())
    return lines
