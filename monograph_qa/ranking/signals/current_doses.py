"""Whether a sentence is for the dose that the patient takes already: "for patients receiving 5 mg
or 10 mg" is not for one on 2.5 mg."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from monograph_qa.frames.amounts import bounded_in
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.question_words import words_with_role

_NUMBER, _UNIT = r"\d+(?:\.\d+)?", r"(?:mg|mcg|µg|g|units?)(?![\w/])"
_STATED = re.compile(
    r"\b(?:receiving|taking|(?:maintained|stabili[sz]ed|currently|already) on|on doses? of)"
    rf"\b[^.;:|,\d]{{0,60}}"
    rf"(?P<amounts>{_NUMBER}\s?{_UNIT}(?:\s?(?:,|or|and|/)+\s?{_NUMBER}\s?{_UNIT})*)",
    re.I,
)
_CHANGING = frozenset({"switching", "starting_dose"})
"""Topics of which tables state the doses before in ranges."""


def current_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the sentence is for the dose that is taken, `other` where it is for others
    only."""
    told = _told(asked.whole)
    if told is None:
        return
    number, unit = told
    quote = candidate.fact.quote
    stated = {
        float(each)
        for said in _STATED.finditer(quote)
        for each in re.findall(_NUMBER, said["amounts"])
    }
    is_taken_in = number in stated
    if unit and not stated and not _CHANGING.isdisjoint(asked.intent.topics):
        ranges = bounded_in(quote, unit)
        is_taken_in = any(low <= number <= high for low, high, _ in ranges)
        stated = {low for low, _, _ in ranges}
    if is_taken_in:
        yield Sign("agrees", 1.0, "the dose taken now")
    elif stated:
        yield Sign("other", 1.0, "another dose taken now")


@lru_cache(maxsize=64)
def _told(question: str) -> tuple[float, str] | None:
    """The amount that the patient takes, and a pattern of its unit, "" for none told."""
    said = _told_now().search(question)
    if said is None:
        return None
    unit = (said["unit"] or "").casefold()
    return float(said["number"]), "units?" if unit.startswith("unit") else unit


@cache
def _told_now() -> re.Pattern[str]:
    words = sorted(words_with_role("schedule") | words_with_role("passing_shorthand"))
    return re.compile(
        rf"\b(?:on|taking|takes|receiving|gets|already|currently)\s+(?:[a-z/-]+\s+){{0,3}}?"
        rf"(?P<number>{_NUMBER})\s?(?:(?P<unit>{_UNIT})|(?=(?:{'|'.join(words)})\b))",
        re.I,
    )
