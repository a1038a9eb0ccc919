"""What brands in common use are made of (brand_names.csv), known without any imported table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from monograph_qa.vocabulary.name_keys import name_key
from monograph_qa.vocabulary.rows import read_rows, split_list

_LONGEST = 3  # words


@dataclass(frozen=True, slots=True)
class Brand:
    """A brand as it is written, and the ingredients of its best known product."""

    name: str
    ingredients: tuple[str, ...]


@cache
def brands() -> Mapping[str, Brand]:
    """The brands by look-up key (see `name_keys.name_key`)."""
    rows = read_rows("brand_names")
    return {name_key(r["brand"]): Brand(r["brand"], split_list(r["ingredients"])) for r in rows}


def brands_among(words: Sequence[str]) -> Iterator[Brand]:
    """The brands that neighbouring words name, where they stand."""
    for start in range(len(words)):
        for stop in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            brand = brands().get(" ".join(words[start:stop]))
            if brand is not None:
                yield brand
