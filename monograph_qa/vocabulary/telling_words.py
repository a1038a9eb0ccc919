"""Words that turn a sentence's meaning about (telling_words.csv), and the only words that an answer
may hold beside the label's own (answer_words.csv).
"""

from enum import StrEnum
from functools import cache

from monograph_qa.vocabulary.rows import read_rows


@cache
def fixed_words() -> frozenset[str]:
    """Labels that may head a group of quotes, exactly as they may be written."""
    return frozenset(row["words"] for row in read_rows("answer_words"))


class TellingKind(StrEnum):
    UNIT = "unit"
    NEGATION = "negation"
    EXCEPTION = "exception"
    HEDGE = "hedge"
    FREQUENCY = "frequency"
    DIRECTION = "direction"


@cache
def _words() -> dict[str, TellingKind]:
    return {row["word"]: TellingKind(row["kind"]) for row in read_rows("telling_words")}


def kind_of_word(word: str) -> TellingKind | None:
    """What `word` tells, if anything. A unit counts by its exact letters: "mg" is not "Mg"."""
    known = _words()
    exact = known.get(word)
    if exact is not None:
        return exact
    folded = known.get(word.casefold())
    return folded if folded is not TellingKind.UNIT or len(word) > 3 else None
