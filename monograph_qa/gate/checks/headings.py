"""Nothing but quotes and the label's own headings: a group is headed by its section, unchanged."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.naming import iter_lines
from monograph_qa.gate.stored import Stored


def check_headings(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `wrong_heading` (not the section's printed heading), `empty_group`."""
    for at, group in enumerate(draft.groups, 1):
        if not group.quotes:
            yield Finding("empty_group", f"group {at}", "a heading without a quote")
    for name, group, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        if span is None:
            continue
        section = span.section
        if (group.heading, group.heading_path) != (section.heading, section.heading_path):
            yield Finding("wrong_heading", name, "is not headed by its own section, as printed")
        elif (group.section_key, group.section_code) != (section.section_key, section.section_code):
            yield Finding("wrong_heading", name, "its group has another section's key or code")
