"""Whether a sentence is of the strength asked about: a label may print several, each by itself."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_STRENGTH = re.compile(r"(?<![\d.,])(\d+(?:[.,]\d+)?)\s?(mg|mcg|g|units?|iu|%)(?![\w/])", re.I)
_FORM = r"[\s-]*(?:\w+[\s-]+){0,2}?(?:tablets?|tabs?|capsules?|caps?|vials?|syringes?|pens?|patch(?:es)?|suppositor(?:y|ies))\b"
_OF_A_FORM = re.compile(_STRENGTH.pattern + _FORM, re.I)


def product_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`excluded` where the heading or the sentence names other strengths of a form alone."""
    wanted = _strengths(_OF_A_FORM, asked.intent.question)
    if not wanted:
        return
    line = candidate.line
    for text in (line.quote, line.lead_in, *reversed(line.head.heading_path.split(" > "))):
        named = _strengths(_OF_A_FORM, text)
        if named & wanted:
            yield Sign("agrees", 1.0, "strength as asked")
            return
        if named:
            yield Sign("excluded", 1.0, "another strength", excludes=True)
            return


@lru_cache(maxsize=4096)
def _strengths(pattern: re.Pattern[str], text: str) -> frozenset[tuple[str, str]]:
    found = pattern.findall(text)
    return frozenset((number.replace(",", "."), unit.casefold()) for number, unit in found)
