"""Where a sentence of a label ends: rules for text full of doses, Latin and abbreviations.

When in doubt two sentences stay together: a sentence too long still says what the label says, a
sentence cut after "do not exceed 2 tabs." may not.
"""

import re
from functools import cache

from monograph_qa.vocabulary.abbreviations import abbreviations

_TERMINAL = re.compile(r"[.?!]+[)\]\"'”’»*†‡§]*")
_WORD_BEFORE = re.compile(r"[^\s(\[“\"]+$")
_ENUMERATOR = re.compile(r"^\s*\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})[.)]+$")
_INITIALS = re.compile(r"^(?:[A-Za-z]\.)+$")
_REFERENCE = re.compile(r"\s*[(\[]\s*(?:see|refer|table|figure|section|cf)\b", re.I)
_NUMBER_ONLY = re.compile(r"^[\d.,]+\.$")
_OPENERS = "\"'“‘(["


@cache
def _never_ending() -> frozenset[str]:
    return frozenset(a.folded for a in abbreviations() if a.never_ends_sentence)


@cache
def _abbreviated() -> frozenset[str]:
    return frozenset(a.folded for a in abbreviations() if a.folded.endswith("."))


def sentence_ends(text: str) -> list[int]:
    """Offsets just past each sentence of `text`, growing; the last is the end of the text.

    Trailing white space belongs to no sentence and is left to the caller to trim.
    """
    ends: list[int] = []
    start = 0
    for match in _TERMINAL.finditer(text):
        stop = match.end()
        if stop < len(text) and _ends_here(text, start, match):
            ends.append(stop)
            start = stop
    if text[start:].strip():
        ends.append(len(text))
    return ends


def _ends_here(text: str, start: int, match: re.Match[str]) -> bool:
    stop = match.end()
    rest = text[stop:]
    if not rest[0].isspace():
        return _glued(text, match)
    following = rest.lstrip()
    if not following:
        return False
    if _REFERENCE.match(rest):
        return False  # "… impairment. (See WARNINGS.)": the pointer belongs to what it points from
    first = following.lstrip(_OPENERS)[:1]
    if "." not in match[0]:
        return first.isupper() or first.isdigit()
    return _period_ends(text[start : match.start() + 1], following, first)


def _period_ends(before: str, following: str, first: str) -> bool:
    """`before` ends with the period in question; `following` is the text behind the white space."""
    found = _WORD_BEFORE.search(before)
    word = found[0] if found else before
    if not before[: -len(word)].strip() and _ENUMERATOR.match(word):
        return False  # "1. Wash your hands": a number that opens the line
    folded = word.casefold()
    if folded in _never_ending():
        return False
    second = following.lstrip(_OPENERS)[1:2]
    if first.islower():
        return second.isupper()  # "pH", "mTOR" open sentences; other small letters do not
    if first.isdigit():
        return folded not in _abbreviated() and not _INITIALS.match(word)
    if not (first.isupper() or first in "•≥≤<>±~"):
        return not first.isalnum() and folded not in _abbreviated()
    if _INITIALS.match(word):
        return _after_initials(word, before, following)
    if _NUMBER_ONLY.match(word) and len(before.split()) == 1:
        return False
    return True


def _after_initials(word: str, before: str, following: str) -> bool:
    """After "C." or "U.S.": another initial, a small word or a name goes on; a sentence starts
    with a capitalised word that is followed by more small ones."""
    opening = following.split(" ", 2)
    if _INITIALS.match(opening[0]):
        return False
    if len(word) == 2 and len(before.split()) == 1:
        return False
    if len(word) == 2 and word[0].isupper():
        # "vitamin C. The": the letter names the word before it; "J. Smith": it is a name's.
        previous = before.split()[-2] if len(before.split()) > 1 else ""
        return previous[:1].islower() and len(opening) > 1 and opening[1][:1].islower()
    return len(opening) > 1 and opening[1][:1].islower()


def _glued(text: str, match: re.Match[str]) -> bool:
    """A sentence that ends without a space, "…daily.The dose": small word, stop, capitalised word."""
    before = text[: match.start()]
    after = text[match.end() :]
    return (
        match[0] == "."
        and bool(re.search(r"\b[a-z]{4,}$|\)$", before))
        and bool(re.match(r"[A-Z][a-z]+ [a-z]", after))
    )
