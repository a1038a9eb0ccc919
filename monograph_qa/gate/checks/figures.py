"""Numbers, signs, comparators, units and negations are the stored sentence's, in its order."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.figures import differing_figure
from monograph_qa.gate.naming import iter_lines
from monograph_qa.gate.stored import Stored

_WHY = {
    "number": "a number is not the stored one, or is missing",
    "sign": "the sign before a number is not the stored one",
    "comparator": "a comparator or sign of operation is not the stored one",
    "unit": "a unit or its denominator is not the stored one",
    "negation": "a negation or an exception is not the stored one",
}


def check_figures(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `wrong_number`, `wrong_sign`, `wrong_comparator`, `wrong_unit`, `wrong_negation`.

    Each says more closely what `altered` or `truncated` says of the same line.
    """
    for name, _, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        kind = differing_figure(span.fact.quote, quote.text) if span else None
        if kind is not None:
            yield Finding(f"wrong_{kind}", name, _WHY[kind])
