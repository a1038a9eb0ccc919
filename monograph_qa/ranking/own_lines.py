"""The lines that each thing asked or told of the patient has for itself, however low they rank: one
for a fact, an organ, a laboratory value, a drug that is taken as well, a disease."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.concepts import direct_classes_of
from monograph_qa.frames.fitting import fit
from monograph_qa.frames.spans import PEOPLE, Span
from monograph_qa.frames.stances import stances_in
from monograph_qa.ranking.asked import Asked, AskedConcept
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signals.directions import is_directive

_MOST_DISEASES = 2  # whose own line is shown
_ADJUSTS = "adjusts"
_SUCH_AS = r"(?:e\.g\.|such as|for example|including)"  # examples of a class


Fits = Callable[[Ranked], bool]
"""Whether a line is for one thing."""


def own_lines(
    asked: Asked,
    near: Sequence[Ranked],
    stated: Sequence[Ranked],
    clauses: Sequence[Sequence[Ranked]],
) -> list[Ranked]:
    """The best of the lines that are `stated` for each organ, value, drug and disease that none of
    the lines `near` the best is for, and for what is told in passing."""
    own = _best_of(_values(asked), near, stated)
    own += _best_of(_drugs_taken(asked), near, stated)
    diseases = _best_of(_diseases(asked), [*near, *own], stated)
    diseases += _best_of(_told_beside(asked), [*near, *own, *diseases], stated)
    own += diseases[:_MOST_DISEASES]
    return [*own, *lines_of_clauses(clauses, [*near, *own], stated)]


def lines_of_clauses(
    clauses: Sequence[Sequence[Ranked]], shown: Sequence[Ranked], stated: Sequence[Ranked]
) -> list[Ranked]:
    """The best line of each clause of the question, as that ranks them, of which none is `shown`;
    each is one of those `stated`."""

    def best(ranked: Sequence[Ranked]) -> Fits:
        place = next((each.candidate.line.at for each in ranked if not each.is_excluded), -1)
        return _standing_in(frozenset({place}))

    return _best_of(((best(ranked),) * 2 for ranked in clauses), shown, stated)


def with_names_first(asked: Asked, lines: Sequence[Ranked]) -> list[Ranked]:
    """The lines, the first advice on a drug taken as well by its own name before what is said of
    its class: "no adjustment with clarithromycin" is read before "halve it with such inhibitors".
    """
    ordered = list(lines)
    for drug in asked.of(Facet.COMEDICATION):
        by_name = drug.by_name & drug.within
        as_example = re.compile(rf"{_SUCH_AS}[^.;)]*\b{re.escape(drug.named.said)}\b", re.I)
        of_class = next((n for n, e in enumerate(ordered) if _is_of_class(drug, e)), None)
        named = next(
            (
                n
                for n, e in enumerate(ordered)
                if _advises_on(by_name, e) and not as_example.search(e.fact.quote)
            ),
            None,
        )
        if of_class is not None and named is not None and of_class < named:
            ordered.insert(of_class, ordered.pop(named))
    return ordered


def _is_of_class(drug: AskedConcept, each: Ranked) -> bool:
    at = each.candidate.line.at
    return at in drug.classed and at not in drug.by_name and is_directive(each.fact)


def _advises_on(places: frozenset[int], each: Ranked) -> bool:
    """Whether a line at one of the places says what to do, or that nothing is to be done."""
    is_advice = is_directive(each.fact) or _ADJUSTS in stances_in(each.fact.quote)
    return each.candidate.line.at in places and is_advice


def _best_of(
    concepts: Iterable[tuple[Fits, Fits]], near: Sequence[Ranked], fitting: Sequence[Ranked]
) -> list[Ranked]:
    """For each thing that no line is for, the best line that is fit to be its own."""
    own: list[Ranked] = []
    for is_for, is_fit in concepts:
        if not any(map(is_for, (*near, *own))):
            own += islice(filter(is_fit, fitting), 1)
    return own


def _values(asked: Asked) -> Iterator[tuple[Fits, Fits]]:
    """What is for an organ's function or a laboratory value, and says what to do: the starting dose
    on dialysis is read with "no adjustment", what platelets of 44 ask for with what an ALC of 0.4
    does."""
    for measure in dict.fromkeys(span.measure for span in asked.spans):
        if measure in PEOPLE:
            continue
        told = [span for span in asked.spans if span.measure is measure]

        def is_for(each: Ranked, told: Sequence[Span] = told) -> bool:
            return fit(told, each.candidate.line.outwards) > 0

        advises = _advising(is_for)
        yield advises, advises


def _drugs_taken(asked: Asked) -> Iterator[tuple[Fits, Fits]]:
    """What names a drug that is taken as well, and not its class alone: "CYP2C9 inhibitors: …" is
    read with what is said of inhibitors. Of a drug that the label never names, what names its
    class."""
    for drug in asked.of(Facet.COMEDICATION):
        # What is of no class is no medicine: alcohol, food.
        if not {drug.named.concept}.issuperset(direct_classes_of(drug.named.concept)):
            is_for = _standing_in((drug.by_name or drug.classed) & drug.within)
            yield is_for, is_for


def _diseases(asked: Asked) -> Iterator[tuple[Fits, Fits]]:
    """What says what to do in one of several diseases."""
    diseases = [each for each in asked.not_indicated if each.named.facet is Facet.CONDITION]
    for disease in diseases if len(diseases) > 1 else ():
        advises = _advising(_standing_in(disease.by_name))
        yield advises, advises


def _told_beside(asked: Asked) -> Iterator[tuple[Fits, Fits]]:
    """What names a disease or a symptom that is told beside what is asked: "… got it on Monday.
    Since last night her speech is slurred." """
    for disease in asked.not_indicated:
        if disease.named.facet in (Facet.CONDITION, Facet.EFFECT):
            places = disease.by_name
            yield _standing_in(places), _standing_in(places & disease.within)


def _standing_in(places: frozenset[int]) -> Fits:
    return lambda each: each.candidate.line.at in places


def _advising(is_for: Fits) -> Fits:
    return lambda each: is_directive(each.fact) and is_for(each)
