"""The words of the question that a sentence or its lead-in says, the telling ones more (BM25)."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign


def word_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`words` for those that the sentence says, `whole` for the share of the question that it and
    its headings say."""
    line = candidate.line
    said = {word: asked.lines.bm25(line, word) for word in asked.words}
    told = sorted((word for word, worth in said.items() if worth), key=lambda w: -said[w])
    if told:
        yield Sign("words", sum(said.values()) / asked.total, f"words: {', '.join(told[:4])}")
    # How much of the question is said here at all, however long the sentence is.
    known = told + [w for w in asked.words if w in line.heading or w in line.path]
    if known:
        yield Sign("whole", sum(asked.words[word] for word in set(known)) / asked.total)
