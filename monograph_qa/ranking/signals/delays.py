"""Whether a sentence on missed doses is for as long a delay as the question tells: ten days late is
"more than one week"."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from monograph_qa.frames.measure_words import bound_patterns, bounds, figures, plain
from monograph_qa.frames.spans import ENDLESS
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_MISSED = "missed_dose"
_HOURS = {"h": 1.0, "d": 24.0, "w": 168.0, "m": 730.0}
_TIME = r"(?P<number>\d+(?:\.\d+)?)[\s-]*(?P<unit>h(?:ou)?rs?|h|days?|d|w(?:ee)?ks?|w|months?|mo)\b"
_BY_TIME = _TIME.replace("number", "by").replace("unit", "of")
_LATE = re.compile(
    rf"{_TIME}\s*(?:late|ago|overdue|behind|delayed|past|since|after (?:it|she|he) was)"
    rf"|(?:late|overdue|delayed|missed)\s+by\s+{_BY_TIME}"
)
_AT_MOST = ("within", "fewer than")  # which bound no age


def delay_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where a bounded time of the sentence takes the delay in, `excluded` where all of
    them rule it out."""
    late = _delay(asked.intent.question) if _MISSED in asked.first else None
    if late is None or _MISSED not in candidate.fact.attributes:
        return
    times = _bounded_times(candidate.fact.quote)
    if any(low <= late <= high for low, high in times):
        yield Sign("agrees", 1.0, "the delay as asked")
    elif times:
        yield Sign("excluded", 1.0, "another delay")


@lru_cache(maxsize=64)
def _delay(question: str) -> float | None:
    """The delay in hours that a question tells of, None for none."""
    said = _LATE.search(_in_figures(question))
    if said is None:
        return None
    return _hours(said["number"] or said["by"], said["unit"] or said["of"])


@lru_cache(maxsize=1024)
def _bounded_times(text: str) -> tuple[tuple[float, float], ...]:
    """The times of a text that a word bounds, as hours: "by more than one week" is (168, endless);
    "every 21 days" is none."""
    found = []
    for said in _bounded().finditer(_in_figures(text)):
        word = plain(said["before"] or said["follows"] or "")
        side = "high" if word in _AT_MOST else bounds().get(word, ("", ""))[0]
        hours = _hours(said["number"], said["unit"])
        if side:
            found.append((hours, ENDLESS) if side == "low" else (0.0, hours))
    return tuple(found)


@cache
def _bounded() -> re.Pattern[str]:
    before, follows, _ = bound_patterns()
    return re.compile(
        rf"(?:(?P<before>(?<![a-z])(?:{before}|{'|'.join(_AT_MOST)}))\s*)?{_TIME}(?:\s*(?P<follows>{follows}))?"
    )


def _in_figures(text: str) -> str:
    return re.sub(r"\b[a-z]+\b", lambda word: figures().get(word[0], word[0]), text.casefold())


def _hours(number: str, unit: str) -> float:
    return float(number) * _HOURS[unit[0]]
