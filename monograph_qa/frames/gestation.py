"""Weeks of pregnancy as ranges: 32 weeks lie in "at about 30 weeks gestation and later", and not in
"between 20 and 30 weeks". Trimesters are words of `measures`."""

import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.frames.measure_words import bound_patterns, bounds, plain
from monograph_qa.frames.spans import Measure, Span

_TERM = 43.0  # weeks; no pregnancy lasts longer
_ENDS = frozenset({"before", "until", "earlier"})  # what of other bounds is one from above
_NUMBER = r"(?<![\d./])(?:[4-9]|[1-3]\d|4[0-2])(?![\d.])"
_WEEKS = r"(?:\+\d)?(?:[\s-]*(?:weeks?|wks?)\b|\s?/\s?40\b)"
_PREGNANCY = r"[\s'’-]+(?:of\s+)?(?:completed\s+)?(?:gestation\w*|pregnan\w*|preg\b|gravid|along\b)"
_ABOUT = r"(?:\s*(?:about|approximately|around)\b)?\s*"


def gestation_in(folded: str) -> Iterator[Span]:
    """The ranges of weeks of pregnancy that a text in lower case tells in numbers."""
    return map(_span, _pattern().finditer(folded))


def without_gestation(folded: str) -> str:
    """The text without them: nobody is 32 weeks old by them."""
    return _pattern().sub(" ", folded)


def _span(match: re.Match[str]) -> Span:
    first = float(match["first"] or match["then"])
    if match["second"]:
        return Span(Measure.GESTATION, first, float(match["second"]), closes=True)
    bound = plain(match["before"] or match["follows"] or match["later"] or match["late"] or "")
    if not bound:
        return Span(Measure.GESTATION, first, first + 1, closes=True)
    is_end = bound.split()[-1] in _ENDS
    side, end = bounds().get(bound, ("high", "open") if is_end else ("low", "closed"))
    if side == "low":
        return Span(Measure.GESTATION, first, _TERM, opens=end == "open")
    return Span(Measure.GESTATION, 0.0, first, closes=end == "open")


@cache
def _pattern() -> re.Pattern[str]:
    before, behind, _ = bound_patterns()
    later = r"(?:and|or)\s+(?:later|onwards?|thereafter|earlier)"
    return re.compile(
        rf"(?P<before>\b(?:after|beyond|past|from|before|until)\b|(?<![a-z])(?:{before}))?{_ABOUT}"
        rf"(?P<first>{_NUMBER})(?:{_WEEKS})?"
        rf"(?:\s*(?:to|and|-|–|through)\b{_ABOUT}(?P<second>{_NUMBER}))?{_WEEKS}"
        rf"(?:\s*(?P<follows>{behind}))?"
        rf"(?:{_PREGNANCY}(?:[\s,]+(?:in\s+pregnancy\s+)?(?P<later>{later}))?"
        rf"|[\s,]+(?P<late>{later})(?:\s+in)?{_PREGNANCY})"
        rf"|\bpregnant[\s,(]+(?:at\s+)?(?P<then>{_NUMBER}){_WEEKS}"
    )
