"""Options that choose audit records: by time, drug, outcome, finding."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from monograph_qa.domain.answer import Outcome
from monograph_qa.store.audit_search import TIMES, end_of, start_of
from monograph_qa.visible import visible

if TYPE_CHECKING:
    from monograph_qa.store.journal import Journal

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


def period(since: str | None, until: str | None) -> tuple[str | None, str | None]:
    """The first time included and the first not, as records tell theirs; of a day, its end.

    Raises BadParameter for what is no time, and for a period that ends before it begins.
    """
    start = _time(start_of, since, "--since")
    end = _time(end_of, until, "--until")
    if start and end and start >= end:
        raise typer.BadParameter(f"{until} is before {since}", param_hint="--until")
    return start, end


def say_unknown_finding(journal: "Journal", finding: str | None) -> None:
    """Tells, on standard error, when no record has such a finding, and which findings there are."""
    if finding is None:
        return
    from monograph_qa.store.audit_search import count_findings

    known = sorted(name for name, *_ in count_findings(journal, None, None))
    if finding not in known:
        there = f"; it has: {', '.join(known)}" if known else "; it has none at all"
        typer.echo(visible(f"no record in this log has a finding {finding!r}{there}"), err=True)


def _time(moment: Callable[[str], str], text: str | None, option: str) -> str | None:
    try:
        return moment(text) if text else None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from error
