"""Names of people: after a title, after a word for a patient or a relative, or first and last.

A drug's name is never a person's here, though many bear women's names: what the library or the
vocabulary knows as a drug stays, and a name that stands by itself without such a word stays too.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from monograph_qa.audit.redaction.found import Found, any_of, has_cue_before
from monograph_qa.audit.redaction.words import Word, is_drug_like, is_everyday, words_of
from monograph_qa.vocabulary.identifiers import identifier_cues, person_names

IsDrug = Callable[[str], bool]

_KINDS = ("title", "person", "relative", "named")
_INITIALS = re.compile(r"(?:[A-Z]\.\s?){2,3}(?:[A-Z][a-z]+)?")
_GAP = re.compile(r"[\s.,:;'’\"“”()-]*")
_LINK = r"(?P<link>(?:['’]s)?(?:\s*(?:name|is|was|named|called|:|,|=|-|\(|\"|“|initials))*\s*)"
_AGED = re.compile(
    r",?\s+\(?\d{1,3}\s*(?:,|\)|yo\b|y/o|y\.o|years?\b|yrs?\b|[MF]\b)", re.IGNORECASE
)
_NAMING = re.compile(r"name|called|:|=|initials", re.IGNORECASE)
_OWNED = re.compile(r"\b(?:my|his|her|our|their)\s+$", re.IGNORECASE)
_MOST = 5  # words of one name
_REACH = 40  # characters


@cache
def _cued() -> re.Pattern[str]:
    cue = any_of("title", "person", "relative", "named")
    return re.compile(rf"(?P<cue>{cue})(?P<dot>\.?){_LINK}", re.IGNORECASE)


@cache
def _somebody() -> re.Pattern[str]:
    return re.compile(any_of("somebody", "relative"), re.IGNORECASE)


@cache
def _nobody() -> re.Pattern[str]:
    return re.compile(any_of("not_person"), re.IGNORECASE)


def find_names(text: str, is_drug: IsDrug) -> Iterator[Found]:
    words = words_of(text)
    spared: list[tuple[int, int]] | None = None
    for found in (
        *_after_cues(text, words, is_drug),
        *_full_names(text, words, is_drug),
        *_with_age(text, words, is_drug),
    ):
        if spared is None:
            spared = [match.span() for match in _nobody().finditer(text)]
        if not any(start < found.stop and found.start < stop for start, stop in spared):
            yield found


def _after_cues(text: str, words: Sequence[Word], is_drug: IsDrug) -> Iterator[Found]:
    for match in _cued().finditer(text):
        cue = re.sub(r"[\s-]+", " ", match["cue"].lower())
        kind = next((kind for kind in _KINDS if cue in identifier_cues(kind)), "named")
        mark = identifier_cues(kind).get(cue, "name")
        if kind in ("person", "relative") and (initials := _INITIALS.match(text, match.end())):
            yield Found(initials.start(), initials.start() + len(initials[0].rstrip()), mark)
            continue
        if kind == "relative" and not _OWNED.search(text[: match.start()]):
            continue
        if kind == "named" and not has_cue_before(text, match.start(), _somebody(), _REACH):
            continue
        ahead = [word for word in words if word.start >= match.end()]
        if not ahead or _GAP.fullmatch(text, match.end(), ahead[0].start) is None:
            continue
        if kind == "title" and not _is_title(match, ahead[0], words, is_drug):
            continue
        linked = _NAMING.search(match["link"]) is not None
        sure = kind in ("title", "named") or linked
        name = _name(text, ahead, is_drug, sure=sure, titled=kind == "title")
        if name:
            yield Found(name[0].start, name[-1].stop, mark)


def _is_title(match: re.Match[str], after: Word, words: Sequence[Word], is_drug: IsDrug) -> bool:
    """Mr, Ms and Dr are titles; MR, MS and DR are as often release forms and diseases."""
    said = match["cue"]
    if said[0].isupper() and said[1:].islower():
        return after.is_capitalized or _is_particle(after)
    before = [word for word in words if word.stop <= match.start()]
    if before and (is_drug_like(before[-1].lower) or is_drug(before[-1].lower)):
        return False
    names = person_names()
    return after.key in (names.given | names.family) - names.words


def _name(
    text: str, ahead: Sequence[Word], is_drug: IsDrug, *, sure: bool, titled: bool
) -> list[Word]:
    """The words of a name that begins at once; empty where none does.

    `sure`: the cue can stand before nothing else, so a capitalized word needs no list to be a name.
    `titled`: a family name may follow at once, and then it is the end of the name.
    """
    name: list[Word] = []
    for at, word in enumerate(ahead[:_MOST]):
        if name and not _joined(text, name, word):
            break
        if (name or sure) and _is_particle(word):
            name.append(word)
            continue
        if name and not _is_listed(word) and not _goes_on_from(name, ahead, at, titled):
            break  # Mrs Jones Zarxio: what nobody lists may be a drug
        after = ahead[at + 1] if len(ahead) > at + 1 else None
        # "R. Nguyen", and Camila Rodriguez, though Camila alone is the contraceptive.
        begins = after is not None and after.is_capitalized and _is_family(after, is_drug)
        listed = word.key in person_names().given or word.is_initial
        if not (begins and listed and word.text[0].isupper() and not name) and not _may_be_name(
            word, name, is_drug, sure=sure, titled=titled
        ):
            break
        name.append(word)
    while name and _is_particle(name[-1]):
        name.pop()
    if len(name) == 1 and not sure and not _is_listed(name[0]):
        # A word that nobody knows may be a drug's: only what comes next can tell.
        after = next((word for word in ahead if word.start >= name[0].stop), None)
        told = text[name[0].stop : name[0].stop + 2].startswith((",", "'s", "’s", "."))
        if not told and (after is None or after.lower not in identifier_cues("goes_on")):
            return []
    return name if any(len(word.text) > 1 for word in name) else []


def _goes_on_from(name: Sequence[Word], ahead: Sequence[Word], at: int, titled: bool) -> bool:
    """Whether a word that no list holds, ahead[at], may belong to the name before it."""
    if name[0].key in person_names().given or _is_particle(name[0]):
        return True
    after = ahead[at + 1].lower if len(ahead) > at + 1 else ""
    return after in identifier_cues("goes_on") or not (titled or _is_listed(name[0]))


def _is_particle(word: Word) -> bool:
    return word.lower in identifier_cues("particle")


def _may_be_name(
    word: Word, so_far: Sequence[Word], is_drug: IsDrug, *, sure: bool, titled: bool
) -> bool:
    names = person_names()
    listed = _is_listed(word)
    if word.is_initial:
        return bool(so_far) or sure
    if _is_known(word, is_drug):
        return False
    if word.is_capitalized:
        if listed:
            return word.key not in names.words or titled or bool(so_far)
        return not is_everyday(word.lower)
    if word.key in names.words:
        return False  # in small letters it is the word: "patient will"
    return word.key in names.given or (word.key in names.family and (sure or bool(so_far)))


def _is_listed(word: Word) -> bool:
    return word.key in person_names().given or word.key in person_names().family


def _is_family(word: Word, is_drug: IsDrug) -> bool:
    names = person_names()
    is_listed = word.key in names.family and word.key not in names.words
    return is_listed and not _is_known(word, is_drug)


def _is_known(word: Word, is_drug: IsDrug) -> bool:
    return is_drug_like(word.lower) or is_drug(word.lower)


def _joined(text: str, name: Sequence[Word], word: Word) -> bool:
    """Whether only a blank stands between, or a full stop after an initial, or "Smith, John"."""
    between = text[name[-1].stop : word.start]
    if between.strip() == ".":
        return name[-1].is_initial
    if between.strip() == ",":
        return len(name) == 1 and word.is_capitalized and word.key in person_names().given
    return between.isspace()


def _full_names(text: str, words: Sequence[Word], is_drug: IsDrug) -> Iterator[Found]:
    """A listed given name and a listed family name, written alike, in no headline."""
    capitalized = [word for word in words if word.is_capitalized]
    if len(capitalized) * 2 > len(words) + 1 and len(words) > 3:
        return  # a headline
    for at, first in enumerate(words[:-1]):
        rest = words[at + 1 : at + 3]
        last = rest[1] if rest[0].is_initial and len(rest) > 1 else rest[0]
        alike = (first.is_capitalized and last.is_capitalized) or (
            first.text.islower() and last.text.islower()
        )
        if not (alike and _plain_gap(text, first, last)):
            continue
        names = person_names()
        is_given = first.key in names.given and first.key not in names.words
        if is_given and _is_family(last, is_drug) and not _is_known(first, is_drug):
            yield Found(first.start, last.stop, "name")


def _with_age(text: str, words: Sequence[Word], is_drug: IsDrug) -> Iterator[Found]:
    """A listed given name with an age after it: Tom, 45, on warfarin."""
    for word in words:
        if word.is_capitalized and _AGED.match(text, word.stop):
            names = person_names()
            if word.key in names.given - names.words and not _is_known(word, is_drug):
                yield Found(word.start, word.stop, "name")


def _plain_gap(text: str, first: Word, last: Word) -> bool:
    return re.fullmatch(r"\s+(?:[A-Z]\.?\s+)?", text[first.stop : last.start]) is not None
