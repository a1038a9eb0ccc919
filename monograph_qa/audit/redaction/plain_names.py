"""Decides whether words that may mean something else, or that no list has, are a name after all: by
where they stand and what follows them."""

import re
from collections.abc import Sequence

from monograph_qa.audit.redaction.around_names import (
    AFTER_FOR,
    AGED,
    CLAUSE_END,
    IS_TAKING,
    SAID_AGED,
    begins_clause,
    has_person_context,
    is_term,
    owns,
    speaks,
)
from monograph_qa.audit.redaction.found import cue
from monograph_qa.audit.redaction.words import (
    SENTENCE,
    SHORTEST,
    Kind,
    Part,
    is_pair,
    is_strange,
    words_of,
)
from monograph_qa.vocabulary.identifiers import identifier_cues

TAKING = re.compile(r"\s+(?:is\s+)?(?:on|takes|taking)\s+", re.IGNORECASE)
VALUE = re.compile(r"\s+(?:BP|HR|INR|K\+?|A1c|eGFR|CrCl|QTc)\s*(?:is|was|of|=|:)?\s*\d")
_OF_A_PILL = re.compile(r"\s+\w+\s+(?:pill|dose|tablet)", re.IGNORECASE)
_COUNTED = ("record", "phone", "term", "code")  # page 12, case 3


def is_plain_name(text: str, chain: Sequence[Part], *, is_dosed: bool) -> bool:
    """Whether words that may all be something else are a name after all: frank white 70 M."""
    full = [part for part in chain if part.is_full]
    if not full or not begins_clause(text, chain[0].word.start):
        return False
    if is_dosed and len(full) > 1 and all(is_strange(part.word) for part in full[:2]):
        return _are_a_name(text, chain)
    if all(part.kind is Kind.UNKNOWN for part in full):
        return _is_unknown_name(text, chain, full, is_dosed=is_dosed)
    stop = chain[-1].word.stop
    is_aged = SAID_AGED.match(text, stop) is not None
    has_initial = any(part.is_initial for part in chain)
    if (len(full) > 1 or has_initial) and all(part.name.is_usual for part in full):
        return is_aged or IS_TAKING.match(text, stop) is not None or _is_pair(text, chain, full)
    if len(full) > 1:
        is_strange_half = is_dosed and any(is_strange(part.word) for part in full)
        makers = identifier_cues("maker")
        is_written = all(  # Mere Waqanivalu; not Bayer Leverkusen
            part.word.is_capitalized and part.word.lower not in makers for part in full
        )
        is_half = is_written and is_strange_half and SENTENCE.search(text, 0, chain[0].word.start)
        return bool(is_half or _has_particle(chain)) and not is_term(text, chain)
    if (full[0].word.is_known_drug or full[0].word.is_a("place")) and not _is_of_person(text, stop):
        return False
    return _is_given(full[0]) and has_person_context(text, stop)


def _has_particle(chain: Sequence[Part]) -> bool:
    """Whether a particle stands between two names with capitals: Wellington da Costa."""
    inside = any(part.word.is_a("particle") and part.word.text.islower() for part in chain[1:-1])
    names = [part for part in chain if part.is_full]
    return inside and all(part.name and part.word.is_capitalized for part in names)


def _is_given(part: Part) -> bool:
    """Whether a word with a capital is a usual given name as well, and counts nothing: Rose, 44."""
    word = part.word
    is_usual = part.name.given == 2 and word.is_capitalized and len(word.text) >= SHORTEST
    return is_usual and not (word.is_month or word.is_a(*_COUNTED))


def _is_of_person(text: str, stop: int) -> bool:
    """Whether a brand or a place that is also a given name is a person's, by what follows: Camila,
    34; not Camila missed pill, Kenya has."""
    acts = speaks(text, stop) and _OF_A_PILL.match(text, stop) is None
    return acts or any(aged.match(text, stop) for aged in (AGED, SAID_AGED))


def _is_unknown_name(
    text: str, chain: Sequence[Part], full: Sequence[Part], *, is_dosed: bool
) -> bool:
    """Whether words of which nobody knows one are a name: what is said behind them tells."""
    stop = chain[-1].word.stop
    has_initial = any(part.is_initial for part in chain)
    # s. venkataraghavan, C. Chikezie; not b. fragilis, C. Difficile
    is_species = full[0].word.lower.endswith(tuple(identifier_cues("species_ending")))
    if len(full) == 1 and full[0].word.text.islower():
        # In small letters it is as likely English or a drug: "smoker asks".
        if not is_strange(full[0].word):
            return False
        if is_dosed and has_initial:
            return not is_species
        starts = SENTENCE.search(text, 0, chain[0].word.start) is not None
        return speaks(text, stop) or owns(text, stop) or (starts and _takes_drug(text, chain))
    if has_initial:  # K. Oyelaran on, A.B. Chikezie heparin
        is_sure = is_dosed and is_strange(full[0].word) and not is_species
        if is_sure or has_person_context(text, stop):
            return True
    is_owner = owns(text, stop) and is_strange(full[-1].word)  # Mbali's apixaban
    if SAID_AGED.match(text, stop) or speaks(text, stop) or is_owner:
        return True
    starts = SENTENCE.search(text, 0, chain[0].word.start) is not None
    return starts and (VALUE.match(text, stop) is not None or _takes_drug(text, chain))


def _takes_drug(text: str, chain: Sequence[Part]) -> bool:
    """Whether "on" or "takes" and a drug follow: Farai on cotrim."""
    last = chain[-1].word
    taking = TAKING.match(text, last.stop)
    drug = words_of(text[taking.end() :], last.is_drug)[:1] if taking else []
    if not drug or drug[0].start:
        return False
    return drug[0].is_known_drug or drug[0].is_a("substance") or drug[0].text.isupper()  # on TLD


def _are_a_name(text: str, chain: Sequence[Part]) -> bool:
    """Whether words that no list has are a name, where a drug is named elsewhere: with capitals;
    in small letters with the drug or something said of people right behind."""
    if any(part.word.is_capitalized for part in chain):
        return True
    stop = chain[-1].word.stop
    drug = words_of(text[stop:], chain[0].word.is_drug)[:1]
    is_beside = bool(drug) and drug[0].is_known_drug and text[stop:][: drug[0].start].isspace()
    is_for = AFTER_FOR.search(text, 0, chain[0].word.start) is not None
    return is_beside or is_for or has_person_context(text, stop)


def _is_pair(text: str, chain: Sequence[Part], full: Sequence[Part]) -> bool:
    """Whether two words are a given name, or its initial, and a family name: both with a capital,
    for somebody, or with what is said of people behind them: Violet Hill, "for mark stone?"."""
    one, other = chain[0].word, chain[-1].word
    has_initials = all(part.is_initial for part in chain[:-1]) and other.name.family == 2
    if not (has_initials or (len(chain) == 2 and is_pair(one, other))) or is_term(text, full):
        return False
    is_for = AFTER_FOR.search(text, 0, one.start) and CLAUSE_END.match(text, other.stop)
    is_followed = has_person_context(text, other.stop) or cue("may_do", before=r"\s+").match(
        text, other.stop
    )
    # B. Braun is a maker, J. R. Braun is nobody but a person; E. Coli is an organism.
    makers = identifier_cues("maker")
    is_nobody = other.lower in makers or f"{one.lower}. {other.lower}" in makers
    is_nobody = is_nobody or other.lower.endswith(tuple(identifier_cues("species_ending")))
    is_whole = one.is_capitalized or len(chain) > 2 or not is_nobody
    is_written = other.is_capitalized and is_whole
    return bool(is_written or is_for or is_followed)
