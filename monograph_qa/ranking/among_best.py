"""The best lines weighed once more beside one another: by all that speaks for each, by where the
question and each of its clauses put it, and by how near it is to the question read as a whole."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.limits import (
    LACKING,
    OF_CLASS,
    agreeing_limits,
    cautions_in_disease,
    forbids_at_number,
    forbids_disease,
    forbids_its_class,
    forbids_together,
    is_at_number,
    is_of_no_advice,
    is_unmet,
    leaves_out,
    names_disease,
    names_partner,
)
from monograph_qa.ranking.own_doses import (
    doses_the_person,
    gives_own_dose,
    has_no_dose_for,
    has_none_at_number,
)
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.saying import states
from monograph_qa.ranking.signals.directions import gives_dose
from monograph_qa.ranking.signals.places import is_studied
from monograph_qa.ranking.signals.ranges import values_met
from monograph_qa.ranking.signals.specials import for_the_organ
from monograph_qa.ranking.signals.statements import says_what_to_do
from monograph_qa.ranking.signs import BEST, Row, reasons, weights_among_best

READ = 32  # lines that are weighed once more
_LIMITS = 8  # lines beside these that limit the use in this patient, however low they rank
_FLAT = 4  # the first line is worth 1/4, the second 1/5, the third 1/6
_OF_A_CLAUSE = 0.8  # what a place in a clause's order is worth, of one in the whole question's
_OF_ANOTHER_KIND = ("contrast", "other")
_OVERDOSE_SECTIONS = frozenset({"overdosage", "pmi_overdose"})
_ON_OVERDOSE = frozenset({"overdose", "overdose_treatment"})
_WHY_OF_A_CLAUSE = "answers a clause of the question"

Said = Callable[[Asked, Ranked], bool]
_SAID: Mapping[str, Said] = {
    "together": forbids_together,
    "disease": forbids_disease,
    "number": forbids_at_number,
    "partner": names_partner,
    "illness": names_disease,
    "caution": cautions_in_disease,
    "organ": is_at_number,
    "own dose": gives_own_dose,
    "no dose": has_no_dose_for,
    "none": has_none_at_number,
    "person": doses_the_person,
    "dose": lambda asked, each: gives_dose(each.candidate),
    "adjusted": lambda asked, each: for_the_organ(asked, each.candidate),
    "doing": lambda asked, each: says_what_to_do(asked, each.candidate),
    "studied": lambda asked, each: is_studied(asked, each.candidate),
    "overdose": lambda asked, each: is_on_overdose(asked, each),
    "no advice": lambda asked, each: is_of_no_advice(each),
}
"""What a line says of the patient, or for whom: rows `best,…` of `ranking.csv`."""


@frozen
class Beside:
    """What is known of the best lines only beside one another: how near each is to the question, by
    its place (none where no model is installed), and which of them are named by the question."""

    nearness: Mapping[int, float]
    named: Mapping[str, Collection[int]]


def fused(ranked: Sequence[Ranked], clauses: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """The `ranked` lines in the order of the best place that each has for the whole question or for
    one of its `clauses`: "what diluent, and how long is it stable?" is answered by a line for each
    at the top. Reciprocal ranks are compared (Cormack, Clarke and Büttcher, SIGIR 2009), of which
    the best counts here and not their sum. What the whole question excludes stays where it is."""
    worth = {at: reciprocal(n) for n, at in enumerate(_places(ranked))}
    raised = set[int]()
    for at, of_clause in _by_clauses(clauses).items():
        if worth.get(at, of_clause) < of_clause:
            worth[at] = of_clause
            raised.add(at)
    return _in_order_of(worth, ranked, dict.fromkeys(raised, (_WHY_OF_A_CLAUSE,)))


def with_limits(asked: Asked, ranked: Sequence[Ranked]) -> tuple[list[Ranked], list[int]]:
    """The `ranked` lines, none of them excluded that requires what the patient lacks or leaves the
    patient out, for that is the answer, and each telling whether it is one of these or forbids the
    class of a drug that no limit names itself; and the places of those which are worth weighing
    once more: the best, and what limits the use in this patient."""
    limits = agreeing_limits(asked, filter(states, ranked))
    is_partner_named = any(names_partner(asked, each) for each in limits)
    marks: dict[int, Row] = {}
    for each in limits:
        if _is_lacking(asked, each):
            marks[each.candidate.line.at] = LACKING
        elif not is_partner_named and forbids_its_class(asked, each):
            marks[each.candidate.line.at] = OF_CLASS
    marked = [_marked(each, marks.get(each.candidate.line.at)) for each in ranked]
    places = [e.candidate.line.at for e in limits if not e.is_excluded]
    return marked, list(dict.fromkeys([*_places(marked)[:READ], *places[:_LIMITS]]))


def _marked(each: Ranked, mark: Row | None) -> Ranked:
    if mark is None:
        return each
    is_excluded = each.is_excluded and mark != LACKING
    return replace(each, is_excluded=is_excluded, found={**each.found, mark: 1.0})


def _is_lacking(asked: Asked, each: Ranked) -> bool:
    is_unmet_here = is_unmet(asked, each) or leaves_out(each)
    return is_unmet_here and _OF_ANOTHER_KIND not in each.found


def weighed_again(
    ranked: Sequence[Ranked], found: Mapping[int, Mapping[Row, float]]
) -> list[Ranked]:
    """The `ranked` lines, those of which `features` were `found` in the order of what these weigh
    beside one another (column `again` of `ranking.csv`)."""
    weights = weights_among_best()
    worth = {
        at: sum(weights.get(row, 0.0) * value for row, value in own.items())
        for at, own in found.items()
    }
    why = {
        at: tuple(
            reasons()[row]
            for row, value in own.items()
            if row[0] == BEST and weights.get(row, 0.0) * value > 0 and reasons().get(row)
        )
        for at, own in found.items()
    }
    return _in_order_of(worth, ranked, why)


def features(
    asked: Asked,
    ranked: Sequence[Ranked],
    places: Collection[int],
    clauses: Sequence[Sequence[Ranked]],
    beside: Beside,
) -> dict[int, dict[Row, float]]:
    """What speaks for or against each of the lines at these places, by the rows of `ranking.csv`
    that weigh it."""
    usual = sum(beside.nearness.values()) / max(1, len(beside.nearness))
    by_clauses = _by_clauses(clauses)
    in_question = enumerate(each for each in ranked if not each.is_excluded)
    best = [(n, each) for n, each in in_question if each.candidate.line.at in places]
    met = {each.candidate.line.at: values_met(asked, each.candidate) for _, each in best}
    most_met = max(met.values(), default=0) or 1
    found: dict[int, dict[Row, float]] = {}
    for n, each in best:
        at = each.candidate.line.at
        own = {
            "order": reciprocal(n),
            "clause": by_clauses.get(at, 0.0),
            "near": beside.nearness.get(at, usual) - usual,
            "met": met[at] / most_met,
            "length": math.log(max(1, len(each.fact.quote))),
            **{name: float(at in named) for name, named in beside.named.items()},
            **{name: float(says(asked, each)) for name, says in _SAID.items()},
        }
        found[at] = {**each.found, **{(BEST, name): value for name, value in own.items()}}
    return found


def is_on_overdose(asked: Asked, each: Ranked) -> bool:
    """Whether too much was taken, and the line stands in the section on that."""
    is_asked = asked.is_reversed and not _ON_OVERDOSE.isdisjoint(asked.first)
    return is_asked and not _OVERDOSE_SECTIONS.isdisjoint(each.candidate.line.head.line)


def reciprocal(place: int) -> float:
    """What a line is worth by its place in an order, from 0."""
    return 1 / (place + _FLAT)


def _by_clauses(clauses: Sequence[Sequence[Ranked]]) -> dict[int, float]:
    """What each line is worth by its best place for a clause of the question."""
    worth: dict[int, float] = {}
    for clause in clauses:
        for n, at in enumerate(_places(clause)):
            worth[at] = max(worth.get(at, 0.0), _OF_A_CLAUSE * reciprocal(n))
    return worth


def _places(ranked: Sequence[Ranked]) -> list[int]:
    return [each.candidate.line.at for each in ranked if not each.is_excluded]


def _in_order_of(
    worth: Mapping[int, float], ranked: Sequence[Ranked], why: Mapping[int, tuple[str, ...]]
) -> list[Ranked]:
    """The lines that have a worth by it, each with the score that stood at its new place, so that
    how far a line falls behind the best means what it meant; the others as they were. Each tells
    also `why`."""
    lines = {each.candidate.line.at: each for each in ranked}
    before = [at for at in _places(ranked) if at in worth]
    moved = {
        old: replace(
            lines[new], score=lines[old].score, because=(*lines[new].because, *why.get(new, ()))
        )
        for old, new in zip(before, sorted(before, key=lambda at: -worth[at]), strict=True)
    }
    return [moved.get(each.candidate.line.at, each) for each in ranked]
