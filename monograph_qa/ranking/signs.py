"""What a signal says of one candidate, and what that weighs: `ranking.csv`."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from monograph_qa.domain.label import FactSpan
from monograph_qa.frames.lines import Line
from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.vocabulary.rows import read_rows


@frozen
class Candidate:
    """One sentence that may answer."""

    line: Line
    fact: FactSpan


@frozen
class Sign:
    """What a signal found: `of` is the row of its weight, `value` how much of it (0 to 1), `why`
    one short line for the reader. `excludes`: the sentence is for somebody or something else."""

    of: str
    value: float = 1.0
    why: str = ""
    excludes: bool = False


Signal = Callable[[Asked, Candidate], Iterator[Sign]]


@cache
def weights() -> Mapping[tuple[str, str], float]:
    """The weight of each signal's rows, by signal and what it is of."""
    return {(row["signal"], row["of"]): float(row["weight"]) for row in read_rows("ranking")}


@cache
def of_cases() -> frozenset[tuple[str, str]]:
    """The rows that tell whether a sentence is for the patient, the disease, the product, the time
    that is asked about."""
    return frozenset((row["signal"], row["of"]) for row in read_rows("ranking") if row["case"])


@cache
def sides() -> Mapping[tuple[str, str], str]:
    """By the rows of signs that say whether a line is for what the question tells, or for what it
    rules out: "+delay", "-delay"."""
    named = {(row["signal"], row["of"]): row["side"] for row in read_rows("ranking")}
    return {row: side for row, side in named.items() if side}
