"""What a label says of just the number that was asked about, where it states no dose for it.

"Not established below 40 kg" is the answer for 20 kg; the dose from 40 kg on is none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monograph_qa.domain.evidence import Evidence
from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.pipeline.fitting.asked_measures import told_exactly, told_spans
from monograph_qa.pipeline.fitting.measures import exact_spans_in, fit, is_by_weight, spans_in
from monograph_qa.pipeline.fitting.regimens import AMOUNT, DOSES
from monograph_qa.pipeline.fitting.spans import Measure, Span
from monograph_qa.pipeline.fitting.suiting import texts_of

LIMITING = frozenset(
    {DOSES, "contraindications", "warnings_and_precautions", "warnings", "precautions",
     "boxed_warning"}
)  # fmt: skip
_OF_ORGANS = frozenset({Measure.KIDNEY, Measure.LIVER})
_STATING = LIMITING | {
    "pediatric_use", "geriatric_use", "renal_impairment", "hepatic_impairment"
}  # fmt: skip
_DENIES = re.compile(
    r"\bnot\s+(?:been\s+|yet\s+|be\s+|routinely\s+)*(?:established|indicated|recommended|approved|"
    r"studied|evaluated|authori[sz]ed|licensed|used|given|initiated|started|for use)\b|"
    r"\bcontraindicated\b|\bno data\b|\bavoid\b|\bdo not (?:use|give|take|administer)\b",
    re.I,
)


_CHILDREN = re.compile(r"\bp(?:a)?ediatric|\bchild(?:ren)?\b(?![\s-]*(?:turcotte|pugh))", re.I)
_CONTRAINDICATED = "contraindications"
_OR = re.compile(r"\bor\b", re.I)


@dataclass(frozen=True, slots=True)
class Told:
    """`unmet` are the measures of which no stated dose takes in the asked number; `denied` the
    fact_ids of the sentences that say of it that the drug is not for it."""

    unmet: tuple[Measure, ...] = ()
    denied: frozenset[str] = frozenset()

    @classmethod
    def by(
        cls, question: str, hits: Sequence[Evidence], naming: frozenset[str] = frozenset()
    ) -> "Told":
        """What hits tell of the numbers of a question; `naming` are the fact_ids of those that
        name its disease."""
        asked, people = told_exactly(question), told_spans(question)
        in_words = [span for span in people if span not in asked]
        denying = [e for e in hits if e.fact and _is_denying(e.fact)]
        if not asked:
            is_dosed = any(_doses(people, e) for e in hits if e not in denying)
            return cls(
                denied=frozenset(
                    e.fact.fact_id
                    for e in denying
                    if e.fact and not _is_of_others(people, e)
                    if _covers(people, e, by_words=not is_dosed)
                )
            )
        dosing = [e for e in hits if e.section and DOSES in e.section.line and e not in denying]
        of_all = dosing
        dosing = [e for e in dosing if e.fact and e.fact.fact_id in naming] or dosing
        measures = dict.fromkeys(span.measure for span in asked)
        # What is said of kidneys and liver is mostly said of them for all diseases.
        unmet = tuple(
            each
            for each in measures
            if _unmet(each, people, of_all if each in _OF_ORGANS else dosing)
        )
        limits = [e for e in hits if e.section and _CONTRAINDICATED in e.section.line]
        denied = frozenset(
            e.fact.fact_id
            for e in (*denying, *limits)
            if e.fact and e.section and _takes_in(asked, e)
            if unmet or not _STATING.isdisjoint(e.section.line)
            if not _is_of_others(people, e) and fit(in_words, (e.fact.quote,)) >= 0
        )
        # "Not established" for one disease says nothing of another that is asked about.
        return cls(unmet, denied & naming if naming else denied)


def _is_denying(fact: FactSpan) -> bool:
    """Whether a sentence says that the drug is not for somebody; a table row that states a dose in
    one cell and "not recommended" in another says no such thing of its people."""
    is_dose = fact.kind is FactKind.TABLE_ROW and AMOUNT.search(fact.quote)
    return bool(_DENIES.search(fact.quote)) and not is_dose


def _is_of_others(people: Sequence[Span], evidence: Evidence) -> bool:
    """Whether a sentence is on children, and the question on nobody's age."""
    fact = evidence.fact
    is_of_age = any(span.measure is Measure.AGE for span in people)
    return not is_of_age and fact is not None and bool(_CHILDREN.search(fact.quote))


def _doses(people: Sequence[Span], evidence: Evidence) -> bool:
    """Whether a sentence states a dose for such people."""
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None or DOSES not in head.line or not AMOUNT.search(fact.quote):
        return False
    return fit(people, texts_of(evidence)) > 0


def _covers(people: Sequence[Span], evidence: Evidence, *, by_words: bool) -> bool:
    """Whether a sentence on dosing or limits takes in all of the people asked about: "under 18" all
    children, "under 2" only some; `by_words` also where it says "children" and no number."""
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None or _STATING.isdisjoint(head.line):
        return False
    told = exact_spans_in(fact.quote) or (spans_in(fact.quote) if by_words else ())
    return any(
        own.measure is each.measure and own.low <= each.low and own.high >= each.high
        for own in told
        for each in people
    )


def _unmet(measure: Measure, told: Sequence[Span], dosing: Sequence[Evidence]) -> bool:
    """Whether dosing states ranges of a measure for such people, and none of them takes in what is
    told; an amount for each kilogram takes in any weight."""
    own = [span for span in told if span.measure is measure]
    others = [span for span in told if span.measure is not measure]
    meant = [e for e in dosing if fit(others, texts_of(e)) >= 0]
    if measure is Measure.WEIGHT and any(e.fact and is_by_weight(e.fact.quote) for e in meant):
        return False
    fits = [fit(own, (text,)) for e in meant for text in texts_of(e) if _names(measure, text)]
    return bool(fits) and max(fits) < 0


def _names(measure: Measure, text: str) -> bool:
    return any(span.measure is measure for span in exact_spans_in(text))


def _takes_in(asked: Sequence[Span], evidence: Evidence) -> bool:
    """Whether numbers of a sentence take in those that are asked: each measure's, or any of them
    where it says "or"."""
    quote = evidence.fact.quote if evidence.fact else ""
    met: dict[Measure, bool] = {}
    for each in exact_spans_in(quote):
        own = [span for span in asked if span.measure is each.measure]
        if own:
            is_met = any(span.meets(each) for span in own)
            met[each.measure] = met.get(each.measure, False) or is_met
    return bool(met) and (any if _OR.search(quote) else all)(met.values())
