"""`Found`, what a detector finds: a stretch of a question and its mark; patterns of cue words."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.identifiers import identifier_cues

_NDC = re.compile(r"\d{4,5}-\d{3,4}-\d{1,2}|\d{11}")
_CAS = re.compile(r"\d{2,7}-\d{2}-\d")
_NUMBERS = (
    r"(?:\s*(?:number|no\.?|code|#|:|is|=))*\s*[A-Z]{0,4}-?"
    r"(?:[\d-]+\s*(?:(?:,|and|or|&|vs\.?)\s*)?)*$"
)
_REACH = 32  # characters


@frozen
class Found:
    """question[start:stop] identifies somebody; `mark` says how ("patient name")."""

    start: int
    stop: int
    mark: str


def every(pattern: re.Pattern[str], text: str, mark: str, group: str | int = 0) -> Iterator[Found]:
    for match in pattern.finditer(text):
        yield Found(*match.span(group), mark)


@cache
def any_of(*kinds: str) -> str:
    """A pattern of all cue words of these kinds, longest first. Spaces in one may be white space or
    a hyphen, apostrophes curved or left out; a number may follow at once: mrn4482913."""
    cues = sorted({w for kind in kinds for w in identifier_cues(kind)}, key=len, reverse=True)
    whole = "|".join(_pattern(words) for words in cues if words[-1].isalnum())
    open_ended = "".join(f"|{_pattern(words)}" for words in cues if not words[-1].isalnum())
    return rf"(?:(?<!\w)(?:(?:{whole})(?![^\W\d]){open_ended}))"


@cache
def cue(*kinds: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """Any cue word of these kinds between what is to stand beside it, in any case."""
    return re.compile(before + any_of(*kinds) + after, re.IGNORECASE)


def _pattern(words: str) -> str:
    spaced = re.escape(words).replace("\\ \\#", r"\s*\#").replace("\\ ", r"[\s-]+")
    return spaced.replace("'", "['’]?")


def mentions(text: str, kind: str) -> bool:
    small = text.lower()
    return any(words in small for words in identifier_cues(kind))


def has_cue_before(text: str, at: int, pattern: re.Pattern[str], reach: int) -> bool:
    return pattern.search(text, max(0, at - reach), at) is not None


def apart(found: Iterable[Found]) -> list[Found]:
    kept: list[Found] = []
    for each in found:
        if all(each.stop <= other.start or other.stop <= each.start for other in kept):
            kept.append(each)
    return sorted(kept, key=lambda each: each.start)


def is_code(text: str, start: int, stop: int) -> bool:
    """Whether a number is a product's or a study's: by its shape, or by the word before it."""
    number = text[start:stop].strip()
    return bool(_NDC.fullmatch(number) or _CAS.fullmatch(number)) or is_coded(text, start)


def is_coded(text: str, start: int) -> bool:
    return has_cue_before(text[:start], start, cue("code", after=_NUMBERS), _REACH)


def is_amount(text: str, stop: int) -> bool:
    unit = cue("unit", before=r"\s*(?:", after=r"|%|/\s*[a-zA-Z])")
    return unit.match(text, stop) is not None
