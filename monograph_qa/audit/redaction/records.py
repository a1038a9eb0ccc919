"""Numbers that stand for a person: records, accounts, insurance, social security."""

import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.audit.redaction.codes import is_amount, is_code
from monograph_qa.audit.redaction.found import Found, any_of
from monograph_qa.vocabulary.identifiers import identifier_cues

_SOCIAL = re.compile(r"(?<![\d-])\d{3}[- –]\d{2}[- –]\d{4}(?![\d-])")
# The shape of a Medicare beneficiary identifier: letters and digits in fixed places.
_MEDICARE = re.compile(
    r"\b[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-?[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d"
    r"-?[AC-HJKMNP-RT-Y]{2}\d{2}\b"
)
_LINK = r"(?:\s*(?:number|num|no\.?|id|is|was|of|#|№|:|=|-))*[\s:#]*"
_VALUE = r"(?P<value>(?=[\w/-]*\d[\w/-]*\d)[A-Za-z]{0,4}[-/]?\d[\w/-]*(?:[ -]\d[\d-]*)*)"
_LONG = re.compile(r"(?<![\w.,/-])(?P<prefix>[A-Z]{0,3})\d{7,}(?![\w.,/-]*\w)")
_MAY_BE = re.compile(r"\d(?:[ /–-]?[A-Za-z]{0,2}[ /-]?\d){3}")  # four digits close together
_FEWEST = 4  # digits of a record number; fewer are a dose or an age


@cache
def _cued() -> re.Pattern[str]:
    return re.compile(f"(?P<cue>{any_of('record')}){_LINK}{_VALUE}", re.IGNORECASE)


def find_records(text: str) -> Iterator[Found]:
    if _MAY_BE.search(text) is None:
        return
    for match in _cued().finditer(text):
        value = match["value"].rstrip("-/ ")
        stop = match.start("value") + len(value)
        if sum(c.isdigit() for c in value) >= _FEWEST and not is_amount(text, stop):
            yield Found(match.start("value"), stop, _mark(match["cue"]))
    for match in _SOCIAL.finditer(text):
        yield Found(*match.span(), "social security number")
    for match in _MEDICARE.finditer(text):
        yield Found(*match.span(), "record number")


def find_bare_numbers(text: str) -> Iterator[Found]:
    """Long numbers that are no amount and no product's code: nothing but a record is left."""
    for match in _LONG.finditer(text):
        is_named = match["prefix"].lower() in identifier_cues("code")  # NCT01234567
        if not is_named and not is_amount(text, match.end()) and not is_code(text, *match.span()):
            yield Found(*match.span(), "record number")


def _mark(cue: str) -> str:
    words = re.sub(r"[\s-]+", " ", cue.lower()).replace("’", "'")
    marks = identifier_cues("record")
    return marks.get(words) or marks.get(words.replace("'", "")) or "record number"
