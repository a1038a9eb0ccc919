"""Options that choose audit records: by time, drug, outcome, finding."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from monograph_qa.cli.visible import visible
from monograph_qa.domain.answer import Outcome

if TYPE_CHECKING:
    from monograph_qa.store.journal import Journal

_TIMES = "a day (2026-03-01) or a time (2026-03-01T14:00), in UTC unless it says otherwise"

SinceOption = Annotated[
    str | None, typer.Option("--since", metavar="TIME", help=f"From this time on: {_TIMES}.")
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
    bool, typer.Option("--replays", help="Also what auditors asked again (audit replay).")
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
    start = _moment(since, "--since") if since else None
    end = _moment(until, "--until") if until else None
    if until and end and _is_day(until):
        end += timedelta(days=1)
    if start and end and start >= end:
        raise typer.BadParameter(f"{until} is before {since}", param_hint="--until")
    return _told(start) if start else None, _told(end) if end else None


def say_unknown_finding(journal: "Journal", finding: str | None) -> None:
    """Tells, on standard error, when no record has such a finding, and which findings there are."""
    if finding is None:
        return
    from monograph_qa.store.audit_search import count_findings

    known = sorted(name for name, *_ in count_findings(journal, None, None))
    if finding not in known:
        there = f"; it has: {', '.join(known)}" if known else "; it has none at all"
        typer.echo(visible(f"no record in this log has a finding {finding!r}{there}"), err=True)


def key_of(option: Path | None) -> bytes | None:
    """The key in the file named, else in the one that the environment names; None without either.

    Raises SettingsError when it cannot be used.
    """
    from monograph_qa.pipeline.writing.recording import read_key
    from monograph_qa.settings import audit_key_file

    path = option if option is not None else audit_key_file()
    return read_key(path) if path is not None else None


def _moment(text: str, option: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip())
        # The first and last years leave no room for another zone, or for the end of the day.
        if not 1 < moment.year < date.max.year:
            raise ValueError
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is neither {_TIMES}", param_hint=option) from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text.strip())
    except ValueError:
        return False
    return True


def _told(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
