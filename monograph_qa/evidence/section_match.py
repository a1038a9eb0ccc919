"""Route 1: the asked section itself, with its subsections, by exact key."""

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan
from monograph_qa.domain.label import Label
from monograph_qa.evidence.reading import Rows, facts_from
from monograph_qa.store.queries import several
from monograph_qa.vocabulary.sections import descendants, section_by_key


def match_sections(rows: Rows, plan: RoutePlan, label: Label) -> list[Evidence]:
    """Every span of the asked sections, in reading order.

    A key stands for itself and the keys below it in the vocabulary, so that "warnings and
    precautions" finds an old label's WARNINGS and PRECAUTIONS. The patient's part repeats the
    professional part in other words; it speaks only where the professional part is silent.
    """
    keys = list(dict.fromkeys(k for key in plan.leading_keys for k in (key, *descendants(key))))
    found = facts_from(
        rows.rows("evidence/section_match", {"label_id": plan.label_id, "keys": several(keys)}),
        Route.SECTION_MATCH,
        label,
    )
    professional = [e for e, matched in found if any(_is_professional(k) for k in matched)]
    return professional or [e for e, _ in found]


def _is_professional(key: str) -> bool:
    return section_by_key(key).scope != "patient"
