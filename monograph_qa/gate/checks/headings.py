"""Nothing but quotes and the label's own headings: a group is headed by its section, unchanged."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.stored import Stored


def check_headings(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `wrong_heading` (not the section's printed heading), `empty_group`."""
    for group in draft.groups:
        if not group.quotes:
            yield Finding("empty_group", group.heading_path, "a heading without a quote")
        for quote in group.quotes:
            span = stored.spans.get(quote.fact_id)
            if span is None:
                continue
            section = span.section
            said = (group.heading, group.heading_path, group.section_key, group.section_code)
            kept = (
                section.heading,
                section.heading_path,
                section.section_key,
                section.section_code,
            )
            if said != kept:
                yield Finding("wrong_heading", quote.fact_id, "is not headed by its own section")
