"""Finds names of people: after a title, a word for a patient or a relative, or by themselves. Words
known as drugs stay, though many drugs bear women's names."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from monograph_qa.audit.redaction.around_names import (
    AFTER_FOR,
    AGED,
    announced_names,
    has_person_context,
)
from monograph_qa.audit.redaction.found import Found, cue, every, has_cue_before, is_amount
from monograph_qa.audit.redaction.full_names import AND_ANOTHER, lone_names
from monograph_qa.audit.redaction.words import IsDrug, Word, is_drug_like, is_everyday, words_of
from monograph_qa.vocabulary.identifiers import identifier_cues

_KINDS = ("title", "person", "relative", "named")
_INITIALS = re.compile(r"(?:[A-Z]\.\s?){2,3}(?:[A-Z][a-z]+)?")
_SAID_INITIALS = re.compile(r"(?<!\w)(?P<letters>[A-Z]{2,4})(?=\s*\(initials\))")
_INITIAL_GAP = re.compile(r"\s+(?:[A-Z]\.?\s+)?")
_GAP = re.compile(r"[\s.,:;'’\"“”()-]*")
_LINK = (
    r"(?P<link>(?:['’]s)?(?:\s*(?:(?:name|is|was|named|called|initials)\b|:|,|=|-|\(|\"|“))*\s*)"
)
_NAMING = re.compile(r"(?P<called>name|called)|:|=|initials", re.IGNORECASE)
_DOSED = re.compile(  # neither an age nor a weight
    r"\s+\d++(?:[.,]\d++)*+(?!\s*(?:y|months?|weeks?|wks?|days?|kgs?\b|lbs?\b))", re.IGNORECASE
)
_CODED = re.compile(r"[*\d]")
_BEFORE_NAME = re.compile(r"(?:^|[,;.:(]|\b(?:for|of|the|and|with))\s*$", re.IGNORECASE)
_OWNED = re.compile(r"\b(?:my|his|her|our|their)\s+$", re.IGNORECASE)
_MARK = re.compile(r"\s+\[~+\]")  # of a name that is gone
_AND_MARK = re.compile(r"\s+(?:and|&)\s+\[~+\]")  # Ayesha and [name]
_MARKED = re.compile(r"\[~+\]\s+$")
_SHORTEST = 3  # letters of a name that nothing else tells
_MOST = 5  # words of one name
_REACH = 40  # characters


def find_names(text: str, is_drug: IsDrug, is_maker: Callable[[str], bool]) -> Iterator[Found]:
    words = words_of(text, is_drug)
    capitals = sum(word.is_capitalized for word in words)
    is_headline = capitals * 2 > len(words) + 1 and len(words) > 3
    if (text.isupper() or is_headline) and len(text.lower()) == len(text):
        text = text.lower()  # so many capitals tell no more than small letters
        words = words_of(text, is_drug)
    found = [
        *_after_cues(text, words),
        *every(_SAID_INITIALS, text, "name", "letters"),
        *announced_names(text, words),
    ]
    for name in lone_names(text, words):
        met = [each for each in found if each.start < name.stop and name.start < each.stop]
        if not met and _is_maker_or_town(text, name, is_maker):
            continue
        for each in met:  # a cue says whose name it is, the run how far it goes
            found.remove(each)
            start, stop = min(name.start, each.start), max(name.stop, each.stop)
            name = replace(name, start=start, stop=stop, mark=each.mark)
        found.append(name)
    found += _beside_marks(text, words)
    if found:
        spared = [match.span() for match in cue("not_person").finditer(text)]
        for name in found:
            if not any(start < name.stop and name.start < stop for start, stop in spared):
                yield name


def _is_maker_or_town(text: str, name: Found, is_maker: Callable[[str], bool]) -> bool:
    """Whether a name is a maker's or its town's: a known maker, one followed by a word for
    companies (Rhodes Pharmaceuticals), or one behind a maker and a comma (Sandoz, Princeton)."""
    if cue("maker", before=r"(?:['’]s)?,?\s+").match(text, name.stop):
        return True
    words = text[name.start : name.stop]
    if has_person_context(text, name.stop) or AFTER_FOR.search(text, 0, name.start):
        return False
    is_its_town = cue("maker", after=r",\s+$").search(
        text[max(0, name.start - _REACH) : name.start]
    )
    return is_its_town is not None or (words[0].isupper() and is_maker(words))


def _beside_marks(text: str, words: Sequence[Word]) -> Iterator[Found]:
    """What belongs to a name that is gone already: a given name before it, "maría [name]", and a
    word behind it that nobody knows and a drug or a verb follows, "[name] Huat warfarin"."""
    for at, word in enumerate(words):
        after = words[at + 1] if len(words) > at + 1 else None
        is_before = _MARK.match(text, word.stop) and (word.name.given or word.is_a("particle"))
        is_beside = _AND_MARK.match(text, word.stop) and word.name.given == 2
        is_before = is_before or (is_beside and word.is_capitalized)
        is_behind = _MARKED.search(text, 0, word.start) and word.is_capitalized and word.is_unknown
        is_followed = after is not None and (after.is_known_drug or after.continues)
        # Odalys and Yusnel
        is_other = (
            AND_ANOTHER.search(text, 0, word.start) and word.is_capitalized and word.is_unknown
        )
        is_part = is_before or is_other or (is_behind and is_followed)
        is_cue = word.is_common or word.is_a("record")
        if is_part and not (is_cue or word.is_known_drug):
            yield Found(word.start, word.stop, "name")


def _after_cues(text: str, words: Sequence[Word]) -> Iterator[Found]:
    cues = cue(*_KINDS, before="(?P<cue>", after=rf")(?P<dot>\.?){_LINK}")
    for match in cues.finditer(text):
        cue_words = re.sub(r"[\s-]+", " ", match["cue"].lower())
        kind = next((kind for kind in _KINDS if cue_words in identifier_cues(kind)), "named")
        mark = identifier_cues(kind).get(cue_words, "name")
        if kind in ("person", "relative") and (initials := _INITIALS.match(text, match.end())):
            yield Found(initials.start(), initials.start() + len(initials[0].rstrip()), mark)
            continue
        is_owned = kind != "relative" or _OWNED.search(text[: match.start()]) is not None
        if kind == "named" and not (
            has_cue_before(text, match.start(), cue("somebody", "relative"), _REACH)
            or (":" in match["link"] and _BEFORE_NAME.search(text[: match.start()]))
        ):
            continue
        ahead = [word for word in words if word.start >= match.end()]
        if not ahead or _GAP.fullmatch(text, match.end(), ahead[0].start) is None:
            continue
        if kind == "title" and not _is_title(text, match, ahead[0], words):
            continue
        naming = None if cue_words in identifier_cues("people") else _NAMING.search(match["link"])
        called = kind == "named" or bool(naming and naming["called"])
        if not is_owned and not _is_called(text, ahead[0], match["cue"]):
            continue
        sure = kind in ("title", "named") or naming is not None
        sure = sure or (kind == "relative" and ahead[0].is_capitalized)
        sure = sure or (kind == "person" and _is_family(ahead[0]))
        name = _name(text, ahead, sure=sure, titled=kind == "title" or not is_owned)
        if called and not name and ahead[0].name.given == 2:  # a patient called rose
            name = [word for word in ahead[:1] if not (word.is_common or word.is_known_drug)]
        if name and not _is_dosed(text, name):
            yield Found(name[0].start, name[-1].stop, mark)


def _is_family(word: Word) -> bool:
    """Whether a word is a family name and nothing else: pt yilmaz, pt van der berg, not crohn."""
    is_listed = word.name.family == 2 and not word.name.is_word
    is_other = word.is_disease or word.is_known_drug or len(word.text) < _SHORTEST
    return word.is_a("family_particle") or (is_listed and not is_other)


def _is_called(text: str, word: Word, relative: str) -> bool:
    """Whether a given name follows a relative: Grandma Rose, abuela Carmen; not mother May I."""
    if not word.is_capitalized:
        return False
    is_said_of = has_person_context(text, word.stop)
    is_other = word.is_common or word.is_known_drug
    if not word.name:
        return not is_other and (is_said_of or (word.is_unknown and relative[0].isupper()))
    return word.name.given > 0 and (is_said_of or not (word.name.is_word and relative.islower()))


def _is_dosed(text: str, name: Sequence[Word]) -> bool:
    """Whether an amount follows one word that no list holds: my son Zarvexa 5 mg."""
    if len(name) > 1 or name[0].name:
        return False
    number = _DOSED.match(text, name[0].stop)
    return number is not None and is_amount(text, number.end())


def _is_title(text: str, match: re.Match[str], after: Word, words: Sequence[Word]) -> bool:
    """Mr, Ms and Dr are titles; MR, MS and DR are as often release forms and diseases."""
    title = match["cue"]
    if title[0].isupper() and title[1:].islower():
        return after.is_capitalized or after.is_a("particle")
    before = next((word for word in reversed(words) if word.stop <= match.start()), None)
    follows = before is not None and text[before.stop : match.start()].isspace()
    if before and follows and (is_drug_like(before.lower) or before.is_drug(before.lower)):
        return False
    if after.name and not after.name.is_word:
        return True
    is_nothing_else = title.lower() not in identifier_cues("title_otherwise")
    is_family = after.name.family == 2 and not after.is_common
    if is_family and (is_nothing_else or has_person_context(text, after.stop)):
        return True  # mr brown on warfarin
    if title.isupper() and not match["dot"]:
        return False
    is_title_only = bool(match["dot"]) or is_nothing_else
    return is_title_only and (after.is_unknown or after.is_a("particle"))


def _name(text: str, ahead: Sequence[Word], *, sure: bool, titled: bool) -> list[Word]:
    """The words of a name that begins at ahead[0]; empty where none does. `sure`: the cue always
    stands before a name, so any capitalized word is taken. `titled`: a family name may follow at
    once and then ends the name."""
    name: list[Word] = []
    for at, word in enumerate(ahead[:_MOST]):
        after = ahead[at + 1] if len(ahead) > at + 1 else None
        if _CODED.match(text, word.stop):
            break  # HLA-B*15:02
        unknown = word.is_unknown
        ends = unknown and _ends_name(text, word, after)
        if name and not _joined(text, name, word, ends):
            break
        if (name or sure) and word.is_a("particle"):
            name.append(word)
            continue
        turned = bool(name) and "," in text[name[-1].stop : word.start]  # Smith, John
        turned = turned or (ends and AGED.match(text, word.stop) is not None)
        if name and not (turned or word.name or _goes_on_from(name, ahead, at, titled)):
            break  # Mrs Jones Zarxio: what nobody lists may be a drug
        # "R. Nguyen", and Camila Rodriguez, though Camila alone is the contraceptive.
        begins = after is not None and after.is_capitalized and after.is_family
        listed = word.name.given or word.is_initial
        if not (
            (begins and listed and word.text[0].isupper() and not name)
            or (not name and _are_unknown(text, ahead[at : at + 2]))
            or (name and ends)
            or (unknown and after is not None and after.continues)
            or _may_be_name(word, name, sure=sure, titled=titled)
        ):
            break
        name.append(word)
    is_surname = titled and len(name) == 1 and name[0].is_capitalized and name[0].name.family
    while name and name[-1].is_a("particle") and not is_surname:  # Mrs Le
        name.pop()
    if len(name) == 1 and not sure and not name[0].name:
        # A word that nobody knows may be a drug's: only what comes next can tell.
        after = next((word for word in ahead if word.start >= name[0].stop), None)
        is_set_off = text[name[0].stop : name[0].stop + 2].startswith(
            (",", "'s", "’s", ".", ":", ";")
        )
        if not is_set_off and not (after and after.continues):
            return []
    return name if any(len(word.text) > 1 for word in name) else []


def _goes_on_from(name: Sequence[Word], ahead: Sequence[Word], at: int, titled: bool) -> bool:
    """Whether a word that no list holds, ahead[at], may belong to the name before it."""
    if ahead[at].text.islower() and name[0].is_capitalized:
        return False  # Carmen toma metformina
    if name[0].name.given or name[0].is_a("particle"):
        return True
    is_continued = len(ahead) > at + 1 and ahead[at + 1].continues
    return is_continued or not (titled or name[0].name)


def _may_be_name(word: Word, so_far: Sequence[Word], *, sure: bool, titled: bool) -> bool:
    known = word.name
    if word.is_initial:
        return bool(so_far) or sure
    if word.is_known_drug:
        return False
    if so_far and so_far[-1].is_a("family_particle"):
        return not word.is_common  # ms. van der berg, though a berg is one of ice
    if word.is_capitalized:
        if known:
            return not known.is_word or titled or bool(so_far)
        return not is_everyday(word.lower) or (titled and not word.is_common)
    if titled and not so_far and known.family == 2 and not word.is_common:
        return True  # mr brown
    if known.is_word or word.is_common:
        return False  # in small letters it is the word: "patient will"
    if sure and not so_far and word.is_unknown:
        return True
    return bool(known.given) or (bool(known.family) and (sure or bool(so_far)))


def _are_unknown(text: str, ahead: Sequence[Word]) -> bool:
    """Whether two unknown words stand together, or an unknown one before a family name."""
    if len(ahead) < 2 or not _INITIAL_GAP.fullmatch(text, ahead[0].stop, ahead[1].start):
        return False
    return ahead[0].is_unknown and (ahead[1].is_unknown or ahead[1].is_family)


def _ends_name(text: str, word: Word, after: Word | None) -> bool:
    """Whether what comes next shows a person: a verb, an age, a mark of punctuation."""
    if AGED.match(text, word.stop) or text[word.stop :].lstrip()[:1] in ("", *",:;?)("):
        return True
    return after is not None and after.continues


def _joined(text: str, name: Sequence[Word], word: Word, ends: bool) -> bool:
    """Whether only a blank stands between, or a full stop after an initial, or "Smith, John": the
    second listed, or unknown and the end (`ends`)."""
    between = text[name[-1].stop : word.start]
    if between.strip() == ".":
        return name[-1].is_initial
    if between.strip() == ",":
        return len(name) == 1 and (ends or (word.is_capitalized and word.name.given > 0))
    return between.isspace()
