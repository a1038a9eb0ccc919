"""No quote is severed from the lead-in that limits it: a list item comes with its lead-in."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.stored import Stored


def check_context(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `severed` (the stored lead-in is missing or changed)."""
    for group in draft.groups:
        for quote in group.quotes:
            span = stored.spans.get(quote.fact_id)
            if span is not None and quote.context != span.fact.context:
                yield Finding("severed", quote.fact_id, "its lead-in is missing or changed")
