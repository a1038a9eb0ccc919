"""Whether a sentence is for the patient's age, weight, kidneys or liver, by its own numbers or by
those that stand above it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from monograph_qa.domain.frame import Facet, has_amount
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.frames.fitting import condition_cell, fit, fits
from monograph_qa.frames.lab_values import spans_under
from monograph_qa.frames.measures import telling_spans_in
from monograph_qa.frames.spans import ADULT, ELDERLY, ENDLESS, LABS, ORGANS, Measure, Span
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signals.directions import is_directive
from monograph_qa.ranking.signals.places import is_report
from monograph_qa.ranking.signs import Candidate, Sign

_NOT = r"\bnot (?:for use|recommended|indicated|intended)\b"
_SAYS_NOT = re.compile(_NOT, re.I)
_NOT_FOR = re.compile(rf"[^.;:|]*{_NOT}[^.;|]*(?:[.;|]|$)", re.I)
_OR = re.compile(r"\bor\b", re.I)
_OR_BY_WEIGHT = re.compile(
    r"\bor (?:(?:if|with|who|are|is|an?|their) )*(?:(?:body[- ]?)?weigh|aged?\b"
    r"|(?:(?:over|above|at least|under|below|less than|more than) |[<>≤≥] ?)?\d+ ?kg)",
    re.I,
)
_BY_EITHER = frozenset({Measure.AGE, Measure.WEIGHT})
_ASIDE = re.compile(r"\([^()]*\)")
_ADJUSTED = re.compile(r"\((?:adjust|reduc|increas|lower|halv|doubl|calculat)\w*\b", re.I)
_REACTIONS = frozenset({"adverse_reactions", "pmi_side_effects"})
_SEVERAL = 2  # values that one row may join
_MOST = 3  # what two measures together count for
BY_WEIGHT = "a dose by weight"
"""Why an amount for each kilogram counts: it is for every weight, and says nothing of the age."""


def range_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where its range takes the patient in, `excluded` where it rules the patient out;
    `missed` where a row is for another laboratory value; `close` by how near an end of the range
    is: below 50,000 comes before below 150,000."""
    spans = asked.spans
    if not _REACTIONS.isdisjoint(candidate.line.head.line) and not is_directive(candidate.fact):
        spans = tuple(span for span in spans if span.measure not in ORGANS)  # it may cause them
    if not spans:
        return
    quote, *above = candidate.line.outwards
    texts = (_without_asides(spans, _for_whom(quote)), *above)
    how_well = fits(spans, texts)
    if -1 in how_well.values() and not _is_met_otherwise(asked, candidate, how_well):
        yield Sign("excluded", 1.0, f"other {', '.join(how_well)}", excludes=True)
        return
    if _is_of_another_value(spans, quote):
        yield Sign("missed", 1.0)
    met = {measure: worth for measure, worth in how_well.items() if worth > 0}
    if not is_directive(candidate.fact) and _is_of_any_adult(spans):
        met.pop(Measure.AGE, None)
    if met:
        why = BY_WEIGHT if met == {Measure.WEIGHT: 1} else f"{', '.join(met)} as asked"
        yield Sign("agrees", min(sum(met.values()), _MOST) / 2, why)
        is_advice = is_directive(candidate.fact) and not is_report(candidate)
        if is_advice and _tells_value(spans, quote, above):
            yield Sign("value", 1.0)
        if close := _closeness(spans, texts):
            yield Sign("close", close)


def values_met(asked: Asked, candidate: Candidate) -> int:
    """How many of the patient's laboratory values, where several are told, a line that says
    what to do takes in itself."""
    values = [span for span in asked.spans if span.measure in LABS]
    if len({span.measure for span in values}) < _SEVERAL or not is_directive(candidate.fact):
        return 0
    return sum(worth > 1 for worth in fits(values, candidate.line.outwards[:1]).values())


def _is_met_otherwise(asked: Asked, candidate: Candidate, how_well: Mapping[Measure, int]) -> bool:
    """Whether a line is for other kidneys or another liver, or for who has a disease that the
    patient has: "in diabetes mellitus or renal impairment (below 60)" is for both; or by the age
    or by the weight: "from 16 years or if bodyweight is above 57 kg"."""
    at = candidate.line.at
    ruled_out = {measure for measure, worth in how_well.items() if worth < 0}
    if how_well.keys() >= _BY_EITHER and len(ruled_out) == 1 and ruled_out <= _BY_EITHER:
        return _OR_BY_WEIGHT.search(candidate.fact.quote) is not None
    conditions = asked.of(Facet.CONDITION)
    return (
        ruled_out <= ORGANS
        and _OR.search(candidate.fact.quote) is not None
        and any(at in concept.within & concept.places for concept in conditions)
    )


def _is_of_another_value(asked: Sequence[Span], row: str) -> bool:
    """Whether a row is for a laboratory value that the patient has not: bilirubin above twice its
    limit where it is normal."""
    values = [span for span in asked if span.measure in LABS]
    if " | " not in row or not values:
        return False
    told = telling_spans_in(condition_cell(row, LABS))
    return any(
        not any(span.meets(value) for span in told if span.measure is value.measure)
        for value in values
        if any(span.measure is value.measure for span in told)
    )


def _is_of_any_adult(spans: Sequence[Span]) -> bool:
    """Whether the patient's age is that of any adult: who was studied at such an age tells
    nothing of this one."""
    ages = [span for span in spans if span.measure is Measure.AGE]
    return any(span.low >= ADULT and span.high <= ELDERLY for span in ages)


def _tells_value(asked: Sequence[Span], quote: str, above: Sequence[str]) -> bool:
    """Does the sentence itself tell of a range in which a laboratory value of the patient lies?"""
    return any(
        span.meets(value)
        for value in asked
        if value.measure in LABS and value.low == value.high
        for span in (*telling_spans_in(quote), *spans_under(quote, above, value.measure))
    )


def _closeness(asked: Sequence[Span], texts: Sequence[str]) -> float:
    """How near the patient's own number is to an end of the nearest range in numbers that takes it
    in: 1 at the end itself, 0 where no number is asked."""
    best = 0.0
    for span in asked:
        if not span.low > 0 or span.high == ENDLESS:
            continue
        met = ([r for r in telling_spans_in(text) if r.meets(span)] for text in texts)
        ranges = next(filter(None, met), [])
        ends = [end for each in ranges for end in (each.low, each.high) if 0 < end < ENDLESS]
        gaps = [abs(end - span.low) / max(end, span.low) for end in ends]
        best = max(best, 1 - min(gaps, default=1.0))
    return best


def _without_asides(asked: Sequence[Span], quote: str) -> str:
    """The quote without what is said of other patients by the way, with an amount of their own or
    what to do to that before: "400 mg twice daily (200 mg in patients below 40 kg)" is for who
    weighs more, and so is "400 mg twice daily (adjusted in patients below 40 kg)"."""
    others = [
        aside[0]
        for aside in _ASIDE.finditer(quote)
        if (has_amount(amounts_in(aside[0])) or _ADJUSTED.match(aside[0]))
        and fit(asked, [aside[0]]) < 0
    ]
    rest = quote
    for aside in others:
        rest = rest.replace(aside, " ")
    return rest if others and has_amount(amounts_in(rest)) else quote


def _for_whom(quote: str) -> str:
    """The quote without a clause that says for whom it is not, where a dose stands beside it:
    "1 mg three times a day. Not for use under 6 months" is for who is older."""
    if not _SAYS_NOT.search(quote):  # the whole pattern tries each place anew
        return quote
    rest = _NOT_FOR.sub(" ", quote)
    return rest if has_amount(amounts_in(rest)) else quote
