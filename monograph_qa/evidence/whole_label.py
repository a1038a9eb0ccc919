"""One label in memory: its outline, and all its sentences for one that is asked about again.

Rows are kept as they were read and made FactSpans as they are wanted: a question wants few of a
label's thousands, and rows, which refer to nothing, cost the garbage collector nothing.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.label import GOVERNS, FactKind, FactSpan
from monograph_qa.frozen import frozen
from monograph_qa.store.rows import fact_of, frame_of, needs_of, words_of
from monograph_qa.vocabulary.sections import of_leaflet_alone

_FACT, _SECTION, _LABEL, _ORDINAL, _, _, _QUOTE, _KIND, _ATTRIBUTES, _, _, _CONTEXT, _, _NEEDS = (
    range(len(FactSpan.__match_args__))  # a row's columns stand in the order of the fields
)


@frozen
class Place:
    """A section in its label's outline; `head.line` names its key and those above it."""

    head: SectionHead
    level: int
    parent_id: str | None


def outline_of(rows: Iterable[Sequence[Any]], label_id: str) -> dict[str, Place]:
    """The label's sections among the rows of `evidence/heads`, by id, in reading order. In a
    leaflet without a professional part each stands for what that would say."""
    found: dict[str, Place] = {}
    own = sorted((row for row in rows if row[1] == label_id), key=itemgetter(3))
    stands_for = of_leaflet_alone()
    if not {row[7] for row in own}.isdisjoint(stands_for.values()):
        stands_for = {}
    for row in own:
        section_id, _, parent_id, ordinal, level, heading, path, key, code, frame = row
        above = found[parent_id].head.line if parent_id in found else ()
        keys = (key, stands_for[key]) if key in stands_for else (key,)
        head = SectionHead(
            section_id, label_id, ordinal, heading, path, key, code, (*keys, *above),
            frame_of(frame),
        )  # fmt: skip
        found[section_id] = Place(head, level, parent_id)
    return found


class WholeLabel:
    """Every FactSpan of a label, by its place in reading order, by section and by attribute."""

    def __init__(self, rows: Iterable[Sequence[Any]], label_id: str) -> None:
        """`rows` are those of `store/facts`, in any order; rows of other labels are left out."""
        of_label = (row for row in rows if row[_LABEL] == label_id)
        self._rows = sorted(of_label, key=lambda row: row[_ORDINAL])
        self._by_section: dict[str, list[int]] = {}
        for at, row in enumerate(self._rows):
            self._by_section.setdefault(row[_SECTION], []).append(at)

    def __len__(self) -> int:
        return len(self._rows)

    def fact(self, at: int) -> FactSpan:
        """The FactSpan at this place of the reading order, from 0 on."""
        return fact_of(self._rows[at])

    def text(self, at: int) -> tuple[str, str, str]:
        """Its section_id, its quote, and what leads in to it: its context, else the line that
        reads like a heading above it; "" for none."""
        row = self._rows[at]
        lead_in = row[_CONTEXT] or ""
        if not lead_in and GOVERNS in row[_NEEDS]:
            over = next(need for need in needs_of(row[_NEEDS]) if need.why == GOVERNS)
            lead_in = self._rows[self.places[over.fact_id]][_QUOTE]
        return row[_SECTION], lead_in, row[_QUOTE]

    def in_sections(self, section_ids: Collection[str]) -> list[FactSpan]:
        """Every FactSpan of just these sections, in reading order."""
        return self._found(self._by_section.get(each, ()) for each in section_ids)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each FactSpan in reading order, by fact_id."""
        return {row[_FACT]: at for at, row in enumerate(self._rows)}

    def with_attributes(self, attributes: Collection[str]) -> list[FactSpan]:
        """Every citable FactSpan that bears one of the attributes; all where none is named."""
        if not attributes:
            return self._found([self.citable])
        return self._found(self._by_attribute.get(each, ()) for each in attributes)

    @cached_property
    def citable(self) -> list[int]:
        """The places of all but what is never cited."""
        never = FactKind.OTHER.value
        return [at for at, row in enumerate(self._rows) if row[_KIND] != never]

    def _found(self, places: Iterable[Iterable[int]]) -> list[FactSpan]:
        return [self.fact(at) for at in sorted({at for some in places for at in some})]

    @cached_property
    def _by_attribute(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at in self.citable:
            for each in words_of(self._rows[at][_ATTRIBUTES]):
                found.setdefault(each, []).append(at)
        return found
