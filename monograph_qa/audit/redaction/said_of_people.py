"""What is said of people alone: an age, a verb, something owned behind a name, "for" before it."""

import re

from monograph_qa.audit.redaction.found import cue

YEARS = r"(?:yo?\b|y/o|y\.o|years?\b|yrs?\b|an[io]s\b|ans\b|jahre\b)"
AGED = re.compile(rf",?\s+\(?\d{{1,3}}\s*(?:,|\)|{YEARS}|[MF]\b)", re.IGNORECASE)
SAID_AGED = re.compile(
    rf"[.,]?\s+(?:is\s+)?\(?(?:\d{{1,3}}[\s-]*(?:{YEARS}|[MF]\b|(?:mo|months?)\b)|[MF]\s?\d{{1,3}}\b"
    r"|aged?\s+\d)",
    re.IGNORECASE,
)
IS_TAKING = re.compile(r"\s+is\s+(?:on|an?|taking|allergic|pregnant|starting)\b", re.IGNORECASE)
AFTER_FOR = re.compile(r"\bfor\s+$", re.IGNORECASE)
_SHE = re.compile(r"(?:,\s*|\s+-+\s*|\s+)(?:she|he)(?:['’]s)?\b", re.IGNORECASE)
_OWNS = re.compile(r"['’]s\b", re.IGNORECASE)


def has_person_context(text: str, stop: int) -> bool:
    """Whether what follows a name is said of people: an age, a verb, something owned."""
    said = (SAID_AGED, AGED, IS_TAKING, _OWNS, _SHE, cue("goes_on", before=r"\s+"))
    return any(pattern.match(text, stop) for pattern in said)
