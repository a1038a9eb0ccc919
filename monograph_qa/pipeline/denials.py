"""What a label says of just the number that was asked about, where it states no dose for it.

"Not established below 40 kg" is the answer for 20 kg; the dose from 40 kg on is none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monograph_qa.domain.evidence import Evidence
from monograph_qa.pipeline.measures import exact_spans_in, fit, spans_in
from monograph_qa.pipeline.regimens import DOSES
from monograph_qa.pipeline.spans import Measure, Span

LIMITING = frozenset(
    {DOSES, "contraindications", "warnings_and_precautions", "warnings", "precautions",
     "boxed_warning"}
)  # fmt: skip
_STATING = LIMITING | {"pediatric_use", "geriatric_use"}
_DENIES = re.compile(
    r"\bnot\s+(?:been\s+|yet\s+|be\s+|routinely\s+)*(?:established|indicated|recommended|approved|"
    r"studied|evaluated|authori[sz]ed|licensed|used|given|for use)\b|\bcontraindicated\b|"
    r"\bno data\b|\bavoid\b",
    re.I,
)


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
        asked = exact_spans_in(question)
        denying = [e for e in hits if e.fact and _DENIES.search(e.fact.quote)]
        if not asked:
            people = spans_in(question)
            return cls(
                denied=frozenset(e.fact.fact_id for e in denying if e.fact and _covers(people, e))
            )
        dosing = [e for e in hits if e.section and DOSES in e.section.line and e not in denying]
        dosing = [e for e in dosing if e.fact and e.fact.fact_id in naming] or dosing
        measures = dict.fromkeys(span.measure for span in asked)
        unmet = tuple(each for each in measures if _unmet(each, asked, dosing))
        denied = frozenset(
            e.fact.fact_id
            for e in denying
            if e.fact and e.section and _takes_in(asked, e)
            if unmet or not _STATING.isdisjoint(e.section.line)
        )
        return cls(unmet, denied & naming or denied)


def _covers(people: Sequence[Span], evidence: Evidence) -> bool:
    """Whether a sentence on dosing or limits takes in all of the people asked about: "under 18" all
    children, "under 2" only some."""
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None or _STATING.isdisjoint(head.line):
        return False
    return any(
        own.measure is each.measure and own.low <= each.low and own.high >= each.high
        for own in exact_spans_in(fact.quote)
        for each in people
    )


def _unmet(measure: Measure, asked: Sequence[Span], dosing: Sequence[Evidence]) -> bool:
    """Whether dosing states ranges of a measure, and none of them takes in what is asked."""
    own = [span for span in asked if span.measure is measure]
    fits = [fit(own, (text,)) for e in dosing for text in _texts(e) if _names(measure, text)]
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


def _texts(evidence: Evidence) -> tuple[str, ...]:
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None:
        return ()
    return tuple(filter(None, (fact.quote, fact.context, head.heading)))
