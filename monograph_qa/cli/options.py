"""What commands share: their options, and what is said of a missing extra or finding."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from monograph_qa.cli.printing import Shown, note, show
from monograph_qa.domain.answer import Outcome
from monograph_qa.errors import SettingsError
from monograph_qa.library import Library
from monograph_qa.store.audit_search import TIMES, Wanted, count_findings, period
from monograph_qa.store.journal import Journal

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
    """The time that records are of."""

    since: str | None = typer.Option(None, metavar="TIME", help=f"From this time on: {TIMES}.")
    until: str | None = typer.Option(
        None, metavar="TIME", help="Up to this time; a day is meant whole."
    )

    @property
    def moments(self) -> tuple[str | None, str | None]:
        return period(self.since, self.until)


@dataclass(frozen=True)
class Filter(Period):
    """Which records are meant."""

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
