"""How every command prints: text made safe to show, JSON for machines, tables."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import typer

from monograph_qa.domain.label import WITHHELD
from monograph_qa.frozen import frozen
from monograph_qa.visible import json_text, visible, visible_line


def say(text: str = "", *, flush: bool = False) -> None:
    print(visible(text), flush=flush)


def note(text: str) -> None:
    print(visible(text), file=sys.stderr)


def print_json(value: Any) -> None:
    """One JSON document on standard output, never cut short."""
    sys.stdout.write(json_text(value, indent=2) + "\n")


@frozen
class Shown:
    """What a command shows: `value` as JSON for machines, or `lines` for a reader; `notes` on
    standard error beside either; its exit code."""

    value: Any
    lines: Iterable[str] = ()
    notes: Sequence[str] = ()
    code: int = 0


def show(shown: Shown, *, as_json: bool) -> None:
    """Prints it and ends with its exit code, or 3 where the stored text was changed: a text of its
    own that is withheld is counted on standard error."""
    if as_json:
        print_json(shown.value)
    else:
        for line in shown.lines:
            say(line)
    for each in shown.notes:
        note(each)
    if count := _withheld(shown.value):
        note(f"monograph-qa: {count} withheld: changed where stored; see: monograph-qa doctor")
    raise typer.Exit(3 if count else shown.code)


def _withheld(value: Any) -> int:
    if isinstance(value, Mapping | list | tuple):
        each = value.values() if isinstance(value, Mapping) else value
        return sum(map(_withheld, each))
    return int(value == WITHHELD)


def records_shown(records: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Shown:
    """Records with all their fields as JSON, or these columns of them as a table."""
    return Shown(records, table(columns, ([each[name] for name in columns] for each in records)))


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Columns as wide as they need to be, a line a row; nothing is wrapped or cut."""
    shown = (["" if cell is None else visible_line(str(cell)) for cell in row] for row in rows)
    lines = [headings, *shown]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(map(str.ljust, line, widths)).rstrip()
