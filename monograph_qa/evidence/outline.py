"""A label's outline: its sections without their texts, each below its own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.store.rows import frame_of


@dataclass(frozen=True, slots=True)
class Place:
    """A section in its label's outline; `head.line` names its key and those above it."""

    head: SectionHead
    level: int
    parent_id: str | None


def outline_of(rows: Iterable[Sequence[Any]], label_id: str) -> dict[str, Place]:
    """The label's sections among the rows of `evidence/heads`, by id, in reading order."""
    found: dict[str, Place] = {}
    for row in sorted((row for row in rows if row[1] == label_id), key=itemgetter(3)):
        section_id, _, parent_id, ordinal, level, heading, path, key, code, frame = row
        above = found[parent_id].head.line if parent_id in found else ()
        head = SectionHead(
            section_id, label_id, ordinal, heading, path, key, code, (key, *above), frame_of(frame)
        )  # fmt: skip
        found[section_id] = Place(head, level, parent_id)
    return found
