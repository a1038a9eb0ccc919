"""Names with no word before them: runs of words that only a name explains, in any case and order.

A run needs two such words, or one with something beside it that is said of people. Words that are
English, a drug's or a disease's as well (Young, Rose, Camila, Crohn) join a run and start none.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from monograph_qa.audit.redaction.found import Found, cue
from monograph_qa.audit.redaction.words import INNER_CAPITAL, Word, is_drug_like
from monograph_qa.frozen import frozen
from monograph_qa.names.words import drug_words
from monograph_qa.vocabulary.identifiers import PersonName, identifier_cues

_YEARS = r"(?:yo?\b|y/o|y\.o|years?\b|yrs?\b|an[io]s\b|ans\b|jahre\b)"
AGED = re.compile(rf",?\s+\(?\d{{1,3}}\s*(?:,|\)|{_YEARS}|[MF]\b)", re.IGNORECASE)
_AGED = re.compile(
    rf"[.,]?\s+(?:is\s+)?\(?(?:\d{{1,3}}[\s-]*(?:{_YEARS}|[MF]\b|(?:mo|months?)\b)|[MF]\s?\d{{1,3}}\b"
    r"|aged?\s+\d)",
    re.IGNORECASE,
)
# Not the potassium of K 5.4; johnny b. 6 yrs is a child.
_INITIAL = re.compile(rf"(?:[A-Z]\b|[a-z]\.)(?:(?!\s*[\d:=<>])|(?=\s+\d{{1,3}}\s*{_YEARS}))")
_INITIALED = re.compile(r"\b[A-Z]\.\s?[A-Z][^\W\d_A-Z]{2}")
_IS = re.compile(r"\s+is\s+(?:on|an?|taking|allergic|pregnant|starting)\b", re.IGNORECASE)
_TURN = re.compile(r",\s?")
_CLAUSE = re.compile(
    r"(?:^|[,;:.(&+\]]|\b(?:for|from|in|with|and|of|by|to|is|does|did|can|could|should|will|has))"
    r"\s*$",
    re.IGNORECASE,
)
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_FOR, _TO = re.compile(r"\bfor\s+$", re.IGNORECASE), re.compile(r"\s+to\s+[a-z]", re.IGNORECASE)
_CLAUSE_END = re.compile(r"\s*(?:$|[,;:?(])")
_STATE = re.compile(r",?\s+[A-Z]{2}\s+\d{5}\b", re.IGNORECASE)  # Lexington MA 02421
_CODE = 10  # characters of a state and its code
_SENTENCE = re.compile(r"(?:^|[.?!:])\s*$")
_OWNS = re.compile(r"['’]s\b", re.IGNORECASE)
_SHORTEST = 3  # letters of a word that starts a run


class _Kind(Enum):
    NAME = auto()  # a name, and nothing else
    WORD = auto()  # a name, and something else
    UNKNOWN = auto()  # nobody knows it
    LINK = auto()  # an initial, a particle
    ENDING = auto()  # jr, III
    OTHER = auto()


_FULL = frozenset({_Kind.NAME, _Kind.WORD, _Kind.UNKNOWN})


@frozen
class _Part:
    """One word of a question: what it may be in a name."""

    word: Word
    kind: _Kind
    name: PersonName

    @property
    def is_full(self) -> bool:
        return self.kind in _FULL


def lone_names(text: str, words: Sequence[Word]) -> Iterator[Found]:
    """Each run of words that is a name, "Smith, John" and "maria del carmen ruiz" as one."""
    if not (_AGED.search(text) or _INITIALED.search(text) or any(map(_may_start, words))):
        return  # most questions: neither brands nor plain words are read for them
    parts: list[_Part] = []
    for word in words:
        part = _part(text, word)
        follows = bool(parts) and parts[-1].word.is_family_particle
        is_half = part.kind is _Kind.WORD and word.is_capitalized and part.name.family == 2
        if follows and (part.kind is _Kind.UNKNOWN or is_half):  # van Kusen, Van den Berg
            part = _Part(word, _Kind.NAME, PersonName(family=2))
        parts.append(part)
    # Where nothing else is asked about, a name alone is as likely a drug that nobody lists.
    is_dosed = any(word.is_known_drug for word in words)
    at = 0
    while at < len(parts):
        stop = _chain(text, parts, at)
        run = _run(text, parts[at:stop], is_dosed=is_dosed)
        if run:
            last = _with_ending(text, parts, run[-1])
            yield Found(run[0].word.start, last.word.stop, "name")
        at = max(stop, at + 1)


def _may_start(word: Word) -> bool:
    """Whether a name may be where this word is: else nothing more is looked up."""
    if word.is_family_particle or word.lower in identifier_cues("speaks"):
        return True
    name = word.likely_name
    is_name = bool(name) and not name.is_word and len(word.text) >= _SHORTEST
    return is_name and not word.is_common and not is_drug_like(word.lower)


def _part(text: str, word: Word) -> _Part:
    name = word.likely_name
    if word.is_particle:
        kind = _Kind.LINK
    elif len(word.text) == 1:
        kind = _Kind.LINK if _INITIAL.match(text, word.start) else _Kind.OTHER
    elif word.lower in identifier_cues("name_ending"):
        kind = _Kind.ENDING
    elif text[word.stop : word.stop + 1].isdigit():
        kind = _Kind.OTHER  # CHA2DS2
    elif not name and INNER_CAPITAL.search(word.text) and not word.text.isupper():
        kind = _Kind.OTHER
    elif word.is_known_drug:
        # Camila Rodriguez may bear the name of a brand; nobody is called Metformin.
        may_be = name.given and word.lower not in drug_words() and not word.text.islower()
        kind = _Kind.WORD if may_be else _Kind.OTHER
    elif word.is_common:
        # Daisy May, ROBERT LONG, Ng Wai Keung: a capital where no sentence begins.
        is_written = word.text[0].isupper() and not _SENTENCE.search(text, 0, word.start)
        is_half = name.is_usual and is_written and word.lower not in identifier_cues("somebody")
        kind = _Kind.WORD if is_half else _Kind.OTHER
    elif word.is_explained:
        kind = _Kind.WORD if name else _Kind.OTHER
    elif name:
        kind = _Kind.NAME
    else:
        kind = _Kind.UNKNOWN if len(word.text) >= _SHORTEST else _Kind.OTHER
    return _Part(word, kind, name)


def _chain(text: str, parts: Sequence[_Part], at: int) -> int:
    """Where the words end that may belong to the name that begins at parts[at]."""
    turned = False
    for stop in range(at, len(parts)):
        if parts[stop].kind in (_Kind.OTHER, _Kind.ENDING):
            return stop
        if stop == at:
            continue
        before = parts[stop - 1]
        between = text[before.word.stop : parts[stop].word.start]
        if between.isspace() or (between.strip() == "." and before.kind is _Kind.LINK):
            continue
        # Smith, John: only one full word stands before the comma, and a given name behind it.
        after = parts[stop]
        may_be_given = (
            after.name.given
            or after.kind is not _Kind.WORD
            or _AGED.match(text, after.word.stop) is not None
        )
        is_turn = _TURN.fullmatch(between) and not turned and may_be_given
        if not is_turn or sum(part.is_full for part in parts[at:stop]) != 1:
            return stop
        turned = True
    return len(parts)


def _run(text: str, chain: Sequence[_Part], *, is_dosed: bool) -> Sequence[_Part]:
    """The words of a chain that are a name; empty where none are."""
    anchor = next((at for at, part in enumerate(chain) if _starts(part)), None)
    if anchor is None:
        return chain if chain and _is_plain_name(text, chain) else ()
    first, stop = anchor, anchor + 1
    while stop < len(chain) and (
        _joins(chain[first:stop], chain[stop], is_dosed=is_dosed)
        or (chain[stop].name.is_usual and _AGED.match(text, chain[stop].word.stop))
    ):
        stop += 1
    while first and _joins(chain[first:stop], chain[first - 1], is_dosed=is_dosed):
        first -= 1
    while stop - first > 1 and chain[stop - 1].word.is_particle:
        stop -= 1
    run = chain[first:stop]
    if _is_term(text, run):
        return ()
    if any(map(_is_initial, run)) and not _last(run).text.isupper():
        return run
    if sum(part.is_full for part in run) > 1 and (
        any(part.name.given for part in run) or _has_person_context(text, run[-1].word.stop)
    ):
        return run  # two family names alone are a score's or a sign's: Lund Mackay
    if _is_turned(text, run):
        return run
    return run if _is_persons(text, run, is_dosed=is_dosed) else ()


def _is_turned(text: str, run: Sequence[_Part]) -> bool:
    """Whether a family name, a comma and what nobody knows make a clause: "patel, hitesh: …"."""
    return (
        len(run) > 1
        and run[0].name.is_usual
        and _TURN.fullmatch(text, run[0].word.stop, run[1].word.start) is not None
        and _CLAUSE.search(text, 0, run[0].word.start) is not None
        and _CLAUSE_END.match(text, run[-1].word.stop) is not None
    )


def _starts(part: _Part) -> bool:
    longest = max(map(len, part.word.text.split("-")))  # wi-fi is nobody's
    return part.kind is _Kind.NAME and longest >= _SHORTEST


def _last(run: Sequence[_Part]) -> Word:
    """The last word of a run that is more than an initial."""
    return [part.word for part in run if part.is_full][-1]


def _is_initial(part: _Part) -> bool:
    return part.kind is _Kind.LINK and not part.word.is_particle


def _joins(run: Sequence[_Part], part: _Part, *, is_dosed: bool) -> bool:
    """Whether a word beside a run belongs to it: written alike, and a name's other half."""
    if part.kind is _Kind.LINK:
        return True
    anchor = next(each for each in run if _starts(each))
    if _writing(anchor.word) != _writing(part.word):
        return False
    if part.kind is _Kind.NAME:
        return True
    full = [each for each in run if each.is_full]
    is_single = len(full) == 1
    if part.kind is _Kind.WORD:
        is_name = part.name.is_usual or not part.name.is_word
        if anchor.word.is_capitalized:
            return is_name
        # In small letters a word is a name's other half, or the third of three: jordan love, ali
        # hassan khan, not okafor high.
        one, other = anchor.name, part.name
        halves = (one.given and other.family) or (one.family and other.given)
        is_third = part.word.start > run[-1].word.start and len(full) == 2
        is_third = is_third and all(each.kind is _Kind.NAME for each in full)
        return is_name and (is_single or is_third) and bool(halves)
    return is_dosed and is_single  # else it may be the drug that is asked about


def _writing(word: Word) -> str:
    if word.text.islower():
        return "small"
    return "capitals" if word.text.isupper() else "capitalized"


def _is_term(text: str, run: Sequence[_Part]) -> bool:
    """Whether a disease, a test or a state with its code follows: Hashimoto thyroiditis."""
    stop = run[-1].word.stop
    # What lies within a run counts too: MA may be its last word.
    term = cue("term", before=r"(?:['’]s)?[,\s-]+")
    return bool(term.match(text, stop) or _STATE.search(text, run[0].word.stop, stop + _CODE))


def _is_persons(text: str, run: Sequence[_Part], *, is_dosed: bool) -> bool:
    """Whether one name alone is somebody's: by what follows, or by its place beside a drug."""
    word = _last(run)
    if _has_person_context(text, word.stop) or word.lower.endswith("-san"):
        return True
    start, stop = run[0].word.start, run[-1].word.stop
    if _THE.search(text, 0, start):  # the Okonkwo baby
        return cue("kin", before=r"\s+").match(text, stop) is not None
    if _FOR.search(text, 0, start) and _TO.match(text, stop):  # is it safe for Adewale to fast
        return True
    # EMILIA is a study, and of two names joined nearly all are a disease's: Zollinger-Ellison.
    if not (is_dosed and run[-1].name.is_usual) or "-" in word.text or word.text.isupper():
        return False
    return _begins_clause(text, start)


def _has_person_context(text: str, stop: int) -> bool:
    """Whether what follows a name is said of people: an age, a verb, something owned."""
    said = (_AGED, AGED, _IS, _OWNS, cue("goes_on", before=r"\s+"))
    return any(pattern.match(text, stop) for pattern in said)


def _begins_clause(text: str, at: int) -> bool:
    """Whether a name may stand here by itself: after nothing, a mark, "for", "my wife"."""
    person = cue("person", "relative", "title", "room", after=r"[.:]?\s*$")
    return any(each.search(text, 0, at) for each in (_CLAUSE, person))


def _is_plain_name(text: str, chain: Sequence[_Part]) -> bool:
    """Whether words that may all be something else are a name after all: frank white 70 M."""
    full = [part for part in chain if part.is_full]
    if not full or not _begins_clause(text, chain[0].word.start):
        return False
    is_aged = _AGED.match(text, chain[-1].word.stop) is not None
    initials = any(map(_is_initial, chain))
    if all(part.kind is _Kind.UNKNOWN for part in full):
        # One word in small letters that no list has is as likely English or a drug: "smoker asks".
        if len(full) == 1 and full[0].word.text.islower():
            return False
        if initials and _has_person_context(text, chain[-1].word.stop):  # K. Oyelaran on
            return True
        return is_aged or cue("speaks", before=r"\s+").match(text, chain[-1].word.stop) is not None
    are_names = (len(full) > 1 or initials) and all(part.name.is_usual for part in full)
    return are_names and (is_aged or _IS.match(text, chain[-1].word.stop) is not None)


def _with_ending(text: str, parts: Sequence[_Part], last: _Part) -> _Part:
    """The last word of a name, or the ending after it: Prescott III."""
    at = parts.index(last) + 1
    if at == len(parts) or parts[at].kind is not _Kind.ENDING:
        return last
    return parts[at] if text[last.word.stop : parts[at].word.start].strip() in ("", ",") else last
