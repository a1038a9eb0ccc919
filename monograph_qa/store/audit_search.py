"""Finds audit records by time, drug, outcome, finding and caller; reads them one by one."""

import json
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from time import monotonic

from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import QuestionError
from monograph_qa.frozen import frozen
from monograph_qa.store.journal import FIRST, LAST, Journal

_CORRECTION = timedelta(minutes=1)  # clocks are set back by less
TIMES = "a day (2026-03-01) or a time (2026-03-01T14:00), in UTC unless it says otherwise"


def period(since: str | None, until: str | None) -> tuple[str | None, str | None]:
    """The first moment of a period and that before which it ends, as records give times; a day is
    meant whole. Raises QuestionError."""
    start, end = _moment(since), _moment(until)
    with suppress(ValueError):
        if end and date.fromisoformat((until or "").strip()):
            end += timedelta(days=1)
    if start and end and start >= end:
        raise QuestionError(f"{until} is before {since}")
    return _as_recorded(start) if start else None, _as_recorded(end) if end else None


def _as_recorded(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def _moment(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
        # The first and last years leave no room for another zone, or for the end of the day.
        if not 1 < moment.year < date.max.year:
            raise ValueError
    except ValueError as error:
        raise QuestionError(f"{text!r} is neither {TIMES}") from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


@frozen
class Wanted:
    """Which records to find; None does not filter. Times are ISO 8601 in UTC, `until` excluded.
    `drug` is a part of the name, in any case, of a drug asked about or a label quoted; `finding` a
    check, also of rejected drafts. Replays and look-ups are left out unless `replays`."""

    since: str | None = None
    until: str | None = None
    drug: str | None = None
    outcome: str | None = None
    finding: str | None = None
    caller: str | None = None
    replays: bool = False


def match_records(
    journal: Journal, wanted: Wanted, *, most: int | None = None, newest_first: bool = True
) -> Iterator[tuple[int, AuditRecord]]:
    """(sequence, record) of the newest `most` records that fit, or of all; only their numbers are
    held in memory. Raises JournalError when they cannot be read."""
    numbers = _numbers(journal, wanted, FIRST, LAST, most)
    for number in numbers if newest_first else reversed(numbers):
        if (record := journal.record_at(number)) is not None:
            yield number, record


def _numbers(
    journal: Journal, wanted: Wanted, first: int, last: int, most: int | None
) -> "array[int]":
    """The numbers of the newest `most` records between two places that fit, newest first."""
    limit = -1 if most is None else most  # -1 is all
    values = {**asdict(wanted), "first": first, "last": last, "most": limit}
    return array("q", (row[0] for row in journal.rows("store/audit_matching", values)))


@frozen
class LookedBack:
    """Records that fit, newest first. `reached` is the place of the oldest that was looked at, `at`
    its time; None and "" when all were."""

    records: tuple[tuple[int, AuditRecord], ...]
    reached: int | None = None
    at: str = ""


_AT_ONCE = 50  # records looked at between two looks at the clock; each is tens of kilobytes


def look_back(
    journal: Journal, wanted: Wanted, *, most: int, before: int | None = None, seconds: float = 0.5
) -> LookedBack:
    """The newest `most` records that fit, older than the one at `before`, as far as they are found
    in about so many seconds, however long the log is."""
    ends = monotonic() + seconds
    first, last = _places(journal, wanted)
    last = last if before is None else min(last, before - 1)
    numbers: list[int] = []
    while len(numbers) < most and (start := _newest(journal, first, last)) is not None:
        numbers += _numbers(journal, wanted, start, last, most - len(numbers))
        last = start - 1 if len(numbers) < most else numbers[-1] - 1
        if monotonic() > ends:
            break
    records = [(each, record) for each in numbers if (record := journal.record_at(each))]
    reached = last + 1
    if _newest(journal, first, last) is None or not (oldest := journal.record_at(reached)):
        return LookedBack(tuple(records))
    return LookedBack(tuple(records), reached, str(oldest.at))


def _newest(journal: Journal, first: int, last: int) -> int | None:
    values = {"first": first, "last": last, "many": _AT_ONCE}
    ((start,),) = list(journal.rows("store/audit_newest", values))
    return None if start is None else int(start)


def _places(journal: Journal, wanted: Wanted) -> tuple[int, int]:
    """The places between which the records of a period stand: their times run nearly forward."""
    places = range(1, journal.head()[0] + 1)

    def first_from(moment: str, margin: timedelta) -> int:
        text = _as_recorded(datetime.fromisoformat(moment) + margin)

        def is_from(place: int) -> bool:
            values = {"moment": text, "place": place}
            return any(row[0] for row in list(journal.rows("store/audit_is_from", values)))

        return bisect_left(places, True, key=is_from) + places.start

    first = first_from(wanted.since, -_CORRECTION) if wanted.since else FIRST
    last = first_from(wanted.until, _CORRECTION) - 1 if wanted.until else LAST
    return first, last


@frozen
class DayCount:
    """Questions of one day (UTC) with one outcome and writer; milliseconds in all and at most."""

    day: str
    outcome: str
    model: str
    questions: int
    ms: float
    most_ms: float


def count_days(journal: Journal, since: str | None, until: str | None) -> list[DayCount]:
    """The users' questions of a time, counted by day; replays do not count."""
    rows = journal.rows("store/audit_days", {"since": since, "until": until})
    return [DayCount(*row) for row in rows]


def count_findings(
    journal: Journal, since: str | None, until: str | None
) -> list[tuple[str, int, int, int]]:
    """(check, questions, findings, those of them in refused tries), the most frequent first."""
    rows = journal.rows("store/audit_findings", {"since": since, "until": until})
    return [(str(name), asked, found, int(tried)) for name, asked, found, tried in rows]


def count_drugs(
    journal: Journal, since: str | None, until: str | None, most: int, drug_of: Mapping[str, str]
) -> list[tuple[str, int]]:
    """(drug, questions) of a time: the `most` drugs asked about most. `drug_of` says which drug
    each label is of (by label_id): a brand of labels of one drug counts as that drug."""
    counts: Counter[str] = Counter()
    rows = journal.rows("store/audit_drugs", {"since": since, "until": until})
    for _, named in groupby(rows, key=itemgetter(0)):
        counts.update({_drug_meant(str(name), str(ids), drug_of) for _, name, ids in named})
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:most]


def _drug_meant(name: str, label_ids: str, drug_of: Mapping[str, str]) -> str:
    try:
        drugs = {drug_of.get(str(each)) for each in json.loads(label_ids)}
    except (ValueError, TypeError):
        return name  # tampered with: it is counted as it stands
    drug = drugs.pop() if len(drugs) == 1 else None
    return drug.lower() if drug else name
