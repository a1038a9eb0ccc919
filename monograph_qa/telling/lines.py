"""Quoted lines laid out for a reader: under their lead-ins, rows as tables, each with its place."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from monograph_qa.domain.label import CELL, HEADED, FactKind, FactSpan
from monograph_qa.frozen import frozen


@frozen
class Columns:
    """`heads` over the columns, "" over one without, and each row's cells, "" where it has none."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def columns_of(rows: Sequence[str]) -> Columns:
    """Rows as they are stored ("head: cell | head: cell") with each head said once. No character of
    a row is lost; a head counts that half of the rows have."""
    split = [row.split(CELL) for row in rows]
    seen = Counter(head for cells in split for head in {h for cell in cells for h in _heads(cell)})
    usual = {head for head, times in seen.items() if 2 * times >= len(rows)}
    placed = [_placed(cells, {head: seen[head] for head in usual}) for cells in split]
    order: list[tuple[str, int]] = []
    for cells in placed:
        at = 0
        for key in cells:
            if key not in order:
                order.insert(at, key)
            at = order.index(key) + 1
    filled = tuple(tuple(cells.get(key, "") for key in order) for cells in placed)
    return Columns(tuple(head for head, _ in order), filled)


def _placed(cells: Sequence[str], usual: Mapping[str, int]) -> dict[tuple[str, int], str]:
    """Each cell without its head (of several that of most rows, then the longest), under the head
    and how many of that head came before."""
    found: dict[tuple[str, int], str] = {}
    for cell in cells:
        fitting = [each for each in _heads(cell) if each in usual]
        head = max(fitting, key=usual.__getitem__, default="")
        nth = sum(1 for name, _ in found if name == head)
        found[head, nth] = cell[len(head) + len(HEADED) :] if head else cell
    return found


def _heads(cell: str) -> list[str]:
    """What may head the cell: all that stands before one of its colons, the longest first."""
    parts = cell.split(HEADED)
    return [HEADED.join(parts[:stop]) for stop in range(len(parts) - 1, 0, -1)]


TEXT, HEAD, ROW = range(3)  # what a line of a section is: text, printed above a table's rows, a row
_BETWEEN = 3  # lines between a table's heads and its first row: names of groups
_GROUP = 60  # characters of such a name


def lines_of_section(text: str, facts: Iterable[FactSpan]) -> list[tuple[int, int, str]]:
    """What each line of a section's text is, where it starts, and itself; `facts` are its own."""
    rows = {(f.start, f.stop) for f in facts if f.kind is FactKind.TABLE_ROW}
    lines: list[tuple[int, int, str]] = []
    at = 0
    for line in text.split("\n"):
        stop = at + len(line)
        lines.append((ROW if (at, stop) in rows else TEXT, at, line))
        at = stop + 1
    for at in range(len(lines) - 2, -1, -1):
        if lines[at][0] != TEXT or CELL not in lines[at][2]:
            continue
        # A row that names a group may stand between the headings and the first row of cells.
        near = range(at + 1, min(at + 1 + _BETWEEN, len(lines)))
        below = next((n for n in near if lines[n][0] != TEXT), None)
        if below is not None and all(len(lines[n][2]) <= _GROUP for n in range(at + 1, below)):
            lines[at:below] = [(HEAD, start, line) for _, start, line in lines[at:below]]
    return lines


@frozen
class Line:
    """A quote, its page, 0 without one, and where it stands in the words of its citation."""

    fact_id: str
    text: str
    page: int
    citation: str


@frozen
class Run:
    """Lines under one lead-in or caption, "" where it was read just above. Rows are a table too;
    `citation` says where all of them stand."""

    context: str
    lines: tuple[Line, ...]
    citation: str
    table: Columns | None = None


@frozen
class Shown:
    """Lines under one heading; `silence` is what is said where there are none."""

    heading: str
    runs: tuple[Run, ...]
    silence: str = ""


def laid_out(
    heading: str,
    lines: Iterable[tuple[str | None, Line]],
    silence: str = "",
    cited: Callable[[Sequence[Line]], str] = lambda lines: lines[0].citation,
) -> Shown:
    """Lines, each with its lead-in, under a heading; `cited` says where several stand."""
    runs: list[Run] = []
    above: tuple[str | None, str] = (None, "")
    for (context, is_table), run in groupby(
        lines, key=lambda each: (each[0], CELL in each[1].text)
    ):
        quoted = tuple(line for _, line in run)
        # A lead-in that was just read, as such or as a quote, needs no second reading.
        lead_in = context if context and context not in above else ""
        rows = [line.text for line in quoted]
        runs.append(Run(lead_in, quoted, cited(quoted), columns_of(rows) if is_table else None))
        above = (context, rows[-1])
    return Shown(heading, tuple(runs), silence)
