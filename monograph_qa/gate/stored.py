"""How the gate gets at what is stored: one method, implemented by whoever holds the library."""

from collections.abc import Collection, Mapping
from typing import Protocol

from monograph_qa.domain.label import FactSpan, Image, Label, Section
from monograph_qa.frozen import frozen


@frozen
class StoredSpan:
    """A FactSpan as stored, the section whose text it is an offset into, and their label."""

    fact: FactSpan
    section: Section
    label: Label


@frozen
class Stored:
    """What is stored under the ids that a draft cites; ids that nobody holds are left out."""

    spans: Mapping[str, StoredSpan]
    images: Mapping[str, Image]


class StoredText(Protocol):
    """What is stored, and nothing that a writer said about it."""

    def stored(self, fact_ids: Collection[str], image_ids: Collection[str]) -> Stored:
        """The stored spans and pictures of these ids."""
        ...
