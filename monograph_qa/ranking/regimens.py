"""The doses for everybody, where none for the age or weight of the patient is found."""

import re
from collections.abc import Iterable, Sequence

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.fitting import fit
from monograph_qa.frames.spans import PEOPLE
from monograph_qa.frames.stances import limits
from monograph_qa.ranking.asked import DOSES, Asked
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signals.directions import REGIMEN
from monograph_qa.ranking.signals.specials import SAID_ALONE, specials_in

_NO_DOSES = frozenset({"time", "temperature", "share"})  # kinds of amounts
_OF_DOSES = frozenset({"dosage_and_administration", "pmi_directions"})
_FIRST = 3  # lines that may give a dose for the patient
_FEW = 2  # doses that are for everybody
_UNTRIED = re.compile(r"\bnot (?:been )?(?:established|studied|evaluated|indicated)\b", re.I)
_AS_GOOD = 0.75  # share of the best dose's score


def doses_for_all(asked: Asked, near: Sequence[Ranked], fitting: Iterable[Ranked]) -> list[Ranked]:
    """Where a dose is asked for an age or weight, and of the lines that are `near` some are for it
    and none of the first gives a dose: the first doses of the label that are for everybody.
    "Indicated from 12 years" does not answer how much one of 14 gets."""
    told = [span for span in asked.spans if span.measure in PEOPLE]
    others = asked.organs or asked.of(Facet.COMEDICATION)
    if not (told and asked.wants_dose) or others or any(map(gives_dose, near[:_FIRST])):
        return []
    own = [each for each in near if fit(told, each.candidate.line.outwards) > 0]
    if not own or any(limits(each.fact.quote) or _UNTRIED.search(each.fact.quote) for each in own):
        return []  # "not established below 18 years" is the answer for one of 14
    doses = [each for each in fitting if gives_dose(each)]
    best = doses[0].score if doses else 0.0
    good = [each for each in doses if each.score >= _AS_GOOD * best]
    return sorted(good, key=lambda each: each.candidate.line.at)[:_FEW]


def gives_dose(each: Ranked) -> bool:
    """Whether a line of the section on doses says how much is given as a rule."""
    quantities = {v.concept for v in each.fact.frame if v.facet in (Facet.AMOUNT, Facet.PRODUCT)}
    is_there = not _OF_DOSES.isdisjoint(each.candidate.line.head.line)
    is_usual = not specials_in(each.fact.quote) & SAID_ALONE
    is_dose = is_there and is_usual and not DOSES.isdisjoint(each.fact.attributes)
    return is_dose and (bool(quantities - _NO_DOSES) or set(each.fact.attributes) >= REGIMEN)
