"""What commands share: options, opening the library, printing."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monograph_qa.domain.answer import Outcome
from monograph_qa.store.audit_search import TIMES
from monograph_qa.visible import json_text, visible, visible_line

if TYPE_CHECKING:
    from monograph_qa.library import Library
    from monograph_qa.store.journal import Journal

LibraryOption = Annotated[
    str | None,
    typer.Option(
        "--library",
        help="Folder or PostgreSQL URL that holds the library and the journal.",
        show_default="MONOGRAPH_QA_LIBRARY, or the user's data folder",
    ),
]
LabelArgument = Annotated[
    str,
    typer.Argument(help="A label's id, or words of its title, maker, form, strength or file."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def open_library(named: str | None) -> "Library":
    """The library that `--library` names, else the settings; imported when a command runs."""
    from monograph_qa.library import Library

    return Library.open(named)


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Around imports. Raises SettingsError, naming the extra that brings what is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "monograph_qa":
            raise
        from monograph_qa.errors import SettingsError

        why = f"this needs {error.name}: pip install 'monograph-qa[{extra}]'"
        raise SettingsError(why) from error


def print_json(value: Any) -> None:
    """One JSON document on standard output, never cut short."""
    sys.stdout.write(json_text(value, indent=2) + "\n")


def print_result(value: Any, text: str, *, as_json: bool) -> None:
    """The result of a command: `value` as JSON, or `text` for a reader."""
    if as_json:
        print_json(value)
    else:
        print(visible(text))


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
    cells = (tuple("" if cell is None else visible_line(str(cell)) for cell in row) for row in rows)
    lines = [tuple(headings), *cells]
    widths = [max(len(line[i]) for line in lines) for i in range(len(headings))]
    for line in lines:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(padded).rstrip())


SinceOption = Annotated[
    str | None, typer.Option("--since", metavar="TIME", help=f"From this time on: {TIMES}.")
]
UntilOption = Annotated[
    str | None,
    typer.Option("--until", metavar="TIME", help="Up to this time; a day is meant whole."),
]
DrugOption = Annotated[
    str | None,
    typer.Option("--drug", help="Part of the name of a drug asked about or of a label quoted."),
]
OutcomeOption = Annotated[
    Outcome | None, typer.Option("--outcome", help="Only questions that ended like this.")
]
FindingOption = Annotated[
    str | None,
    typer.Option(
        "--finding",
        metavar="CHECK",
        help="Only where this check found something wrong, be it in a try that was not shown.",
    ),
]
ReplaysOption = Annotated[
    bool,
    typer.Option(
        "--replays", help="Also what auditors asked again (audit replay), and agents looked up."
    ),
]
KeyOption = Annotated[
    Path | None,
    typer.Option(
        "--key",
        metavar="FILE",
        help="The file with the key that signs anchors.",
        show_default="MONOGRAPH_QA_AUDIT_KEY_FILE, or none",
    ),
]


def say_unknown_finding(journal: "Journal", finding: str | None) -> None:
    """Says, on standard error, when no record has such a finding, and which findings there are."""
    if finding is None:
        return
    from monograph_qa.store.audit_search import count_findings

    known = sorted(name for name, *_ in count_findings(journal, None, None))
    if finding not in known:
        there = f"; it has: {', '.join(known)}" if known else "; it has none at all"
        typer.echo(visible(f"no record in this log has a finding {finding!r}{there}"), err=True)
