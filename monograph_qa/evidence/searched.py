"""The port of text search: one label's citable sentences, wherever they are compared."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from monograph_qa.domain.label import FactSpan


class Searched(Protocol):
    """Sentences in reading order, each read with its heading and its lead-in, called by index."""

    def __len__(self) -> int: ...

    def by_words(self, words: Sequence[str]) -> tuple[list[int], int]:
        """Indices by BM25, best first, and how many of the words stand in any sentence at all."""
        ...

    def by_meaning(self, query: str, least: float) -> list[int]:
        """Indices of the sentences nearest in meaning, nearest first, none below `least`."""
        ...

    def facts(self, places: Iterable[int]) -> dict[int, FactSpan]:
        """The FactSpans at these indices, by index."""
        ...
