"""What a question is likely to ask, learned from questions in many askers' own words: it reads what
no cue knows.

A linear model over the words, pairs of words and pieces of words of a question. It knows topics
and nothing else: it can name no drug, and what it reads only says where to look.
"""

import re
from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import exp, sqrt
from mmap import ACCESS_READ, mmap
from pathlib import Path
from sys import byteorder
from zlib import crc32

from monograph_qa.frozen import frozen

PLACES = 2**13
"""Rows of the weights: features are told apart by their hash."""
DRUG = "@"
"""What stands for the names of drugs in a question."""
_WEIGHTS = Path(__file__).with_name("weights")
WEIGHTS, TOPICS = _WEIGHTS / "topics.bin", _WEIGHTS / "topics.txt"
_WORD = re.compile(r"[a-z]+|\d+|[^\sa-z\d]")
_PIECES = (4, 5)  # letters
_SHORTEST = 4  # letters of a word that is cut to pieces
_NUMBER = "#"
ZERO = 128
"""What is stored for a weight of nothing: a weight is one byte with a sign."""
_TOPICS = 3  # that a question is taken to be of
_MOST = 250  # features; sums of more of them need more than sixteen bits


@frozen
class Likely:
    """A topic, and how likely it is what a question asks: 0 to 1."""

    topic: str
    probability: float


@lru_cache(maxsize=64)  # a question is read, and then asked of each label
def likely_topics(question: str) -> tuple[Likely, ...]:
    """The likely topics of a question in which `DRUG` stands for drugs, likeliest first."""
    model = _model()
    places = features(question)[:_MOST]
    if not places:
        return ()
    size, zero = sqrt(len(places)), ZERO * len(places)
    sums, bias = model.added(places), model.added([PLACES])
    scores = [
        scale * ((each - zero) / size + own - ZERO)
        for scale, each, own in zip(model.scales, sums, bias, strict=True)
    ]
    top = max(scores)
    shares = [exp(score - top) for score in scores]
    whole = sum(shares)
    best = sorted(range(len(shares)), key=lambda n: -shares[n])[:_TOPICS]
    return tuple(Likely(model.topics[n], shares[n] / whole) for n in best)


def without_names(question: str, names: Iterable[tuple[int, int]], instead: str = DRUG) -> str:
    """The question with `instead` for the names of drugs, which stand at these places of it."""
    for start, stop in sorted(names, reverse=True):
        question = f"{question[:start]}{instead}{question[stop:]}"
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
    """`weights`: PLACES rows and the bias, of two bytes a topic; `scales` are what one step of each
    topic is worth."""

    topics: tuple[str, ...]
    weights: memoryview
    scales: tuple[float, ...]

    def added(self, places: Iterable[int]) -> Sequence[int]:
        """The sum of some rows. They are added as long numbers, sixteen bits a topic: a hundred in
        a hundredth of a millisecond, and nothing has to be imported for it."""
        size = 2 * len(self.topics)
        rows = (self.weights[at * size : (at + 1) * size] for at in places)
        total = sum(int.from_bytes(row, "little") for row in rows)
        found = array("H", total.to_bytes(size, "little"))
        if byteorder == "big":
            found.byteswap()
        return found


@cache
def _model() -> _Model:
    named = [line.split(",") for line in TOPICS.read_text(encoding="utf-8").splitlines()]
    with WEIGHTS.open("rb") as file:  # only what a question's words need is read
        weights = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
    topics = tuple(topic for topic, _ in named)
    return _Model(topics, weights, tuple(float(scale) for _, scale in named))
