"""What a line says by itself, and which lines say the same."""

import re
from collections.abc import Iterable
from functools import lru_cache

from monograph_qa.domain.label import FactKind
from monograph_qa.ranking.agreeing import is_contraindication
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.vocabulary.sentence_words import words_with_role

_WORD, _MOST_OF_A_MARK = re.compile(r"[^\W\d_]+"), 1  # letters: "a Graded by CTCAE"
# What a short form stands for, as a note below a table says it.
_GLOSSARY = re.compile(
    r"\W*(?:(?i:abbreviations?)\b|[A-Za-z][\w-]{1,9} = [A-Z]?[a-z][^=.;]*[.;]?$)"
)


def states(each: Ranked) -> bool:
    """Whether a line says something by itself: a caption does not, nor what only leads in, nor a
    note on scales or short forms below a table."""
    quote = each.fact.quote
    if each.fact.kind is FactKind.TABLE_ROW:
        return True
    is_said = each.fact.kind is not FactKind.OTHER and not quote.endswith(":")
    return is_said and not (names_a_scale(quote) or _GLOSSARY.match(quote))


@lru_cache(maxsize=4096)
def names_a_scale(quote: str) -> bool:
    """Whether a note says no more than by which scale something is graded, or where more stands:
    "a NCI CTCAE", "See section 4.4"."""
    words = [w.casefold() for w in _WORD.findall(quote) if len(w) > _MOST_OF_A_MARK]
    return bool(words) and words_with_role("of_a_scale").issuperset(words)


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
