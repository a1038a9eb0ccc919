"""What a sentence states, as it was read when the label was loaded."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_EACH_MORE = 0.5  # of what one counts: a sentence on two things asked answers both


def attribute_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`first` where it states what is asked first, `other` where it states what is asked beside;
    `fact` where what is asked first is a single fact, and no section."""
    own = candidate.fact.attributes
    wants = (("first", asked.first), ("other", asked.others), ("fact", asked.stated))
    for name, wanted in wants:
        stated = [each for each in own if each in wanted]
        if stated:
            why = "" if name == "fact" else f"states {stated[0].replace('_', ' ')}"
            yield Sign(name, 1 + _EACH_MORE * (len(stated) - 1), why)
