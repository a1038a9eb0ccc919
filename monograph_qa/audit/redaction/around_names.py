"""Looks at what stands around a name: whether a name may begin here; whether what follows is said
of people only (an age, a verb, something owned), or makes it an eponym or a town."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from monograph_qa.audit.redaction.found import Found, cue, has_cue_before
from monograph_qa.audit.redaction.words import YEARS, IsDrug, Part, Word, is_drug_like, words_of
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
