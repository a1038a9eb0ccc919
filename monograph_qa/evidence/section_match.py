"""Route 1: the asked section itself, with its subsections, by exact key."""

from collections.abc import Sequence

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan
from monograph_qa.domain.label import Label
from monograph_qa.evidence.reading import Rows, facts_from
from monograph_qa.store.queries import several
from monograph_qa.vocabulary.sections import descendants, section_by_key


def match_sections(
    rows: Rows, plan: RoutePlan, label: Label, before: Sequence[Evidence] = ()
) -> list[Evidence]:
    """Every span of the asked sections, in reading order.

    A key stands for itself and the keys below it in the vocabulary, so that "warnings and
    precautions" finds an old label's WARNINGS and PRECAUTIONS. The patient's part repeats the
    professional part in other words; it speaks only where the professional part is silent.
    """
    found: dict[str, Evidence] = {}
    for tiers in plan.whole_sections:
        for tier in tiers:
            evidence = _match_tier(rows, tier, plan, label)
            if evidence:
                found.update((e.fact.fact_id, e) for e in evidence if e.fact)
                break
    return sorted(found.values(), key=lambda e: e.fact.ordinal if e.fact else 0)


def _match_tier(rows: Rows, tier: tuple[str, ...], plan: RoutePlan, label: Label) -> list[Evidence]:
    keys = dict.fromkeys(k for key in tier for k in (key, *descendants(key)))
    found = facts_from(
        rows.rows("evidence/section_match", {"label_id": plan.label_id, "keys": several(keys)}),
        Route.SECTION_MATCH,
        label,
    )
    professional = [e for e, matched in found if any(_is_professional(k) for k in matched)]
    return professional or [e for e, _ in found]


def _is_professional(key: str) -> bool:
    return section_by_key(key).scope != "patient"
