"""Whether a sentence on missed doses is for as long a delay as the question tells: ten days late is
"more than one week"."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.frames.bounded import bounded_in, in_figures
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_MISSED = "missed_dose"
_HOURS = {"h": 1.0, "d": 24.0, "w": 168.0, "m": 730.0}
_UNIT = r"(?:h(?:ou)?rs?|h|days?|d|w(?:ee)?ks?|w|months?|mo)\b"
_TIME = rf"(?P<number>\d+(?:\.\d+)?)[\s-]*(?P<unit>{_UNIT})"
_BY_TIME = _TIME.replace("number", "by").replace("unit", "of")
_LATE = re.compile(
    rf"{_TIME}\s*(?:late|ago|overdue|behind|delayed|past|since|after (?:it|she|he) was)"
    rf"|(?:late|overdue|delayed|missed)\s+by\s+{_BY_TIME}"
)


def delay_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where a bounded time of the sentence takes the delay in, `excluded` where all of
    them rule it out."""
    late = _delay(asked.intent.question) if _MISSED in asked.first else None
    if late is None or _MISSED not in candidate.fact.attributes:
        return
    times = bounded_in(candidate.fact.quote, _UNIT)
    if any(low * _HOURS[of[0]] <= late <= high * _HOURS[of[0]] for low, high, of in times):
        yield Sign("agrees", 1.0, "the delay as asked")
    elif times:
        yield Sign("excluded", 1.0, "another delay")


@lru_cache(maxsize=64)
def _delay(question: str) -> float | None:
    """The delay in hours that a question tells of, None for none."""
    said = _LATE.search(in_figures(question))
    if said is None:
        return None
    return float(said["number"] or said["by"]) * _HOURS[(said["unit"] or said["of"])[0]]
