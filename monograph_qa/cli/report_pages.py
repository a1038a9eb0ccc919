"""Reports of loads, evaluations and the audit log as self-contained HTML pages, written whole or
not at all. What the log holds is counted by the database, drawn here, escaped by Jinja2."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from operator import sub
from pathlib import Path
from typing import Any

from monograph_qa import __version__
from monograph_qa.audit.recording import decoded
from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import LabelError, NotFound
from monograph_qa.library import Library
from monograph_qa.pipeline.examining.proving import Proof
from monograph_qa.pipeline.loading.paths import folder_of, name_in, path_text
from monograph_qa.pipeline.loading.report import FileResult, LoadReport, skipped_text
from monograph_qa.pipeline.notes import SEARCHED
from monograph_qa.pipeline.scoring.judging import VERDICTS
from monograph_qa.pipeline.scoring.scoring import Scored, scores
from monograph_qa.store.audit_search import (
    DayCount,
    Wanted,
    count_days,
    count_drugs,
    count_findings,
    match_records,
)
from monograph_qa.store.journal import Journal
from monograph_qa.table_files import ExportUnwritable, failing_as, whole_file
from monograph_qa.telling.pages import page_templates


def report_page(template: str, **values: Any) -> str:
    """The page that a template of `cli/templates` makes of the values; all text is escaped."""
    made_at = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    found = page_templates("monograph_qa.cli").get_template(template)
    page: str = found.render(made_at=made_at, version=__version__, **values)
    return page


def write_page(path: Path, html: str) -> None:
    """Writes the page to `path`, whole or not at all. Raises ExportUnwritable."""
    with failing_as(ExportUnwritable, path), whole_file(path) as part:
        part.write_text(html, encoding="utf-8", errors="backslashreplace")


def load_report_html(report: LoadReport, library: str) -> str:
    read = [result for result in report.results if result.was_read]
    folder = folder_of(result.path for result in report.results)

    def name_of(result: FileResult) -> str:
        return name_in(folder, result.path)

    return report_page(
        "load_report.html.j2",
        title="Load of drug labels",
        library=library,
        report=report,
        read=read,
        states=sorted(Counter(result.state.value for result in report.results).items()),
        skipped=skipped_text(report.skipped),
        unmapped=[
            (name_of(r), counted(Counter(r.unknown_headings))) for r in read if r.unknown_headings
        ],
        path_of=path_text,
        name_of=name_of,
        ranges=_ranges,
    )


def counted(texts: Iterable[str]) -> list[str]:
    """Each text once, with how often it stands there where that is more than once."""
    return [f"{text} (×{n})" if n > 1 else text for text, n in Counter(texts).items()]


def _ranges(pages: Sequence[int]) -> str:
    """Page numbers with runs drawn together: 3, 7–9."""
    runs: list[list[int]] = []
    for page in sorted(pages):
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


_MOST_PAGES = 60  # pictures of pages are large; later failures come without


def eval_page(library: Library, scored: Sequence[Scored]) -> str:
    failed = [each for each in scored if each.judged.verdict != "right"]
    tally = Counter(each.judged.verdict for each in scored)
    return report_page(
        "eval_report.html.j2",
        title="Evaluation",
        library=library.place.shown,
        verdicts=[(name, tally[name]) for name in VERDICTS if tally[name]],
        scores=[
            (name.replace("_", " "), n, of, f"{n / of:.0%}")
            for name, (n, of) in scores(scored).items()
            if of
        ],
        seconds=f"{sum(each.ms for each in scored) / 1000:.1f}",
        rounds=sum(each.rounds for each in scored),
        tokens=sum(each.tokens for each in scored),
        judged=any(each.model_verdict for each in scored),
        failures=[
            {"scored": each, **_pictured(library, each, wanted=at < _MOST_PAGES)}
            for at, each in enumerate(failed)
        ],
        scored=scored,
    )


def _pictured(library: Library, scored: Scored, *, wanted: bool) -> dict[str, str]:
    """The page of what is needed, else of the first line shown, and why it is shown."""
    needed = _needed(library, scored) if wanted else ""
    chosen = needed or (next(iter(scored.fact_ids), "") if wanted else "")
    why = png = ""
    if chosen:
        with suppress(NotFound, LabelError):
            png = b64encode(library.pages(chosen)[0].png).decode("ascii")
            why = "what is needed" if needed else "the first line shown"
    return {"fact_id": chosen, "why": why, "png": png}


def _needed(library: Library, scored: Scored) -> str:
    """The line of the labels asked about that has what is needed and is not shown, or ""."""
    missing = [n for n, at in zip(scored.need, scored.judged.found, strict=True) if at is None]
    for label_id in scored.label_ids:
        for fact in library.reader.facts(label_id):
            line = f"{fact.context or ''} | {fact.quote}"
            if any(re.search(pattern, line, re.S) for pattern in missing):
                return fact.fact_id
    return ""


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
    wanted = Wanted(since, until, outcome=outcome)
    rows = [_question(record) for _, record in match_records(journal, wanted, most=_MOST_LISTED)]
    return sorted(rows, key=lambda row: (row["drug"].casefold(), row["at"]))


def _question(record: AuditRecord) -> dict[str, Any]:
    """One question with why it was not answered: its findings, counted, or what the asker read."""
    found = decoded(record.findings).get("", [])
    # Where was looked is in the record; of several labels the first speaks for all.
    message, *others = str(decoded(record.answer).get("message") or "").split(SEARCHED)
    message += f" (and {len(others) - 1} more)" if len(others) > 1 else ""
    reasons = [f"{f.get('check')}: {f.get('message')}" for f in found] or list(
        filter(None, [message])
    )
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
