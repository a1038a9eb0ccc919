"""What a question is likely to ask, learned from questions in many askers' own words: it reads what
no cue knows.

A linear model over the words, pairs of words and pieces of words of a question. It knows topics
and nothing else: it can name no drug, and what it reads only says where to look.
"""

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt

from monograph_qa.frozen import frozen

PLACES = 2**14
"""Rows of the weights: features are told apart by their hash."""
DRUG = "@"
"""What stands for the names of drugs in a question."""
_WEIGHTS = Path(__file__).with_name("weights")
WEIGHTS, TOPICS = _WEIGHTS / "topics.npy", _WEIGHTS / "topics.txt"
_WORD = re.compile(r"[a-z]+|\d+|[^\sa-z\d]")
_PIECES = (4, 5)  # letters
_SHORTEST = 4  # letters of a word that is cut to pieces
_NUMBER = "#"


@frozen
class Likely:
    """A topic, and how likely it is what a question asks: 0 to 1."""

    topic: str
    probability: float


def likely_topics(question: str, most: int = 3) -> tuple[Likely, ...]:
    """The `most` likely topics of a question in which `DRUG` stands for drugs, likeliest first."""
    model = _model()
    at = features(question)
    if not at:
        return ()
    sums = (
        model.weights[at].sum(axis=0, dtype=np.float32) / np.sqrt(len(at)) + model.weights[PLACES]
    )
    scores = sums * model.scales
    each = np.exp(scores - scores.max())
    each /= each.sum()
    best = np.argsort(-each, kind="stable")[:most]
    return tuple(Likely(model.topics[n], float(each[n])) for n in best)


def without_names(question: str, names: Iterable[tuple[int, int]]) -> str:
    """The question with `DRUG` for the names of drugs, which stand at these places of it."""
    for start, stop in sorted(names, reverse=True):
        question = f"{question[:start]}{DRUG}{question[stop:]}"
    return question


def features(question: str) -> list[int]:
    """The places of a question's features among the rows of the weights, each once."""
    words = [_NUMBER if word.isdigit() else word for word in _WORD.findall(question.lower())]
    said = {f"w{word}" for word in words}
    said.update(f"b{a} {b}" for a, b in pairwise(words))
    for word in words:
        if len(word) >= _SHORTEST:
            marked = f"_{word}_"
            said.update(
                f"c{marked[at : at + size]}"
                for size in _PIECES
                for at in range(len(marked) - size + 1)
            )
    return sorted({crc32(each.encode()) % PLACES for each in said})


@frozen
class _Model:
    """`weights` [PLACES + 1, topics], the last row the bias; `scales` what one step of a column is
    worth."""

    topics: tuple[str, ...]
    weights: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]


@cache
def _model() -> _Model:
    lines = TOPICS.read_text(encoding="utf-8").splitlines()
    named = [line.split(",") for line in lines]
    weights = np.load(WEIGHTS, mmap_mode="r")  # only what a question's words need is read
    scales = np.array([float(scale) for _, scale in named], dtype=np.float32)
    return _Model(tuple(topic for topic, _ in named), weights, scales)
