"""Ages, weights and kidneys as people say them, in the words that labels print: "lad of three, 2
stone 4" is 3 years old and of 15 kg. Only for reading what a question tells of its patient."""

import re
from collections.abc import Sequence
from functools import cache

from monograph_qa.frames.measure_words import figures
from monograph_qa.vocabulary.rows import read_rows

_WORD = re.compile(r"[a-z]+", re.I)
# A number before one of these is no age: "she is 3 days late", "he's 5 foot 2".
_COUNTED = (
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
        (re.compile(row["said"].replace("{counted}", _COUNTED), re.I), row["printed"])
        for row in read_rows("spoken_measures")
    ]
