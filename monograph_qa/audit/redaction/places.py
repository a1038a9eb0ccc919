"""Postal addresses (a house and its street, a box, a town with its code), and rooms in a house."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from monograph_qa.audit.redaction import streets
from monograph_qa.audit.redaction.found import Found, any_of, cue, is_amount, is_code, mentions
from monograph_qa.audit.redaction.words import Word, is_everyday, name_key, words_of
from monograph_qa.names.words import drug_word_near
from monograph_qa.vocabulary.identifiers import identifier_cues, person_name

_MAY_BE = re.compile(rf"(?<!\d)\d{{4,5}}(?!\d)|{streets.LETTERED}", re.IGNORECASE)
_REACH = 60  # characters
_ENDS = re.compile(r"[?!;]")
_BOX = re.compile(
    rf"\b(?i:P\.?\s*O\.?\s*Box|R\.?R\.?\s*#?\d+,?\s+box)\s+\d+"
    rf"(?:,?\s*{streets.TOWN})?(?:,?\s*[A-Z]{{2}}\b)?(?:,?\s*\d{{4,5}}(?:-\d{{4}})?)?"
)
_FLOOR = re.compile(  # 3ºB, no 12, 1 #05-12
    r",?\s+\d{1,2}\s?(?:[ºª°]\s?\w?|[a-d])\b|,?\s+no\.?\s*\d{1,4}\b|(?:\s+\d{1,3})?,?\s*#\d{1,2}-\d{1,4}\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r",\s*[A-Z][\w'’-]+$")
_LONGEST = 6  # digits of a postal code: Hyderabad 500034
_POST_CODE = re.compile(rf",?\s+(?:\d{{4,6}}\b|(?P<lettered>{streets.LETTERED}))", re.IGNORECASE)
_GAP = re.compile(r",?\s+")
_BLOCK = re.compile(  # 5-12-3 Shinjuku, Tokyo
    rf"(?<![\w.-])\d{{1,2}}-\d{{1,2}}-\d{{1,3}},?\s+{streets.TOWN}(?:,\s*{streets.TOWN})?"
)
_CROSSED = re.compile(  # Calle 45 #12-30
    r"\b(?:calle|carrera|cra|kra|cl|transversal|diagonal|avenida|av)\.?\s*\d+\w?\s*"
    r"(?:#|no\.?)\s*\d+\w?\s*-\s*\d+\b",
    re.IGNORECASE,
)
# 6 Place Bellecour 69002 Lyon: a number, names, a code and a town.
_POSTED = re.compile(
    r"(?<![\w.-])\d{1,4}[A-Za-z]?,?\s+(?:[A-Z][\w'’-]+\s+){0,2}[A-Z][\w'’-]+,?\s+\d{5}\s+[A-Z][\w-]+"
)
# Two words with capitals at least: a place smaller than a state, its lot.
_PLACE = r"(?-i:[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){1,3})(?:\s+(?:lot|no\.?|unit|\#)\s*\d+\w?)?"
_FIRST = re.compile(r"(?:^|[:;,]|\b(?:to|at|from))\s*$", re.IGNORECASE)
_STREETS = (
    streets.homes, streets.numbered_streets, streets.streets_abroad, streets.small_streets,
    streets.small_streets_abroad, streets.streets_between,
)  # fmt: skip
_MOST = 3  # words of a town behind a street
_ZIP = rf"[\s:]*(?:is\s*)?(?P<zip>\d{{5}}(?:-\d{{4}})?\b|\d{{4}}\b|{streets.LETTERED})"
_ROOM = (  # room 412 bed B, ICU-7; not room 20 to 25 C
    r"[\s#-]*[A-Z]?\d{1,4}[A-Z]?(?:-(?:\d{1,2}|[A-Z]))?(?![\w.,/]*\d|[A-Z])"
    r"(?!\s*(?:to\b|[-–]\s*\d|°|degrees|[CF]\b|\d))(?:[\s,]*\bbed[\s#-]*[A-Z]\b)?"
)
_WING = re.compile(  # 3 East 318-2
    r"(?<![\w.])\d{1,2}\s?(?:north|south|east|west)\s+\d{2,4}(?:-\d{1,2})?\b", re.IGNORECASE
)
_VIA = re.compile(
    r"(?<!\w)(?:via|viale)\s+(?P<name>[^\W\d_]{3,}),?\s+\d{1,3}[a-z]?\b", re.IGNORECASE
)
_ALONE = re.compile(rf"(?<![\w-]){streets.LETTERED.replace(' ?', ' ')}")


def find_places(text: str) -> Iterator[Found]:
    """Where people live; the address of a maker, named shortly before it, is printed on labels."""
    # Of two readings of one address the longer: 350 5th ave, new york, ny.
    for found in sorted(_places(text), key=lambda each: each.start - each.stop):
        before = max(0, found.start - _REACH)
        makers = cue("maker").finditer(text, before, found.stop)
        # Behind the end of a question another begins, and tells of somebody else.
        if all(_ENDS.search(text, maker.end(), found.start) for maker in makers):
            stop = _before_drug(text, found)
            yield replace(found, stop=_town_end(text, stop) if stop == found.stop else stop)


def _before_drug(text: str, found: Found) -> int:
    """Where an address ends that has taken a drug for its town: 33000 Bordeaux Ozempic."""
    for word in words_of(text[found.start : found.stop], lambda word: False)[2:]:
        if word.is_known_drug and not word.name:
            return _trimmed(text, found.start, found.start + word.start)[1]
    return found.stop


def _town_end(text: str, stop: int) -> int:
    """Where the town behind a street ends: words that nothing else explains, a state, a code."""
    floor = _FLOOR.match(text, stop)
    start = stop = floor.end() if floor else stop
    is_written = _WRITTEN.search(text, 0, stop) is not None
    for _ in range(_MOST):
        gap = None if _state_and_code().match(text, stop) else _GAP.match(text, stop)
        at = gap.end() if gap else stop
        ahead = words_of(text[at : at + _REACH], lambda word: False)[:1] if gap else []
        if not ahead or ahead[0].start:
            break
        coded = _state_and_code().match(text, at + ahead[0].stop)
        is_coded = coded is not None and coded["code"] is not None
        is_apart = "," in text[stop:at] or is_written  # Victoria Island
        if not (is_coded or _may_be_town(ahead[0], is_apart=is_apart)):
            break
        stop = at + ahead[0].stop
        is_written = ahead[0].is_capitalized
    state = _state_and_code().match(text, stop)
    if state and (stop > start or state["code"]):
        return state.end()
    code = _POST_CODE.match(text, stop)
    is_code = code is not None and stop > start and not is_amount(text, code.end())
    is_sure = code is not None and (code["lettered"] or len(code[0].strip()) == _LONGEST)
    return code.end() if code and (is_code or is_sure) else stop


def _may_be_town(word: Word, *, is_apart: bool) -> bool:
    """Whether nothing but a town explains a word, or a capital behind a comma: Bath, "Cork"."""
    if word.is_a("town"):
        return True
    if word.is_common or word.is_known_drug or drug_word_near(word.lower) is not None:
        return False
    is_written = is_apart and word.is_capitalized
    return is_written or not (word.is_english or (word.is_disease and not word.name))


@cache
def _state_and_code() -> re.Pattern[str]:
    code = rf"(?:\d{{5}}(?:-\d{{4}})?(?!\w)|{streets.LETTERED})"
    return re.compile(
        rf",?\s+{streets.any_state()}(?=\s*(?:{code}|[,.;:?)]|$))(?P<code>,?\s+{code})?",
        re.IGNORECASE,
    )


def find_rooms(text: str) -> Iterator[Found]:
    """Where in a house somebody lies."""
    room = rf"{_ROOM}(?:/{any_of('room')})?"  # bed3/hdu
    for pattern in (cue("room", after=room), _WING) if mentions(text, "room") else (_WING,):
        for match in pattern.finditer(text):
            if not is_amount(text, match.end()):
                yield Found(*match.span(), "room")


def _places(text: str) -> Iterator[Found]:
    words = {word.strip(".,:;").lower() for word in text.split()}
    signs = ("street", "street_before", "address_sign")
    endings = tuple(identifier_cues("street_ending"))
    if not (
        any(mentions(text, kind) for kind in ("street_between", "street_number_first", "lives_in"))
        or any(words & identifier_cues(kind).keys() for kind in signs)
        or _MAY_BE.search(text)
        or any(word.endswith(endings) for word in words)
    ):
        return
    for pattern in (each() for each in _STREETS):
        for match in pattern.finditer(text):
            group = "place" if "place" in match.groupdict() else 0
            units = identifier_cues("unit").keys() - identifier_cues("within").keys()
            names = match[group].split()[1:]
            if pattern is streets.homes() or not any(w.lower().strip(".,") in units for w in names):
                yield Found(*_trimmed(text, *match.span(group)), "address")
    for match in _VIA.finditer(text):
        name = name_key(match["name"])
        if person_name(name) and not (is_everyday(name) or is_amount(text, match.end())):
            yield Found(*match.span(), "address")
    for match in streets.plain_streets().finditer(text):
        if _is_street(text, match):
            yield Found(*match.span(), "address")
    for match in cue("lives_in", after=rf"\s+(?P<place>{_PLACE})").finditer(text):
        if cue("not_person").search(match["place"]) is None:
            yield Found(*match.span("place"), "address")
    for pattern in (_BOX, _BLOCK, _POSTED, _CROSSED, streets.zipped_towns(), _ALONE):
        for match in pattern.finditer(text):
            if not is_code(text, *match.span()):
                yield Found(*match.span(), "address")
    for match in cue("zip", after=_ZIP).finditer(text):
        if not is_amount(text, match.end()):
            yield Found(*match.span("zip"), "address")


def _is_street(text: str, match: re.Match[str]) -> bool:
    """Whether words and a kind of street that are words as well are one: strange ones, or where
    nothing stands before the number and none of them is a question's own: 76 hawthorn drive."""
    words = words_of(match["name"], lambda word: False)
    if all(word.is_unknown and drug_word_near(word.lower) is None for word in words):
        return True
    is_first = _FIRST.search(text, 0, match.start()) is not None
    is_kind = match["kind"].lower() in identifier_cues("street_noun")
    return is_first and is_kind and not any(w.is_common or w.is_known_drug for w in words)


def _trimmed(text: str, start: int, stop: int) -> tuple[int, int]:
    """Without the comma or the full stop that ends the sentence around it."""
    return start, start + len(text[start:stop].rstrip(" ,."))
