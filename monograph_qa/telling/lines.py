"""Quoted lines laid out for a reader: under their lead-ins, rows as tables, each with its place."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from monograph_qa.frozen import frozen
from monograph_qa.telling.columns import CELL, Columns, columns_of


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


def _of_first(lines: Sequence[Line]) -> str:
    return lines[0].citation


def laid_out(
    heading: str,
    said: Iterable[tuple[str | None, Line]],
    silence: str = "",
    cited: Callable[[Sequence[Line]], str] = _of_first,
) -> Shown:
    """Lines, each with its lead-in, under a heading; `cited` says where several stand."""
    runs: list[Run] = []
    above: tuple[str | None, str] = (None, "")
    for (context, is_table), run in groupby(said, key=lambda each: (each[0], CELL in each[1].text)):
        lines = tuple(line for _, line in run)
        # A lead-in that was just read, as such or as a quote, needs no second reading.
        lead_in = context if context and context not in above else ""
        rows = [line.text for line in lines]
        runs.append(Run(lead_in, lines, cited(lines), columns_of(rows) if is_table else None))
        above = (context, rows[-1])
    return Shown(heading, tuple(runs), silence)
