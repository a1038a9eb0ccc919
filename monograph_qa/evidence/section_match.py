"""Route 1: the asked section itself, with its subsections, by exact key."""

from collections.abc import Sequence

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.vocabulary.sections import descendants, is_of_patients


def match_sections(
    rows: LabelRows, plan: RoutePlan, before: Sequence[Evidence] = ()
) -> list[Evidence]:
    """Every span of the asked sections, in reading order.

    A key stands for itself and the keys below it in the vocabulary, so that "warnings and
    precautions" finds an old label's WARNINGS and PRECAUTIONS. The patient's part repeats the
    professional part in other words; it speaks only where the professional part is silent.
    """
    found: dict[str, Evidence] = {}
    for tiers in plan.whole_sections:
        for tier in tiers:
            evidence = rows.in_sections(_sections_of(rows, tier), Route.SECTION_MATCH)
            if evidence:
                found.update((e.fact.fact_id, e) for e in evidence if e.fact)
                break
    return sorted(found.values(), key=lambda e: e.fact.ordinal if e.fact else 0)


def _sections_of(rows: LabelRows, tier: tuple[str, ...]) -> list[str]:
    keys = {k for key in tier for k in (key, *descendants(key))}
    matched = {
        section_id: [key for key in place.head.line if key in keys]
        for section_id, place in rows.outline.items()
    }
    found = [section_id for section_id, by in matched.items() if by]
    professional = [s for s in found if not all(map(is_of_patients, matched[s]))]
    return professional or found
