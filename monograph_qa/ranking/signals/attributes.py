"""What a sentence states, as it was read when the label was loaded."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_EACH_MORE = 0.5  # of what one counts: a sentence on two things asked answers both


def attribute_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`first` where it states what is asked first, `other` where it states what is asked beside;
    `fact` where what is asked first is a single fact, and no section; `likely` where it
    states what such a question asks most often."""
    own = candidate.fact.attributes
    wants = (("first", asked.first), ("other", asked.others), ("fact", asked.stated))
    for name, wanted in wants:
        stated = [each for each in own if each in wanted]
        if stated:
            why = "" if name == "fact" else f"states {stated[0].replace('_', ' ')}"
            yield Sign(name, 1 + _EACH_MORE * (len(stated) - 1), why)
    likely = max((asked.likely.get(each, 0.0) for each in own), default=0.0)
    if likely:  # where cues read it as well that is said already
        is_read = not asked.first.union(asked.others).isdisjoint(own)
        yield Sign("likely", likely, "" if is_read else "states what is likely asked")
