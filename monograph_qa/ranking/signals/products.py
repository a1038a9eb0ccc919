"""Whether a sentence is of the product asked about: a label may print several strengths, and an
annex several products of one brand, each by itself."""

from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.frames.contrasts import products_in
from monograph_qa.frames.lines import stems_in_text
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign


def product_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the nearest text that names strengths of a form names that asked about,
    `excluded` where it names only others, or stands in the monograph of another product; `form`
    where it stands in the monograph of another form: of the pen, where the infusion is asked about.
    """
    outermost = candidate.line.head.outermost
    if _is_of_another(asked, outermost):
        yield Sign("excluded", 1.0, "another product", excludes=True)
        return
    if form := _other_form(asked, outermost):
        yield Sign("form", 1.0, f"of the {form}")
    wanted = _strengths(asked.intent.question)
    if not wanted:
        return
    units = {unit for _, unit in wanted}
    for text in candidate.line.outwards:
        named = {each for each in _strengths(text) if each[1] in units}
        if named & wanted:
            yield Sign("agrees", 1.0, "strength as asked")
            return
        if named:
            yield Sign("excluded", 1.0, "another strength", excludes=True)
            return


def _is_of_another(asked: Asked, outermost: str) -> bool:
    """Whether a line stands in a monograph whose name says more than the brand ("Mix25") where
    the question does not, or less where it does."""
    known = asked.lines.product_words
    if not known:
        return False
    own = known.get(outermost, frozenset())
    said = _stems(asked.intent.question)
    return own != frozenset(word for words in known.values() for word in words if word in said)


def _other_form(asked: Asked, outermost: str) -> str:
    """The form of the monograph in which a line stands, where another one asked about has its own;
    "" where it is of the form asked about, or none is told."""
    titles = asked.lines.titles
    own = titles.get(outermost)
    if own is None:
        return ""
    for group, wanted in products_in(asked.whole).items():
        here = products_in(own).get(group, frozenset())
        if wanted.isdisjoint(here) and any(_names(e, group, wanted) for e in titles.values()):
            return ", ".join(sorted(here)) or "plain release"
    return ""


def _names(title: str, group: str, wanted: frozenset[str]) -> bool:
    return not wanted.isdisjoint(products_in(title).get(group, ()))


@lru_cache(maxsize=64)
def _stems(question: str) -> frozenset[str]:
    return frozenset(stems_in_text(question))


@lru_cache(maxsize=4096)
def _strengths(text: str) -> frozenset[tuple[float | None, str]]:
    """The strengths of forms that a text names: amount and unit."""
    products = (value for value in amounts_in(text) if value.facet is Facet.PRODUCT)
    return frozenset((value.low, value.unit) for value in products)
