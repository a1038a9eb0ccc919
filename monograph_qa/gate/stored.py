"""How the gate gets at what is stored: one method, implemented by whoever holds the library."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from monograph_qa.domain.label import FactSpan, Section


@dataclass(frozen=True, slots=True)
class StoredSpan:
    """A FactSpan as stored, and the section whose text it is an offset into."""

    fact: FactSpan
    section: Section


class StoredText(Protocol):
    """What is stored, and nothing that a writer said about it."""

    def stored(self, fact_ids: Collection[str]) -> Mapping[str, StoredSpan]:
        """The stored span of each id; ids that the library does not hold are left out."""
        ...
