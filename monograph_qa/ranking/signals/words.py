"""The words of the question that a sentence or its lead-in says, the telling ones more (BM25)."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign


def word_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The share of the question's words, by weight, that the sentence says."""
    line = candidate.line
    said = {word: asked.bm25(line, word) for word in asked.words}
    told = sorted((word for word, worth in said.items() if worth), key=lambda w: -said[w])
    if told:
        yield Sign("words", sum(said.values()) / asked.total, f"words: {', '.join(told[:4])}")
