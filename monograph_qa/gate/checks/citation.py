"""Every line is cited, and the citation exists and was fetched for this question."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.naming import iter_lines
from monograph_qa.gate.stored import Stored


def check_citations(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `uncited` (no such source, a number used twice or no number at all, a source that
    no line cites), `not_retrieved` (nobody fetched this sentence for this question)."""
    numbers = [source.n for source in draft.sources]
    if len(set(numbers)) != len(numbers):
        yield Finding("uncited", "sources", "two sources bear one number")
    cited: set[int] = set()
    for name, _, quote in iter_lines(draft):
        if quote.source not in numbers:
            yield Finding("uncited", name, "cites a source that is not listed")
        if quote.fact_id not in draft.retrieved:
            yield Finding("not_retrieved", name, "no route brought this for the question")
        cited.add(quote.source)
    for at, n in enumerate(numbers, 1):
        # True and 1.0 equal 1 in Python, and would be printed otherwise.
        if type(n) is not int or n < 1:
            yield Finding("uncited", f"source {at}", "its number is no whole number from 1 on")
        if n not in cited:
            yield Finding("uncited", f"source {at}", "no line cites this source")
