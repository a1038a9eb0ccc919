"""Candidates in the order in which they answer: a weighted sum of named signals."""

from collections.abc import Iterable
from dataclasses import dataclass

from monograph_qa.domain.label import FactSpan
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signals import SIGNALS
from monograph_qa.ranking.signs import Candidate, Sign, weights


@dataclass(frozen=True, slots=True)
class Ranked:
    """One candidate with its score, and what put it there, weightiest first."""

    candidate: Candidate
    score: float
    because: tuple[str, ...]
    is_excluded: bool

    @property
    def fact(self) -> FactSpan:
        return self.candidate.fact


def rank(asked: Asked, candidates: Iterable[Candidate]) -> list[Ranked]:
    """The candidates, best first; equal ones stay in the label's order."""
    ranked = [_ranked(asked, each) for each in candidates]
    return sorted(ranked, key=lambda each: (-each.score, each.candidate.line.at))


def _ranked(asked: Asked, candidate: Candidate) -> Ranked:
    weighed: list[tuple[float, Sign]] = []
    for name, signal in SIGNALS.items():
        for sign in signal(asked, candidate):
            weight = weights().get((name, sign.of))
            weight = weights().get((sign.of, ""), 0.0) if weight is None else weight
            weighed.append((weight * sign.value, sign))
    telling = sorted((each for each in weighed if each[1].why), key=lambda each: -each[0])
    return Ranked(
        candidate,
        sum(worth for worth, _ in weighed),
        tuple(sign.why for _, sign in telling),
        any(sign.excludes for _, sign in weighed),
    )


def candidates_of(asked: Asked, brought: Iterable[int]) -> set[int]:
    """The places of the lines worth ranking: what the routes brought, what says or stands under
    anything that the question names, and what goes on from there."""
    places = set(brought)
    for word in asked.words:
        places.update(asked.lines.standing(word))
    for thing in asked.things:
        places |= thing.places
        places |= {at + 1 for at in thing.literal | thing.meant if asked.lines.goes_on(at)}
    return places
