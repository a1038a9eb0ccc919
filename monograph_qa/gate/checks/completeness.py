"""The FactSpan invariant: no matching FACT or CONDITIONAL sentence is left out."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.naming import iter_lines
from monograph_qa.gate.stored import Stored


def check_completeness(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `incomplete` (a required sentence is not among the quotes)."""
    said = {quote.fact_id for _, _, quote in iter_lines(draft)}
    for fact_id in sorted(draft.required - said):
        yield Finding("incomplete", fact_id, "a sentence that answers the question was left out")
