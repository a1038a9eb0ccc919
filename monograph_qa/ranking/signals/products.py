"""Whether a sentence is of the strength asked about: a label may print several, each by itself."""

from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign


def product_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the nearest text that names strengths of a form names that asked about,
    `excluded` where it names only others."""
    wanted = _strengths(asked.intent.question)
    if not wanted:
        return
    line = candidate.line
    for text in (line.quote, line.lead_in, *reversed(line.head.heading_path.split(" > "))):
        named = _strengths(text)
        if named & wanted:
            yield Sign("agrees", 1.0, "strength as asked")
            return
        if named:
            yield Sign("excluded", 1.0, "another strength", excludes=True)
            return


@lru_cache(maxsize=4096)
def _strengths(text: str) -> frozenset[tuple[float | None, str]]:
    """The strengths of forms that a text names: amount and unit."""
    products = (value for value in amounts_in(text) if value.facet is Facet.PRODUCT)
    return frozenset((value.low, value.unit) for value in products)
