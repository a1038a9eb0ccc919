"""One order of what the whole question, each of its clauses and its meaning put first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signs import weights

_FLAT = 4  # the first line is worth 1/4, the second 1/5, the third 1/6
_OF_A_CLAUSE = 0.8  # what a place in a clause's order is worth, of one in the whole question's
READ = 16  # lines that are read as a whole
_NEARNESS, _WHY_NEAR = ("nearness", ""), "it is near to the question, read as a whole"
_WHY_OF_A_CLAUSE = "answers a clause of the question"


def fused(ranked: Sequence[Ranked], clauses: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """The `ranked` lines in the order of the best place that each has for the whole question or for
    one of its `clauses`: "what diluent, and how long is it stable?" is answered by a line for each
    at the top. Reciprocal ranks are compared (Cormack, Clarke and Büttcher, SIGIR 2009), of which
    the best counts here and not their sum. What the whole question excludes stays where it is."""
    worth = {at: reciprocal(n) for n, at in enumerate(_places(ranked))}
    raised = dict[int, float]()
    for clause in clauses:
        for n, at in enumerate(_places(clause)):
            of_clause = _OF_A_CLAUSE * reciprocal(n)
            if worth.get(at, of_clause) < of_clause:
                worth[at] = raised[at] = of_clause
    return _in_order_of(worth, ranked, dict.fromkeys(raised, _WHY_OF_A_CLAUSE))


def reciprocal(place: int) -> float:
    """What a line is worth by its place in an order, from 0."""
    return 1 / (place + _FLAT)


def best_of(ranked: Sequence[Ranked]) -> list[int]:
    """The places of the best lines, which are worth reading once more as a whole."""
    return _places(ranked)[:READ]


def read_again(ranked: Sequence[Ranked], nearness: Mapping[int, float]) -> list[Ranked]:
    """The `ranked` lines, those with a `nearness` to the question, by their places, weighed by how
    much nearer or farther they are than the others: what is read as a whole orders the best lines,
    and lifts none above them that was not among them."""
    if not nearness:
        return list(ranked)
    usual = sum(nearness.values()) / len(nearness)
    nearer = {at: near - usual for at, near in nearness.items()}
    weight = weights()[_NEARNESS]
    worth = {
        at: reciprocal(n) + weight * nearer[at]
        for n, at in enumerate(_places(ranked))
        if at in nearer
    }
    return _in_order_of(worth, ranked, {at: _WHY_NEAR for at, far in nearer.items() if far > 0})


def _places(ranked: Sequence[Ranked]) -> list[int]:
    return [each.candidate.line.at for each in ranked if not each.is_excluded]


def _in_order_of(
    worth: Mapping[int, float], ranked: Sequence[Ranked], why: Mapping[int, str]
) -> list[Ranked]:
    """The lines that have a worth by it, each with the score that stood at its new place, so that
    how far a line falls behind the best means what it meant; the others as they were."""
    moved = [each for each in ranked if each.candidate.line.at in worth and not each.is_excluded]
    scores = [each.score for each in moved]
    moved.sort(key=lambda each: -worth[each.candidate.line.at])
    placed = iter(
        replace(each, score=score, because=(*each.because, *_why(why, each)))
        for each, score in zip(moved, scores, strict=True)
    )
    return [
        next(placed) if each.candidate.line.at in worth and not each.is_excluded else each
        for each in ranked
    ]


def _why(why: Mapping[int, str], each: Ranked) -> tuple[str, ...]:
    told = why.get(each.candidate.line.at)
    return () if told is None else (told,)
