"""The FactSpan invariant: no matching FACT or CONDITIONAL sentence is left out."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.stored import Stored


def check_completeness(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `incomplete` (a required sentence is not among the quotes)."""
    said = {quote.fact_id for group in draft.groups for quote in group.quotes}
    for fact_id in sorted(draft.required - said):
        yield Finding("incomplete", fact_id, "a matching sentence was left out")
