"""Postal addresses (a house and its street, a box, a town with its code), and rooms in a house."""

import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.audit.redaction.found import Found, any_of, cue, is_amount, is_code, mentions
from monograph_qa.audit.redaction.words import is_everyday, name_key
from monograph_qa.vocabulary.identifiers import identifier_cues, person_name

_TOWN = r"(?!(?:From|In|At|To|Of|Near)\b)[A-Z][\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2}"
_NUMBER = r"\d{1,5}[A-Za-z]?(?![\w.]*\d)"
# Canada's and Britain's postal codes; the second part never has the letters of a unit.
_LETTERED = (
    r"(?:[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d"
    r"|[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})(?!\w)"
)
_DIGITS = r"(?:\d{5}(?:-\d{4})?|\d{4})(?!\w)"
_MAY_BE = re.compile(rf"(?<!\d)\d{{4,5}}(?!\d)|{_LETTERED}", re.IGNORECASE)
_OTHERS = frozenset({"box", "zip", "zipcode", "postcode", "postal", "lives"})
_SHORTEST_ENDING = 4  # letters: others end ordinary words as well
_REACH = 60  # characters
_ENDS = re.compile(r"[?!;]")
_BOX = re.compile(
    rf"\bP\.?\s*O\.?\s*Box\s+\d+(?:,?\s*{_TOWN})?(?:,?\s*[A-Z]{{2}}\b)?(?:,?\s*\d{{5}}(?:-\d{{4}})?)?",
    re.IGNORECASE,
)
_ZIP = rf"[\s:]*(?:is\s*)?(?P<zip>\d{{5}}(?:-\d{{4}})?\b|\d{{4}}\b|{_LETTERED})"
_ROOM = (  # room 412 bed B, ICU-7; not room 20 to 25 C
    r"[\s#-]*[A-Z]?\d{1,4}[A-Z]?(?:-\d{1,2})?(?![\w.,/]*\d|[A-Z])"
    r"(?!\s*(?:to\b|[-–]|°|degrees|[CF]\b|\d))(?:[\s,]*\bbed[\s#-]*[A-Z]\b)?"
)
_WING = re.compile(  # 3 East 318-2
    r"(?<![\w.])\d{1,2}\s?(?:north|south|east|west)\s+\d{2,4}(?:-\d{1,2})?\b", re.IGNORECASE
)
_VIA = re.compile(
    r"(?<!\w)(?:via|viale)\s+(?P<name>[^\W\d_]{3,}),?\s+\d{1,3}[a-z]?\b", re.IGNORECASE
)
_ALONE = re.compile(rf"(?<![\w-]){_LETTERED.replace(' ?', ' ')}")


def _rest() -> str:
    """What may follow a street: a side, a flat, a town, a state, a postal code."""
    side = r"(?:\s+(?:[NSEW]|NE|NW|SE|SW)\b\.?)?"
    within = rf"(?:,?\s*(?i:{any_of('within')})\.?\s*#?\s*\w{{1,5}}|,?\s*#\s*\w{{1,5}})?"
    code = rf"(?:,?\s*(?:{_LETTERED}|{_DIGITS}))?"
    town = rf"(?:,\s*(?:\d{{4,5}}\s+)?{_TOWN}?)?(?:,?\s+(?-i:{_states()})(?!\w))?{code}"
    return side + within + town


@cache
def _streets() -> re.Pattern[str]:
    """A number, one to three names and a kind of street, each name capitalized; a flat before."""
    flat = rf"(?:(?i:{any_of('within')})\.?\s*#?\s*\w{{1,5}},?\s+)?"
    name = r"(?:(?:\d+(?:st|nd|rd|th)|[A-Z][\w.'’-]*)\s+){1,4}"  # N. 5th, East Oak
    # "St" before another name is a saint: 2 Capsules St John's Wort.
    return re.compile(
        rf"(?<![\w.-]){flat}(?:\d{{1,4}}-)?\d{{1,6}}[A-Z]?\s+{name}(?i:{any_of('street')})(?!\s+John)\.?{_rest()}"
    )


@cache
def _abroad() -> re.Pattern[str]:
    """Kinds of street before a name (12 rue de la Paix, Via Roma 5) or in it (Hauptstraße 3)."""
    endings = "|".join(map(re.escape, identifier_cues("street_ending")))
    before = rf"(?i:{any_of('street_before')})(?:\s+(?:d[ue]s?|de\s+la|di|del|della))?\s+(?:d['’])?"
    name = r"[A-Z][\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2}"
    town = rf"(?:,?\s*\d{{4,5}}\s+{_TOWN})?"
    return re.compile(
        rf"(?<![\w.-])(?:{_NUMBER},?\s+{before}{name}|{before}{name},?\s+{_NUMBER}"
        rf"|{_NUMBER}\s+[A-Z][\w-]*(?:{endings})(?!\w)|[A-Z][\w-]*(?:{endings})\s+{_NUMBER}){town}"
    )


@cache
def _homes() -> re.Pattern[str]:
    """The same in any case, after words such as "lives at"."""
    street = any_of("street")
    cue = any_of("home")
    names = r"(?:[\w.'’-]+\s+){1,3}"
    return re.compile(rf"(?i:{cue})[\s:]*(?P<place>\d{{1,6}}\s+{names}(?i:{street})\.?{_rest()})")


_LETTERS = r"[^\W\d_]+"
# A town with its code, as countries write it: 75002 paris; leeds ls1 4ab.
_CODED = rf"(?:,?\s*\d{{4,5}}\s+{_LETTERS}|,?\s+(?:{_LETTERS}\s+){{0,3}}?{_LETTERED})"


@cache
def _small() -> re.Pattern[str]:
    """In any case, where the kind of street is no other word of a question, or more tells it."""
    words = rf"(?:(?:{any_of('particle')}|[^\W\d_][\w'’-]{{2,}}|\d+(?:st|nd|rd|th))\s+){{1,3}}?"
    side = r"(?:(?:[nsew]{1,2}|north|south|east|west)\b\.?)"
    flat = rf"(?:{any_of('within')}\.?\s*#?\s*\w{{1,5}}\b)"
    name = rf"(?!{any_of('within')}){_LETTERS}(?:\s+{_LETTERS})?"
    town = rf"(?:,?\s+{name},?\s+{_states()}\b(?:\s+\d{{5}}\b)?|{_CODED})"
    number = r"(?<![\w.-])\d{1,6}[a-z]?\s+"
    street = rf"{any_of('street')}(?:\s+{side})?"
    sure = rf"{number}(?:{side}\s+)?{words}{any_of('street_small')}(?:\s+{side})?"
    followed = rf"{number}{words}{street}(?=,?\s*{flat}|{town})"
    before = rf"(?:(?<!\w){flat},?\s+{number}(?:{side}\s+)?|{number}{side}\s+){words}{street}"
    return re.compile(
        rf"(?:{before}|(?:(?<!\w){flat},?\s+)?(?:{sure}|{followed}))(?:,?\s*{flat})?{town}?",
        re.IGNORECASE,
    )


@cache
def _small_abroad() -> re.Pattern[str]:
    """24 rue victor hugo, calle alcalá 212, hauptstraße 3; "via" with a town's code, or before what
    is no English word: via roma 12, not via pump 12."""
    kind = rf"{any_of('street_before')}(?:\s+(?:d[eu]s?|de\s+la|di|del|della|da|do)\b)?"
    name = r"\s+(?:d['’])?[^\W\d_][\w.'’-]+(?:\s+[^\W\d_][\w.'’-]+)?"
    floor = r"(?:,\s*\d{1,2}\s?[ºª°]\s?\w?\b)?"
    endings = "|".join(e for e in identifier_cues("street_ending") if len(e) > _SHORTEST_ENDING)
    return re.compile(
        rf"(?<![\w.-])(?:(?!via\b)(?:\d{{1,5}}[a-z]?,?\s+{kind}{name}|{kind}{name},?\s+\d{{1,5}}\b)"
        rf"|{_LETTERS}(?:{endings})\s+\d{{1,4}}[a-z]?\b|via{name},?\s+\d{{1,4}}(?={_CODED}))"
        rf"{floor}{_CODED}?",
        re.IGNORECASE,
    )


@cache
def _zipped() -> re.Pattern[str]:
    """A town, a state and a ZIP code: a capital and small letters, or all capitals."""
    return re.compile(rf"{_TOWN},?\s+(?-i:{_states()}),?\s+\d{{5}}(?:-\d{{4}})?(?!\w)")


def _states() -> str:
    return "(?:" + "|".join(state.upper() for state in identifier_cues("state")) + ")"


def find_places(text: str) -> Iterator[Found]:
    """Where people live; the address of a maker, named shortly before it, is printed on labels."""
    for found in _places(text):
        before = max(0, found.start - _REACH)
        makers = cue("maker").finditer(text, before, found.stop)
        # Behind the end of a question another begins, and tells of somebody else.
        if all(_ENDS.search(text, maker.end(), found.start) for maker in makers):
            yield found


def find_rooms(text: str) -> Iterator[Found]:
    """Where in a house somebody lies."""
    room = rf"{_ROOM}(?:/{any_of('room')})?"  # bed3/hdu
    for pattern in (cue("room", after=room), _WING) if mentions(text, "room") else (_WING,):
        for match in pattern.finditer(text):
            if not is_amount(text, match.end()):
                yield Found(*match.span(), "room")


def _places(text: str) -> Iterator[Found]:
    words = {word.strip(".,:;").lower() for word in text.split()}
    streets = identifier_cues("street").keys() | identifier_cues("street_before").keys() | _OTHERS
    if not (words & streets or _MAY_BE.search(text) or _is_compound(words)):
        return
    for pattern in (_homes(), _streets(), _abroad(), _small(), _small_abroad()):
        for match in pattern.finditer(text):
            group = "place" if "place" in match.groupdict() else 0
            units = identifier_cues("unit").keys() - identifier_cues("within").keys()
            said = match[group].split()[1:]
            if pattern is _homes() or not any(w.lower().strip(".,") in units for w in said):
                yield Found(*_trimmed(text, *match.span(group)), "address")
    for match in _VIA.finditer(text):
        name = name_key(match["name"])
        if person_name(name) and not (is_everyday(name) or is_amount(text, match.end())):
            yield Found(*match.span(), "address")
    for pattern in (_BOX, _zipped(), _ALONE):
        for match in pattern.finditer(text):
            if not is_code(text, *match.span()):
                yield Found(*match.span(), "address")
    for match in cue("zip", after=_ZIP).finditer(text):
        if not is_amount(text, match.end()):
            yield Found(*match.span("zip"), "address")


def _is_compound(words: set[str]) -> bool:
    return any(word.endswith(tuple(identifier_cues("street_ending"))) for word in words)


def _trimmed(text: str, start: int, stop: int) -> tuple[int, int]:
    """Without the comma or the full stop that ends the sentence around it."""
    return start, start + len(text[start:stop].rstrip(" ,."))
