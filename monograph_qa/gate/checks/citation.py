"""Every line is cited, the citation exists, and it points where the sentence really stands."""

from collections.abc import Iterator, Mapping

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.stored import StoredSpan


def check_citations(draft: Draft, stored: Mapping[str, StoredSpan]) -> Iterator[Finding]:
    """Findings: `uncited` (no such source), `not_retrieved` (nobody fetched this sentence for this
    question), `misattributed` (right words, wrong section or page)."""
    sources = {source.n: source for source in draft.sources}
    if len(sources) != len(draft.sources):
        yield Finding("uncited", "sources", "two sources bear one number")
    for group in draft.groups:
        for quote in group.quotes:
            source = sources.get(quote.source)
            if source is None:
                yield Finding("uncited", quote.fact_id, f"there is no source {quote.source}")
                continue
            if quote.fact_id not in draft.retrieved:
                yield Finding(
                    "not_retrieved", quote.fact_id, "no route brought this for the question"
                )
            span = stored.get(quote.fact_id)
            if span is None:
                continue
            if source.section_id != span.section.section_id:
                yield Finding("misattributed", quote.fact_id, "stands in another section")
            elif quote.page != span.fact.page or source.page != span.fact.page:
                yield Finding("misattributed", quote.fact_id, "stands on another page")
            elif source.heading_path != span.section.heading_path:
                yield Finding("misattributed", quote.fact_id, "the source's path is not the section's")
