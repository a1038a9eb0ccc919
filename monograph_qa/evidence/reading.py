"""One label's rows as evidence: read by section, by attribute or by kind of picture."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from monograph_qa.domain.evidence import Evidence, Route, SectionHead
from monograph_qa.domain.label import Label
from monograph_qa.store.queries import several
from monograph_qa.store.rows import facts_in_order, image_of

if TYPE_CHECKING:
    from monograph_qa.evidence.embedding import Likeness


class Rows(Protocol):
    """Where evidence comes from: named statements with bound values; `kept` ones are remembered."""

    def rows(self, name: str, values: dict[str, Any]) -> list[tuple[Any, ...]]: ...

    def kept(self, name: str, values: dict[str, str]) -> list[tuple[Any, ...]]: ...

    def span_of_label(self, label_id: str) -> tuple[int, int]: ...


@dataclass(frozen=True, slots=True)
class Place:
    """A section in its label's outline; `head.line` names its key and those above it."""

    head: SectionHead
    level: int
    parent_id: str | None


class LabelRows:
    """What one label holds, looked up as a question needs it; the outline is read once.

    `likeness` compares meanings for the last-resort search; None leaves it to the shipped embedder.
    """

    def __init__(self, rows: Rows, label: Label, likeness: "Likeness | None" = None) -> None:
        self.label = label
        self.likeness = likeness
        self._rows = rows

    @cached_property
    def outline(self) -> dict[str, Place]:
        """The label's sections by id, in their order."""
        found: dict[str, Place] = {}
        for row in self._rows.kept("evidence/heads", {"label_id": self.label.label_id}):
            section_id, parent_id, ordinal, level, heading, path, key, code = row
            above = found[parent_id].head.line if parent_id in found else ()
            head = SectionHead(
                section_id, self.label.label_id, ordinal, heading, path, key, code, (key, *above)
            )
            found[section_id] = Place(head, level, parent_id)
        return found

    def below(self, section_ids: Iterable[str]) -> set[str]:
        """These sections and all that stand below them."""
        inside = set(section_ids)
        for section_id, place in self.outline.items():
            if place.parent_id in inside:
                inside.add(section_id)
        return inside

    def in_sections(self, section_ids: Iterable[str], route: Route) -> list[Evidence]:
        """Every FactSpan of just these sections, in reading order."""
        wanted = several(section_ids)
        if not wanted:
            return []
        return self._facts("evidence/section_match", {"sections": wanted}, route)

    def with_attributes(self, attributes: Iterable[str], route: Route) -> list[Evidence]:
        """Every citable FactSpan that bears one of the attributes; all where none is named."""
        names = "|".join(map(re.escape, attributes))
        values = {"attributes": f'"({names})"' if names else ""}
        return self._facts("evidence/fact_span", values, route)

    def pictures(self, kinds: Iterable[str]) -> list[Evidence]:
        """Pictures of these kinds, surest first; all of the label's where no kind is named."""
        values = {"label_id": self.label.label_id, "kinds": several(kinds)}
        found: list[Evidence] = []
        for row in self._rows.rows("evidence/image_lookup", values):
            image = image_of(row)
            place = self.outline.get(image.section_id) if image.section_id else None
            head = place.head if place else None
            found.append(
                Evidence(Route.IMAGE_LOOKUP, self.label, head, image=image, score=image.confidence)
            )
        return found

    def _facts(self, name: str, values: dict[str, Any], route: Route) -> list[Evidence]:
        first, last = self._rows.span_of_label(self.label.label_id)
        found: list[Evidence] = []
        rows = self._rows.rows(name, {**values, "first": first, "last": last})
        for fact in facts_in_order(rows, self.label.label_id):
            place = self.outline.get(fact.section_id)
            if place is not None:
                found.append(Evidence(route, self.label, place.head, fact))
        return found
