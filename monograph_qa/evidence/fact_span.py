"""Route 2, the FactSpan invariant: every sentence that states the asked attribute."""

from collections.abc import Sequence

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan
from monograph_qa.domain.label import Label
from monograph_qa.evidence.reading import Rows, facts_from
from monograph_qa.store.queries import several

_BOX = "boxed_warning"


def match_facts(
    rows: Rows, plan: RoutePlan, label: Label, before: Sequence[Evidence]
) -> list[Evidence]:
    """Every FactSpan of the label with one of the attributes, in reading order.

    `before` is what earlier routes brought. Where that is the whole section that was asked for, its
    attributes are looked for only in the boxed warning, which qualifies every section; where it is
    nothing, they are looked for throughout.
    """
    found = _with(plan.attributes, rows, plan, label)
    more = _with(plan.fallback_attributes, rows, plan, label)
    if before:
        more = [e for e in more if e.section is not None and _BOX in e.section.line]
    each = {e.fact.fact_id: e for e in (*found, *more) if e.fact is not None}
    return sorted(each.values(), key=lambda e: e.fact.ordinal if e.fact else 0)


def _with(attributes: Sequence[str], rows: Rows, plan: RoutePlan, label: Label) -> list[Evidence]:
    if not attributes:
        return []
    values = {"label_id": plan.label_id, "attributes": several(attributes)}
    found = facts_from(rows.rows("evidence/fact_span", values), Route.FACT_SPAN, label)
    return [evidence for evidence, _ in found]
