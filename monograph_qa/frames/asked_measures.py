"""The weight, age and organ function that a question tells of its patient."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from monograph_qa.domain.intent import Intent
from monograph_qa.frames.lab_values import well_values, with_latest
from monograph_qa.frames.measure_words import figures
from monograph_qa.frames.measures import exact_spans_in, spans_in
from monograph_qa.frames.spans import ADULT, ENDLESS, Measure, Span
from monograph_qa.vocabulary.question_words import opening_length
from monograph_qa.vocabulary.rows import read_rows

_WORD = re.compile(r"[a-z]+", re.I)
# A number before one of these is no age: "she is 3 days late", "he's 5 foot 2".
_NO_AGE = (
    r"\d|[.,]\d|\s*(?:[-/x%°+]|to \d|or \d|of\b|and a half\b|(?:years?|yrs?|y/?o?|months?|mos?"
    r"|mths?|weeks?|wks?|days?|hours?|hrs?|h|minutes?|mins?|kgs?|kilos?|lbs?|pounds?|stones?|st|mc?g|g|ml"
    r"|l|litres?|units?|iu|mmol|tab(?:let)?s?|cap(?:sule)?s?|pills?|doses?|puffs?|patch(?:es)?"
    r"|cycles?|drops?|times|foot|feet|ft|cm|m|percent|per cent)\b)"
)
_STONE, _POUND = 14, 0.4536  # pounds, kg
# "1st" and "21st" are no weights, unless pounds follow.
_STONES = re.compile(
    r"(?<![\w.])(?P<stone>\d{1,2}) ?(?:stone|st(?= ?\d{1,2} ?(?:lbs?|pounds?)\b)|(?<=[02-9])st)\b"
    r"(?:,? ?(?:and )?(?P<pounds>\d{1,2})(?: ?(?:lbs?|pounds?)\b|\b(?!\s*[a-z%/])))?",
    re.I,
)


def in_printed_words(question: str) -> str:
    """The question with numbers written as figures, and people's ages, weights and kidneys as a
    label prints them (`spoken_measures.csv`)."""
    said = _WORD.sub(lambda word: figures().get(word[0].casefold(), word[0]), question)
    said = _STONES.sub(_in_kg, said)
    for pattern, printed in _rows():
        said = pattern.sub(printed, said)
    return said


def _in_kg(said: re.Match[str]) -> str:
    pounds = int(said["stone"]) * _STONE + int(said["pounds"] or 0)
    return f"{pounds * _POUND:.0f} kg"


@cache
def _rows() -> Sequence[tuple[re.Pattern[str], str]]:
    return [
        (re.compile(row["said"].replace("{counted}", _NO_AGE), re.I), row["printed"])
        for row in read_rows("spoken_measures")
    ]


_UNITS = r"(?:years?|yrs?|y|months?|mos?|weeks?|wks?|days?)"
_YOUNG = (
    r"(?:children|child|kids?|boys?|girls?|toddlers?|infants?|baby|babies|p(?:a)?ediatrics?|peds)"
)
_BOUND = r"(?:under|below|over|above|less than|younger than|older than|up to|<|>|≤|≥)"
# Time that has passed, or is to pass, is nobody's age.
_PASSED = re.compile(
    rf"\b\d+(?:\.\d+)?\s?-?{_UNITS}\s+(?:ago|later|apart|since|after|before|prior)\b"
)
# "On mysoline 3 yrs", "100 mg x 1yr": so long it lasts.
_LASTING = re.compile(
    r"\b((?:on|taking|takes|took|using|used|use|usage|therapy|been|x)\b[^.,;:?!\d]{0,40}?)"
    r"\b\d{1,2}\s?-?(?:years?|yrs?|y)\b(?!\s*-?(?:olds?|boy|girl|child|kid))",
    re.I,
)
_BARE = re.compile(
    rf"\b({_YOUNG}\s+(?:aged?\s+)?{_BOUND}\s*\d{{1,2}})\b(?!\s*-?(?:{_UNITS}|kg|lbs?|mg|ml|%))"
)
_PLAIN = re.compile(
    rf"\b({_YOUNG}\s+(?:of\s+|aged?\s+|is\s+)?\d{{1,2}}\s?-?{_UNITS})\b(?!\s*-?old)"
)
# "Under 6 months" is an age where nothing lasts so long; "over 75" is one where nothing else is
# counted.
_BOUNDED = re.compile(
    r"(?<!\bfor )(?<!\bwithin )(?<!\bin )"
    rf"((?:under|below|younger than|<|≤)\s*\d{{1,2}}\s?-?{_UNITS})\b"
    r"(?!\s*-?(?:old|apart|of treatment|duration))"
)
_ELDER = re.compile(r"(?:\bover|\babove|\bolder than|>|≥)\s*((?:6[05]|[789]\d))\b(?!\s*[-\w%/.,])")
_AND_SEX = re.compile(  # "35M"
    r"(?<![\w.])(?P<age>1?\d?\d)\s?(?:(?:yo|y/o|yrs?)\s?)?(?P<sex>[MF])\b(?!\s?(?:units?|IU|cells))"
)
_FEVER = r"\b(?:fevers?|feverish|febrile|temps?|temperatures?|pyrexia|hot)\b"
_DEGREES = r"\b(?:9[4-9]|10\d|110)(?:\.\d)?\s?F\b"
_WARM = re.compile(rf"({_FEVER}[^.?!;\d]{{0,15}}){_DEGREES}|{_DEGREES}(?=\s+{_FEVER})", re.I)
# "15y", "61 yr": short for years old, but where it says how long or how long ago.
_SHORT = re.compile(
    r"(?<!\bfor )(?<!\bin )(?<!\bafter )(?<!\bover )(?<!\blast )(?<!\bpast )(?<!\bx )(?<![\w./-])"
    r"(?<!\bstable )(?<!\bwell )(?<!\bcontrolled )(?<!\bremission )(?<!\bclean )(?<!\bfree )"
    r"(1?\d?\d)\s?(?:y|yrs?)\b(?!\s*(?:olds?|of|ago|later|hx|history|course|supply|/|-))"
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.%])")
_CHILD = Span(Measure.AGE, 0.0, ADULT, closes=True)
_COUNTED = frozenset({Measure.AGE, Measure.KIDNEY})
_GROWN = Span(Measure.AGE, ADULT, ENDLESS, closes=True)
_GROWN_UP = re.compile(r"\b(?:man|woman|lady|gentle?man|gent)\b", re.I)
_LIGHT = 25.0  # kg; who weighs no more is a child


def patient_text(intent: Intent) -> str:
    """What tells of the patient: the question, and the one before where it goes on from that and
    tells of the same patient ("and with kidney failure?"), or takes over its subject and tells of
    nobody itself ("IV?"). A bare number stands for the one told there: "and 25?" after "eGFR 38".
    """
    if intent.carried is None:
        return intent.question
    before = intent.carried.question
    if own := {span.measure for span in patient_ranges(intent.question)}:
        known = {span.measure for span in patient_ranges(before)}
        goes_on = opening_length(intent.question.casefold().split(), "continues")
        is_same = known and own.isdisjoint(known) and goes_on
        return f"{before} {intent.question}" if is_same else intent.question
    if not intent.carried.topics:
        return intent.question
    new, old = _NUMBER.findall(intent.question), _NUMBER.findall(before)
    if not new:
        return before
    if len(new) == 1 == len(old) and patient_values(before):
        return _NUMBER.sub(new[0], before)
    return intent.question


def patient_ranges(question: str) -> tuple[Span, ...]:
    """Every range that a question gives for its patient: in numbers, in words ("child"), or by a
    weight that only children have. The age of a child that a man of 34 wants to father is none of
    his."""
    ages = [span for span in patient_values(question) if span.measure is Measure.AGE]
    ranges = tuple(
        span
        for span in spans_in(_spelt(question))
        if span.measure is not Measure.AGE or not ages or any(span.meets(age) for age in ages)
    )
    told = {span.measure for span in ranges}
    ranges += tuple(span for span in well_values(question) if span.measure not in told)
    is_light = any(s.measure is Measure.WEIGHT and s.high <= _LIGHT for s in ranges)
    has_age = any(s.measure is Measure.AGE for s in ranges)
    if has_age:
        return ranges
    if is_light:
        return (*ranges, _CHILD)
    return (*ranges, _GROWN) if _GROWN_UP.search(question) else ranges


def patient_values(question: str) -> tuple[Span, ...]:
    """The ranges that a question tells in numbers, degrees, stages or classes."""
    return exact_spans_in(_spelt(question))


def patient_sexes(question: str) -> frozenset[str]:
    """The letters of the sexes that a question tells with an age: M, F."""
    return frozenset(said["sex"] for said in _AND_SEX.finditer(_without_fever(question)))


def _without_fever(question: str) -> str:
    """The question without degrees Fahrenheit: "fever 103F" is no woman of 103 years."""
    return _WARM.sub(r"\1", question)


@lru_cache(maxsize=64)
def _spelt(question: str) -> str:
    """The question with "children under 2" and "35M" in years, and without time that is no age."""
    said = in_printed_words(_AND_SEX.sub(r"\g<age> years old", _without_fever(question)))
    said = _LASTING.sub(r"\1 ", _PASSED.sub(" ", with_latest(said)))
    said = _SHORT.sub(r"\1 years old", said)
    said = _PLAIN.sub(r"\1 old", _BARE.sub(r"\1 years old", said))
    said = _BOUNDED.sub(r"\1 old", said)
    if any(span.measure in _COUNTED for span in exact_spans_in(said)):
        return said
    return _ELDER.sub(r" older than \1 years old", said)
