"""Patterns of streets: a house's number, a name and a kind of street in the orders of many lands,
written with care or in small letters; a town, a state and a postal code behind."""

import re
from functools import cache

from monograph_qa.audit.redaction.found import any_of
from monograph_qa.vocabulary.identifiers import identifier_cues
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
