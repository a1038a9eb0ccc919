"""What tells a label that is silent on a question from one that answers it.

    python -m training.train_silence QUESTIONS.jsonl=LIBRARY [...]

Each question (a file as `monograph-qa eval` reads it, and the library that it is asked of) is asked
as it is by users; what `ranking.answering.signs_of_silence` says of it is noted. Fitted are the
weights of `schemas/vocabulary/silence.csv`: a logistic regression on whether the question is one
that the label does not answer. Printed are the weights, and, of questions whose file was left out,
how many that labels do not answer would be told so at each share of needless doubt.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from monograph_qa import Library
from monograph_qa.pipeline import silent as deciding
from monograph_qa.pipeline.scoring.questions import Expected, read_questions
from monograph_qa.ranking import Asked, Ranked, doubt
from monograph_qa.ranking.answering import signs_of_silence

Floats = npt.NDArray[np.float64]
FOLDS, STEPS, RIDGE = 8, 50, 0.1
NEEDLESS = (0.01, 0.02, 0.03, 0.05)


def signs_of(file: Path, folder: Path) -> list[tuple[dict[str, float], bool]]:
    """The signs of each question, and whether the label is silent on it."""
    found: list[tuple[dict[str, float], bool]] = []
    noted: list[dict[str, float]] = []

    def noting(asked: Asked, ranked: Sequence[Ranked]) -> float:
        noted.append(signs_of_silence(asked, ranked))
        return doubt(asked, ranked)

    deciding.doubt = noting
    try:
        with Library.open(folder) as library:
            for each in read_questions(file):
                noted.clear()
                is_silent = each.expect is Expected.SILENT
                if is_silent or (each.expect is Expected.ANSWER and each.need):
                    library.ask(each.question)
                    found += [(noted[0], is_silent)] if noted else []
    finally:
        deciding.doubt = doubt
    return found


def fit(signs: Floats, silent: Floats) -> Floats:
    """The weights of the signs, by Newton's method."""
    weights = np.zeros(signs.shape[1])
    for _ in range(STEPS):
        odds = 1 / (1 + np.exp(-signs @ weights))
        curve = (signs * (odds * (1 - odds))[:, None]).T @ signs + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(curve, signs.T @ (odds - silent) + RIDGE * weights)
    return weights


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("asked", nargs="+", metavar="QUESTIONS.jsonl=LIBRARY")
    rows, sources = [], []
    for n, pair in enumerate(parser.parse_args().asked):
        file, _, folder = pair.partition("=")
        own = signs_of(Path(file), Path(folder))
        rows += own
        sources += [n] * len(own)
    names = [*rows[0][0], "always"]
    signs = np.array([[*each.values(), 1.0] for each, _ in rows], dtype=float)
    silent, fold = np.array([float(each) for _, each in rows]), np.array(sources) % FOLDS
    for name, weight in zip(names, fit(signs, silent), strict=True):
        print(f"{name},{weight:.3f}")
    odds = np.zeros(len(rows))
    for n in set(fold):
        odds[fold == n] = signs[fold == n] @ fit(signs[fold != n], silent[fold != n])
    for share in NEEDLESS:
        least = np.quantile(odds[silent == 0], 1 - share)
        told = int((odds[silent == 1] > least).sum())
        print(f"needless {share:.0%}: {told} of {int(silent.sum())} told, from {least:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
