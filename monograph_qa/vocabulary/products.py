"""Brands and ingredients: what a drug's name is made of, and by what other names it goes.

Read from `brands`, `ingredient_names`, `drug_classes`, `substances` and
`drug_abbreviations`, each row with its source; the words of forms, routes and companies beside a
name from `product_words`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.rows import either, read_rows, sorted_table

_APART = re.compile(r"[\s‐-]+")
_JOINED = re.compile(r",|/|\+|\band\b")


@cache
def product_words(kind: str) -> Mapping[str, str]:
    """The words of one kind in `product_words.csv` (form, route, way, company, …), and what each
    means: itself where the table says no more."""
    rows = (row for row in read_rows("product_words") if row["kind"] == kind)
    return {row["word"]: row["means"] or row["word"] for row in rows}


def in_form_words(text: str) -> str:
    """A text in small letters, its words for forms and releases ("enteric-coated", "depot") said as
    `form_words.csv` has them, whoever's label or question it is."""
    means, pattern = _form_words()
    return pattern.sub(lambda match: means[_folded(match[1])], text.casefold())


def forms_said(text: str) -> Iterator[tuple[int, int]]:
    """Where a text names a form or release in other words: "gastro-resistant" is of no microbe."""
    means, pattern = _form_words()
    for match in pattern.finditer(text.lower()):
        if not distinct_forms().isdisjoint(means[_folded(match[1])].split()):
            yield match.span()


@cache
def distinct_forms() -> frozenset[str]:
    """The forms that a label always names: a label that does not name one is of another form."""
    return frozenset(row["tells"] for row in read_rows("form_words") if row["tells"])


@cache
def form_units() -> frozenset[str]:
    """The words that `form_words.csv` says forms in."""
    return frozenset(word for means in _form_words()[0].values() for word in means.split())


@cache
def _form_words() -> tuple[Mapping[str, str], re.Pattern[str]]:
    rows = read_rows("form_words")
    means = {_folded(row["said"]): row["means"] for row in rows}
    forms = (row["said"] for row in rows)
    pattern = either(forms, lambda form: r"[\s‐-]*".join(map(re.escape, _APART.split(form))))
    return means, re.compile(rf"(?<![\w'’])({pattern})s?\b")


def _folded(words: str) -> str:
    return "".join(_APART.split(words))


def made_of(drug: str) -> tuple[str, ...]:
    """The ingredients, by US names, of a drug as a label is called after it: "glyburide and
    metformin"; without those that no table knows."""
    parts = (plain_key(part).split() for part in _JOINED.split(drug))
    return tuple(dict.fromkeys(each for part in parts for each in ingredients_of(part)))


def ingredients_of(words: Sequence[str]) -> tuple[str, ...]:
    """The ingredients of the drug that just these words name, by US names; none for no drug."""
    return _ingredients_of(" ".join(words))


@lru_cache(maxsize=4096)  # every line of a label is asked for those of its drug
def _ingredients_of(key: str) -> tuple[str, ...]:
    ingredients = [name for product in products_called([key]) for name in product]
    tables = map(sorted_table, ("drug_classes", "substances"))
    if not ingredients and (key in other_names() or any(table.rows(key) for table in tables)):
        ingredients = [us_name(key)]
    if not ingredients and key in short_names():
        ingredients = [us_name(part) for part in short_names()[key]]
    return tuple(dict.fromkeys(ingredients))


def products_called(words: Sequence[str]) -> list[tuple[str, ...]]:
    """The ingredients, by US names, of each product that bears just these words as its brand."""
    rows = sorted_table("brands").rows(" ".join(words))
    return list(dict.fromkeys(tuple(row[1].split(" + ")) for row in rows))


def is_combination(
    ingredients: Iterable[str], *, is_whole: bool = False, is_begun: bool = False
) -> bool:
    """Whether a known product is made of all of these ingredients, and where that `is_whole` of no
    others, by whole names or their first words: "fluocinolone" is fluocinolone acetonide. Of all
    but the first the beginning is enough where the name `is_begun`: "ceftazidime/avi"."""
    first, *others = (us_name(each) for each in ingredients)
    end = "" if is_begun else " "
    return any(
        all(any(f"{name} ".startswith(f"{each}{end}") for name in made) for each in others)
        for made in _made_with(first)
        if (len(made) == len(others) + 1 if is_whole else len(made) > len(others))
    )


def is_single(ingredient: str) -> bool:
    """Whether a known product is made of this ingredient alone."""
    return frozenset([us_name(ingredient)]) in _made()


@cache
def _made() -> frozenset[frozenset[str]]:
    """The ingredients of all known products but packs: "X + Y" of a pack are two drugs."""
    packs = product_words("separate")
    return frozenset(
        frozenset(row["ingredients"].split(" + "))
        for row in read_rows("brands")
        if row["key"].rpartition(" ")[2] not in packs or " + " not in row["ingredients"]
    )


@cache
def _made_with(ingredient: str) -> tuple[frozenset[str], ...]:
    """The ingredients of the known products that have one whose name begins with this."""
    begins = f"{ingredient} "
    return tuple(made for made in _made() if any(f"{name} ".startswith(begins) for name in made))


@cache
def other_names() -> dict[str, str]:
    """US names by international and other national ones."""
    return {row["key"]: row["name"] for row in read_rows("ingredient_names")}


@cache
def short_names() -> dict[str, tuple[str, ...]]:
    """The ingredients of what goes by a short name in either case: "simva", "pip-tazo"."""
    return {
        plain_key(row["abbreviation"]): tuple(plain_key(row["name"]).split(" and "))
        for row in read_rows("drug_abbreviations")
        if row["letter_case"] == "any"
    }


def short_names_of(ingredients: Iterable[str]) -> Sequence[str]:
    """What just these ingredients are called in short: "tmp smx"."""
    return _short_names_by_ingredients().get(frozenset(ingredients), ())


@cache
def _short_names_by_ingredients() -> dict[frozenset[str], list[str]]:
    found: dict[frozenset[str], list[str]] = {}
    for name, made_of in short_names().items():
        found.setdefault(frozenset(map(us_name, made_of)), []).append(name)
    return found


def us_name(key: str) -> str:
    """The US name of an ingredient, which may be this."""
    return other_names().get(key, key)


def names_of(ingredient: str) -> list[str]:
    """All names of an ingredient, its US name first."""
    return [ingredient, *(key for key, name in other_names().items() if name == ingredient)]
