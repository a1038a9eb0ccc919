"""Dates to the day, dates of birth, and ages over 89, which all but name a person (HIPAA)."""

import calendar
import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.audit.redaction.found import Found, cue, has_cue_before, is_amount
from monograph_qa.vocabulary.identifiers import identifier_cues

_MONTHS = sorted((m for m in (*calendar.month_name, *calendar.month_abbr, "Sept") if m), key=len)
_MONTH = "(?:" + "|".join(reversed(_MONTHS)) + r")\.?"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?:1[89]|20)\d\d"
_MAY_BE = re.compile(r"\d[-/. ]\d|" + "|".join(calendar.month_abbr[1:]), re.IGNORECASE)
_OLD = re.compile(
    r"(?<![\w.,/-])(?P<age>9\d|1[01]\d)(?=[\s-]*(?:(?:years?|yrs?|y)[\s./-]*(?:old|o)\b|yo\b"
    r"|(?:years?|yrs?|y)\b(?![\s-]*(?:and|or)\s+(?:old|ol|over|abo|more|up))))"
    r"|\b(?:aged?|age\s+is|age\s+of)[\s:]*(?P<aged>9\d|1[01]\d)\b(?![\s-]*(?:and|or|to|-|mg|%))",
    re.IGNORECASE,
)
# 1/2 after "since" may be a half: a month's name, two strokes, or a number that no month has.
_SURE = re.compile(r"[A-Za-z]|/.*/|/(?:1[3-9]|[23]\d)|^(?:1[3-9]|[23]\d)/")
_LIMIT = re.compile(r"(?:over|above|than|least|to|[<>≤≥=+]|[-–])\s*(?:aged?\s*)?$", re.IGNORECASE)
OVER_89 = "over 89"
_NAMED = re.compile(r"\[~+\][\s,(]*$")  # a name that is gone: its date is a birth's
_IN_FULL = re.compile(r"\d{1,2}([-/.])\d{1,2}\1\d\d")
# Nothing but a few linking words between a cue and a date.
_LINK = r"(?:\s*(?:on|in|at|is|was|the|date|a|of|dated|clinic|hospital|ward|here|:|=|\(|-|,))*\s*$"
_REACH_BACK, _REACH_ON = 40, 24  # characters


def _start() -> str:
    """Where a date may begin: anew, or close behind a word for a birth (dob03/14/1952, DOB-3/4)."""
    cues = "".join(
        rf"|(?<={re.escape(cue)})|(?<={re.escape(cue)}-)" for cue in identifier_cues("born")
    )
    return rf"(?:(?<![\w./-]){cues})"


@cache
def _full() -> re.Pattern[str]:
    return re.compile(
        rf"{_start()}(?:{_YEAR}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])"
        rf"|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.]{_YEAR}"
        rf"|{_MONTH}\s*{_DAY}\s*,?\s*{_YEAR}"
        rf"|{_DAY}(?:\s+of)?[\s-]*{_MONTH}[\s,-]*{_YEAR})(?![\w/-]|\.\d)",
        re.IGNORECASE,
    )


@cache
def _short() -> re.Pattern[str]:
    """Without a year, or with two digits of one, it is a date only beside a word that says so."""
    return re.compile(
        rf"{_start()}(?:(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])(?:[-/.]\d\d)?"
        rf"|(?:0?[1-9]|[12]\d|3[01]) (?:0?[1-9]|[12]\d|3[01]) {_YEAR}"
        rf"|{_MONTH}\s*{_DAY}(?:\s*,?\s*['’]?\d\d)?|{_DAY}(?:\s+of)?[\s-]*{_MONTH}(?:[\s,-]*\d\d)?)"
        rf"(?![\w/-]|\.\d)",
        re.IGNORECASE,
    )


def find_dates(text: str) -> Iterator[Found]:
    if _MAY_BE.search(text) is None:
        return
    for match in _full().finditer(text):
        if _follows(text, match.start(), "born"):
            yield Found(*match.span(), "date of birth")
        elif not _is_printed(text, *match.span()):
            yield Found(*match.span(), "date")
    for match in _short().finditer(text):
        if is_amount(text, match.end()):
            continue
        is_named = _IN_FULL.fullmatch(match[0]) and _NAMED.search(text, 0, match.start())
        if is_named or _follows(text, match.start(), "born"):
            yield Found(*match.span(), "date of birth")
        elif _follows(text, match.start(), "dated") and _SURE.search(match[0]):
            yield Found(*match.span(), "date")


def find_great_ages(text: str) -> Iterator[Found]:
    """Ages of 90 and more where they are somebody's, not a limit ("over 90 years old")."""
    for match in _OLD.finditer(text):
        group = "age" if match["age"] else "aged"
        if not _LIMIT.search(text[: match.start(group)]):
            yield Found(match.start(group), match.end(group), OVER_89)


def _follows(text: str, at: int, kind: str) -> bool:
    return cue(kind, after=_LINK).search(text[max(0, at - _REACH_BACK) : at]) is not None


def _is_printed(text: str, start: int, stop: int) -> bool:
    """Whether a date is a document's: a label's revision, an approval, an expiry."""
    if has_cue_before(text, start, cue("print"), _REACH_BACK):
        return True
    return cue("print").search(text, stop, stop + _REACH_ON) is not None
