"""Whether a sentence on missed doses is for as long a delay as the question tells, or for as long
until the next dose: ten days late is "more than one week", due tomorrow "less than 2 days away"."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.frames.bounded import bounded_in, in_figures
from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_MISSED = "missed_dose"
_HOURS = {"h": 1.0, "d": 24.0, "w": 168.0, "m": 730.0}
_UNIT = r"(?:h(?:ou)?rs?|h|days?|d|w(?:ee)?ks?|w|months?|mo)\b"
_TIME = rf"(?P<number>\d+(?:\.\d+)?)[\s-]*(?P<unit>{_UNIT})"
_BY_TIME = _TIME.replace("number", "by").replace("unit", "of")
_LATE = re.compile(
    rf"{_TIME}\s*(?:late|later|ago|overdue|behind|delayed|past|since|after (?:it|she|he) was"
    r"|after (?:the |her |his )?(?:usual|normal|regular|scheduled|due)\b)"
    rf"|(?:late|overdue|delayed|missed)\s+by\s+{_BY_TIME}"
)
_DAYS = {"tom": 24.0, "ton": 6.0, "tod": 6.0}  # hours, by the first letters: slips come later
_NEXT = re.compile(
    r"(?:\bnext\b[^.?;]*?\b(?:due|is|in|on|at|scheduled)\b[^.?;]*?"
    r"|\b(?:morning|noon|lunch\w*|evening|night|bedtime)(?:'s)? (?:\w+ )?(?:is )?due (?:in )?)"
    rf"(?:{_TIME}|(?P<day>tomm?orr?ow|tonight|today))"
)
_UNTIL = re.compile(
    r"\bnext\b[^.;]*\b(?:away|due|later)\b|\b(?:before|until|prior to)\b[^.;]*\bnext\b", re.I
)


@frozen
class _Delay:
    """Hours since a dose was due, and until the next is; None for what is not told."""

    late: float | None
    until: float | None


def delay_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where a bounded time of the sentence takes the delay in, or the time until the next
    dose where it speaks of that; `excluded` where all of them rule it out."""
    if _MISSED not in asked.first or _MISSED not in candidate.fact.attributes:
        return
    told, quote = _delay(asked.whole), candidate.fact.quote
    hours = told.until if _UNTIL.search(quote) else told.late
    if hours is None:
        return
    times = bounded_in(quote, _UNIT)
    if any(low * _HOURS[of[0]] <= hours <= high * _HOURS[of[0]] for low, high, of in times):
        yield Sign("agrees", 1.0, "the delay as asked")
    elif times:
        yield Sign("excluded", 1.0, "another delay")


@lru_cache(maxsize=64)
def _delay(question: str) -> _Delay:
    """What a question tells of a delay."""
    figures = in_figures(question)
    late, then = _LATE.search(figures), _NEXT.search(figures)
    since = until = None
    if late is not None:
        since = float(late["number"] or late["by"]) * _HOURS[(late["unit"] or late["of"])[0]]
    if then is not None:
        day = then["day"]
        until = _DAYS[day[:3]] if day else float(then["number"]) * _HOURS[then["unit"][0]]
    return _Delay(since, until)
