"""Whether a sentence on missed doses is for as long a delay as the question tells, or for as long
until the next dose: ten days late is "more than one week", due tomorrow "less than 2 days away";
and whether one on vomiting is for as long after the dose."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.frames.amounts import bounded_in, in_figures
from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_MISSED = "missed_dose"
_HOURS = {"h": 1.0, "d": 24.0, "w": 168.0, "mi": 1 / 60, "mo": 730.0}
_UNIT = r"(?:min(?:ute)?s?|h(?:ou)?rs?|h|days?|d|w(?:ee)?ks?|w|months?|mo)\b"
_VOMITS = re.compile(r"\b(?:vomit\w*|thr(?:ew|ow\w*) (?:it |them )?up|puk\w+|spat|spits?)\b", re.I)
_TIME = rf"(?P<number>\d+(?:\.\d+)?)[\s-]*(?:(?:full|whole) )?(?P<unit>{_UNIT})"
_BY_TIME = _TIME.replace("number", "by").replace("unit", "of")
_FOR_TIME = _TIME.replace("number", "gap").replace("unit", "each")
_LATE = re.compile(
    rf"{_TIME}\s*(?:late|later|ago|overdue|behind|delayed|past|since|after (?:it|she|he) was"
    r"|after (?:the |her |his )?(?:usual|normal|regular|scheduled|due)\b)"
    rf"|(?:late|overdue|delayed|missed)\s+by\s+{_BY_TIME}"
    # "missed Saxenda 5 days", "has not taken it for two weeks"
    r"|(?:\b(?:miss(?:ed|ing)|skipped|without|off|forgot\w*)|(?:\bnot|n't) (?:had|taken|used))"
    rf"(?:\s+[a-z'-]+){{0,4}}?\s+{_FOR_TIME}"
)
_LATE_BY = (("number", "unit"), ("by", "of"), ("gap", "each"))  # whichever of them it is told by
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
_UNTIL = re.compile(
    r"\bnext\b[^.;]*\b(?:away|due|later)\b|\b(?:before|until|prior to)\b[^.;]*\bnext\b", re.I
)


@frozen
class _Delay:
    """Hours since a dose was due, until the next is, and from a dose to what befell; None for what
    is not told."""

    late: float | None
    until: float | None
    after: float | None


def delay_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where a bounded time of the sentence takes the delay in, or the time until the next
    dose where it speaks of that; `excluded` where all of them rule it out."""
    quote = candidate.fact.quote
    is_of_vomiting = tells_of_vomiting(asked.whole) and tells_of_vomiting(quote)
    if not is_of_vomiting and not (_MISSED in asked.first and _MISSED in candidate.fact.attributes):
        return
    told = _delay(asked.whole)
    of_a_missed_one = told.until if _UNTIL.search(quote) else told.late
    hours = told.after if is_of_vomiting else of_a_missed_one
    times = bounded_in(quote, _UNIT)
    if is_of_vomiting and not times:
        yield Sign("agrees", 1.0, "vomiting as asked")
    elif times and hours is not None:
        is_met = any(low * _hours(of) <= hours <= high * _hours(of) for low, high, of in times)
        name, why = ("agrees", "the delay as asked") if is_met else ("excluded", "another delay")
        yield Sign(name, 1.0, why)


def tells_of_vomiting(text: str) -> bool:
    """Whether a text speaks of what does not stay down."""
    return _VOMITS.search(text) is not None


@lru_cache(maxsize=64)
def _delay(question: str) -> _Delay:
    """What a question tells of a delay."""
    figures = in_figures(question)
    late, then = _LATE.search(figures), _NEXT.search(figures)
    since = until = None
    if late is not None:
        since = next(float(late[n]) * _hours(late[unit]) for n, unit in _LATE_BY if late[n])
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
    return float(told["number"]) * _hours(told["unit"])


def _hour(clock: re.Match[str]) -> float:
    """Hours since midnight."""
    if clock["noon"]:
        return 12.0
    if clock["of_day"]:
        return float(clock["of_day"]) + float(clock["past"]) / 60
    hour = float(clock["hour"]) % 12 + 12 * (clock["half"] == "p")
    return hour + float(clock["minute"] or 0) / 60


def _hours(unit: str) -> float:
    return _HOURS[unit[:2] if unit[0] == "m" else unit[0]]
