"""No quote is severed from the lead-in that limits it: a list item comes with its lead-in."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.naming import iter_lines
from monograph_qa.gate.stored import Stored


def check_context(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `severed` (the stored lead-in is missing, changed, or there is none)."""
    for name, _, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        if span is None or quote.context == span.fact.context:
            continue
        if quote.context is None:
            yield Finding("severed", name, "the lead-in that limits it is left out")
        elif span.fact.context is None:
            yield Finding("severed", name, "a lead-in was made up for it")
        else:
            yield Finding("severed", name, "its lead-in is not the stored one")
