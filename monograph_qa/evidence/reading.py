"""Rows of a route as evidence."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from monograph_qa.domain.evidence import Evidence, Route, SectionHead
from monograph_qa.domain.label import Label
from monograph_qa.store.rows import fact_of, image_of

_FACT = 12
_IMAGE = 11


class Rows(Protocol):
    """Where evidence comes from: named statements with bound values."""

    def rows(self, name: str, values: dict[str, Any]) -> list[tuple[Any, ...]]: ...


def facts_from(
    rows: Iterable[Sequence[Any]], route: Route, label: Label
) -> list[tuple[Evidence, tuple[str, ...]]]:
    """Evidence of each row, with the section keys that it was matched by (subsections inherit)."""
    found: list[tuple[Evidence, tuple[str, ...]]] = []
    for row in rows:
        fact = fact_of(row[:_FACT])
        ordinal, heading, path, key, code, line = row[_FACT : _FACT + 6]
        head = SectionHead(
            fact.section_id, fact.label_id, ordinal, heading, path, key, code, tuple(line.split())
        )
        found.append((Evidence(route, label, head, fact), tuple(row[_FACT + 6] or ())))
    return found


def images_from(rows: Iterable[Sequence[Any]], label: Label) -> list[Evidence]:
    out: list[Evidence] = []
    for row in rows:
        image = image_of(row[:_IMAGE])
        head = None
        if image.section_id is not None and row[_IMAGE] is not None:
            ordinal, heading, path, key, code = row[_IMAGE : _IMAGE + 5]
            head = SectionHead(
                image.section_id, image.label_id, ordinal, heading, path, key, code, (key,)
            )
        out.append(Evidence(Route.IMAGE_LOOKUP, label, head, image=image, score=image.confidence))
    return out
