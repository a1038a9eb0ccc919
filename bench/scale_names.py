"""Made-up drug names: pronounceable, seeded, and no two of them one letter apart."""

import random
from collections.abc import Iterator

_STARTS = (
    "b", "br", "c", "cl", "d", "dr", "f", "fl", "g", "gl", "h", "j", "k", "l", "m", "n", "p", "pl",
    "pr", "qu", "r", "s", "st", "t", "tr", "v", "w", "z",
)  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "y", "ae", "io")
_CLOSES = ("", "", "", "l", "m", "n", "r", "s", "x")
_INGREDIENT_ENDS = (
    "pril", "sartan", "olol", "vastatin", "tinib", "gliptin", "prazole", "mab", "cycline", "vir",
    "oxacin", "tidine", "azepam", "triptan", "parib", "zomib", "conazole", "fenac", "dronate",
)  # fmt: skip
_BRAND_ENDS = ("va", "xa", "ris", "tol", "zen", "quo", "da", "lix", "ra", "nex", "bri", "cor")


class NameMaker:
    """Names in an order that the seed fixes. A name too near to one given out before is skipped."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(f"names {seed}")
        self._near: set[str] = set()

    def ingredients(self) -> Iterator[str]:
        """Names that end as generic names do, in small letters."""
        while True:
            yield self._fresh(_INGREDIENT_ENDS)

    def brands(self) -> Iterator[str]:
        """Names that end as brands do, in capitals."""
        while True:
            yield self._fresh(_BRAND_ENDS).upper()

    def _fresh(self, ends: tuple[str, ...]) -> str:
        pick = self._chance.choice
        while True:
            stem = "".join(pick(_STARTS) + pick(_VOWELS) + pick(_CLOSES) for _ in range(2))
            name = stem + pick(ends)
            around = {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}
            if self._near.isdisjoint(around):
                self._near |= around
                return name
