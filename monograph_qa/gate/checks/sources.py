"""A source points where the sentences that cite it really stand: label, section, page, boxes."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding, Quote, Source
from monograph_qa.gate.naming import iter_lines
from monograph_qa.gate.stored import Stored, StoredSpan


def check_sources(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `misattributed` (right words, wrong place)."""
    sources = {source.n: source for source in draft.sources}
    citing: dict[int, list[StoredSpan]] = {}
    for name, _, quote in iter_lines(draft):
        source, span = sources.get(quote.source), stored.spans.get(quote.fact_id)
        if source is None or span is None:
            continue
        citing.setdefault(source.n, []).append(span)
        wrong = _misplaced(quote, source, span)
        if wrong is not None:
            yield Finding("misattributed", name, wrong)
    for at, source in enumerate(draft.sources, 1):
        boxes = {box for span in citing.get(source.n, ()) for box in span.fact.boxes}
        if source.n not in citing:
            continue
        if set(source.boxes) != boxes or len(source.boxes) != len(boxes):
            why = "its boxes are not those of the sentences that cite it"
            yield Finding("misattributed", f"source {at}", why)


def _misplaced(quote: Quote, source: Source, span: StoredSpan) -> str | None:
    """What of the citation is not so; None when the sentence stands just there."""
    section, label = span.section, span.label
    if source.section_id != section.section_id:
        return "stands in another section than the source it cites"
    if quote.page != span.fact.page or source.page != span.fact.page:
        return "stands on another page than the one cited"
    if source.heading_path != section.heading_path:
        return "the source's heading path is not the section's"
    if source.section_code != section.section_code:
        return "the source's section code is not the section's"
    if source.version != label.version:
        return "the source names another version of the label"
    if (source.drug, source.title) != (label.drug, label.title):
        return "the source's drug and title are not the label's"
    return None
