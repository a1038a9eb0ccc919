"""What each sign weighs among the best lines of a label.

    python -m training.train_ranking QUESTIONS.jsonl=LIBRARY [...] [--write] [--halfway]

Each question (a file as `monograph-qa eval` reads it, and the library that it is asked of) is asked
as it is by users; what speaks for and against each of the lines that are weighed once more is noted
(`ranking.among_best.features`). Fitted is the column `again` of `schemas/vocabulary/ranking.csv`: a
logistic regression on which of two lines of one question says what is needed (Herbrich, Graepel and
Obermayer, Large margin rank boundaries for ordinal regression, 2000). Printed is, of questions
whose file was left out, how often the first line says something needed, the first five all of it,
and what must not come first stands before what is needed; with `--write` the column is written,
with `--halfway` in the middle between what is fitted and what it held: that knows questions that
are no longer at hand.
"""

import argparse
import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from monograph_qa import Library
from monograph_qa.pipeline import looking
from monograph_qa.pipeline.scoring.judging import Line, line_of, met_by
from monograph_qa.pipeline.scoring.questions import Expected, ScoredQuestion, read_questions
from monograph_qa.ranking import Ranked, weighed_again
from monograph_qa.ranking.signs import BEST, Row, weights

Floats = npt.NDArray[np.float64]
TABLE = Path(__file__).parents[1] / "schemas/vocabulary/ranking.csv"
FOLDS, RIDGE = 8, 200.0
ANSWERS, OTHERS = 3, 25  # lines of each question that are compared with one another
DANGER = 2.0  # what a line counts that must not come first
FIRST = 5


@dataclass(frozen=True)
class Pool:
    """The lines of one question: `signs` of each, the numbers of the needs that each meets, and
    which must not come first; `needs` is how many there are."""

    signs: Sequence[Mapping[Row, float]]
    meets: Sequence[frozenset[int]]
    is_danger: Sequence[bool]
    needs: int


def pool_of(question: ScoredQuestion, lines: Sequence[tuple[Mapping[Row, float], Line]]) -> Pool:
    """The lines, each with what was found of it, as the question needs them."""
    return Pool(
        [signs for signs, _ in lines],
        [met_by(line, question.need) for _, line in lines],
        [bool(met_by(line, question.not_first)) for _, line in lines],
        len(question.need),
    )


def pools_of(file: Path, folder: Path) -> list[Pool]:
    """The pool of each question of a file, of the last label that it was asked of."""
    noted: list[list[tuple[Mapping[Row, float], Line]]] = []

    def noting(ranked: Sequence[Ranked], found: Mapping[int, Mapping[Row, float]]) -> list[Ranked]:
        lines = {each.candidate.line.at: each.candidate.line for each in ranked}
        best = ((signs, lines[at]) for at, signs in found.items())
        noted.append(
            [(s, line_of(line.head.heading_path, line.lead_in, line.quote)) for s, line in best]
        )
        return weighed_again(ranked, found)

    pools = []
    looking.weighed_again = noting
    try:
        with Library.open(folder) as library:
            for each in read_questions(file):
                noted.clear()
                if each.expect is Expected.ANSWER and each.need:
                    library.ask(each.question)
                    # The clauses of a question are weighed before it.
                    pools += [pool_of(each, noted[-1])] if noted else []
    finally:
        looking.weighed_again = weighed_again
    return pools


def fit(pools: Sequence[Pool], rows: Sequence[Row]) -> Floats:
    """What each of the rows weighs, [rows]."""
    scale = np.vstack([_matrix(each, rows) for each in pools]).std(axis=0) + 1e-6
    apart: list[Floats] = []
    count_of: list[float] = []
    for pool in pools:
        signs = _matrix(pool, rows) / scale
        answers = [at for at, met in enumerate(pool.meets) if met][:ANSWERS]
        others = [at for at, met in enumerate(pool.meets) if not met][:OTHERS]
        apart += [signs[answer] - signs[other] for answer in answers for other in others]
        danger = [DANGER if pool.is_danger[other] else 1.0 for other in others]
        count_of += [count / len(answers) for _ in answers for count in danger]
    pairs, counts = np.array(apart), np.array(count_of)

    def loss(worth: Floats) -> tuple[float, Floats]:
        margins = pairs @ worth
        wrong = 1 / (1 + np.exp(np.clip(margins, -30, 30)))
        value = float(counts @ np.logaddexp(0, -margins) + RIDGE * worth @ worth)
        return value, 2 * RIDGE * worth - pairs.T @ (counts * wrong)

    bounds = [bounds_of(row, unit) for row, unit in zip(rows, scale, strict=True)]
    start = [low or high or 0.0 for low, high in bounds]
    worth: Floats = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x / scale
    return worth


def bounds_of(row: Row, unit: float) -> tuple[float | None, float | None]:
    """Between what a row may weigh: what speaks for a line never against it, what speaks against it
    at least as much as in the first order, and what is weighed only among the best at least what
    the table says, however seldom the questions tell of it."""
    first = weights().get(row, 0.0)
    if first < 0:
        return None, first * unit
    least = first * unit if row[0] == BEST else 0.0
    return (least, None) if first > 0 else (None, None)


def figures(pools: Sequence[Pool], orders: Sequence[Sequence[int]]) -> str:
    """What a reader of the lines in these orders would meet."""
    first = five = danger = 0
    for pool, order in zip(pools, orders, strict=True):
        met = [at for at, line in enumerate(order) if pool.meets[line]]
        bad = [at for at, line in enumerate(order) if pool.is_danger[line]]
        first += met[:1] == [0]
        of_five = frozenset[int]().union(*(pool.meets[line] for line in order[:FIRST]))
        five += len(of_five) == pool.needs
        danger += bool(bad) and (not met or bad[0] < met[0])
    n = len(pools)
    return f"first {first / n:.3f}, in five {five / n:.3f}, danger {danger / n:.3f} of {n}"


def _matrix(pool: Pool, rows: Sequence[Row]) -> Floats:
    return np.array([[signs.get(row, 0.0) for row in rows] for signs in pool.signs], dtype=float)


def left_out(pools: Sequence[Pool], sources: Sequence[int], rows: Sequence[Row]) -> str:
    """The figures of each eighth of the files by what the others weigh."""
    orders: list[Sequence[int]] = [()] * len(pools)
    for fold in range(FOLDS):
        own = [at for at, source in enumerate(sources) if source % FOLDS == fold]
        others = [p for p, source in zip(pools, sources, strict=True) if source % FOLDS != fold]
        fitted = fit(others, rows) if own else np.zeros(len(rows))
        for at in own:
            worth = _matrix(pools[at], rows) @ fitted
            orders[at] = [int(line) for line in np.argsort(-worth, kind="stable")]
    return figures(pools, orders)


def write(fitted: Mapping[Row, float], table: Path = TABLE, share: float = 1.0) -> None:
    """Writes the column `again` of the table: what is fitted by its share, the rest as before."""
    with table.open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    for row in listed:
        key, first = (row["signal"], row["of"]), float(row["weight"])
        # What no question told of weighs the least that it may.
        weight = fitted.get(key, first if key[0] == BEST else min(first, 0.0))
        weight = share * weight + (1 - share) * float(row["again"] or 0.0)
        row["again"] = f"{weight:.3f}" if round(weight, 3) else ""
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(listed[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(listed)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("asked", nargs="+", metavar="QUESTIONS.jsonl=LIBRARY")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--halfway", action="store_true")
    options = parser.parse_args()
    pools: list[Pool] = []
    sources: list[int] = []
    for n, pair in enumerate(options.asked):
        file, _, folder = pair.partition("=")
        own = pools_of(Path(file), Path(folder))
        pools += own
        sources += [n] * len(own)
    rows = sorted({row for pool in pools for signs in pool.signs for row in signs})
    print("as the rows weigh that are left out:", left_out(pools, sources, rows))
    fitted = dict(zip(rows, fit(pools, rows).tolist(), strict=True))
    for row, weight in sorted(fitted.items(), key=lambda each: -abs(each[1])):
        print(",".join(row), f"{weight:.3f}")
    if options.write:
        write(fitted, share=0.5 if options.halfway else 1.0)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
