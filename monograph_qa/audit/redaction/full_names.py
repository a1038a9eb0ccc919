"""Finds names without a cue before them: runs of words that can only be names, in any case and
order. A run needs two such words, or one with something beside it that is said of people; words
with another meaning as well (Young, Rose, Camila, Crohn) join a run and start none."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from monograph_qa.audit.redaction.around_names import (
    AFTER_FOR,
    AGED,
    OWNED,
    SAID_AGED,
    TAKING,
    VALUE,
    begins_clause,
    has_person_context,
    is_noun,
    is_plain_name,
    is_term,
)
from monograph_qa.audit.redaction.found import Found, cue
from monograph_qa.audit.redaction.words import (
    SHORTEST,
    Kind,
    Part,
    Word,
    is_drug_like,
    is_pair,
    is_strange,
    part_of,
    writing,
)
from monograph_qa.names.words import drug_word_near
from monograph_qa.vocabulary.identifiers import PersonName

_INITIALED = re.compile(r"\b[A-Z]\.\s?[A-Z][^\W\d_A-Z]{2}|[^\W\d_]{4}\s[a-z]\.(?:\s|$)")
_CALLED = re.compile(r"\s+[\"“‘(']")
_CALLED_END = re.compile(r"[\"”’)']\s+")
AND_ANOTHER = re.compile(r"\[~+\]\s+(?:and|&)\s+$")  # behind a name that is gone
_ASKED = re.compile(
    r"\b(?:is|does|did|can|could|should|will|would|has|must|was)\s+$", re.IGNORECASE
)
_DOES = re.compile(r"\s+[a-z]")
_TURN = re.compile(r",\s?")
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_TO = re.compile(r"\s+to\s+[a-z]", re.IGNORECASE)


def lone_names(text: str, words: Sequence[Word]) -> Iterator[Found]:
    """Each run of words that is a name, "Smith, John" and "maria del carmen ruiz" as one."""
    # Two words may be a name without one that is sure: mark stone, batbayar ganbold.
    pairs = pairwise(words)
    may_be = any(map(_may_start, words)) or any(
        is_pair(*p) or all(map(is_strange, p)) for p in pairs
    )
    signs = (SAID_AGED, AGED, OWNED, TAKING, VALUE, _INITIALED, cue("speaks"))
    if not (may_be or any(sign.search(text) for sign in signs)):
        return  # most questions: neither brands nor plain words are read for them
    parts: list[Part] = []
    for word in words:
        part = part_of(text, word)
        is_family = _is_behind_particle(part, parts) or _is_eponym_of(part, parts)
        if is_family:
            part = Part(word, Kind.NAME, PersonName(family=2))
        parts.append(part)
    # Where nothing else is asked about, a name alone is as likely a drug that nobody lists.
    is_dosed = any(word.is_known_drug or word.is_a("substance") for word in words)
    at = 0
    while at < len(parts):
        stop = _chain(text, parts, at)
        run = _run(text, parts[at:stop], is_dosed=is_dosed)
        if run:
            last = _with_ending(text, parts, run[-1])
            yield Found(run[0].word.start, last.word.stop, "name")
        at = max(stop, at + 1)


def _is_behind_particle(part: Part, before: Sequence[Part]) -> bool:
    """Whether a particle makes a family name of a word: van Kusen, Van den Berg."""
    if not (before and before[-1].word.is_a("family_particle")):
        return False
    is_half = part.kind is Kind.WORD and part.word.is_capitalized and part.name.family == 2
    return part.kind is Kind.UNKNOWN or is_half


def _is_eponym_of(part: Part, before: Sequence[Part]) -> bool:
    """Whether an eponym is the end of a name that has begun: Jeroen de Vries."""
    word = part.word
    if len(before) < 2 or not (word.is_capitalized and word.is_disease):
        return False
    given, particle = before[-2:]
    is_named = given.kind is Kind.NAME and given.name.given > 0
    return is_named and particle.word.is_a("particle") and not word.is_known_drug


def _may_start(word: Word) -> bool:
    """Whether a name may be where this word is: else nothing more is looked up."""
    if word.is_a("family_particle") or word.is_a("speaks"):
        return True
    name = word.likely_name
    if word.is_foreign:
        return True
    is_name = bool(name) and not name.is_word and len(word.text) >= SHORTEST
    return is_name and not word.is_common and not is_drug_like(word.lower)


def _chain(text: str, parts: Sequence[Part], at: int) -> int:
    """Where the words end that may belong to the name that begins at parts[at]."""
    turned = False
    for stop in range(at, len(parts)):
        if parts[stop].kind in (Kind.OTHER, Kind.ENDING):
            return stop
        if stop == at:
            continue
        before = parts[stop - 1]
        between = text[before.word.stop : parts[stop].word.start]
        is_called = _CALLED.fullmatch(between) and parts[stop].name.given  # Bartholomew "Bart"
        is_initial = between.strip() == "." and before.kind is Kind.LINK
        if between.isspace() or is_initial or is_called or _CALLED_END.fullmatch(between):
            continue
        # Smith, John: only one full word stands before the comma, and a given name behind it.
        after = parts[stop]
        may_be_given = (
            after.name.given
            or after.kind is not Kind.WORD
            or SAID_AGED.match(text, after.word.stop) is not None
        )
        may_be_given = may_be_given and not before.word.is_a("maker")
        is_turn = _TURN.fullmatch(between) and not turned and may_be_given
        if not is_turn or sum(part.is_full for part in parts[at:stop]) != 1:
            return stop
        turned = True
    return len(parts)


def _run(text: str, chain: Sequence[Part], *, is_dosed: bool) -> Sequence[Part]:
    """The words of a chain that are a name; empty where none are."""
    anchor = next((at for at, part in enumerate(chain) if _starts(part)), None)
    if anchor is None:
        full = next((part for part in chain if part.is_full), None)
        alike = list(takewhile(lambda part: _is_written_as(part, full), chain))
        return alike if alike and is_plain_name(text, alike, is_dosed=is_dosed) else ()
    first, stop = anchor, anchor + 1
    while stop < len(chain) and (
        _joins(
            text,
            chain[first:stop],
            chain[stop],
            is_dosed=is_dosed or _is_a_persons(text, chain, stop),
        )
        or (chain[stop].name.is_usual and SAID_AGED.match(text, chain[stop].word.stop))
    ):
        stop += 1
    while first and _joins(text, chain[first:stop], chain[first - 1], is_dosed=is_dosed):
        first -= 1
    while stop - first > 1 and chain[stop - 1].word.is_a("particle"):
        stop -= 1
    run = chain[first:stop]
    kin = cue("kin", before=r"\s+").match(text, run[-1].word.stop)
    if kin is not None and _THE.search(text, 0, run[0].word.start):
        return run  # the Okonkwo baby
    full_words = [part.word.lower for part in run if part.is_full]
    # One name twice is that of two brothers' disease: Hailey Hailey.
    is_twice = len(full_words) > 1 and len(set(full_words)) == 1
    if is_term(text, run) or (is_twice and not has_person_context(text, run[-1].word.stop)):
        return ()
    if any(part.is_initial for part in run) and not _last(run).text.isupper():
        return run
    if len(full_words) > 1:
        # Two family names alone are a score's or a sign's (Lund Mackay); no score is named after
        # somebody whom no list has: Kudakwashe Moyo.
        is_unlisted = any(part.kind is Kind.UNKNOWN for part in run) and is_dosed
        is_unlisted = is_unlisted and begins_clause(text, run[0].word.start)
        # Angelini Rome is a company and where it is; Vienna Smith is somebody.
        ends = run[-1].word.is_a("place")
        is_given = any(part.name.given for part in (run[:-1] if ends else run))
        if is_given or is_unlisted or has_person_context(text, run[-1].word.stop):
            return run
    return run if _is_persons(text, run, is_dosed=is_dosed) else ()


def _starts(part: Part) -> bool:
    longest = max(map(len, part.word.text.split("-")))  # wi-fi is nobody's
    return part.kind is Kind.NAME and longest >= SHORTEST


def _last(run: Sequence[Part]) -> Word:
    return [part.word for part in run if part.is_full][-1]


def _joins(text: str, run: Sequence[Part], part: Part, *, is_dosed: bool) -> bool:
    """Whether a word beside a run belongs to it: written alike, and a name's other half."""
    if part.kind is Kind.LINK:
        return True
    anchor = next(each for each in run if _starts(each))
    if not _are_alike(text, run, part):
        return False
    if part.kind is Kind.NAME:
        return True
    if run[-1].word.is_a("particle") and part.word.start > run[-1].word.start:
        return True  # fatima el idrissi, jeroen de vries
    full = [each for each in run if each.is_full]
    is_single = len(full) == 1
    if part.kind is Kind.WORD:
        is_name = part.name.is_usual or not part.name.is_word
        if anchor.word.is_capitalized:
            return is_name
        # In small letters a word is a name's other half, or the third of three: jordan love, ali
        # hassan khan, not okafor high.
        one, other = anchor.name, part.name
        halves = (one.given and other.family) or (one.family and other.given)
        is_third = part.word.start > run[-1].word.start and len(full) == 2
        is_sure = all(each.kind is Kind.NAME for each in full) or not part.name.is_word
        is_third = is_third and is_sure
        return is_name and (is_single or is_third) and bool(halves)
    # Else it may be the drug that is asked about, or one with a slip in it: ana metformina.
    slip = drug_word_near(part.word.lower)
    return is_dosed and is_single and (slip is None or slip[1] > 1)


def _are_alike(text: str, run: Sequence[Part], part: Part) -> bool:
    """Whether a word is written as those of a run are, or one is a family name in capitals before
    a comma or a usual given name: DELACROIX, Amélie; HALVORSEN Per."""
    if writing(part.word) in {writing(each.word) for each in run if each.is_full}:
        return True
    first, last = sorted(
        (run[-1] if part.word.start > run[-1].word.start else run[0], part),
        key=lambda each: each.word.start,
    )
    is_turned = _TURN.fullmatch(text, first.word.stop, last.word.start) is not None
    is_surname = first.kind is Kind.NAME and first.name.family == 2 and last.name.given == 2
    is_written = first.word.text.isupper() and last.word.is_capitalized
    return is_written and (is_turned or is_surname)


def _is_written_as(part: Part, first: Part | None) -> bool:
    return first is None or part.kind is Kind.LINK or writing(part.word) == writing(first.word)


def _is_a_persons(text: str, chain: Sequence[Part], at: int) -> bool:
    """Whether a name is a person's by what follows: a word that may be the drug (Jean-Baptiste
    Nguema artesunate), or what only people have (Patrycja Zawadzka INR 5.2)."""
    if has_person_context(text, chain[at].word.stop):
        return True
    after = chain[at + 1] if len(chain) > at + 1 else None
    is_small = after is not None and after.word.text.islower() and after.kind is Kind.UNKNOWN
    return is_small and chain[at].word.is_capitalized


def _is_persons(text: str, run: Sequence[Part], *, is_dosed: bool) -> bool:
    """Whether one name alone is somebody's: by what follows, or by its place beside a drug."""
    word = _last(run)
    if has_person_context(text, word.stop) or word.lower.endswith("-san"):
        return True
    start, stop = run[0].word.start, run[-1].word.stop
    if _THE.search(text, 0, start):
        return False
    if AFTER_FOR.search(text, 0, start) and _TO.match(text, stop):  # is it safe for Adewale to fast
        return True
    if AND_ANOTHER.search(text, 0, start):  # [name] and Linh
        return True
    if _ASKED.search(text, 0, start) and run[-1].name.given and _DOES.match(text, stop):
        # Should Svetlana hold it, when can pedro restart; not how should Senna be used.
        return cue("said_of_drugs", before=r"\s+").match(text, stop) is None
    # EMILIA is a study, and of two names joined nearly all are a disease's: Zollinger-Ellison.
    is_joined = "-" in word.text and not word.is_of_syllables
    if not (is_dosed and run[-1].name.is_usual) or is_joined or word.text.isupper():
        return False
    # Diseases and scores are named after families: Agus asthma, not Brodie abscess.
    is_family = run[-1].name.family == 2
    return begins_clause(text, start) and not (is_family and is_noun(text, stop, word.is_drug))


def _with_ending(text: str, parts: Sequence[Part], last: Part) -> Part:
    """The last word of a name, or the ending after it: Prescott III."""
    at = parts.index(last) + 1
    if at == len(parts) or parts[at].kind is not Kind.ENDING:
        return last
    return parts[at] if text[last.word.stop : parts[at].word.start].strip() in ("", ",") else last
