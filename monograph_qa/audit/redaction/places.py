"""Postal addresses (a box, a town with its code, a house and its street in the orders of many
lands, written with care or in small letters), and rooms in a house."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from monograph_qa.audit.redaction.found import Found, any_of, cue, is_amount, is_code, mentions
from monograph_qa.audit.redaction.words import Word, is_everyday, name_key, words_of
from monograph_qa.names.words import drug_word_near
from monograph_qa.vocabulary.identifiers import identifier_cues, person_name
from monograph_qa.vocabulary.question_words import stop_words

# What patterns are made of: "{town}" in one stands for the part of that name, else for any cue word
# of that kind. "(?i:...)" is in any case.
_PARTS = {
    "letters": r"[^\W\d_]+",
    "town": r"(?!(?:From|In|At|To|Of|Near)\b)[A-Z][\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2}",
    "number": r"\d{1,5}[A-Za-z]?(?![\w.]*\d)",
    # Canada's and Britain's postal codes; the second part never has the letters of a unit.
    "lettered": r"(?:[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d"
    r"|[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})(?!\w)",
    "digits": r"(?:\d{5}(?:-\d{4})?|\d{4})(?!\w)",
    "post_code": r"(?:\d{5}(?:-\d{4})?(?!\w)|{lettered})",
    # What may follow a street: a side, a flat, a town, a state, a postal code.
    "rest": r"(?:\s+(?:[NSEW]|NE|NW|SE|SW)\b\.?)?"
    r"(?:,?\s*(?i:{within})\.?\s*#?\s*\w{1,5}|,?\s*#\s*\w{1,5})?"
    r"(?:,\s*(?:\d{4,5}\s+)?{town}?)?(?:,?\s+(?-i:{state})(?!\w))?(?:,?\s*(?:{lettered}|{digits}))?",
    "way": r"(?i:{street_before})\.?(?:\s+(?:d[ue]s?|de\s+la|di|del|della))?\s+(?:d['’])?",
    "way_name": r"[A-Z][\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2}",
    # A town with its code, as countries write it: 75002 paris; leeds ls1 4ab.
    "coded": r"(?:,?\s*(?:\d{4,5}|\d{2}-\d{3}|\d{4}-\d{3})\s+{letters}"
    r"|,?\s+(?:{letters}\s+){0,3}?{lettered})",
    "small_words": r"(?:(?:{particle}|[^\W\d_][\w'’-]{2,}|\d+(?:st|nd|rd|th))\s+){1,3}?",
    "small_side": r"(?:(?:[nsew]{1,2}|north|south|east|west)\b\.?)",
    "small_flat": r"(?:(?:{within}\.?\s*#?|#)\s*\w{1,5}\b(?:-\d{1,4})?)",
    "small_name": r"(?!{within}){letters}(?:\s+{letters})?",
    "small_town": r"(?:,?\s+{small_name},?\s+{state_in_words}|{coded})",
    "small_number": r"(?<![\w.-])(?:\d{1,4}/)?\d{1,6}[a-z]?\s+",
    "small_street": r"{street}(?:\s+{small_side})?",
    # The kind of street is no other word of a question; not ST, or a saint.
    "small_sure": r"{small_number}(?:{small_side}\s+)?{small_words}{street_small}"
    r"(?!\s+(?:john|elevat|depress|segment|wave|change))(?:\s+{small_side})?",
    "small_followed": r"{small_number}{small_words}{small_street}"
    r"(?=,?\s*{small_flat}|{small_town})",
    "small_before": r"(?:(?<!\w){small_flat},?\s+{small_number}(?:{small_side}\s+)?"
    r"|{small_number}{small_side}\s+){small_words}{small_street}",
    # A state with its code needs no kind of street: 500 grand concourse, bronx ny 10451.
    "small_coded": r"{small_number}(?:{letters}\s+){0,2}{letters}"
    r"(?=,\s+{small_name},?\s+{state}\s+\d{5}\b)",
    "small_way": r"{street_before}\.?(?:\s+(?:d[eu]s?|de\s+la|di|del|della|da|do)\b)?",
    "small_way_name": r"\s+(?:d['’])?[^\W\d_][\w.'’-]+(?:\s+[^\W\d_][\w.'’-]+)?",
    "house_number": r"no\b[.:]?\s*",
}
# In any case, after words such as "lives at".
_HOMES = r"(?i:{home})[\s:]*(?P<place>\d{1,6}\s+(?:[\w.'’-]+\s+){1,3}(?i:{street})\.?{rest})"
_STREETS = (
    _HOMES,
    # A number, one to three names (N. 5th, East Oak) and a kind of street, each name capitalized; a
    # flat before. "St" before another name is a saint: 2 Capsules St John's Wort.
    r"(?<![\w.-])(?:(?i:{within})\.?\s*#?\s*\w{1,5},?\s+)?(?:\d{1,4}-)?\d{1,6}[A-Z]?\s+"
    r"(?:(?:\d+(?:st|nd|rd|th)|[A-Z][\w.'’-]*)\s+){1,4}(?i:{street})(?!\s+John)\.?{rest}",
    # Kinds of street before a name (12 rue de la Paix, Via Roma 5) or in it (Hauptstraße 3).
    r"(?<![\w.-])(?:{number},?\s+{way}{way_name}|{way}{way_name},?\s+{number}(?:/\d+\w?)?"
    r"|{number}\s+[A-Z][\w-]*(?:{street_endings})(?!\w)"
    r"|[A-Z][\w-]*(?:{street_endings})\s+{number})(?:,?\s*\d{4,5}\s+{town})?",
    # In any case, where the kind of street is no other word of a question, or more tells it.
    r"(?i)(?:{small_before}|(?:(?<!\w){small_flat},?\s+)?"
    r"(?:{small_sure}|{small_followed}|{small_coded}))(?:,?\s*{small_flat})?{small_town}?",
    # 24 rue victor hugo, calle alcalá 212, hauptstraße 3; "via" with a town's code, no pump.
    r"(?i)(?<![\w.-])(?:(?!via\b)(?:\d{1,5}[a-z]?(?:\s(?:bis|ter))?,?\s+{small_way}{small_way_name}"
    r"|{small_way}{small_way_name},?\s+\d{1,5}(?:/\d+)?\b)"
    r"|{letters}(?:{long_street_endings}|str\.)\s+\d{1,4}[a-z]?\b"
    r"|\d{1,4}[a-z]?\s+{letters}(?:{long_street_endings}|weg)\b"
    r"|via{small_way_name},?\s+\d{1,4}(?={coded}))(?:,\s*\d{1,2}\s?[ºª°]\s?\w?\b)?{coded}?",
    # A kind of street between its name and the number: Petőfi utca 12, Banjara Hills Road No 3; a
    # house with a name: Flat 6, Brennan House.
    r"(?i)(?<![\w.-])(?:(?:{letters}\s+){1,2}"
    r"(?:{street_between}\.?,?\s+(?:{house_number})?|{street}\s+{house_number})\d{1,4}(?:/\w+)?(?!\w)"
    r"|{within}\.?\s*#?\s*\w{1,4},?\s+(?:{letters}\s+){1,2}{house}"
    r"|\d{1,4}\w?,?\s+(?-i:[A-Z][\w'’-]+\s+){1,3}{street_number_first})",
)
# A number and words before a kind of street that is a word as well: 5517 ridgemont dr.
_PLAIN_STREET = (
    r"(?i)(?<![\w.-])\d{1,5}[a-z]?\s+(?P<name>(?:{letters}\s+){1,2})(?P<kind>{street+street_small})"
)
_SURE = (
    # A box.
    r"\b(?i:P\.?\s*O\.?\s*Box|R\.?R\.?\s*#?\d+,?\s+box)\s+\d+"
    r"(?:,?\s*{town})?(?:,?\s*[A-Z]{2}\b)?(?:,?\s*\d{4,5}(?:-\d{4})?)?",
    r"(?<![\w.-])\d{1,2}-\d{1,2}-\d{1,3},?\s+{town}(?:,\s*{town})?",  # 5-12-3 Shinjuku, Tokyo
    # 6 Place Bellecour 69002 Lyon: a number, names, a code and a town.
    r"(?<![\w.-])\d{1,4}[A-Za-z]?,?\s+(?:[A-Z][\w'’-]+\s+){0,2}[A-Z][\w'’-]+,?\s+\d{5}\s+[A-Z][\w-]+",
    # Calle 45 #12-30
    r"(?i)\b(?:calle|carrera|cra|kra|cl|transversal|diagonal|avenida|av)\.?\s*\d+\w?\s*"
    r"(?:#|no\.?)\s*\d+\w?\s*-\s*\d+\b",
    # A town, a state and a ZIP code: a capital and small letters, or all capitals.
    r"{town},?\s+(?-i:{state}),?\s+\d{5}(?:-\d{4})?(?!\w)",
    r"(?<![\w-]){lettered_apart}",
)
_VIA = r"(?i)(?<!\w)(?:via|viale)\s+(?P<name>[^\W\d_]{3,}),?\s+\d{1,3}[a-z]?\b"
# Two words with capitals at least: a place smaller than a state, its lot.
_PLACE = (
    r"\s+(?P<place>(?-i:[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){1,3})"
    r"(?:\s+(?:lot|no\.?|unit|\#)\s*\d+\w?)?)"
)
_ZIP = r"[\s:]*(?:is\s*)?(?P<zip>\d{5}(?:-\d{4})?\b|\d{4}\b|{lettered})"
_MAY_BE = r"(?i)(?<!\d)\d{4,5}(?!\d)|{lettered}"
_FLOOR = (  # 3ºB, 3o izq, no 12, 1 #05-12
    r"(?i),?\s+\d{1,2}\s?(?:[ºª°oa]\.?\s?(?:{stairs}|[a-h]\b)|[ºª°]\s?\w?|[a-d])\b|,?\s+no\.?\s*\d{1,4}\b"
    r"|(?:\s+\d{1,3})?,?\s*#\d{1,2}-\d{1,4}\b"
)
_POST_CODE = r"(?i),?\s+(?:\d{4,6}\b|(?P<lettered>{lettered}))"
_STATE_AND_CODE = r"(?i),?\s+{state}(?=\s*(?:{post_code}|[,.;:?)]|$))(?P<code>,?\s+{post_code})?"
_ENDS = re.compile(r"[?!;]")
_WRITTEN = re.compile(r",\s*[A-Z][\w'’-]+$")
_GAP = re.compile(r",?\s+")
_FIRST = re.compile(r"(?:^|[:;,]|\b(?:to|at|from))\s*$", re.IGNORECASE)
_ROOM = (  # room 412 bed B, ICU-7; not room 20 to 25 C
    r"[\s#-]*[A-Z]?\d{1,4}[A-Z]?(?:-(?:\d{1,2}|[A-Z]))?(?![\w.,/]*\d|[A-Z])"
    r"(?!\s*(?:to\b|[-–]\s*\d|°|degrees|[CF]\b|\d))(?:[\s,]*\bbed[\s#-]*[A-Z]\b)?(?:/{room})?"
)
_WING = re.compile(  # 3 East 318-2
    r"(?<![\w.])\d{1,2}\s?(?:north|south|east|west)\s+\d{2,4}(?:-\d{1,2})?\b", re.IGNORECASE
)
_NAMED_PART = re.compile(r"\{([a-z_+]+)\}")
_SHORTEST_ENDING = 4  # letters: others end ordinary words as well
_REACH = 60  # characters
_MOST = 3  # words of a town behind a street
_LONGEST = 6  # digits of a postal code: Hyderabad 500034


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(_spelled(template))


def _spelled(template: str) -> str:
    def part(match: re.Match[str]) -> str:
        known = _parts().get(match[1])
        return any_of(*match[1].split("+")) if known is None else _spelled(known)

    return _NAMED_PART.sub(part, template)


@cache
def _parts() -> Mapping[str, str]:
    """All parts: those above, and states and endings of streets as the vocabulary has them."""
    states = [state.upper() for state in identifier_cues("state")]
    # In any case, if it is a word too only at an end or with its code.
    sure = "|".join(state for state in states if state.lower() not in stop_words())
    endings = identifier_cues("street_ending")
    return {
        **_PARTS,
        "state": f"(?:{'|'.join(states)})",
        "state_in_words": rf"(?:{{state}}(?:\s+\d{{4,5}}\b|(?=\s*(?:[,.;:?)\[]|$)))|(?:{sure})\b)",
        "street_endings": "|".join(map(re.escape, endings)),
        "long_street_endings": "|".join(e for e in endings if len(e) > _SHORTEST_ENDING),
        "lettered_apart": _PARTS["lettered"].replace(" ?", " "),
    }


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
    floor = _pattern(_FLOOR).match(text, stop)
    start = stop = floor.end() if floor else stop
    is_written = _WRITTEN.search(text, 0, stop) is not None
    for _ in range(_MOST):
        gap = None if _pattern(_STATE_AND_CODE).match(text, stop) else _GAP.match(text, stop)
        at = gap.end() if gap else stop
        ahead = words_of(text[at : at + _REACH], lambda word: False)[:1] if gap else []
        if not ahead or ahead[0].start:
            break
        coded = _pattern(_STATE_AND_CODE).match(text, at + ahead[0].stop)
        is_coded = coded is not None and coded["code"] is not None
        is_apart = "," in text[stop:at] or is_written  # Victoria Island
        if not (is_coded or _may_be_town(ahead[0], is_apart=is_apart)):
            break
        stop = at + ahead[0].stop
        is_written = ahead[0].is_capitalized
    state = _pattern(_STATE_AND_CODE).match(text, stop)
    if state and (stop > start or state["code"]):
        return state.end()
    code = _pattern(_POST_CODE).match(text, stop)
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


def find_rooms(text: str) -> Iterator[Found]:
    """Where in a house somebody lies."""
    # "Room 5 west 12" is one.
    for pattern in (
        (_WING, cue("room", after=_spelled(_ROOM))) if mentions(text, "room") else (_WING,)
    ):
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
        or _pattern(_MAY_BE).search(text)
        or any(word.endswith(endings) for word in words)
    ):
        return
    for template in _STREETS:
        for match in _pattern(template).finditer(text):
            group = "place" if "place" in match.groupdict() else 0
            units = identifier_cues("unit").keys() - identifier_cues("within").keys()
            names = match[group].split()[1:]
            if template is _HOMES or not any(w.lower().strip(".,") in units for w in names):
                yield Found(*_trimmed(text, *match.span(group)), "address")
    for match in _pattern(_VIA).finditer(text):
        name = name_key(match["name"])
        if person_name(name) and not (is_everyday(name) or is_amount(text, match.end())):
            yield Found(*match.span(), "address")
    for match in _pattern(_PLAIN_STREET).finditer(text):
        if _is_street(text, match):
            yield Found(*match.span(), "address")
    for match in cue("lives_in", after=_spelled(_PLACE)).finditer(text):
        if cue("not_person").search(match["place"]) is None:
            yield Found(*match.span("place"), "address")
    for template in _SURE:
        for match in _pattern(template).finditer(text):
            if not is_code(text, *match.span()):
                yield Found(*match.span(), "address")
    for match in cue("zip", after=_spelled(_ZIP)).finditer(text):
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
