"""Learns what a question asks from `topic_questions.csv`; see README.md. With `--check` it only
says how often questions that it has not learned from are read as their topic."""

import argparse
import csv
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from monograph_qa.intent.likely import DRUG, PLACES, TOPICS, WEIGHTS, ZERO, features

QUESTIONS = Path(__file__).with_name("topic_questions.csv")
NAMED = "zelforine"  # the drug of all questions
LOOSENESS = 80.0  # C of the regression: of 20 to 160 all read as many, this one is the surest
FOLDS = 5


def matrix(questions: list[str]) -> csr_matrix:
    """Rows of unit length, one a question."""
    at = [features(question.lower().replace(NAMED, DRUG)) for question in questions]
    values = [1 / np.sqrt(len(row)) for row in at for _ in row]
    ends = np.cumsum([0, *map(len, at)])
    return csr_matrix((values, [n for row in at for n in row], ends), (len(at), PLACES))


def fitted(rows: csr_matrix, topics: np.ndarray) -> LogisticRegression:
    return LogisticRegression(C=LOOSENESS, max_iter=200).fit(rows, topics)


def check(rows: csr_matrix, topics: np.ndarray) -> None:
    right, first, sure = 0, 0, []
    for fold in range(FOLDS):
        held = np.arange(len(topics)) % FOLDS == fold
        model = fitted(rows[~held], topics[~held])
        found = model.predict_proba(rows[held])
        order = np.argsort(-found, axis=1)[:, :3]
        named = model.classes_[order]
        first += int((named[:, 0] == topics[held]).sum())
        right += int((named == topics[held][:, None]).any(axis=1).sum())
        sure += list(zip(found.max(axis=1), named[:, 0] == topics[held], strict=True))
    shares = f"first {first / len(topics):.3f}, of three {right / len(topics):.3f}"
    print(f"{len(topics)} questions: {shares}")
    for least in (0.2, 0.4, 0.6, 0.8):
        own = [is_right for p, is_right in sure if p >= least]
        print(f"  sure to {least}: {len(own) / len(sure):.2f} of them, {np.mean(own):.3f} right")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with QUESTIONS.open(encoding="utf-8", newline="") as file:
        read = [(row["topic"], row["question"]) for row in csv.DictReader(file)]
    topics = np.array([topic for topic, _ in read])
    rows = matrix([question for _, question in read])
    if options.check:
        check(rows, topics)
        return
    model = fitted(rows, topics)
    weights = np.vstack([model.coef_.T, model.intercept_])
    scales = np.abs(weights).max(axis=0) / 127
    WEIGHTS.parent.mkdir(exist_ok=True)
    (np.rint(weights / scales) + ZERO).astype("<u2").tofile(WEIGHTS)
    named = (f"{topic},{scale:.6g}\n" for topic, scale in zip(model.classes_, scales, strict=True))
    TOPICS.write_text("".join(named), encoding="utf-8")


if __name__ == "__main__":
    main()
