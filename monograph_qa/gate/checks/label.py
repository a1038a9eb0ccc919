"""Every line comes from a label that was asked about, and is cited to that label."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.naming import iter_lines
from monograph_qa.gate.stored import Stored


def check_labels(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `wrong_label` (another label's sentence, group or source; another version counts as
    another label)."""
    asked = set(draft.label_ids)
    for at, group in enumerate(draft.groups, 1):
        if group.label_id not in asked:
            yield Finding("wrong_label", f"group {at}", "this label was not asked about")
    for at, each in enumerate(draft.sources, 1):
        if each.label_id not in asked:
            yield Finding("wrong_label", f"source {at}", "this label was not asked about")
    sources = {source.n: source for source in draft.sources}
    for name, group, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        if span is None:
            continue
        source = sources.get(quote.source)
        cited = source.label_id if source else group.label_id
        held = {span.fact.label_id, span.section.label_id, span.label.label_id}
        if held != {group.label_id}:
            yield Finding("wrong_label", name, "stands in another label than its group")
        elif cited != group.label_id:
            yield Finding("wrong_label", name, "stands in another label than the source it cites")
