"""Numbers that a word bounds, with their unit: "by more than one week", "100 to 200 mg/kg"."""

import re
from functools import cache, lru_cache

from monograph_qa.frames.amounts import THOUSANDS
from monograph_qa.frames.measure_words import bound_patterns, bounds, figures, plain
from monograph_qa.frames.spans import ENDLESS

_NUMBER = r"\d+(?:\.\d+)?"
_AT_MOST = ("within", "fewer than")  # which bound no age

Bounded = tuple[float, float, str]
"""From, to, and the unit as printed, in lower case."""


@lru_cache(maxsize=2048)
def bounded_in(text: str, unit: str) -> tuple[Bounded, ...]:
    """The ranges of a text in a unit of the pattern `unit`; a number that nothing bounds ("every 21
    days") is none."""
    found: list[Bounded] = []
    for said in _pattern(unit).finditer(in_figures(text)):
        first, of = float(said["first"]), said["unit"]
        if said["second"]:
            found.append((first, float(said["second"]), of))
            continue
        word = plain(said["before"] or said["follows"] or "")
        side = "high" if word in _AT_MOST else bounds().get(word, ("", ""))[0]
        if side:
            found.append((first, ENDLESS, of) if side == "low" else (0.0, first, of))
    return tuple(found)


def in_figures(text: str) -> str:
    """The text in lower case, numbers that are written out as figures: "one week" is "1 week"."""
    folded = THOUSANDS.sub("", text).casefold()
    return re.sub(r"\b[a-z]+\b", lambda word: figures().get(word[0], word[0]), folded)


@cache
def _pattern(unit: str) -> re.Pattern[str]:
    before, follows, joins = bound_patterns()
    return re.compile(
        rf"(?:(?P<before>(?<![a-z])(?:{before}|{'|'.join(_AT_MOST)}))\s*)?"
        rf"(?<![\w.])(?P<first>{_NUMBER})[\s-]*"
        rf"(?:(?:{unit})?\s*(?:{joins})\s*(?:(?:{before})\s*)?(?P<second>{_NUMBER})[\s-]*)?"
        rf"(?P<unit>{unit})(?:\s*(?P<follows>{follows}))?"
    )
