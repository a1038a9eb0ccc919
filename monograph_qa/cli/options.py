"""What commands share: how they print (text made safe to show, JSON for machines, tables), their
options, and what is said of a missing extra or finding."""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.label import WITHHELD
from monograph_qa.errors import SettingsError
from monograph_qa.frozen import frozen
from monograph_qa.library import Library
from monograph_qa.store.audit_search import TIMES, Wanted, count_findings, period
from monograph_qa.store.journal import Journal
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


LibraryOption = Annotated[
    str | None,
    typer.Option(
        "--library",
        help="Folder or PostgreSQL URL that holds the library and the journal.",
        show_default="MONOGRAPH_QA_LIBRARY, or the user's data folder",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
LabelArgument = Annotated[
    str, typer.Argument(help="A label's id, or words of its title, maker, form, strength or file.")
]


def over_library(command: Callable[..., Shown | None]) -> Callable[..., None]:
    """The command as one with --library and --json: it is given the library, and `as_json` where it
    asks for that; a dataclass that it asks for is made of options. What it returns is shown."""
    _, *parameters = inspect.signature(command).parameters.values()
    groups: dict[str, Any] = {
        p.name: p.annotation for p in parameters if is_dataclass(p.annotation)
    }
    wants_json = any(each.name == "as_json" for each in parameters)

    @wraps(command)
    def run(library: str | None = None, as_json: bool = False, **asked: Any) -> None:
        for name, group in groups.items():
            asked[name] = group(**{each.name: asked.pop(each.name) for each in fields(group)})
        with Library.open(library) as opened:
            shown = command(opened, **asked, **({"as_json": as_json} if wants_json else {}))
            if shown is not None:
                show(shown, as_json=as_json)

    named = inspect.Parameter.KEYWORD_ONLY

    def options() -> Iterator[inspect.Parameter]:
        for each in parameters:
            if each.name in groups:
                yield from inspect.signature(groups[each.name]).parameters.values()
            elif each.name != "as_json":
                yield each
        yield inspect.Parameter("library", named, annotation=LibraryOption, default=None)
        yield inspect.Parameter("as_json", named, annotation=JsonOption, default=False)

    signature = inspect.Signature([each.replace(kind=named) for each in options()])
    run.__signature__ = signature  # type: ignore[attr-defined]
    return run


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Around imports. Raises SettingsError, naming the extra that brings what is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "monograph_qa":
            raise

        why = f"this needs {error.name}: pip install 'monograph-qa[{extra}]'"
        raise SettingsError(why) from error


@dataclass(frozen=True)
class Period:
    since: str | None = typer.Option(None, metavar="TIME", help=f"From this time on: {TIMES}.")
    until: str | None = typer.Option(
        None, metavar="TIME", help="Up to this time; a day is meant whole."
    )

    @property
    def moments(self) -> tuple[str | None, str | None]:
        return period(self.since, self.until)


@dataclass(frozen=True)
class Filter(Period):
    drug: str | None = typer.Option(
        None, help="Part of the name of a drug asked about or of a label quoted."
    )
    outcome: Outcome | None = typer.Option(None, help="Only questions that ended like this.")
    finding: str | None = typer.Option(
        None,
        metavar="CHECK",
        help="Only where this check found something wrong, be it in a try that was not shown.",
    )
    caller: str | None = typer.Option(
        None, metavar="NAME", help="Only what this caller asked through a server."
    )

    def wanted(self, journal: Journal, *, replays: bool) -> Wanted:
        """The same for a search. Says, on standard error, when no record has such a finding, and
        which findings there are. Raises QuestionError for what is no time."""
        found = Wanted(*self.moments, self.drug, self.outcome, self.finding, self.caller, replays)
        known = [name for name, *_ in count_findings(journal, None, None)] if self.finding else []
        if self.finding and self.finding not in known:
            there = f"; it has: {', '.join(sorted(known))}" if known else "; it has none at all"
            note(f"no record in this log has a finding {self.finding!r}{there}")
        return found


KeyOption = Annotated[
    Path | None,
    typer.Option(
        "--key",
        metavar="FILE",
        help="The file with the key that signs anchors.",
        show_default="MONOGRAPH_QA_AUDIT_KEY_FILE, or none",
    ),
]
