"""The words of the question that the headings above a sentence say: a heading speaks for all below
it, the nearest most."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_FARTHER = 0.8  # of what a word counts in the nearest heading


def heading_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The share of the question's words, by weight, that its headings say."""
    line = candidate.line
    words = [word for word in asked.words if not word[0].isdigit()]  # "4.2" is not 4 years
    near = [word for word in words if word in line.heading]
    far = [word for word in words if word in line.path and word not in line.heading]
    worth = sum(asked.words[w] for w in near) + _FARTHER * sum(asked.words[w] for w in far)
    if worth:
        yield Sign("heading", worth / asked.total, f"heading: {', '.join((near + far)[:4])}")
