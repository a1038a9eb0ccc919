"""What is a value in a table: a figure with what may stand around one."""

import re
from collections.abc import Sequence
from typing import Protocol


class Lettered(Protocol):
    """A word of a table, wherever it is read from."""

    @property
    def text(self) -> str: ...
    @property
    def bold(self) -> bool: ...


_VALUE = re.compile(r"(?:[<>≤≥~±+\-–−]|[pP] ?[<>=≤≥])?\s?\d")
_NONE = frozenset({"-", "--", "–", "—", "−", "NA", "N/A", "NR", "ND", "NE", "NS"})
_LONGEST = 8  # words of a value: "1.86 (±0.52)", "12 (10 to 15) %"


def is_value(words: Sequence[Lettered]) -> bool:
    """Is it a figure with what may stand around one: "12 (10 to 15) %", "4 mg", "NA"?"""
    said = " ".join(word.text for word in words[:2])
    if words[0].text in _NONE:
        return len(words) == 1
    spoken = sum(len(word.text) > 2 and word.text.isalpha() for word in words)
    return _VALUE.match(said) is not None and len(words) <= _LONGEST and 3 * spoken <= len(words)
