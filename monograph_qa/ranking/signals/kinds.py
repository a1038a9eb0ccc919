"""What kind of statement a sentence is: a heading or a caption is none."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign


def kind_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The kind of the FactSpan."""
    yield Sign(candidate.fact.kind.value)
