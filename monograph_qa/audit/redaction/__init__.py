"""Takes identifiers of people out of a question before anything reads, stores or sends it; each is
replaced by a mark in brackets ("[patient name]"). Rules and tables of names find much, not all: a
name of ordinary words, or one that no table has, may pass."""

import re
from collections.abc import Callable
from functools import cache

from monograph_qa.audit.redaction.found import Found, any_of, apart, every
from monograph_qa.audit.redaction.names import find_names
from monograph_qa.audit.redaction.numbers import (
    OVER_89,
    find_bare_numbers,
    find_contacts,
    find_dates,
    find_great_ages,
    find_pages,
    find_records,
)
from monograph_qa.audit.redaction.places import find_places, find_rooms
from monograph_qa.audit.redaction.words import IsDrug
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.identifiers import identifier_cues, identifier_shapes

__all__ = ["Redaction", "marks_in", "redact"]

_NUMBERED = re.compile(r"[\d@/]|\bdot\b", re.IGNORECASE)
_LOOSE = re.compile(r"\s*\(\s*\)|\s+(?=[?.!,;)])")  # what a mark that is gone leaves behind
_LATIN = r"A-Za-z\u00c0-\u024f\u1e00-\u1eff"
_GREEK = r"[\u0370-\u03ff\u1f00-\u1fff]{3,}"
_OTHER = (  # Cyrillic to Vedic, Chinese to Korean, forms of Hebrew and Arabic letters
    r"[\u0400-\u1cff\u2de0-\u2dff\u2e80-\u2fff\u3005-\ua71f\ua800-\uab2f\uabc0-\ud7ff"
    r"\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\U00010000-\U0001d3ff\U00020000-\U0003ffff]+"
)
_WORD = rf"(?:{_GREEK}|{_OTHER})"
_RUN = re.compile(
    rf"(?<![{_LATIN}]){_WORD}(?:[\s.\u00b7\u2010\u2019\u200c\u200d\u30fb'-]+{_WORD})*(?![{_LATIN}])"
)
_BRACKETED = re.compile(r"\[[a-z0-9 -]+\]")


@frozen
class Redaction:
    """The question to show, store and send, and its marks in their order; `reading` is without the
    marks and the words that only announce them ("MRN")."""

    question: str
    reading: str
    marks: tuple[str, ...] = ()


def redact(
    question: str,
    is_drug: IsDrug = lambda word: False,
    is_maker: Callable[[str], bool] = lambda words: False,
) -> Redaction:
    """The question with every identifier found replaced by its mark. Words that `is_drug` knows (in
    small letters) are never taken for a person; those of a maker not unless something else says so.
    Repeats until nothing more is found: one name found may reveal the next."""
    shown = question
    while (left := _marked(shown, is_drug, is_maker)) != shown:
        shown = left
    marks = marks_in(shown)
    return Redaction(shown, _reading(shown) if marks else shown, marks)


def marks_in(question: str) -> tuple[str, ...]:
    """The marks that a redacted question bears, each once, in their order."""
    bracketed = (match[0][1:-1] for match in _BRACKETED.finditer(question))
    return tuple(dict.fromkeys(each for each in bracketed if each in _marks()))


def _marked(question: str, is_drug: IsDrug, is_maker: Callable[[str], bool]) -> str:
    """The question with what one reading of it finds replaced; what is in brackets stays."""
    found: list[Found] = []
    marked = [match.span() for match in _BRACKETED.finditer(question)]
    # "[phone]" announces nothing of what stands behind it.
    read = _BRACKETED.sub(_masked, question)
    if _NUMBERED.search(read):
        for finder in _FINDERS:
            found += finder(read)
    if not read.isascii():
        # Text in another script than Latin: labels here are in English, so it names or tells of
        # somebody. Greek letters by themselves or two by two are science, as is one within a word.
        found += every(_RUN, read, "name")
    found += find_names(read, is_drug, is_maker)
    found += find_bare_numbers(read)
    free = (f for f in found if not any(a < f.stop and f.start < b for a, b in marked))
    parts: list[str] = []
    at = 0
    for each in apart(free):
        parts += [question[at : each.start], f"[{each.mark}]"]
        at = each.stop
    return "".join([*parts, question[at:]])


def _masked(bracketed: re.Match[str]) -> str:
    """What is in brackets, without its words and as long, where it is a mark; a person's by "~"."""
    inside = bracketed[0][1:-1]
    blank = "~" if inside.endswith("name") and inside != "user name" else "_"
    return f"[{blank * len(inside)}]" if inside in _marks() else bracketed[0]


def _reading(shown: str) -> str:
    unmarked = _announced().sub(" ", shown.replace(f"[{OVER_89}]", "90"))
    reading = _LOOSE.sub("", " ".join(unmarked.split()))
    return reading if any(c.isalpha() for c in reading) else shown


@cache
def _announced() -> re.Pattern[str]:
    """A mark with the words before it that only announce it: MRN [record number], for Mr [name]."""
    cue = any_of("record", "born", "phone", "zip")
    whose = any_of("title", "person", "relative")
    for_whom = rf"\bfor\s+(?:(?:an?|the|my|our|his|her|their|{whose})[\s:.]+)*"
    marks = "|".join(re.escape(mark) for mark in _marks())
    announced = rf"(?:{for_whom})?(?:{cue}[\s:#.]*(?:is|at|on|:)?\s*)?"
    return re.compile(rf"{announced}\[(?:{marks})\]", re.IGNORECASE)


@cache
def _marks() -> frozenset[str]:
    kinds = (
        "title", "person", "named", "relative", "record", "born", "dated", "phone", "home", "room",
        "user",
    )  # fmt: skip
    marks = {mark for kind in kinds for mark in identifier_cues(kind).values()}
    marks.update(mark for _, mark in identifier_shapes())
    return frozenset(marks | _OTHER_MARKS)


_OTHER_MARKS = frozenset(
    {"name", "e-mail", "network address", "web address", "licence plate", "device number", OVER_89}
)
_FINDERS = (
    find_pages, find_records, find_contacts, find_dates, find_places, find_great_ages, find_rooms,
)  # fmt: skip
