"""What the professional part says comes before what patients are told; and an answer says where
the label has no such professional section."""

from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.evidence import LabelRows
from monograph_qa.pipeline.fitting.focusing import set_aside
from monograph_qa.vocabulary.sections import is_of_patients, is_patients_part, section_by_key

FRONT = frozenset({"highlights", "contents"})
_MUCH = 25  # sentences


def professional_sections(rows: LabelRows) -> list[str]:
    """The ids of the sections of the professional part, without what repeats it in front."""
    lines = ((section_id, place.head.line) for section_id, place in rows.outline.items())
    return [s for s, line in lines if FRONT.isdisjoint(line) and not is_patients_part(line)]


def professional_facts(
    results: Sequence[RouteResult], intent: Intent, rows: LabelRows
) -> list[RouteResult]:
    """The sentences of the professional part that bear an asked attribute, where what answers as a
    whole is a section for patients."""
    whole = [e for r in results if r.route is Route.SECTION_MATCH for e in r.evidence]
    if not whole or not all(map(_is_for_patients, whole)) or not intent.fallback_attributes:
        return []
    facts = rows.with_attributes(intent.fallback_attributes, Route.FACT_SPAN)
    # Before all that is written for patients.
    told = tuple(replace(e, score=2.0) for e in facts if not _is_for_patients(e))
    return [RouteResult(Route.FACT_SPAN, told, 0.0, results[0].part)] if told else []


def note_on_missing_section(results: Sequence[RouteResult], intent: Intent, rows: LabelRows) -> str:
    """That the label has no section for professionals on what is asked, and what is shown instead;
    nothing where it has one, states the same elsewhere, or has nothing for patients either."""
    wanted = set(intent.fallback_attributes)
    facts = [e for r in results if r.route is Route.FACT_SPAN for e in r.evidence if e.fact]
    if any(not wanted.isdisjoint(e.fact.attributes) for e in facts if e.fact):
        return ""
    held = {key for place in rows.outline.values() for key in place.head.line}
    for tiers in intent.whole_sections:
        used = next((tier for tier in tiers if not held.isdisjoint(tier)), ())
        if used and used != tiers[0] and all(map(is_of_patients, used)):
            names = " or ".join(section_by_key(key).name for key in tiers[0])
            return f"This label has no section “{names}”; what it tells patients is shown."
    return ""


def set_weaker_aside(
    results: Sequence[RouteResult], strongest_is_fact: bool
) -> tuple[tuple[RouteResult, ...], str]:
    """The results; where single facts answer what is asked first, a long section that only a
    lesser word of the question names ("pen") stands aside, and a line says how much."""
    facts = any(r.route is Route.FACT_SPAN and r.evidence for r in results)
    whole = [e for r in results if r.route is Route.SECTION_MATCH for e in r.evidence]
    shown = [e for e in whole if not e.aside]
    if not (strongest_is_fact and facts) or len(shown) <= _MUCH:
        return tuple(results), ""
    heads = dict.fromkeys(e.section.heading for e in shown if e.section)
    narrowed = tuple(
        replace(r, evidence=set_aside(r.evidence, but=lambda e: e.route is not Route.SECTION_MATCH))
        for r in results
    )
    return narrowed, f"{len(shown)} more sentences under “{next(iter(heads))}”: ask with --full."


def _is_for_patients(evidence: Evidence) -> bool:
    return evidence.section is not None and is_patients_part(evidence.section.line)
