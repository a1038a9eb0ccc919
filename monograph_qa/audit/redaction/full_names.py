"""Names with no word before them: first and last, family name first, or one before an age."""

import re
from collections.abc import Iterator, Sequence

from monograph_qa.audit.redaction.found import Found
from monograph_qa.audit.redaction.name_words import (
    IsDrug,
    is_family,
    is_known,
    is_listed,
    is_particle,
    is_unknown,
)
from monograph_qa.audit.redaction.words import Word, words_of
from monograph_qa.vocabulary.identifiers import identifier_cues, person_names

AGED = re.compile(
    r",?\s+\(?\d{1,3}\s*(?:,|\)|yo?\b|y/o|y\.o|years?\b|yrs?\b|[MF]\b)", re.IGNORECASE
)
_PARTICLES = 3
_WITHIN = re.compile(r"\s+(?:[A-Z]\.?\s+|[a-z]+\s+){0,3}")
_REACH = 40  # characters


def full_names(text: str, words: Sequence[Word], is_drug: IsDrug) -> Iterator[Found]:
    """A given name and a family name, written alike, in no headline; also family name first.

    One of them may be in no list, where both are capitalized and neither is English nor a drug's;
    both may, before an age.
    """
    capitalized = [word for word in words if word.is_capitalized]
    if len(capitalized) * 2 > len(words) + 1 and len(words) > 3:
        return  # a headline
    for at, first in enumerate(words[:-1]):
        rest = list(words[at + 1 : at + 2 + _PARTICLES])
        while len(rest) > 1 and (rest[0].is_initial or is_particle(rest[0])):
            rest.pop(0)
        last = rest[0]
        if _is_full(text, first, last, is_drug) or _is_turned(text, first, last, is_drug):
            yield Found(first.start, last.stop, "name")


def _is_full(text: str, first: Word, last: Word, is_drug: IsDrug) -> bool:
    gap = text[first.stop : last.start]
    between = words_of(gap)
    if _WITHIN.fullmatch(gap) is None or not all(
        word.is_initial or is_particle(word) for word in between
    ):
        return False
    is_given = _is_given(first) and not is_known(first, is_drug)
    if first.is_capitalized and last.is_capitalized:
        if is_given:
            return is_family(last, is_drug) or is_unknown(last, is_drug)
        if not is_unknown(first, is_drug):
            return False
        told = AGED.match(text, last.stop) is not None
        return (told and is_unknown(last, is_drug)) or (
            is_family(last, is_drug) and (told or _goes_on(text, last))
        )
    alike = (first.text.islower() and last.text.islower()) or (
        first.text.isupper() and last.text.isupper()
    )
    return alike and is_given and is_family(last, is_drug)


def _is_turned(text: str, first: Word, last: Word, is_drug: IsDrug) -> bool:
    """Smith, John: both listed, or before an age."""
    if text[first.stop : last.start] not in (", ", ","):
        return False
    if AGED.match(text, last.stop) and all(
        word.is_capitalized
        and (is_unknown(word, is_drug) or (is_listed(word) and not is_known(word, is_drug)))
        for word in (first, last)
    ):
        return True
    return (
        first.is_capitalized
        and last.is_capitalized
        and is_family(first, is_drug)
        and _is_given(last)
        and not is_known(last, is_drug)
    )


def _is_given(word: Word) -> bool:
    names = person_names()
    return word.key in names.given and word.key not in names.words


def _goes_on(text: str, word: Word) -> bool:
    after = words_of(text[word.stop : word.stop + _REACH])
    return bool(after) and after[0].lower in identifier_cues("goes_on")


def aged_names(text: str, words: Sequence[Word], is_drug: IsDrug) -> Iterator[Found]:
    """A listed given name with an age after it: Tom, 45, on warfarin."""
    for word in words:
        is_aged = word.is_capitalized and AGED.match(text, word.stop)
        if is_aged and _is_given(word) and not is_known(word, is_drug):
            yield Found(word.start, word.stop, "name")


def plain_gap(text: str, first: Word, last: Word) -> bool:
    return re.fullmatch(r"\s+(?:[A-Z]\.?\s+)?", text[first.stop : last.start]) is not None
