"""What a sentence does: forbids, limits, advises against, adjusts, interrupts, monitors, refers."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from monograph_qa.vocabulary.rows import read_rows, split_list


@lru_cache(maxsize=8192)
def stances_in(text: str) -> tuple[str, ...]:
    """The stances of a sentence, the strongest first."""
    folded = text.lower()
    return tuple(stance for stance, pattern in _patterns().items() if pattern.search(folded))


def first_stance(text: str) -> tuple[str, int, int] | None:
    """The strongest stance of a text, and the offsets between which its words stand."""
    for stance, pattern in _patterns().items():
        if found := pattern.search(text.lower()):
            return stance, found.start(), found.end()
    return None


@cache
def stances_of_section(key: str) -> tuple[str, ...]:
    """What every line of a section of this key does, by where it stands."""
    return tuple(
        row["stance"] for row in read_rows("stance_cues") if key in split_list(row["sections"])
    )


def limits(text: str) -> bool:
    """Whether a sentence forbids, limits, adjusts or interrupts."""
    folded = text.lower()
    return any(_patterns()[stance].search(folded) for stance in _limiting())


@cache
def _limiting() -> tuple[str, ...]:
    return tuple(row["stance"] for row in read_rows("stance_cues") if row["limits"])


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """The cues of each stance (`stance_cues`), in the file's order; small letters are twice as
    fast."""
    return {
        row["stance"]: re.compile(rf"\b(?:{'|'.join(split_list(row['words']))})")
        for row in read_rows("stance_cues")
    }
