"""Postal addresses (a box, a town with its code, a house and its street in the orders of many
lands, written with care or in small letters), and rooms in a house."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from monograph_qa.audit.redaction.found import Found, any_of, cue, is_amount, is_code, mentions
from monograph_qa.audit.redaction.words import Word, is_everyday, name_key, words_of
from monograph_qa.names.words import drug_word_near
from monograph_qa.vocabulary.identifiers import identifier_cues, person_name
from monograph_qa.vocabulary.question_words import stop_words

TOWN = r"(?!(?:From|In|At|To|Of|Near)\b)[A-Z][\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2}"
_NUMBER = r"\d{1,5}[A-Za-z]?(?![\w.]*\d)"
# Canada's and Britain's postal codes; the second part never has the letters of a unit.
LETTERED = (
    r"(?:[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d"
    r"|[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})(?!\w)"
)
_DIGITS = r"(?:\d{5}(?:-\d{4})?|\d{4})(?!\w)"
_SHORTEST_ENDING = 4  # letters: others end ordinary words as well


def _rest() -> str:
    """What may follow a street: a side, a flat, a town, a state, a postal code."""
    side = r"(?:\s+(?:[NSEW]|NE|NW|SE|SW)\b\.?)?"
    within = rf"(?:,?\s*(?i:{any_of('within')})\.?\s*#?\s*\w{{1,5}}|,?\s*#\s*\w{{1,5}})?"
    code = rf"(?:,?\s*(?:{LETTERED}|{_DIGITS}))?"
    town = rf"(?:,\s*(?:\d{{4,5}}\s+)?{TOWN}?)?(?:,?\s+(?-i:{any_state()})(?!\w))?{code}"
    return side + within + town


@cache
def numbered_streets() -> re.Pattern[str]:
    """A number, one to three names and a kind of street, each name capitalized; a flat before."""
    flat = rf"(?:(?i:{any_of('within')})\.?\s*#?\s*\w{{1,5}},?\s+)?"
    name = r"(?:(?:\d+(?:st|nd|rd|th)|[A-Z][\w.'’-]*)\s+){1,4}"  # N. 5th, East Oak
    # "St" before another name is a saint: 2 Capsules St John's Wort.
    return re.compile(
        rf"(?<![\w.-]){flat}(?:\d{{1,4}}-)?\d{{1,6}}[A-Z]?\s+{name}(?i:{any_of('street')})(?!\s+John)\.?{_rest()}"
    )


@cache
def streets_abroad() -> re.Pattern[str]:
    """Kinds of street before a name (12 rue de la Paix, Via Roma 5) or in it (Hauptstraße 3)."""
    endings = "|".join(map(re.escape, identifier_cues("street_ending")))
    kind = rf"(?i:{any_of('street_before')})\.?"
    before = rf"{kind}(?:\s+(?:d[ue]s?|de\s+la|di|del|della))?\s+(?:d['’])?"
    name = r"[A-Z][\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2}"
    town = rf"(?:,?\s*\d{{4,5}}\s+{TOWN})?"
    return re.compile(
        rf"(?<![\w.-])(?:{_NUMBER},?\s+{before}{name}|{before}{name},?\s+{_NUMBER}(?:/\d+\w?)?"
        rf"|{_NUMBER}\s+[A-Z][\w-]*(?:{endings})(?!\w)|[A-Z][\w-]*(?:{endings})\s+{_NUMBER}){town}"
    )


@cache
def homes() -> re.Pattern[str]:
    """The same in any case, after words such as "lives at"."""
    street = any_of("street")
    cue = any_of("home")
    names = r"(?:[\w.'’-]+\s+){1,3}"
    return re.compile(rf"(?i:{cue})[\s:]*(?P<place>\d{{1,6}}\s+{names}(?i:{street})\.?{_rest()})")


_LETTERS = r"[^\W\d_]+"
# A town with its code, as countries write it: 75002 paris; leeds ls1 4ab.
_POSTAL = r"(?:\d{4,5}|\d{2}-\d{3}|\d{4}-\d{3})"
_CODED = rf"(?:,?\s*{_POSTAL}\s+{_LETTERS}|,?\s+(?:{_LETTERS}\s+){{0,3}}?{LETTERED})"


@cache
def small_streets() -> re.Pattern[str]:
    """In any case, where the kind of street is no other word of a question, or more tells it."""
    words = rf"(?:(?:{any_of('particle')}|[^\W\d_][\w'’-]{{2,}}|\d+(?:st|nd|rd|th))\s+){{1,3}}?"
    side = r"(?:(?:[nsew]{1,2}|north|south|east|west)\b\.?)"
    flat = rf"(?:(?:{any_of('within')}\.?\s*#?|#)\s*\w{{1,5}}\b(?:-\d{{1,4}})?)"
    name = rf"(?!{any_of('within')}){_LETTERS}(?:\s+{_LETTERS})?"
    town = rf"(?:,?\s+{name},?\s+{any_state(in_words=True)}|{_CODED})"
    number = r"(?<![\w.-])(?:\d{1,4}/)?\d{1,6}[a-z]?\s+"
    street = rf"{any_of('street')}(?:\s+{side})?"
    segment = r"(?!\s+(?:john|elevat|depress|segment|wave|change))"  # ST, and a saint
    sure = rf"{number}(?:{side}\s+)?{words}{any_of('street_small')}{segment}(?:\s+{side})?"
    followed = rf"{number}{words}{street}(?=,?\s*{flat}|{town})"
    before = rf"(?:(?<!\w){flat},?\s+{number}(?:{side}\s+)?|{number}{side}\s+){words}{street}"
    # A state with its code needs no kind of street: 500 grand concourse, bronx ny 10451.
    coded = (
        rf"{number}(?:{_LETTERS}\s+){{0,2}}{_LETTERS}(?=,\s+{name},?\s+{any_state()}\s+\d{{5}}\b)"
    )
    whole = rf"{before}|(?:(?<!\w){flat},?\s+)?(?:{sure}|{followed}|{coded})"
    return re.compile(rf"(?:{whole})(?:,?\s*{flat})?{town}?", re.IGNORECASE)


@cache
def small_streets_abroad() -> re.Pattern[str]:
    """24 rue victor hugo, calle alcalá 212, hauptstraße 3; "via" with a town's code, or before what
    is no English word: via roma 12, not via pump 12."""
    kind = rf"{any_of('street_before')}\.?(?:\s+(?:d[eu]s?|de\s+la|di|del|della|da|do)\b)?"
    name = r"\s+(?:d['’])?[^\W\d_][\w.'’-]+(?:\s+[^\W\d_][\w.'’-]+)?"
    floor = r"(?:,\s*\d{1,2}\s?[ºª°]\s?\w?\b)?"
    endings = "|".join(e for e in identifier_cues("street_ending") if len(e) > _SHORTEST_ENDING)
    numbered = f"{endings}|weg"
    return re.compile(
        rf"(?<![\w.-])(?:(?!via\b)(?:\d{{1,5}}[a-z]?(?:\s(?:bis|ter))?,?\s+{kind}{name}"
        rf"|{kind}{name},?\s+\d{{1,5}}(?:/\d+)?\b)|{_LETTERS}(?:{endings}|str\.)\s+\d{{1,4}}[a-z]?\b|\d{{1,4}}[a-z]?\s+{_LETTERS}(?:{numbered})\b|via{name},?\s+\d{{1,4}}(?={_CODED}))"
        rf"{floor}{_CODED}?",
        re.IGNORECASE,
    )


@cache
def streets_between() -> re.Pattern[str]:
    """A kind of street between its name and the number (Petőfi utca 12, Banjara Hills Road No 3),
    and a house with a name: Flat 6, Brennan House."""
    number = r"no\b[.:]?\s*"
    kind = rf"(?:{any_of('street_between')}\.?,?\s+(?:{number})?|{any_of('street')}\s+{number})"
    flat = rf"{any_of('within')}\.?\s*#?\s*\w{{1,4}}"
    house = rf"{flat},?\s+(?:{_LETTERS}\s+){{1,2}}{any_of('house')}"
    return re.compile(
        rf"(?<![\w.-])(?:(?:{_LETTERS}\s+){{1,2}}{kind}\d{{1,4}}(?:/\w+)?(?!\w)|{house}"
        rf"|\d{{1,4}}\w?,?\s+(?-i:[A-Z][\w'’-]+\s+){{1,3}}{any_of('street_number_first')})",
        re.IGNORECASE,
    )


@cache
def plain_streets() -> re.Pattern[str]:
    """A number and words before a kind of street that is a word as well: 5517 ridgemont dr."""
    kinds = f"(?P<kind>{any_of('street', 'street_small')})"
    return re.compile(
        rf"(?<![\w.-])\d{{1,5}}[a-z]?\s+(?P<name>(?:{_LETTERS}\s+){{1,2}}){kinds}", re.IGNORECASE
    )


@cache
def zipped_towns() -> re.Pattern[str]:
    """A town, a state and a ZIP code: a capital and small letters, or all capitals."""
    return re.compile(rf"{TOWN},?\s+(?-i:{any_state()}),?\s+\d{{5}}(?:-\d{{4}})?(?!\w)")


def any_state(*, in_words: bool = False) -> str:
    """A state in capitals; `in_words`: in any case, if it is a word too only at an end or with its
    code."""
    states = [state.upper() for state in identifier_cues("state")]
    state = f"(?:{'|'.join(states)})"
    if not in_words:
        return state
    sure = "|".join(state for state in states if state.lower() not in stop_words())
    return rf"(?:{state}(?:\s+\d{{4,5}}\b|(?=\s*(?:[,.;:?)\[]|$)))|(?:{sure})\b)"


_MAY_BE = re.compile(rf"(?<!\d)\d{{4,5}}(?!\d)|{LETTERED}", re.IGNORECASE)
_REACH = 60  # characters
_ENDS = re.compile(r"[?!;]")
_BOX = re.compile(
    rf"\b(?i:P\.?\s*O\.?\s*Box|R\.?R\.?\s*#?\d+,?\s+box)\s+\d+"
    rf"(?:,?\s*{TOWN})?(?:,?\s*[A-Z]{{2}}\b)?(?:,?\s*\d{{4,5}}(?:-\d{{4}})?)?"
)
_FLOOR = re.compile(  # 3ºB, no 12, 1 #05-12
    r",?\s+\d{1,2}\s?(?:[ºª°]\s?\w?|[a-d])\b|,?\s+no\.?\s*\d{1,4}\b|(?:\s+\d{1,3})?,?\s*#\d{1,2}-\d{1,4}\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r",\s*[A-Z][\w'’-]+$")
_LONGEST = 6  # digits of a postal code: Hyderabad 500034
_POST_CODE = re.compile(rf",?\s+(?:\d{{4,6}}\b|(?P<lettered>{LETTERED}))", re.IGNORECASE)
_GAP = re.compile(r",?\s+")
_BLOCK = re.compile(  # 5-12-3 Shinjuku, Tokyo
    rf"(?<![\w.-])\d{{1,2}}-\d{{1,2}}-\d{{1,3}},?\s+{TOWN}(?:,\s*{TOWN})?"
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
    homes, numbered_streets, streets_abroad, small_streets,
    small_streets_abroad, streets_between,
)  # fmt: skip
_MOST = 3  # words of a town behind a street
_ZIP = rf"[\s:]*(?:is\s*)?(?P<zip>\d{{5}}(?:-\d{{4}})?\b|\d{{4}}\b|{LETTERED})"
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
_ALONE = re.compile(rf"(?<![\w-]){LETTERED.replace(' ?', ' ')}")


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
    code = rf"(?:\d{{5}}(?:-\d{{4}})?(?!\w)|{LETTERED})"
    return re.compile(
        rf",?\s+{any_state()}(?=\s*(?:{code}|[,.;:?)]|$))(?P<code>,?\s+{code})?",
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
            if pattern is homes() or not any(w.lower().strip(".,") in units for w in names):
                yield Found(*_trimmed(text, *match.span(group)), "address")
    for match in _VIA.finditer(text):
        name = name_key(match["name"])
        if person_name(name) and not (is_everyday(name) or is_amount(text, match.end())):
            yield Found(*match.span(), "address")
    for match in plain_streets().finditer(text):
        if _is_street(text, match):
            yield Found(*match.span(), "address")
    for match in cue("lives_in", after=rf"\s+(?P<place>{_PLACE})").finditer(text):
        if cue("not_person").search(match["place"]) is None:
            yield Found(*match.span("place"), "address")
    for pattern in (_BOX, _BLOCK, _POSTED, _CROSSED, zipped_towns(), _ALONE):
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
