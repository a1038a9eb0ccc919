"""Two organs that share one noun, each with its own: "renal and/or hepatic impairment" is renal
impairment and hepatic impairment."""

import re
from functools import cache

from monograph_qa.frames.measure_words import degree_words, degrees

_JOIN = r"(?P<join>\s*(?:and/or|or/and|/|,|\b(?:and|or)\b)\s*)"
_NOUN = r"(?P<noun>impairment|insufficiency|failure|disease|dysfunction|problems?|disorders?)"
_FUNCTION = r"(?P<noun>functions?)"
_BEFORE = (
    r"(?P<noun>problems?|trouble|diseases?)(?P<of>\s+(?:with|of)\s+(?:(?:your|the|their)\s+)?)"
)
_WORKING = r"(?P<degree>\b(?:impaired|reduced|decreased|poor|diminished|compromised)\s+)"


def with_own_nouns(folded: str) -> str:
    """The text in small letters, the noun and the degree of two organs said with each: what is read
    of it are ranges, and nothing of it is shown."""
    may_share, ways = _patterns()
    for pattern in ways if may_share.search(folded) else ():
        folded = pattern.sub(_each, folded)
    return folded


def _each(said: re.Match[str]) -> str:
    if "of" in said.re.groupindex:
        first, second = (f"{said['noun']}{said['of']}{said[organ]}" for organ in ("one", "two"))
        return f"{first}{said['join']}{second}"
    degree = said["degree"] or ""
    own = said["own"] or degree
    return f"{degree}{said['one']} {said['noun']}{said['join']}{own}{said['two']} {said['noun']}"


@cache
def _patterns() -> tuple[re.Pattern[str], tuple[re.Pattern[str], ...]]:
    """What stands in every text where two organs share a noun, and the ways in which they do."""
    organ = "|".join(sorted(degrees()[0], key=len, reverse=True))
    one_degree = rf"(?:{'|'.join(degree_words())})"
    degree = rf"(?P<degree>\b{one_degree}(?:\s+(?:to|or|and)\s+{one_degree})*\s+)?"
    own = rf"(?P<own>{one_degree}\s+)?"
    both = rf"\b(?P<one>{organ}){_JOIN}{own}(?P<two>{organ})"
    ways = (
        re.compile(rf"{degree}{both}\s+{_NOUN}"),
        re.compile(rf"{_WORKING}{both}\s+{_FUNCTION}"),
        re.compile(rf"{_BEFORE}{both}\b"),
    )
    return re.compile(rf"\b(?:{organ})\s*(?:and|or|/|,)"), ways
