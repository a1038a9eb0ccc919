"""Which sentences print what a label is of: its names, maker, forms, routes and date of revision.

What is known of a product is read from the title page, the colophon and the listing that ends a
print, where a question finds no fact: front matter repeats the body. The sentence that prints each
of them is a fact, so that it is cited as any other.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from monograph_qa.domain.label import DrugName, FactKind, FactSpan, NameKind, Product, Section
from monograph_qa.vocabulary.attributes import IDENTITY, of_product

_ASIDE = frozenset({"contents", "recent_major_changes"})
_LONGEST = 400  # characters of a sentence that presents a product
_FIRST = 60  # sentences of a label among which its product is presented

Fits = Callable[[FactSpan], bool]
"""Whether a sentence is one that states such a thing, and does not only name it."""


def attested(
    facts: Sequence[FactSpan],
    sections: Iterable[Section],
    names: Sequence[DrugName],
    product: Product,
) -> tuple[FactSpan, ...]:
    """The facts; those that print what the label is of, as FACTs with that attribute and
    IDENTITY."""
    keys = {section.section_id: section.section_key for section in sections}
    body = [fact for fact in facts if keys[fact.section_id] not in _ASIDE]
    # What leads into a list is shown only above its items.
    short = [f for f in body if len(f.quote) <= _LONGEST and not f.quote.endswith(":")]
    brands = [product.brand] if product.brand else []
    generics = [name.name for name in names if name.kind is NameKind.GENERIC]
    openings = tuple(map(_letters, [*brands, *generics]))

    def own_line(fact: FactSpan) -> bool:
        return _letters(fact.quote).startswith(openings)

    def states_maker(fact: FactSpan) -> bool:
        return _of("maker") in fact.attributes

    def says_revised(fact: FactSpan) -> bool:
        return any(word.startswith("revis") for word in _letters(fact.quote).split())

    named = _best(short, [*brands, *generics], own_line)
    says_generic = named and _held(named, generics)
    presented = short[:_FIRST]
    found = {
        "names": [named, None if says_generic else _best(short, generics, own_line)],
        "maker": [_best(body, [product.maker], states_maker)],
        "revised_as_printed": [_best(body, [product.revised_as_printed], says_revised)],
        "forms": [_best(presented, product.forms, own_line)],
        "routes": [_best(presented, product.routes, own_line)],
    }
    marks: dict[str, list[str]] = {}
    for field, each in found.items():
        for fact in filter(None, each):
            marks.setdefault(fact.fact_id, []).append(_of(field))
    return tuple(
        _marked(fact, marks[fact.fact_id]) if fact.fact_id in marks else fact for fact in facts
    )


def _marked(fact: FactSpan, attributes: Sequence[str]) -> FactSpan:
    kind = FactKind.FACT if fact.kind is FactKind.OTHER else fact.kind
    every = tuple(dict.fromkeys((*fact.attributes, *attributes, IDENTITY)))
    return replace(fact, kind=kind, attributes=every)


def _best(
    facts: Sequence[FactSpan], values: Sequence[str | None], fits: Fits | None = None
) -> FactSpan | None:
    """The first of the sentences that print any of the values: those that fit before others, those
    that print more of them before those that print less."""
    wanted = [value for value in values if value]
    ranked = (
        (bool(fits and fits(fact)), held, -at)
        for at, fact in enumerate(facts)
        if (held := _held(fact, wanted))
    )
    return facts[-best[2]] if (best := max(ranked, default=None)) else None


def _held(fact: FactSpan, values: Sequence[str]) -> int:
    """How many of the values a sentence prints, in the plural or not."""
    said = f" {_letters(fact.quote)} "
    return sum(f" {v} " in said or f" {v}s " in said for v in map(_letters, values))


def _of(field: str) -> str:
    """The attribute that tells this field of a product."""
    return next(key for key, named in of_product().items() if named == field)


def _letters(text: str) -> str:
    """The words of a text, without case, marks and the blanks between."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())
