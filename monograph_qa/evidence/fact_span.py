"""Route 2, the FactSpan invariant: every sentence that states the asked attribute, wherever it is."""

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan
from monograph_qa.domain.label import Label
from monograph_qa.evidence.reading import Rows, facts_from
from monograph_qa.store.queries import several


def match_facts(rows: Rows, plan: RoutePlan, label: Label) -> list[Evidence]:
    """Every FactSpan of the label with one of the attributes, in reading order."""
    found = facts_from(
        rows.rows(
            "evidence/fact_span",
            {"label_id": plan.label_id, "attributes": several(plan.attributes)},
        ),
        Route.FACT_SPAN,
        label,
    )
    return [evidence for evidence, _ in found]
