"""Every line is a whole stored sentence, character for character."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.stored import Stored


def check_verbatim(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `fabricated` (no such sentence), `truncated` (a part of one), `altered` (a changed
    one), `unsound` (the store itself contradicts its section's text).

    Equality is exact: folding anything here would make "< 30" equal "> 30" sooner or later.
    """
    for group in draft.groups:
        for quote in group.quotes:
            span = stored.spans.get(quote.fact_id)
            if span is None:
                yield Finding("fabricated", quote.fact_id, "no such sentence is stored")
                continue
            kept = span.fact.quote
            if span.section.text[span.fact.start : span.fact.stop] != kept:
                yield Finding("unsound", quote.fact_id, "stored quote and section text differ")
            elif quote.text == kept:
                continue
            elif quote.text and quote.text in kept:
                yield Finding("truncated", quote.fact_id, "only a part of the stored sentence")
            else:
                yield Finding("altered", quote.fact_id, "differs from the stored sentence")
