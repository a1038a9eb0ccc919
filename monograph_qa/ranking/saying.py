"""What a line says by itself, and which lines say the same."""

from collections.abc import Iterable

from monograph_qa.domain.label import FactKind
from monograph_qa.ranking.limits import is_contraindication
from monograph_qa.ranking.ranking import Ranked


def states(each: Ranked) -> bool:
    """Whether a line says something by itself: a caption does not, nor what only leads in."""
    quote = each.fact.quote
    is_row = each.fact.kind is FactKind.TABLE_ROW
    return each.fact.kind is not FactKind.OTHER and (is_row or not quote.endswith(":"))


def once_each(ranked: Iterable[Ranked]) -> list[Ranked]:
    """The first of equal sentences: highlights, section 2 and leaflet may all print one. One among
    the contraindications stands for the others."""
    seen: dict[str, Ranked] = {}
    for each in ranked:
        said = said_by(each)
        if said not in seen or (is_contraindication(each) and not is_contraindication(seen[said])):
            seen[said] = each
    return list(seen.values())


def said_by(each: Ranked) -> str:
    """The letters of a line: equal where two lines say the same."""
    return letters_of(each.fact.context, each.fact.quote)


def letters_of(context: str | None, quote: str) -> str:
    """A line with its lead-in, without white space and case: what is equal so says the same."""
    return "".join(f"{context or ''} {quote}".split()).casefold()
