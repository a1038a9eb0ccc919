"""The names of the product of an openFDA record: as openFDA states them, as the product data lists
them, or as the active ingredients are printed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from monograph_qa.parse.spl_xml import collapse

Names = tuple[tuple[str, str], ...]
"""(name, kind) pairs: generic, salt, brand."""

_LEAST = 4  # letters of a name
_MOST_BEFORE, _LONGEST = 6, 6  # words of a brand, and of a name
_WORD = re.compile(r"[\w-]+|[,/]")
_BESIDE = re.compile(r"\s*\([^()]*\)$")  # "ZEMDRI (plazomicin)"
_JOINED = ("and", "AND", ",", "/")
_INGREDIENT = re.compile(
    r"active ingredients?\W*(?:\(in[^)]*\)\W*)?(?P<name>[A-Za-z][A-Za-z -]{2,60}?)"
    r"(?=\s*[\d(,;*.]|$)",
    re.IGNORECASE,
)


def names_of_record(record: dict[str, Any]) -> Names:
    """The (name, kind) pairs of the record's product; none where it says none."""
    product = record.get("openfda")
    return (
        _stated(product if isinstance(product, dict) else {})
        or _listed_as_data(" ".join(listed(record, "spl_product_data_elements")))
        or _ingredients(listed(record, "active_ingredient"))
    )


def listed(record: dict[str, Any], name: str) -> list[str]:
    """The texts of a field, each once."""
    value = record.get(name)
    said = value if isinstance(value, list) else []
    return list(dict.fromkeys(collapse(each) for each in said if isinstance(each, str) and each))


def _stated(product: dict[str, Any]) -> Names:
    named = [_BESIDE.sub("", each) for each in listed(product, "brand_name")]
    substances = listed(product, "substance_name")
    generics = [
        each
        for each in listed(product, "generic_name")
        if each not in named or not substances or words_of([each]) & words_of(substances)
    ]  # some makers write the brand in both places
    known = {name.casefold() for name in generics}
    salts = [each for each in substances if each.casefold() not in known]
    brands = [each for each in named if each.casefold() not in known]
    kinds = {"generic": generics or salts, "salt": salts if generics else [], "brand": brands}
    return tuple((name, kind) for kind, names in kinds.items() for name in names)


def words_of(names: Iterable[str]) -> set[str]:
    """The words of names, in lower case."""
    return {word for name in names for word in _WORD.findall(name.casefold())}


def _listed_as_data(text: str) -> Names:
    """The first words that come again among the substances, and the brand before them."""
    words = _WORD.findall(text)
    for again in (words, [word.upper() for word in words]):
        for at in range(min(_MOST_BEFORE + 1, len(words))):
            generic = " and ".join(_said_again(words[at:], again[at:]))
            brand = " ".join(words[:at])
            if generic:
                return ((generic, "generic"), *([(brand, "brand")] if brand else []))
    return ()


def _said_again(words: Sequence[str], again: Sequence[str]) -> Iterator[str]:
    """The first words, as many as come again in capitals behind them, and what is joined to them;
    `again` is how the words are looked for."""
    for count in range(min(_LONGEST, len(words)), 0, -1):
        name, rest = words[:count], again[count:]
        is_once = len({word.casefold() for word in name}) == count and len(name[0]) >= _LEAST
        if is_once and f" {' '.join(name).upper()} " in f" {' '.join(rest)} ":
            yield " ".join(name)
            if rest[0] in _JOINED:
                yield from _said_again(words[count + 1 :], rest[1:])
            return


def _ingredients(texts: Iterable[str]) -> Names:
    found = filter(None, map(_INGREDIENT.match, texts))
    return tuple((match["name"], "generic") for match in found)
