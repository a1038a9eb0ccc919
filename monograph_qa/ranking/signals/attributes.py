"""What a sentence states, as it was read when the label was loaded."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign


def attribute_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`first` where it states what is asked first, `other` where it states what is asked beside."""
    own = candidate.fact.attributes
    for name, wanted in (("first", asked.first), ("other", asked.others)):
        stated = [each for each in own if each in wanted]
        if stated:
            yield Sign(name, 1.0, f"states {stated[0].replace('_', ' ')}")
