"""What forbids, limits, adjusts or interrupts the use in this patient: it belongs to the answer,
whatever was asked."""

import re
from collections.abc import Iterable, Sequence

from monograph_qa.domain.frame import Facet
from monograph_qa.domain.label import FactKind
from monograph_qa.frames.contrasts import contrasts_asked, contrasts_in
from monograph_qa.frames.fitting import fit
from monograph_qa.frames.measures import exact_spans_in, spans_in
from monograph_qa.frames.spans import ELDERLY, ENDLESS, PEOPLE, Span
from monograph_qa.frames.stances import limits, stances_in
from monograph_qa.ranking.agreeing import (
    agrees,
    is_contraindication,
    is_indicated,
    is_of_others,
    is_on_an_untold_drug,
    stands_in,
)
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signals.places import places_of
from monograph_qa.ranking.signals.switches import is_the_other_way
from monograph_qa.ranking.signs import BEST, Row

_INDICATIONS, _DOSAGE, _TURN = "indications", "dosage_and_administration", "turn"
_ADVISING = frozenset({"contraindications", _INDICATIONS, "warnings", _DOSAGE, "drug_interactions"})
_FORBIDDING = frozenset({"forbids", "advises against"})
LACKING: Row = (BEST, "lacking")
"""Found of what requires what the patient lacks, or leaves the patient out (`with_limits`)."""
OF_CLASS: Row = (BEST, "class")
"""Found of what forbids the use with a class of a drug taken as well, where no limit names that
drug itself."""
_REQUIRES, _RESERVES = "requires", "reserves"
_YEAR = 12.0  # months
_NOTED = ("*", "†", "‡", "§")  # how a note below a table begins
_LEGEND = re.compile(r"\W*[A-Z][\w+-]{1,9}\s?[:=]\s?[a-z][^\d.:;=|]*\.?")  # below a table
# "If corticosteroids are contraindicated, others may be given" forbids nothing by itself.
_IF_RULED_OUT = re.compile(
    r"\b(?:if|when|where|unless)\b[^,.;|]{0,60}?"
    r"\b(?:contraindicated|not (?:recommended|advised))\b",
    re.I,
)
_PATIENTS = frozenset({"patients", "front"})
_BEGUN, _ONGOING = "begun", "ongoing"
_TIMED = re.compile(r"\b(?:cycle|month|week|wk|day)s? \d", re.I)  # "plt 44 in week 4"
_BEFALLS = re.compile(
    r"\b(?:if|should|when|in case|who)\b[^.;]{0,120}"
    r"\b(?:occur|develop|appear|arise|experienc|emerge|happen)(?:s|es|e|ed|ing)?\b",
    re.I,
)
_BEGINS = re.compile(r"\b(?:initiat|(?:before|prior to|do not|not be|when) start)", re.I)
_GOES_ON = re.compile(r"\b(?:interrupt|discontinu|with-?h[eo]ld|resum|hold|continu|stop)", re.I)


def agreeing_limits(asked: Asked, ranked: Iterable[Ranked]) -> list[Ranked]:
    """Those of the ranked lines that limit the use in this patient, contraindications first; none
    for one who has the drug already, and too much of it."""
    ranked = [] if asked.is_reversed else list(ranked)
    found = [
        each
        for each in ranked
        if ((_limits(each) and _is_for_the_patient(asked, each)) or is_unmet(asked, each))
        and not (is_the_other_way(asked, each.candidate) or _is_of_beginning(asked, each))
    ]
    found += [*_not_indicated(asked, ranked), *_reserved(asked, ranked)]
    # "Contraindicated in prior stroke" is read before what to do where one befalls.
    return sorted(
        found,
        key=lambda e: (not is_contraindication(e), not _forbids_or_is_below(e), -e.score),
    )


def _is_of_beginning(asked: Asked, each: Ranked) -> bool:
    """Whether the line says who must not begin, and the patient has begun."""
    said = f"{each.candidate.line.lead_in} {each.fact.quote}"
    question = asked.intent.question
    told = contrasts_asked(question, asked.whole).get(_BEGUN, ())
    is_begun = _ONGOING in told or _TIMED.search(question) is not None
    return is_begun and bool(_BEGINS.search(said)) and not _GOES_ON.search(said)


def _is_for_the_patient(asked: Asked, each: Ranked) -> bool:
    return _is_threshold(asked, each) if each.is_excluded else agrees(asked, each)


def is_unmet(asked: Asked, each: Ranked) -> bool:
    """Whether the line requires a function of kidney or liver, or a laboratory value, that the
    patient has not: "clearance must be greater than 60" is the answer for one of 48."""
    values = [span for span in asked.spans if span.measure not in PEOPLE]
    if not values or is_of_no_advice(each):
        return False
    # What a row waits for ("withhold until it is 7 or less") is no condition of its own.
    is_row = each.fact.kind is FactKind.TABLE_ROW
    said = (each.candidate.line.lead_in, *(() if is_row else (each.fact.quote,)))
    if not any(_REQUIRES in stances_in(text) for text in said):
        return False
    own = exact_spans_in(each.fact.quote)
    for value in values:
        required = [span for span in own if span.measure is value.measure]
        if required and not any(span.meets(value) for span in required):
            return True
    return False


def _not_indicated(asked: Asked, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The indication whose ages or weights leave the patient out, where no indication takes the
    patient in: that the drug is for adults of 65 years is the answer for one of 60; and so with the
    dose that is asked about, "the first no later than 12 weeks of age"."""
    if not PEOPLE & {span.measure for span in asked.spans}:
        return []
    turns = contrasts_in(asked.intent.question).get(_TURN, frozenset())
    own = [] if _is_indicated_for(asked) else [e for e in ranked if stands_in(_INDICATIONS, e)]
    of_turn = [
        each
        for each in ranked
        if stands_in(_DOSAGE, each)
        and turns & contrasts_in(each.fact.quote).get(_TURN, frozenset())
        and _ends(each)
    ]
    return [*_leaving_out(asked, own), *_leaving_out(asked, of_turn)]


def _is_indicated_for(asked: Asked) -> bool:
    """Whether an indication of the label takes the patient in by age or weight."""
    lines = (line for line in asked.lines.lines if _INDICATIONS in places_of(line.head.line))
    return any(fit(asked.spans, (line.quote, line.lead_in)) > 0 for line in lines)


def _reserved(asked: Asked, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The best line that keeps for others what the patient takes beside it: "combination with a
    sulfonylurea is only valid for adults", asked for a child."""
    drugs = asked.of(Facet.COMEDICATION)
    own = [
        each
        for each in ranked
        if _is_for_others(each)
        and any(each.candidate.line.at in drug.places for drug in drugs)
        and _RESERVES in stances_in(each.fact.quote)
        and fit(asked.spans, (each.fact.quote,)) < 0
        and not is_of_no_advice(each)
    ]
    return sorted(own, key=lambda each: -each.score)[:1]


def _leaving_out(asked: Asked, lines: Sequence[Ranked]) -> list[Ranked]:
    """The best of the lines whose ages or weights leave the patient out, if none takes him in."""
    if any(fit(asked.spans, (each.fact.quote, each.candidate.line.lead_in)) > 0 for each in lines):
        return []
    left_out = [
        each
        for each in lines
        if {span.measure for span in exact_spans_in(each.fact.quote)} & PEOPLE
        and fit(asked.spans, (each.fact.quote,)) < 0
    ]
    return sorted(left_out, key=lambda each: -each.score)[:1]


def _ends(each: Ranked) -> bool:
    """Whether the line says up to which age or weight: "at least 6 weeks after birth" does not."""
    own = exact_spans_in(each.fact.quote)
    return any(span.measure in PEOPLE and span.high < ENDLESS for span in own)


def leaves_out(each: Ranked) -> bool:
    """Whether a limit is the indication, or the dose of a series, that leaves the patient out, or
    keeps something for others."""
    is_of_turn = stands_in(_DOSAGE, each) and _TURN in contrasts_in(each.fact.quote)
    is_reserved = _RESERVES in stances_in(each.fact.quote)
    return _is_for_others(each) and (stands_in(_INDICATIONS, each) or is_of_turn or is_reserved)


def _is_for_others(each: Ranked) -> bool:
    """Whether the line is excluded, or would be if its leaving the patient out were no answer."""
    return each.is_excluded or LACKING in each.found


def _is_threshold(asked: Asked, each: Ranked) -> bool:
    """Whether the line forbids the use at another function of the organ that is asked about: who
    doses at 38 mL/min must know that it is contraindicated below 30."""
    organs = {span.measure for span in asked.organs}
    named = {span.measure for span in exact_spans_in(each.fact.quote)}
    return bool(organs & named) and _forbids(each)


def _forbids(each: Ranked) -> bool:
    """Whether the line itself forbids something, or advises against it."""
    return _is_forbidding(each.fact.quote)


def _forbids_or_is_below(each: Ranked) -> bool:
    """Whether the line forbids something, or stands below a lead-in that does."""
    return _forbids(each) or _is_forbidding(each.candidate.line.lead_in)


def _is_forbidding(text: str) -> bool:
    return not _FORBIDDING.isdisjoint(stances_in(text))


def forbids(asked: Asked, each: Ranked) -> bool:
    """Whether a limit is a contraindication, forbids the use in this patient, or requires what the
    patient lacks."""
    if is_contraindication(each) or LACKING in each.found or OF_CLASS in each.found:
        return True
    said = (forbids_at_number, forbids_together, forbids_disease, is_unmet)
    return any(of(asked, each) for of in said)


def forbids_at_number(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself forbids or advises against the use at the function of kidney or liver
    that is asked about, or at the patient's age or weight, in figures; but not on the class of a
    drug of which the label speaks by name: "NSAIDs are stopped for 2 days" comes after "piroxicam
    for 5"."""
    is_at = is_at_number(asked, each) or _takes_in_the_person(asked, each)
    is_of_named = any(
        each.candidate.line.at in drug.classed and drug.within & drug.by_name
        for drug in asked.of(Facet.COMEDICATION)
    )
    return is_at and _forbids(each) and not (is_of_named or is_on_an_untold_drug(asked, each))


def forbids_together(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself forbids or advises against the use with a drug that the patient takes
    as well, by its own name."""
    return names_partner(asked, each) and _forbids(each)


def forbids_its_class(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself forbids or advises against the use with a class of a drug that the
    patient takes as well."""
    at = each.candidate.line.at
    is_classed = any(at in e.within & e.near_classed for e in asked.of(Facet.COMEDICATION))
    return is_classed and _forbids(each)


def forbids_disease(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself forbids or advises against the use in a disease that the patient has,
    by its own name, and that the drug is not given for."""
    return names_disease(asked, each) and _forbids(each)


def cautions_in_disease(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself names a disease that the patient has, and not what to do where one
    befalls: "discontinue if bronchospasm occurs" says nothing of who has asthma."""
    return names_disease(asked, each) and not _BEFALLS.search(each.fact.quote)


def names_disease(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself names a disease that the patient has, by its own name, and that the
    drug is not given for."""
    at = each.candidate.line.at
    diseases = (e for e in asked.of(Facet.CONDITION) if e.is_named_in(at))
    return any(not is_indicated(asked, disease) for disease in diseases)


def names_partner(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself names a drug that the patient takes as well, by its own name."""
    at = each.candidate.line.at
    return any(e.is_named_in(at) for e in asked.of(Facet.COMEDICATION))


def is_at_number(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself gives a function of kidney or liver that takes the patient's in."""
    if not asked.organs or is_of_others(asked, each.fact.quote):
        return False
    own = spans_in(each.fact.quote)
    return any(span.meets(told) for span in own for told in asked.organs)


def _takes_in_the_person(asked: Asked, each: Ranked) -> bool:
    """Whether the line itself gives a bound of age or weight, and the patient lies beyond it."""
    own = [span for span in exact_spans_in(each.fact.quote) if span.measure in PEOPLE]
    told = people_in_figures(asked)
    return any(one.measure is other.measure and one.meets(other) for one in own for other in told)


def people_in_figures(asked: Asked) -> list[Span]:
    """The patient's ages and weights that are one, and no word ("child"), or that of the old."""
    people = (span for span in asked.spans if span.measure in PEOPLE)
    return [span for span in people if span.high - span.low <= _YEAR or span.low >= ELDERLY]


def is_of_no_advice(each: Ranked) -> bool:
    places = places_of(each.candidate.line.head.line)
    is_elsewhere = _ADVISING.isdisjoint(places) or not _PATIENTS.isdisjoint(places)
    quote = each.fact.quote
    return is_elsewhere or quote.startswith(_NOTED) or _LEGEND.fullmatch(quote) is not None


def _limits(each: Ranked) -> bool:
    if is_of_no_advice(each):
        return False
    said = (each.candidate.line.lead_in, _IF_RULED_OUT.sub("", each.fact.quote))
    return is_contraindication(each) or any(map(limits, said))
