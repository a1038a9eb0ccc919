"""The doses that are the patient's own, and before which that of everybody does not stand: with the
drug that is taken as well, at such kidneys, for the old; and where there is none."""

import re

from monograph_qa.domain.frame import Facet, has_amount
from monograph_qa.frames.fitting import fit
from monograph_qa.frames.measures import exact_spans_in, spans_in
from monograph_qa.frames.spans import ELDERLY, PEOPLE, Measure
from monograph_qa.frames.stances import stances_in
from monograph_qa.ranking.agreeing import is_indicated
from monograph_qa.ranking.asked import DOSES, Asked
from monograph_qa.ranking.limits import (
    is_at_number,
    is_of_no_advice,
    names_partner,
    people_in_figures,
)
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signals.places import places_of

_ADJUSTS, _NOT_STUDIED = "adjusts", "not studied"
_NO_DOSE = re.compile(
    r"\bno (?:specific )?(?:(?:dos(?:e|age|ing)|posology) )?(?:recommendation|adjustment)s?\b", re.I
)
_DOSING, _OF_PEOPLE = "dosage_and_administration", "use_in_specific_populations"
_MEASURED = ("mass", "volume", "units")  # what a dose is measured by
_OBESITY = "obesity"
_FOR_WHAT = r"\b(?:for|dose|dosing|dosage)"  # "dose for bipolar depression", "dose bipolar"
_INDICATED = frozenset({"indications", "front"})
_TREATING = _INDICATED | {_DOSING}


def gives_own_dose(asked: Asked, each: Ranked) -> bool:
    """Whether a dose is asked for, and the line gives one for those who take the drug that the
    patient takes as well, by its own name, or whose kidneys or liver work like the patient's, where
    of these something is told, or for the old where the patient is: the usual dose is for
    others."""
    if not asked.wants_dose or each.is_excluded or DOSES.isdisjoint(each.fact.attributes):
        return False
    is_weighed = _is_measured(each)
    is_own = is_at_number(asked, each) if asked.organs else names_partner(asked, each)
    is_own = is_own or _is_for_the_old(asked, each)
    is_given = (is_weighed and is_own) or (_is_for_the_obese(asked, each) and _adjusts(each))
    return is_given and not is_of_no_advice(each)


def _is_measured(each: Ranked) -> bool:
    """Whether the line says how much of a drug."""
    amounts = (v for v in each.fact.frame if v.facet is Facet.AMOUNT)
    return any(v.concept.startswith(_MEASURED) for v in amounts)


def has_no_dose_for(asked: Asked, each: Ranked) -> bool:
    """Whether a dose is asked for, and the line says among the doses that for people of the
    patient's age or weight there is none: "efficacy in children has not been established"."""
    told = people_in_figures(asked)
    if not (asked.wants_dose and told) or each.is_excluded or is_of_no_advice(each):
        return False
    # "While responses have not been studied, the recommended schedule is two doses of …"
    is_said = _NOT_STUDIED in stances_in(each.fact.quote) and not _is_measured(each)
    return is_said and fit(told, each.candidate.line.outwards) > 0


def has_none_at_number(asked: Asked, each: Ranked) -> bool:
    """Whether a dose is asked for, and the line says among the doses that at such kidneys or such a
    liver there is none, or none of its own: "no dosage recommendation can be made for end-stage
    renal disease", "no dosage adjustment is recommended on dialysis"."""
    is_of_people = _OF_PEOPLE in each.candidate.line.head.line
    is_advice = is_of_people or not is_of_no_advice(each)
    if not (asked.wants_dose and is_advice) or each.is_excluded:
        return False
    is_said = _NOT_STUDIED in stances_in(each.fact.quote) or _NO_DOSE.search(each.fact.quote)
    people = [span for span in exact_spans_in(each.fact.quote) if span.measure in PEOPLE]
    is_theirs = not people or fit(people_in_figures(asked), (each.fact.quote,)) > 0
    return bool(is_said) and is_theirs and is_at_number(asked, each)


def doses_the_person(asked: Asked, each: Ranked) -> bool:
    """Whether the line gives a dose for the patient's age or weight, in figures."""
    is_dose = has_amount(each.fact.frame) and not DOSES.isdisjoint(each.fact.attributes)
    told = people_in_figures(asked)
    is_theirs = bool(told) and fit(told, each.candidate.line.outwards) > 1
    return is_dose and is_theirs and not (each.is_excluded or is_of_no_advice(each))


def untreated(asked: Asked) -> tuple[str, ...]:
    """The diseases that a dose is asked for and that neither the indications nor any dose of the
    label names, as the question calls them: a dose for another disease is no dose for these."""
    diseases = asked.of(Facet.CONDITION) if asked.wants_dose and asked.indicated else ()
    # "Dose in ESRD" is asked for kidneys, and for no disease that it is given for.
    diseases = tuple(e for e in diseases if not spans_in(e.named.said))
    said = asked.intent.question.casefold()
    before = {
        each: found[1]
        for each in diseases
        if (
            found := re.search(
                rf"{_FOR_WHAT} ((?:\w+ ){{0,2}}){re.escape(each.named.said)}\b", said
            )
        )
    }
    # That it treats MRSA is no word on "MRSA osteomyelitis".
    which = f" {''.join(before.values())}"
    others = [each for each in diseases if f" {each.named.said} " not in which]
    # "Infections" among the indications are any; a dose in "psychiatric conditions" is for some.
    is_treated = any(each.named.concept in asked.indicated for each in others) or any(
        not places.isdisjoint(places_of(asked.lines.lines[at].head.line))
        for each in others
        for found, places in ((each.by_name, _TREATING), (each.classed, _INDICATED))
        for at in found
    )
    return () if is_treated else tuple(each.named.said for each in before)


def _is_for_the_obese(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself says by which weight the obese are dosed, and the patient is that."""
    at = each.candidate.line.at
    conditions = (e for e in asked.of(Facet.CONDITION) if e.named.concept == _OBESITY)
    return any(e.is_named_in(at) and not is_indicated(asked, e) for e in conditions)


def _is_for_the_old(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself says what the old take, and the patient is old."""
    own = [span for span in spans_in(each.fact.quote) if span.measure is Measure.AGE]
    aged = [s for s in asked.spans if s.measure is Measure.AGE and s.low >= ELDERLY]
    return any(e.low >= ELDERLY and e.meets(old) for e in own for old in aged)


def _adjusts(each: Ranked) -> bool:
    return _ADJUSTS in stances_in(each.fact.quote)
