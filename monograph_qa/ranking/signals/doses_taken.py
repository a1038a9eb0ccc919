"""Whether a sentence on overdose is for as much as was taken: 80 mg/kg is "less than 100 mg/kg"."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.frames.amounts import Bounded, bounded_in, in_figures
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_OVERDOSE = "overdose"
_MG = {"g": 1000.0, "gm": 1000.0, "mg": 1.0, "mcg": 0.001, "µg": 0.001}
_UNIT = r"(?:g|gm|mg|mcg|µg)(?:\s?/\s?kg)?(?![\w/])"
_TAKEN = re.compile(rf"(?<![\w.])(?P<number>\d+(?:\.\d+)?)[\s-]*(?P<unit>{_UNIT})")


def taken_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where a range of the sentence takes in the amount that was taken, `excluded` where
    all in its unit rule it out; of amounts by weight and whole ones neither tells of the other."""
    taken = _taken(asked.whole) if _OVERDOSE in asked.first else None
    if taken is None or _OVERDOSE not in candidate.fact.attributes:
        return
    stated = bounded_in(candidate.fact.quote, _UNIT)
    ranges = [each for each in stated if ("/" in each[2]) == ("/" in taken[1])]
    if any(_takes_in(each, *taken) for each in ranges):
        yield Sign("agrees", 1.0, "as much as was taken")
    elif ranges:
        yield Sign("excluded", 1.0, "another amount")


@lru_cache(maxsize=64)
def _taken(question: str) -> tuple[float, str] | None:
    """The amount that a question tells of and its unit, None for none."""
    said = _TAKEN.search(in_figures(question))
    return (float(said["number"]), said["unit"]) if said else None


def _takes_in(stated: Bounded, amount: float, unit: str) -> bool:
    low, high, of = stated
    taken = amount * _mg(unit)
    return low * _mg(of) <= taken <= high * _mg(of)


def _mg(unit: str) -> float:
    return _MG[unit.partition("/")[0].strip()]
