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


Row = tuple[str, str]
"""A row of `ranking.csv`: the signal, and of what it is."""
BEST = "best"
"""The signal of the rows that are weighed only among the best lines."""

Signal = Callable[[Asked, Candidate], Iterator[Sign]]


@cache
def weights() -> Mapping[Row, float]:
    """The weight of each signal's rows, by signal and what it is of."""
    return {(row["signal"], row["of"]): float(row["weight"]) for row in read_rows("ranking")}


@cache
def weights_among_best() -> Mapping[Row, float]:
    """What each row weighs among the best lines, beside one another: fitted by
    training/train_ranking.py."""
    return {(r["signal"], r["of"]): float(r["again"]) for r in read_rows("ranking") if r["again"]}


@cache
def reasons() -> Mapping[Row, str]:
    """What each row tells the reader."""
    return {(row["signal"], row["of"]): row["why"] for row in read_rows("ranking")}
