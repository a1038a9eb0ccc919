"""What is said of people alone: an age, a verb, something owned behind a name, "for" before it."""

import re

from monograph_qa.audit.redaction.found import cue
from monograph_qa.audit.redaction.words import is_drug_like
from monograph_qa.vocabulary.identifiers import identifier_cues

YEARS = r"(?:yo?\b|y/o|y\.o|years?\b|yrs?\b|an[io]s\b|ans\b|jahre\b)"
AGED = re.compile(
    rf",?\s+\(?\d{{1,3}}\s*(?:,|\)|{YEARS}|[MF]\b|(?:on|with|w/|taking|asks|needs)\s|kgs?\b)",
    re.IGNORECASE,
)
SAID_AGED = re.compile(
    rf"[.,]?\s+(?:is\s+)?\(?(?:\d{{1,3}}[\s-]*(?:{YEARS}|[MF]\b|(?:mo|months?)\b)|[MF]\s?\d{{1,3}}\b"
    r"|aged?\s+\d)",
    re.IGNORECASE,
)
IS_TAKING = re.compile(
    r"\s+is\s+(?:on|an?|taking|allergic|pregnant|starting)\b",
    re.IGNORECASE,
)
_IS_EXPECTING = re.compile(r"\s+is\s+\d{1,2}\s+(?:weeks|wks?|months)\b", re.IGNORECASE)
AFTER_FOR = re.compile(r"\bfor\s+$", re.IGNORECASE)
_SHE = re.compile(r"(?:,\s*|\s+-+\s*|\s+)(?:she|he)(?:['’]s)?\b", re.IGNORECASE)
OWNED = re.compile(r"['’]s\s+(?P<word>[\w+-]+)", re.IGNORECASE)


def has_person_context(text: str, stop: int) -> bool:
    """Whether what follows a name is said of people: an age, a verb, a value, something owned."""
    verb = cue("goes_on", "speaks", before=r"\s+")
    value = cue("measured", before=r",?\s+", after=r"\s*(?:is|was|of|=|:)?\s*\d")
    said = (SAID_AGED, AGED, IS_TAKING, _IS_EXPECTING, _SHE, verb, value)
    return any(pattern.match(text, stop) for pattern in said) or owns(text, stop)


def speaks(text: str, stop: int) -> bool:
    """Whether what follows is said of nobody but people: asks, fell, has been, "'s mother"."""
    said = (_IS_EXPECTING, cue("speaks", before=r"\s+"), cue("relative", before=r"['’]s\s+"))
    return any(pattern.match(text, stop) for pattern in said)


def owns(text: str, stop: int) -> bool:
    """Whether what only a patient has follows: a relative, laboratory values, a drug. Bell's palsy
    is nobody's."""
    match = OWNED.match(text, stop)
    if match is None:
        return False
    word = match["word"].lower()
    owned = identifier_cues("owned").keys() | identifier_cues("relative").keys()
    return word in owned or is_drug_like(word)
