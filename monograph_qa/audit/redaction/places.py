"""Postal addresses: a house and its street, a box, a town with its ZIP code."""

import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.audit.redaction.found import Found, any_of
from monograph_qa.vocabulary.identifiers import identifier_cues

_TOWN = r"(?!(?:From|In|At|To|Of|Near)\b)[A-Z][\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2}"
_FIVE = re.compile(r"(?<!\d)\d{5}(?!\d)")
_OTHERS = frozenset({"box", "zip", "zipcode"})
_BOX = re.compile(
    rf"\bP\.?\s*O\.?\s*Box\s+\d+(?:,?\s*{_TOWN})?(?:,?\s*[A-Z]{{2}}\b)?(?:,?\s*\d{{5}}(?:-\d{{4}})?)?",
)
_ZIPPED = re.compile(rf"{_TOWN},?\s+[A-Z]{{2}},?\s+\d{{5}}(?:-\d{{4}})?(?!\w)")


def _rest() -> str:
    """What may follow a street: a flat, a town, a state, a ZIP code."""
    within = rf"(?:,?\s*(?i:{any_of('within')})\.?\s*#?\s*\w{{1,5}}|,?\s*#\s*\w{{1,5}})?"
    town = rf"(?:,\s*{_TOWN})?(?:,?\s+[A-Z]{{2}}(?!\w))?(?:,?\s*\d{{5}}(?:-\d{{4}})?(?!\w))?"
    return within + town


@cache
def _streets() -> re.Pattern[str]:
    """A number, one to three names and a kind of street, each name capitalized."""
    street = any_of("street")
    name = r"(?:(?:\d+(?:st|nd|rd|th)|[A-Z][\w.'’-]*)\s+){1,4}"  # N. 5th, East Oak
    # "St" before another name is a saint: 2 Capsules St John's Wort.
    return re.compile(rf"(?<![\w.-])\d{{1,6}}[A-Z]?\s+{name}(?i:{street})(?!\s+John)\.?{_rest()}")


@cache
def _homes() -> re.Pattern[str]:
    """The same in any case, after words such as "lives at"."""
    street = any_of("street")
    cue = any_of("home")
    names = r"(?:[\w.'’-]+\s+){1,3}"
    return re.compile(rf"(?i:{cue})[\s:]*(?P<place>\d{{1,6}}\s+{names}(?i:{street})\.?{_rest()})")


@cache
def _zips() -> re.Pattern[str]:
    return re.compile(
        rf"{any_of('zip')}[\s:]*(?:is\s*)?(?P<zip>\d{{5}}(?:-\d{{4}})?)\b", re.IGNORECASE
    )


def find_places(text: str) -> Iterator[Found]:
    words = {word.strip(".,:;").lower() for word in text.split()}
    if not (words & identifier_cues("street").keys() or words & _OTHERS or _FIVE.search(text)):
        return
    for match in _homes().finditer(text):
        yield Found(*_trimmed(text, *match.span("place")), "address")
    for match in _streets().finditer(text):
        if not any(
            word.lower().strip(".,") in identifier_cues("unit") for word in match[0].split()[1:]
        ):
            yield Found(*_trimmed(text, *match.span()), "address")
    for pattern in (_BOX, _ZIPPED):
        for match in pattern.finditer(text):
            yield Found(*match.span(), "address")
    for match in _zips().finditer(text):
        yield Found(*match.span("zip"), "address")


def _trimmed(text: str, start: int, stop: int) -> tuple[int, int]:
    """Without the comma or the full stop that ends the sentence around it."""
    return start, start + len(text[start:stop].rstrip(" ,."))
