"""What a laboratory value of the patient means: sodium 129 is hyponatremia (`lab_values.csv`)."""

import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.vocabulary.rows import read_rows, split_list

_THOUSANDS = 1000.0  # "platelets 48,000" and "platelets 48" are one count in two units


def conditions_of_values(question: str) -> tuple[str, ...]:
    """The names of the conditions that the question's laboratory values amount to."""
    return tuple(dict.fromkeys(_conditions(question)))


def _conditions(question: str) -> Iterator[str]:
    for pattern, low, low_is, high, high_is in _values():
        for match in pattern.finditer(question):
            value = float(match[1].replace(",", ""))
            if low and low <= _THOUSANDS <= value:
                value /= _THOUSANDS
            if low and value < low:
                yield low_is
            elif high and value > high:
                yield high_is


@cache
def _values() -> tuple[tuple[re.Pattern[str], float, str, float, str], ...]:
    return tuple(
        (
            re.compile(
                rf"\b(?:{'|'.join(map(re.escape, split_list(row['names'])))})"
                r"(?:\s+(?:is|of|was|at|down to|dropped to|now|level))*\s*[:=]?\s*"
                r"(\d[\d,]*(?:\.\d+)?)(?![\d.]|\s?(?:mg|g|mcg|tab|unit|mmol\b(?!/)))",
                re.I,
            ),
            float(row["low"] or 0),
            row["low_is"],
            float(row["high"] or 0),
            row["high_is"],
        )
        for row in read_rows("lab_values")
    )
