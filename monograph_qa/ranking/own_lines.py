"""The lines that each thing told of the patient has for itself, however low they rank: one for an
organ, a drug that is taken as well, a disease; and the rest of a short section."""

from collections.abc import Iterable, Sequence
from itertools import islice

from monograph_qa.domain.frame import Facet
from monograph_qa.domain.label import FactKind
from monograph_qa.frames.concepts import direct_classes_of
from monograph_qa.frames.measures import fit
from monograph_qa.ranking.asked import DOSES, Asked
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signals.directions import is_directive

_FIRST = 3  # lines whose section may be the answer as a whole
_SHORT = 6  # lines of a section that is read as a whole
_MOST_MATES, _BEFORE_MATES = 3, 5  # lines of it, and those that are read before them
_MOST_DISEASES = 2  # whose own line is shown
_AMOUNTS = DOSES - {"discontinuation"}


def own_lines(asked: Asked, near: Sequence[Ranked], fitting: Sequence[Ranked]) -> list[Ranked]:
    """The best of the `fitting` lines for each organ, drug and disease that none of the lines
    `near` the best is for."""
    own = [*_for_the_patient(asked, near, fitting), *_of_the_drug_taken(asked, near, fitting)]
    return [*own, *_of_each_disease(asked, [*near, *own], fitting)]


def with_its_section(
    asked: Asked, near: Sequence[Ranked], stated: Iterable[Ranked]
) -> list[Ranked]:
    """The lines; where one of the first stands in a short section that is on one thing that is
    asked about, with all of that: "do not start in HIT" is read with when it may be started."""
    things = [e for e in asked.things if e.named.concept not in asked.indicated]
    sections: dict[str, list[Ranked]] = {}
    for each in stated:
        sections.setdefault(each.fact.section_id, []).append(each)
    is_of_dose = not _AMOUNTS.isdisjoint(asked.first | asked.others)
    for first in near[:_FIRST] if things and not is_of_dose else ():
        own = sections.get(first.fact.section_id, [])
        places = {each.candidate.line.at for each in own}
        is_of_it = any(places <= thing.literal | thing.meant for thing in things)
        rows = any(each.fact.kind is FactKind.TABLE_ROW for each in own)
        if is_of_it and not rows and 1 < len(own) <= _SHORT:
            mates = [each for each in own if each not in near][:_MOST_MATES]
            return [*near[:_BEFORE_MATES], *mates, *near[_BEFORE_MATES:]][: len(near) + 1]
    return list(near)


def _for_the_patient(
    asked: Asked, near: Sequence[Ranked], fitting: Sequence[Ranked]
) -> Sequence[Ranked]:
    """For each organ that the question tells of and no line is for: the best that is and says what
    to do. The starting dose on dialysis is read with "no adjustment"."""
    own: list[Ranked] = []
    for organ in dict.fromkeys(span.measure for span in asked.organs):
        told = [span for span in asked.spans if span.measure is organ]
        if not any(fit(told, each.candidate.line.outwards) > 0 for each in (*near, *own)):
            fits = (
                e
                for e in fitting
                if is_directive(e.fact) and fit(told, e.candidate.line.outwards) > 0
            )
            own += islice(fits, 1)
    return own


def _of_the_drug_taken(
    asked: Asked, near: Sequence[Ranked], fitting: Sequence[Ranked]
) -> list[Ranked]:
    """For each drug that is taken as well and is named by no line but through its class: the best
    line that names it. "CYP2C9 inhibitors: …" is read with what is said of inhibitors."""
    own: list[Ranked] = []
    for drug in asked.of(Facet.COMEDICATION):
        places = (drug.literal | drug.meant) & drug.within
        if {drug.named.concept}.issuperset(direct_classes_of(drug.named.concept)):
            continue  # what is of no class is no medicine: alcohol, food
        if not any(each.candidate.line.at in places for each in (*near, *own)):
            own += islice((each for each in fitting if each.candidate.line.at in places), 1)
    return own


def _of_each_disease(
    asked: Asked, near: Sequence[Ranked], fitting: Sequence[Ranked]
) -> list[Ranked]:
    """For each disease of several that no line says what to do in: the best one that does."""
    own: list[Ranked] = []
    diseases = [
        each for each in asked.of(Facet.CONDITION) if each.named.concept not in asked.indicated
    ]
    for disease in diseases if len(diseases) > 1 else ():
        places = disease.literal | disease.meant

        def advises(each: Ranked, places: frozenset[int] = places) -> bool:
            return each.candidate.line.at in places and is_directive(each.fact)

        if not any(map(advises, (*near, *own))):
            own += islice(filter(advises, fitting), 1)
    return own[:_MOST_DISEASES]
