"""Looks at what stands around a name: whether a name may begin here; whether what follows is said
of people only; and whether words that may mean something else, or that no list has, are a name
after all."""

import calendar
import re
from collections.abc import Iterator, Sequence
from functools import cache

from monograph_qa.audit.redaction.found import Found, cue, has_cue_before
from monograph_qa.audit.redaction.words import (
    SENTENCE,
    SHORTEST,
    YEARS,
    IsDrug,
    Kind,
    Part,
    Word,
    is_drug_like,
    is_pair,
    is_strange,
    words_of,
)
from monograph_qa.names.words import drug_words
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.identifiers import identifier_cues

_TURN = re.compile(  # what comes next when nothing but a name can have been said
    r"\s*(?:$|[,.;:!?)&]|-\s)|\s+(?:to|that|if|she|he|and|from|about|know|re)\b", re.IGNORECASE
)
_CLOSED = re.compile(r"\s*(?:$|[,.;:!)]|-\s)|\s+[A-Z][a-z]+\s*(?:$|[,.;:!)]|-\s)")
_GAP = r"[\s,:;!.–-]+"


def announced_names(text: str, words: Sequence[Word]) -> Iterator[Found]:
    for match in cue("announces", "treats", after=_GAP).finditer(text):
        ahead = [word for word in words if word.start >= match.end()][:2]
        if not ahead or ahead[0].start != match.end() or not _is_name(text, ahead[0]):
            continue
        is_treated = re.split(_GAP, match[0].lower())[0] in identifier_cues("treats")
        if is_treated and (ahead[0].is_explained or ahead[0].is_known_drug):
            continue  # give Camila is the contraceptive
        last = ahead[-1] if len(ahead) > 1 and _goes_on(text, *ahead) else ahead[0]
        yield Found(ahead[0].start, last.stop, "name")


def _is_name(text: str, word: Word) -> bool:
    given, is_turn = word.name.given, _TURN.match(text, word.stop) is not None
    if word.is_common or word.lower in drug_words():
        return False
    if word.is_capitalized and is_turn:
        return given == 2  # also Camila, a brand, and Hope
    if word.is_known_drug or word.name.is_word:
        return False
    if given:
        return word.is_capitalized or (is_turn and not word.is_english)
    is_said_of = cue("speaks", before=r"\s+").match(text, word.stop) or _CLOSED.match(
        text, word.stop
    )
    return word.is_capitalized and word.is_unknown and is_said_of is not None


def _goes_on(text: str, before: Word, word: Word) -> bool:
    """Whether a word right behind a given name is the family's."""
    is_beside = text[before.stop : word.start].isspace()
    is_family = bool(word.name.family) or word.is_unknown
    return (
        is_beside
        and before.is_capitalized
        and word.is_capitalized
        and is_family
        and not (word.is_common or word.is_known_drug)
    )


AGED = re.compile(
    rf",?\s+\(?\d{{1,3}}\s*(?:,|\)|{YEARS}|[MF]\b|(?:on|with|w/|taking|asks|needs)\s|kgs?\b)",
    re.IGNORECASE,
)
SAID_AGED = re.compile(
    rf"[.,]?\s+(?:is\s+)?\(?(?:\d{{1,3}}[\s-]*(?:{YEARS}|[MF]\b|(?:mo|months?)\b)|[MF]\s?\d{{1,3}}\b"
    r"|aged?\s+\d)",
    re.IGNORECASE,
)
IS_TAKING = re.compile(r"\s+is\s+(?:on|an?|taking|allergic|pregnant|starting)\b", re.IGNORECASE)
_IS_EXPECTING = re.compile(r"\s+is\s+\d{1,2}\s+(?:weeks|wks?|months)\b", re.IGNORECASE)
AFTER_FOR = re.compile(r"\bfor\s+$", re.IGNORECASE)
_SHE = re.compile(r"(?:,\s*|\s+-+\s*|\s+)(?:she|he)(?:['’]s)?\b", re.IGNORECASE)
OWNED = re.compile(r"['’]s\s+(?P<word>[\w+-]+)", re.IGNORECASE)
CLAUSE = re.compile(
    r"(?:^|[,;:.(&+\]]|\b(?:for|from|in|with|and|of|by|to|is|does|did|can|could|should|will|has))"
    r"\s*$",
    re.IGNORECASE,
)
CLAUSE_END = re.compile(r"\s*(?:$|[,;:?(])")
_STATE = re.compile(r",?\s+[A-Z]{2}\s+\d{5}\b", re.IGNORECASE)  # Lexington MA 02421
_REACH = 60  # characters
_CODE = 10  # characters of a state and its code


def has_person_context(text: str, stop: int) -> bool:
    """Whether what follows a name shows a person: an age, a verb, a value, something owned."""
    verb = cue("goes_on", "speaks", before=r"\s+")
    value = cue("measured", before=r",?\s+", after=r"\s*(?:is|was|of|=|:)?\s*\d")
    signs = (SAID_AGED, AGED, IS_TAKING, _IS_EXPECTING, _SHE, verb, value)
    return any(pattern.match(text, stop) for pattern in signs) or owns(text, stop)


def speaks(text: str, stop: int) -> bool:
    """Whether what follows shows nothing but a person: asks, fell, has been, "'s mother"."""
    signs = (_IS_EXPECTING, cue("speaks", before=r"\s+"), cue("relative", before=r"['’]s\s+"))
    return any(pattern.match(text, stop) for pattern in signs)


def owns(text: str, stop: int) -> bool:
    """Whether a relative, laboratory values or a drug follows, and no disease: Bell's palsy."""
    match = OWNED.match(text, stop)
    if match is None:
        return False
    word = match["word"].lower()
    owned = identifier_cues("owned").keys() | identifier_cues("relative").keys()
    return word in owned or is_drug_like(word)


def begins_clause(text: str, at: int) -> bool:
    """Whether a name may stand here by itself: after nothing, a mark, "for"; no town."""
    if cue("travels", after=r"\s+$").search(text, 0, at):
        return False
    person = cue("person", "relative", "title", "room", after=r"[.:]?\s*$")
    return any(each.search(text, 0, at) for each in (CLAUSE, person))


def is_term(text: str, run: Sequence[Part]) -> bool:
    """Whether a disease, a test or a state with its code follows: Hashimoto thyroiditis."""
    stop = run[-1].word.stop
    # What lies within a run counts too: MA may be its last word.
    term = cue("term", before=r"(?:['’]s)?[,\s-]+")
    is_place = _STATE.search(text, run[0].word.stop, stop + _CODE) is not None
    return is_place or term.match(text, stop) is not None or _is_town(text, run)


def _is_town(text: str, run: Sequence[Part]) -> bool:
    """Whether a state follows, as a town's: Princeton, NJ; behind a maker also what may be a title
    of somebody, and without a comma: Genzyme, Cambridge MA."""
    match = _town().match(text, run[-1].word.stop)
    if match is None:
        return False
    is_sure = "," in match[0] and match["state"].lower() not in identifier_cues("credential")
    return is_sure or has_cue_before(text, run[0].word.start, cue("maker"), _REACH)


@cache
def _town() -> re.Pattern[str]:
    """A state behind a town: Princeton, NJ."""
    states = "|".join(state.upper() for state in identifier_cues("state"))
    return re.compile(rf",?\s+(?P<state>{states})\b")


def is_noun(text: str, at: int, is_drug: IsDrug) -> bool:
    """Whether an English noun follows (Brodie abscess), or 's with a disease (Baker's asthma)."""
    if text[at : at + 2] in ("'s", "’s"):
        return True
    ahead = words_of(text[at : at + _REACH], is_drug)[:1]
    if not ahead or not text[at : at + ahead[0].start].isspace():
        return False
    word = ahead[0]
    is_asked = word.is_common or word.is_known_drug or word.is_a("substance") or len(word.text) == 1
    is_asked = is_asked or word.is_a("kin")
    return word.is_english and not is_asked and find_meaning(word.text) is None


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
    is_month = word.lower.capitalize() in calendar.month_name
    return is_usual and not (is_month or word.is_a(*_COUNTED))


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
