"""Every line is cited, the citation exists, and it points where the sentence really stands."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding, Quote, Source
from monograph_qa.gate.stored import Stored, StoredSpan


def check_citations(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `uncited` (no such source, or a source that no line cites), `not_retrieved` (nobody
    fetched this sentence for this question), `misattributed` (right words, wrong place)."""
    sources = {source.n: source for source in draft.sources}
    if len(sources) != len(draft.sources):
        yield Finding("uncited", "sources", "two sources bear one number")
    quotes = [quote for group in draft.groups for quote in group.quotes]
    for quote in quotes:
        source = sources.get(quote.source)
        if source is None:
            yield Finding("uncited", quote.fact_id, f"there is no source {quote.source}")
            continue
        if quote.fact_id not in draft.retrieved:
            yield Finding("not_retrieved", quote.fact_id, "no route brought this for the question")
        span = stored.spans.get(quote.fact_id)
        wrong = _misplaced(quote, source, span) if span is not None else None
        if wrong is not None:
            yield Finding("misattributed", quote.fact_id, wrong)
    for source in draft.sources:
        citing = [quote.fact_id for quote in quotes if quote.source == source.n]
        if not citing:
            yield Finding("uncited", f"source {source.n}", "no line cites this source")
            continue
        spans = [stored.spans[each] for each in citing if each in stored.spans]
        if set(source.boxes) != {box for span in spans for box in span.fact.boxes}:
            message = "its boxes are not those of the sentences that cite it"
            yield Finding("misattributed", f"source {source.n}", message)


def _misplaced(quote: Quote, source: Source, span: StoredSpan) -> str | None:
    """What of the citation is not so; None when the sentence stands just there."""
    section, label = span.section, span.label
    if source.section_id != section.section_id:
        return "stands in another section"
    if quote.page != span.fact.page or source.page != span.fact.page:
        return "stands on another page"
    if (source.heading_path, source.section_code) != (section.heading_path, section.section_code):
        return "the source's path and code are not the section's"
    told = (source.drug, source.title, source.version)
    if told != (label.drug, label.title, label.version):
        return "the source's drug, title and version are not the label's"
    return None
