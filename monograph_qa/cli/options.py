"""What commands share: their options, and what is said of a missing extra or finding."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monograph_qa.cli.printing import Shown, note, show
from monograph_qa.domain.answer import Outcome
from monograph_qa.errors import SettingsError
from monograph_qa.library import Library
from monograph_qa.store.audit_search import TIMES, count_findings

if TYPE_CHECKING:
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
    asks for that, and what it returns is shown. One that returns nothing has printed itself."""
    _, *parameters = inspect.signature(command).parameters.values()
    wants_json = any(each.name == "as_json" for each in parameters)

    @wraps(command)
    def run(library: str | None = None, as_json: bool = False, **asked: Any) -> None:
        with Library.open(library) as opened:
            shown = command(opened, **asked, **({"as_json": as_json} if wants_json else {}))
            if shown is not None:
                show(shown, as_json=as_json)

    named = inspect.Parameter.KEYWORD_ONLY
    options = [each.replace(kind=named) for each in parameters if each.name != "as_json"]
    shared: tuple[tuple[str, Any, Any], ...] = (
        ("library", LibraryOption, None), ("as_json", JsonOption, False)
    )  # fmt: skip
    options += [inspect.Parameter(n, named, annotation=kind, default=d) for n, kind, d in shared]
    run.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
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
CallerOption = Annotated[
    str | None,
    typer.Option("--caller", metavar="NAME", help="Only what this caller asked through a server."),
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
    known = sorted(name for name, *_ in count_findings(journal, None, None)) if finding else []
    if finding and finding not in known:
        there = f"; it has: {', '.join(known)}" if known else "; it has none at all"
        note(f"no record in this log has a finding {finding!r}{there}")
