"""Quoted lines laid out for a page: under their lead-ins, rows as tables, each with its place."""

from collections.abc import Iterable
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
    """Lines under one lead-in or caption, "" where it was read just above. Rows are a table too."""

    context: str
    lines: tuple[Line, ...]
    table: Columns | None = None


@frozen
class Shown:
    """Lines under one heading; `silence` is what is said where there are none."""

    heading: str
    runs: tuple[Run, ...]
    silence: str = ""


def laid_out(heading: str, said: Iterable[tuple[str | None, Line]], silence: str = "") -> Shown:
    """Lines, each with its lead-in, under a heading."""
    runs: list[Run] = []
    above: tuple[str | None, str] = (None, "")
    for context, run in groupby(said, key=lambda each: each[0]):
        lines = tuple(line for _, line in run)
        lead_in = context if context and context not in above else ""
        rows = [line.text for line in lines]
        table = columns_of(rows) if all(CELL in row for row in rows) else None
        runs.append(Run(lead_in, lines, table))
        above = (context, rows[-1])
    return Shown(heading, tuple(runs), silence)
