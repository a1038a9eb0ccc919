"""Whether a sentence on missed doses is for as long a delay as the question tells, or for as long
until the next dose: ten days late is "more than one week", due tomorrow "less than 2 days away";
whether one on vomiting is for as long after the dose, one on what goes on for as long, and one on
the time before a journey for as much of it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from monograph_qa.frames.amounts import TIME_UNIT, Hours, hours, in_figures, times_in
from monograph_qa.frames.spans import ENDLESS
from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_MISSED = "missed_dose"
_A_PAUSE = 72.0  # hours
_VOMITS = re.compile(r"\b(?:vomit\w*|thr(?:ew|ow\w*) (?:it |them )?up|puk\w+|spat|spits?)\b", re.I)
_TIME = rf"(?P<number>\d+(?:\.\d+)?)[\s-]*(?:(?:full|whole) )?(?P<unit>{TIME_UNIT})"
_LATE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_TIME}\s*(?:late|later|ago|overdue|behind|delayed|past|since|without"
        r"|after (?:it|she|he) was"
        r"|after (?:the |her |his )?(?:usual|normal|regular|scheduled|due|missed)\b"
        r"|after (?:the |her |his )?[a-z]+ (?:that )?(?:(?:was|he|she|they|i) )?"
        r"(?:missed|skipped|forg[eo]t\w*))",
        rf"(?:late|overdue|delayed|missed)\s+by\s+{_TIME}",
        # "missed Saxenda 5 days", "has not taken it for two weeks", "a gap of 3 weeks"
        r"(?:\b(?:miss(?:ed|ing)|skipped|without|off|forgot\w*|gap|break|interrupt\w*|lapse"
        r"|none|held|paused)"
        rf"|(?:\bnot|n't) (?:had|taken|used))(?:\s+[a-z'-]+){{0,4}}?\s+{_TIME}",
    )
)
# "Phosphate 8.2 now for 10 days", and of a label "occurred for less than 7 days"
_GOING_ON = re.compile(
    r"\b(?:now|last(?:ed|ing)|persist\w*|going on|ongoing|continuing)\s+(?:for\s+)?"
    rf"(?:over |about |more than |[>~]\s?)?{_TIME}"
)
_SINCE_LAST = re.compile(
    r".*?\b(?:from|since|after) (?:the |your )?(?:last|previous|prior) (?:\w+ )?"
    r"(?:dose|injection|infusion|administration)\b",
    re.I | re.S,
)
_LASTING = re.compile(r"\b(?:for|last(?:s|ed|ing)|persist\w*)\s+(?:for )?([^,;.:|]{0,40})", re.I)
_AFTER = re.compile(rf"{_TIME}\s*(?:after|post|later|following|from)\b")
_DAYS = {"tom": 24.0, "ton": 6.0, "tod": 6.0}  # hours, by the first letters: slips come later
_NEXT = re.compile(
    r"(?:\bnext\b[^.?;]*?\b(?:due|is|in|on|at|scheduled)\b[^.?;]*?"
    r"|\b(?:morning|noon|lunch\w*|evening|night|bedtime)(?:'s)? (?:\w+ )?(?:is )?due (?:in )?)"
    rf"(?:{_TIME}|(?P<day>tomm?orr?ow|tonight|today))"
)
_CLOCK = re.compile(
    r"\b(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?m\b"
    r"|\b(?P<of_day>[01]?\d|2[0-3]):(?P<past>[0-5]\d)\b|\b(?P<noon>noon|midday)\b"
)
# What a question says of a gap in the treatment, and a label.
_PAUSE = re.compile(
    r"\b(?:last|latest|previous|first|initial|miss\w*|skip\w*|forg[eo]t\w*|without|off|late|overdue"
    r"|delay\w*|r[au]n out|gap|break|interrupt\w*|laps\w*|stopped|none|held|paused|on hold)\b",
    re.I,
)
_PAUSED = re.compile(
    r"\b(?:miss(?:ed|es|ing)?|elaps\w+|interrupt\w+|delayed"
    r"|since (?:the|your) (?:last|first|previous)|(?:last|previous) (?:dose|injection|infusion)"
    r"|between (?:[\w-]+ ){0,3}(?:doses|injections|infusions))\b",
    re.I,
)
# "Flying out in 6 weeks", and of a label "if less than 1 month is available".
_LEAVES = re.compile(
    r"\b(?:fl(?:y|ies|ying)|travel\w*|leav(?:es?|ing)|depart\w*|trip|going|deploy\w*|posted)\b"
    rf"[^.?;]*?\b(?:in|within)\s+{_TIME}"
)
_AVAILABLE = re.compile(
    r"[^.;]*?\b(?:(?:is|are) available|(?:before|prior to) (?:travel\w*|departure|exposure))\b",
    re.I,
)
_UNTIL = re.compile(
    r"\bnext\b[^.;]*\b(?:away|due|later)\b|\b(?:before|until|prior to)\b[^.;]*\bnext\b", re.I
)


# "Take it up to 8 hours before the next dose": so many are left at least.
_AS_LATE_AS = re.compile(rf"\b(?:up to|until)\s+{_TIME}\s+(?:prior to|before)\b", re.I)


@frozen
class _Delay:
    """Hours since a dose was due, until the next is, and from a dose to what befell; None for what
    is not told."""

    late: float | None
    until: float | None
    after: float | None


def delay_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where a bounded time of the sentence takes the delay in, or the time until the next
    dose, or a journey, where it speaks of that; `excluded` where all of them rule it out."""
    quote = candidate.fact.quote
    if lasting := _lasting(asked.whole):
        spans = [each for said in _LASTING.findall(quote) for each in times_in(said)]
        if spans:
            yield _sign_of(lasting, spans, "as long as asked", "another time")
            return
    left = _left(asked.whole)
    if left is not None and (available := _AVAILABLE.match(quote)):
        if within := times_in(available[0]):
            yield _sign_of(left, within, "as much time as is left", "another time")
        return
    is_of_vomiting = tells_of_vomiting(asked.whole) and tells_of_vomiting(quote)
    if not (is_of_vomiting or _is_of_delay(asked, candidate)):
        return
    told = _delay(asked.whole)
    text, times = _timed([quote] if is_of_vomiting else candidate.line.outwards)
    of_a_missed_one = told.until if _UNTIL.search(text) else told.late
    if _AS_LATE_AS.search(in_figures(text)):
        times = tuple((high, ENDLESS) for _, high in times)
    delay = told.after if is_of_vomiting else of_a_missed_one
    if is_of_vomiting and not times:
        yield Sign("agrees", 1.0, "vomiting as asked")
    elif times and delay is not None:
        yield _sign_of(delay, times, "the delay as asked", "another delay")


def _sign_of(told: float, spans: Iterable[Hours], met: str, missed: str) -> Sign:
    """Whether any of the times takes in so many hours, and why."""
    is_met = any(low <= told <= high for low, high in spans)
    return Sign("agrees", 1.0, met) if is_met else Sign("excluded", 1.0, missed)


def _is_of_delay(asked: Asked, candidate: Candidate) -> bool:
    """Whether both the question and the sentence, or what stands above it, are of doses that were
    missed or of treatment that was interrupted."""
    if _MISSED in asked.first and _MISSED in candidate.fact.attributes:
        return True
    is_asked = _MISSED in asked.first or tells_of_delay(asked.whole)
    return is_asked and any(_PAUSED.search(text) for text in candidate.line.outwards)


def _timed(texts: Sequence[str]) -> tuple[str, tuple[Hours, ...]]:
    """The nearest text, or cell of a row, that tells any range of time, and what it tells; of cells
    that share their head, each of which is for one of several delays, what all of them tell."""
    for text in texts:
        told = {cell: times for cell in text.split("|") if (times := _times_since(cell))}
        if told:
            first = next(iter(told))
            head = _head(first)
            alike = [times for cell, times in told.items() if head and _head(cell) == head]
            return first, tuple(each for times in alike or [told[first]] for each in times)
    return "", ()


def _times_since(cell: str) -> tuple[Hours, ...]:
    """The ranges of time of a text: of "less than 8 months from last dose …, if these are 14 days
    apart" the first."""
    since = _SINCE_LAST.match(cell)
    return (times_in(since[0]) if since else ()) or times_in(cell)


def _head(cell: str) -> str:
    return cell.partition(":")[0].strip() if ":" in cell else ""


def says_when_paused(question: str) -> bool:
    """Whether a question tells of a pause of days: a dose that is hours late is soon made up."""
    late = _delay(question).late
    return late is not None and late >= _A_PAUSE and tells_of_delay(question)


def tells_of_delay(question: str) -> bool:
    """Whether a question tells how long ago a dose was, or for how long there was none."""
    return _delay(question).late is not None and _PAUSE.search(question) is not None


def tells_of_vomiting(text: str) -> bool:
    """Whether a text speaks of what does not stay down."""
    return _VOMITS.search(text) is not None


@lru_cache(maxsize=64)
def _lasting(question: str) -> float | None:
    """For how many hours a question tells that something has gone on."""
    told = _GOING_ON.search(in_figures(question))
    return _time_of(told) if told else None


@lru_cache(maxsize=64)
def _left(question: str) -> float | None:
    """How many hours are left before who is asked about leaves."""
    told = _LEAVES.search(in_figures(question))
    return _time_of(told) if told else None


@lru_cache(maxsize=64)
def _delay(question: str) -> _Delay:
    """What a question tells of a delay."""
    figures = in_figures(question)
    late = next(filter(None, (pattern.search(figures) for pattern in _LATE)), None)
    then = _NEXT.search(figures)
    since = until = None
    if late is not None:
        since = _time_of(late)
    elif len(clock := [_hour(each) for each in _CLOCK.finditer(figures)]) == 2:
        since = (clock[1] - clock[0]) % 24 or None  # "usually at 8 am, remembered at 6 pm"
    if then is not None:
        day = then["day"]
        until = _DAYS[day[:3]] if day else _time_of(then)
    vomited = _VOMITS.search(figures)
    behind = figures[vomited.end() :] if vomited else ""
    # "8 mo baby spat it out 10 min after the dose": the first time told is an age.
    told = _AFTER.search(figures) or re.search(_TIME, behind) or re.search(_TIME, figures)
    return _Delay(since, until, _time_of(told) if told else None)


def _time_of(told: re.Match[str]) -> float:
    """Hours."""
    return float(told["number"]) * hours(told["unit"])


def _hour(clock: re.Match[str]) -> float:
    """Hours since midnight."""
    if clock["noon"]:
        return 12.0
    if clock["of_day"]:
        return float(clock["of_day"]) + float(clock["past"]) / 60
    hour = float(clock["hour"]) % 12 + 12 * (clock["half"] == "p")
    return hour + float(clock["minute"] or 0) / 60
