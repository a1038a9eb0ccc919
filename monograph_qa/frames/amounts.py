"""Amounts in a text: "10 to 20 mg twice daily", "500 mg tablets", as values of a frame; and numbers
that a word bounds, with their unit: "by more than one week", "100 to 200 mg/kg".

One grammar: a number or two, a unit of `amount_units`, and where it is the strength of a form the
form behind it.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice

from monograph_qa.domain.frame import Facet, FrameValue
from monograph_qa.frames.measure_words import bound_patterns, bounds, figures, plain
from monograph_qa.frames.spans import ENDLESS
from monograph_qa.vocabulary.rows import either, read_rows, split_list

_NUMBER = r"\d+(?:\.\d+)?"
_ABOUT = re.compile(r"\b(?:approximately|about|around|roughly|nearly) (?=[\da-z])")
_AT_MOST = ("within", "fewer than")  # which bound no age

TIME_UNIT = r"(?:min(?:ute)?s?|h(?:ou)?rs?|h|days?|d|w(?:ee)?ks?|w|months?|mo)\b"
_HOURS = {"h": 1.0, "d": 24.0, "w": 168.0, "mi": 1 / 60, "mo": 730.0}

_DAYS_ON_END = re.compile(
    r"(?<=\d)(?P<more>\s+or more)?\s+(?:consecutive|successive|full|whole)?\s*"
    rf"(?P<unit>{TIME_UNIT})"
)

# "1 or 2 months"
_EITHER = re.compile(rf"(?<=\d) or (?=\d+ {TIME_UNIT})")

Hours = tuple[float, float]
"""From and to, in hours."""


@lru_cache(maxsize=2048)
def times_in(text: str) -> tuple[Hours, ...]:
    """The bounded times in a text: "6 weeks to 6 months", but not "every 21 days"."""
    found: list[Hours] = []
    figures = _DAYS_ON_END.sub(lambda m: f" {m['unit']}{m['more'] or ''}", in_figures(text))
    figures = _EITHER.sub(" to ", figures)
    for said in _bounded_time().finditer(figures):
        first = float(said["first"]) * hours(said["unit1"] or said["unit"])
        if said["second"]:
            # "Less than 3 months but more than 2" bounds what "2 to 3 months" does.
            low, high = sorted((first, float(said["second"]) * hours(said["unit"])))
            found.append((low, high))
            continue
        word = plain(said["before"] or said["follows"] or "")
        side = "high" if word in _AT_MOST else bounds().get(word, ("", ""))[0]
        if side:
            found.append((first, ENDLESS) if side == "low" else (0.0, first))
    return tuple(found)


def hours(unit: str) -> float:
    """How many hours a unit of time has, in lower case."""
    return _HOURS[unit[:2] if unit[0] == "m" else unit[0]]


def in_figures(text: str) -> str:
    """The text in lower case, numbers that are written out as figures, and as if they were exact:
    "about one week" is "1 week"."""
    folded = _ABOUT.sub("", THOUSANDS.sub("", text).casefold())
    return re.sub(r"\b[a-z]+\b", lambda word: figures().get(word[0], word[0]), folded)


@cache
def _bounded_time() -> re.Pattern[str]:
    before, follows, joins = bound_patterns()
    return re.compile(
        rf"(?:(?P<before>(?<![a-z])(?:{before}|{'|'.join(_AT_MOST)}))\s*)?"
        rf"(?<![\w.])(?P<first>{_NUMBER})[\s-]*"
        rf"(?:(?P<unit1>{TIME_UNIT})?\s*(?:{joins})\s*(?:(?:{before})\s*)?"
        rf"(?P<second>{_NUMBER})[\s-]*)?"
        rf"(?P<unit>{TIME_UNIT})(?:\s*(?P<follows>{follows}))?"
    )


_MOST = 4  # amounts of one sentence; a table's row may have dozens
_NO_STRENGTHS = frozenset({"body mass", "time", "temperature"})  # "17 kg, which tablet?"
THOUSANDS = re.compile(
    r"(?<=\d)(?:,(?=\d{3}\b)| (?=000\b)| (?=\d{3}\s?(?:cells\s?)?/\s?(?:mm|[µu]l)))"
)
"""The mark in a number like 1,000; a blank before three noughts is one, too."""
_APART = re.compile(r"(?<![\w.,])(\d{1,2}) (\d{3})(?=\s?(?:mg|micrograms|iu|units?)\b)", re.I)


def amounts_in(text: str, source: str = "words") -> Iterator[FrameValue]:
    """The first amounts of a text: AMOUNT with what is counted (`mass`, `volume`, ...) as concept,
    or PRODUCT with the form as concept where a form stands behind, or the volume that holds the
    amount ("160 mg/8 ml")."""
    units = _units()
    text = THOUSANDS.sub("", text)
    whole = _APART.sub(r"\1\2", text)  # "1 332 mg" is one number, "1 500 mg tablet" may be two
    readings = (text,) if whole == text else (text, whole)
    found = (match for each in readings for match in islice(_pattern().finditer(each), _MOST))
    for match in found:
        low = float(match["low"].replace(",", "."))
        high = float(match["high"].replace(",", ".")) if match["high"] else low
        unit = match["unit"].casefold()
        held = match["volume"] or match["form"] or ""
        form = "" if units[unit] in _NO_STRENGTHS else "".join(held.casefold().split())
        facet = Facet.PRODUCT if form else Facet.AMOUNT
        if low <= high:
            yield FrameValue(facet, form or units[unit], low, high, unit, source)


@cache
def _units() -> dict[str, str]:
    """What is counted by each unit, both in lower case."""
    rows = [row for row in read_rows("amount_units") if row["kind"] != "form"]
    return {unit: row["kind"] for row in rows for unit in split_list(row["words"].casefold())}


@cache
def _pattern() -> re.Pattern[str]:
    forms = [row["words"] for row in read_rows("amount_units") if row["kind"] == "form"]
    form = "|".join(re.escape(word) for words in forms for word in split_list(words))
    unit = either(_units())
    number = r"\d+(?:[.,]\d+)?"
    volume = rf"\s?/\s?(?P<volume>{number}\s?ml)\b"
    behind = rf"(?:[\s-]+(?:\w+[\s-]+){{0,2}}?(?P<form>{form})s?\b)?"
    return re.compile(
        rf"(?<![\w.,])(?P<low>{number})(?:\s?(?:to|[-–])\s?(?P<high>{number}))?[\s-]?"
        rf"(?P<unit>{unit})(?:{volume}|(?![\w/]){behind})",
        re.I,
    )
