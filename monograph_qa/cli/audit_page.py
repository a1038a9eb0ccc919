"""The page of an audit report: counted by the database, drawn here, escaped by Jinja2."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from itertools import accumulate
from operator import sub
from typing import Any

from monograph_qa.audit.comparing import decoded
from monograph_qa.cli.report_pages import counted, report_page
from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.pipeline.examining.proving import Proof
from monograph_qa.store.audit_search import (
    DayCount,
    Wanted,
    count_days,
    count_drugs,
    count_findings,
    match_records,
)
from monograph_qa.store.journal import Journal

_MOST_BARS = 62
_YEARS = range(1970, 2200)  # others only stand in a record that was tampered with


def bars_of(days: Sequence[DayCount], outcomes: Sequence[str]) -> tuple[list[dict[str, Any]], str]:
    """The bars by day, week, month or year, the first of which there are few enough, and its name;
    for each outcome a block: name, upper edge, height, as shares of the highest bar."""
    dated = [(at, day) for day in days if (at := _date(day.day)) is not None]
    if not dated:
        return [], ""
    dates = {at for at, _ in dated}
    for unit, start, following in _UNITS:  # noqa: B007 - the last is used below
        first, last = start(min(dates)), start(max(dates))
        counts: dict[date, Counter[str]] = {}
        while first <= last:
            counts[first], first = Counter(), following(first)
        if len(counts) <= _MOST_BARS:
            break
    for at, day in dated:
        counts[start(at)][day.outcome] += day.questions
    most = max(each.total() for each in counts.values())
    return [_bar(at, count, most, outcomes) for at, count in counts.items()], unit


def _bar(at: date, counts: Counter[str], most: int, outcomes: Sequence[str]) -> dict[str, Any]:
    met = [name for name in outcomes if counts[name]]
    heights = [counts[name] / most for name in met]
    tops = list(accumulate(heights, sub, initial=1.0))[1:]
    blocks = list(zip(met, tops, heights, strict=True))
    counted_as = ", ".join(f"{counts[name]} {name}" for name in met) or "none"
    return {"starts": at.isoformat(), "counts": f"{at.isoformat()}: {counted_as}", "blocks": blocks}


def _date(day: str) -> date | None:
    try:
        at = date.fromisoformat(day)
    except (TypeError, ValueError):
        return None
    return at if at.year in _YEARS else None


def _month(at: date) -> date:
    return at.replace(day=1)


_Step = Callable[[date], date]
_UNITS: tuple[tuple[str, _Step, _Step], ...] = (
    ("day", lambda at: at, lambda at: at + timedelta(days=1)),
    ("week", lambda at: at - timedelta(days=at.weekday()), lambda at: at + timedelta(days=7)),
    ("month", _month, lambda at: _month(_month(at) + timedelta(days=32))),
    ("year", lambda at: at.replace(month=1, day=1), lambda at: at.replace(year=at.year + 1)),
)


_MOST_LISTED = 200
_UNANSWERED = (Outcome.WITHHELD.value, Outcome.NOT_FOUND.value, Outcome.CLARIFY.value)
_MOST_DRUGS = 20
_MOST_BREAKS = 50
_OUTCOMES = (*(outcome.value for outcome in Outcome), "unreadable")


def audit_page(
    journal: Journal,
    proof: Proof,
    library: str,
    period: tuple[str | None, str | None],
    drug_of: Mapping[str, str],
) -> tuple[str, int]:
    """The page about the users' questions of a period, and how many these are."""
    since, until = period
    days = count_days(journal, since, until)
    questions = sum(day.questions for day in days)
    outcomes, writers = Counter[str](), Counter[str]()
    for day in days:
        outcomes[day.outcome] += day.questions
        writers[day.model] += day.questions
    bars, unit = bars_of(days, _OUTCOMES)
    html = report_page(
        "audit_report.html.j2",
        title="Audit report",
        library=library,
        span=_span(since, until, days),
        proof=proof,
        breaks=proof.breaks[:_MOST_BREAKS],
        days=days,
        questions=questions,
        counts=outcomes,
        outcomes=[outcome for outcome in _OUTCOMES if outcomes[outcome]],
        bars=bars,
        unit=unit,
        findings=count_findings(journal, since, until),
        drugs=count_drugs(journal, since, until, _MOST_DRUGS, drug_of),
        writers=writers.most_common(),
        unanswered={each: _questions(journal, since, until, each) for each in _UNANSWERED},
    )
    return html, questions


def _questions(
    journal: Journal, since: str | None, until: str | None, outcome: str
) -> list[dict[str, Any]]:
    """The latest questions that ended like this, by drug and day."""
    wanted = Wanted(since, until, outcome=outcome)
    rows = [_question(record) for _, record in match_records(journal, wanted, most=_MOST_LISTED)]
    return sorted(rows, key=lambda row: (row["drug"].casefold(), row["at"]))


def _question(record: AuditRecord) -> dict[str, Any]:
    """One question with why it was not answered: its findings, counted, or what the asker read."""
    found = decoded(record.findings).get("", [])
    message = decoded(record.answer).get("message")
    reasons = [f"{f.get('check')}: {f.get('message')}" for f in found]
    reasons = reasons or ([str(message)] if message else [])
    intent = decoded(record.intent)
    asked = [*intent.get("drugs", []), *intent.get("unknown_drugs", [])]
    names = dict.fromkeys(str(d.get("name") or d.get("asked")) for d in asked)
    return {
        "drug": ", ".join(names) or "–",
        "audit_id": record.audit_id,
        "at": record.at[:16].replace("T", " "),
        "question": record.question,
        "reasons": counted(reasons),
    }


def _span(since: str | None, until: str | None, days: Sequence[DayCount]) -> str:
    first = since or (days[0].day if days else "the beginning")
    last = f"before {until[:16]}" if until else "now"
    return f"{first[:16]} to {last}".replace("T", " ")
