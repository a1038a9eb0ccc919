"""Amounts in a text: "10 to 20 mg twice daily", "500 mg tablets", as values of a frame.

One grammar: a number or two, a unit of `amount_units`, and where it is the strength of a form the
form behind it.
"""

import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.domain.frame import Facet, FrameValue
from monograph_qa.vocabulary.rows import read_rows, split_list

_MOST = 4  # amounts of one sentence; a table's row may have dozens
_NO_STRENGTHS = frozenset({"body mass", "time", "temperature"})  # "17 kg, which tablet?"
THOUSANDS = re.compile(r"(?<=\d)(?:,(?=\d{3}\b)| (?=000\b))")
"""The mark in a number like 1,000; a blank before three noughts is one, too."""


def amounts_in(text: str, source: str = "words") -> Iterator[FrameValue]:
    """The first amounts of a text: AMOUNT with what is counted (`mass`, `volume`, ...) as concept,
    or PRODUCT with the form as concept where a form stands behind."""
    units = _units()
    for at, match in enumerate(_pattern().finditer(THOUSANDS.sub("", text))):
        if at == _MOST:
            return
        low = float(match["low"].replace(",", "."))
        high = float(match["high"].replace(",", ".")) if match["high"] else low
        unit = match["unit"].casefold()
        form = "" if units[unit] in _NO_STRENGTHS else (match["form"] or "").casefold()
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
    longest = sorted(_units(), key=len, reverse=True)
    unit = "|".join(re.escape(each) for each in longest)
    number = r"\d+(?:[.,]\d+)?"
    return re.compile(
        rf"(?<![\w.,])(?P<low>{number})(?:\s?(?:to|[-–])\s?(?P<high>{number}))?[\s-]?"
        rf"(?P<unit>{unit})(?![\w/])(?:[\s-]+(?:\w+[\s-]+){{0,2}}?(?P<form>{form})s?\b)?",
        re.I,
    )
