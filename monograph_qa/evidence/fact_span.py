"""Route 2, the FactSpan invariant: every sentence that states the asked attribute."""

from collections.abc import Sequence

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan
from monograph_qa.evidence.reading import LabelRows

_BOX = "boxed_warning"


def match_facts(rows: LabelRows, plan: RoutePlan, before: Sequence[Evidence]) -> list[Evidence]:
    """Every FactSpan of the label with one of the attributes, in reading order.

    `before` is what earlier routes brought. Where that is the whole section that was asked for, its
    attributes are looked for only in the boxed warning, which qualifies every section; where it is
    nothing, they are looked for throughout.
    """
    asked = set(plan.attributes)
    wanted = (*plan.attributes, *plan.fallback_attributes)
    if not wanted:
        return []
    found = rows.with_attributes(wanted, Route.FACT_SPAN)
    if not before:
        return found
    return [
        each
        for each in found
        if (each.fact and not asked.isdisjoint(each.fact.attributes))
        or (each.section and _BOX in each.section.line)
    ]
