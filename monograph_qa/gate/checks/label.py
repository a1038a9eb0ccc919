"""Every line comes from a label that was asked about, and is cited to that label."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.stored import Stored


def check_labels(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `wrong_label` (another label's sentence, group or source)."""
    asked = set(draft.label_ids)
    sources = {source.n: source for source in draft.sources}
    for group in draft.groups:
        if group.label_id not in asked:
            yield Finding("wrong_label", group.label_id, "this label was not asked about")
        for quote in group.quotes:
            span = stored.spans.get(quote.fact_id)
            if span is None:
                continue
            source = sources.get(quote.source)
            cited = source.label_id if source else group.label_id
            held = {span.fact.label_id, span.section.label_id, span.label.label_id}
            if held != {group.label_id} or cited != group.label_id:
                yield Finding("wrong_label", quote.fact_id, "stands in another label")
