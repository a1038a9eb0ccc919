"""How every command prints: text made safe to show, JSON for machines, tables."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import typer

from monograph_qa.domain.label import WITHHELD
from monograph_qa.visible import json_text, visible, visible_line


def say(text: str = "", *, flush: bool = False) -> None:
    """Text on standard output; `flush` where what follows may take long."""
    print(visible(text), flush=flush)


def say_line(text: str) -> None:
    """The same on one line, whatever line ends are in it."""
    print(visible_line(text))


def note(text: str) -> None:
    """Text on standard error, beside what is printed."""
    print(visible(text), file=sys.stderr)


def print_json(value: Any) -> None:
    """One JSON document on standard output, never cut short."""
    sys.stdout.write(json_text(value, indent=2) + "\n")


def print_result(value: Any, text: str, *, as_json: bool) -> None:
    """The result of a command: `value` as JSON, or `text` for a reader."""
    if as_json:
        print_json(value)
    else:
        say(text)


def end_withheld(texts: Iterable[str | None]) -> None:
    """Ends with exit code 3 where one of the texts is withheld, and says so on standard error."""
    count = sum(text == WITHHELD for text in texts)
    if count:
        note(f"monograph-qa: {count} withheld: changed where stored; see: monograph-qa doctor")
        raise typer.Exit(3)


def print_records(
    records: Sequence[Mapping[str, Any]], columns: Sequence[str], *, as_json: bool
) -> None:
    """Records with all their fields as JSON, or these columns of them as a table."""
    if as_json:
        print_json(records)
    else:
        print_table(columns, ([record[column] for column in columns] for record in records))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Columns as wide as they need to be, a line a row; nothing is wrapped or cut."""
    shown = (["" if cell is None else visible_line(str(cell)) for cell in row] for row in rows)
    lines = [headings, *shown]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(map(str.ljust, line, widths)).rstrip())
