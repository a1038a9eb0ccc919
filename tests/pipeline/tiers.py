"""The lines of an answer by what they are to the question."""

from monograph_qa.domain.answer import Answer, Quote
from monograph_qa.domain.evidence import Tier


def lines_of(answer: Answer) -> list[Quote]:
    """All lines, in the order of their ranks; each rank is the line's place."""
    lines = [quote for group in answer.groups for quote in group.quotes]
    assert [line.rank for line in lines] == list(range(1, len(lines) + 1))
    return lines


def quotes(answer: Answer) -> list[str]:
    """What all lines say, those that are only counted included."""
    return [line.text for line in lines_of(answer)]


def shown(answer: Answer) -> list[str]:
    """What the shown lines say: the answer, and what limits the use in the patient."""
    return [line.text for line in lines_of(answer) if line.tier is not Tier.MORE]


def limits(answer: Answer) -> list[str]:
    """What forbids, limits or adjusts for the patient told of."""
    return [line.text for line in lines_of(answer) if line.tier is Tier.LIMIT]


def folded(answer: Answer) -> list[str]:
    """What is told only by count."""
    return [line.text for line in lines_of(answer) if line.tier is Tier.MORE]
