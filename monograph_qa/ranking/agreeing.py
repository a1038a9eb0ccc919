"""Whether a line is about the patient: a drug taken as well, a disease that the label's drug is not
given for, an age, the patient's own numbers."""

import re

from monograph_qa.domain.frame import Facet, conditions_of
from monograph_qa.frames.concepts import akin
from monograph_qa.frames.contrasts import contrasts_asked, contrasts_in, divides_patients
from monograph_qa.frames.denied import names_any, was_taken_before
from monograph_qa.frames.fitting import fit
from monograph_qa.frames.measure_words import worded
from monograph_qa.frames.measures import exact_spans_in
from monograph_qa.frames.spans import LABS
from monograph_qa.ranking.asked import Asked, AskedConcept
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signals.places import places_of

_CONTRAINDICATED, _INDICATIONS = "contraindications", "indications"
_TREATMENT = "therap"  # what is called so is no disease
_WITH_MORE = re.compile(r"\s+(?:with|who|whose|that|having|suffering|develop\w*|in whom)\b")
_OF_AGE = frozenset({"pediatric_use", "geriatric_use"})
_FOREMOST = frozenset({"boxed_warning"})
# "Tolvaptan, a medicine used for kidney problems" tells of a drug, and of no patient.
_OF_A_DRUG = re.compile(
    r"\b(?:medicines?|drugs?)\s+(?:(?:used|given|taken)\s+)?(?:to (?:treat|prevent|control)|for)\b",
    re.I,
)


def agrees(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself, or what leads in to it, is about the patient: a drug taken as well,
    a disease that the drug is not given for, the patient's own numbers."""
    line = each.candidate.line
    if is_of_others(asked, line.quote) or _is_of_another_use(asked, each):
        return False
    people = asked.of_populations.intersection(each.fact.attributes)
    is_of_more = people <= _OF_AGE and _tells_of_more(each.fact.quote)
    if is_of_more or _OF_A_DRUG.search(each.fact.quote):
        people = frozenset()
    if people and _is_foremost(each):
        return True
    if _is_at_other_values(asked, each):
        return False
    for concept in asked.concepts:
        facet = concept.named.facet
        # "Severe psychiatric disorders" forbid the use in a depression.
        classed = frozenset[int]()
        if is_contraindication(each):
            classed = concept.classed | concept.near_classed
        elif facet is Facet.COMEDICATION:
            classed = concept.near_classed
        is_named = line.at in concept.within and line.at in concept.by_name | classed
        if facet is Facet.COMEDICATION or _TREATMENT in concept.named.concept:
            is_named = is_named and not was_taken_before(concept.named.said, asked.whole)
        if is_named and (facet is not Facet.CONDITION or not is_indicated(asked, concept)):
            return True
    if not asked.spans or is_on_an_untold_drug(asked, each):
        return False
    return fit(asked.spans, (line.quote, line.lead_in)) > 1


def _is_foremost(each: Ranked) -> bool:
    """Whether the line stands in the boxed warning or among the contraindications."""
    return not _FOREMOST.isdisjoint(each.candidate.line.head.line) or is_contraindication(each)


def is_of_others(asked: Asked, quote: str) -> bool:
    """Whether a sentence is on those whom the patient is told apart from: "active tuberculosis"
    forbids nothing in a latent one."""
    wanted, said = contrasts_asked(asked.intent.question, asked.whole), contrasts_in(quote)
    groups = filter(divides_patients, wanted.keys() & said.keys())
    return any(wanted[group].isdisjoint(said[group]) for group in groups)


def _is_of_another_use(asked: Asked, each: Ranked) -> bool:
    """Whether a sentence names only other diseases that the drug is given for than the patient's:
    "should not be used in MCL and hepatic impairment", asked for renal cancer."""
    conditions = asked.of(Facet.CONDITION)
    if any(each.candidate.line.at in e.by_name for e in conditions):
        return False  # "a prior stroke" forbids it, though it is given to prevent one
    told = {e.named.concept for e in conditions} & asked.indicated
    said = conditions_of(v for v in each.fact.frame if v.source == "words") & asked.indicated
    return bool(told and said) and said.isdisjoint(akin(frozenset(told)))


def _tells_of_more(quote: str) -> bool:
    """Whether who is of an age is meant only with something more: "infants with a history of"."""
    folded = quote.casefold()
    named = (at for pattern, span in worded() for at in pattern.finditer(folded))
    return any(_WITH_MORE.match(folded, at.end()) for at in named)


def _is_at_other_values(asked: Asked, each: Ranked) -> bool:
    """Whether the line is for laboratory values in figures that take in none of the patient's."""
    said = (each.fact.quote, each.candidate.line.lead_in)
    named = {span.measure for text in said for span in exact_spans_in(text)}
    told = [span for span in asked.spans if span.measure in LABS & named]
    return bool(told) and fit(told, said) < 1


def is_on_an_untold_drug(asked: Asked, each: Ranked) -> bool:
    """Whether the line is on the use with another drug, which nobody says that the patient takes:
    "avoid aliskiren below 60 mL/min"."""
    named = (value for value in each.fact.frame if value.facet is Facet.COMEDICATION)
    drugs = {value.concept for value in named} - asked.own
    told = (concept.places for concept in asked.of(Facet.COMEDICATION))
    return bool(drugs) and not any(each.candidate.line.at in places for places in told)


def is_indicated(asked: Asked, concept: AskedConcept) -> bool:
    """Whether the label is indicated for a disease, by whatever name: "venous thrombosis" is said
    of a DVT."""
    terms = concept.named.terms
    lines = (asked.lines.lines[at] for at in concept.by_name)
    return concept.named.concept in asked.indicated or any(
        _INDICATIONS in places_of(line.head.line)
        and (names_any(line.quote, terms) or names_any(line.lead_in, terms))
        for line in lines
    )


def is_contraindication(each: Ranked) -> bool:
    """Whether the line stands among the contraindications."""
    return stands_in(_CONTRAINDICATED, each)


def stands_in(place: str, each: Ranked) -> bool:
    return place in places_of(each.candidate.line.head.line)
