"""One label's rows as evidence: read by section, attribute or kind of picture. Those of labels
asked about again are kept as long as their library is open, within bounds."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, proxy

from monograph_qa.domain.evidence import Evidence, Route
from monograph_qa.domain.frame import conditions_of
from monograph_qa.domain.label import FactSpan, Label
from monograph_qa.evidence.label import (
    ComparedLines,
    Place,
    Searched,
    SearchedLabel,
    WholeLabel,
    outline_of,
    served_label,
)
from monograph_qa.frames.lines import LabelLines
from monograph_qa.store.reading import LibraryReader
from monograph_qa.store.rows import image_of, several

if TYPE_CHECKING:
    from monograph_qa.evidence.embedding.likeness import Likeness

_INDICATIONS = "indications_and_usage"
_MOST_LABELS = 200  # outlines in memory of one library
_MOST_SPANS = 30_000  # sentences, with their index and vectors: 100 MB at most


class KeptLabel:
    """One label's outline, and all its sentences once they are asked for."""

    def __init__(self, rows: LibraryReader, label_id: str, heads: Sequence[Sequence[Any]]) -> None:
        self.heads = heads
        self._rows = proxy(rows)  # what is kept goes with the library, and does not keep it
        self._label_id = label_id

    @cached_property
    def whole(self) -> WholeLabel:
        return WholeLabel(self._rows.fact_rows(self._label_id), self._label_id)

    @property
    def spans(self) -> int:
        """How many of its sentences are in memory."""
        return len(self.whole) if "whole" in self.__dict__ else 0

    @cached_property
    def outline(self) -> dict[str, Place]:
        return outline_of(self.heads, self._label_id)

    @cached_property
    def searched(self) -> SearchedLabel:
        return SearchedLabel(self.whole, self.outline, self.compared)

    @cached_property
    def compared(self) -> ComparedLines:
        return ComparedLines(self.lines.lines)

    @cached_property
    def lines(self) -> LabelLines:
        """Its sentences as a question is compared with them, in reading order."""
        texts = map(self.whole.text, range(len(self.whole)))
        return LabelLines((self.outline[s].head, lead_in, quote) for s, lead_in, quote in texts)

    @cached_property
    def indicated(self) -> frozenset[str]:
        heads = [p.head for p in self.outline.values() if _INDICATIONS in p.head.line]
        facts = self.whole.in_sections([head.section_id for head in heads])
        frames = [*(head.frame for head in heads), *(fact.frame for fact in facts)]
        return conditions_of(value for frame in frames for value in frame)


class KeptLabels:
    """The labels last asked about, at most so many that memory stays bounded."""

    def __init__(self, most_spans: int = _MOST_SPANS) -> None:
        """Keeps `most_spans` sentences, and all of the last label, however many it has."""
        self._most_spans = most_spans
        self._labels: OrderedDict[str, KeptLabel] = OrderedDict()

    def label(self, rows: LibraryReader, label_id: str) -> KeptLabel:
        """What is kept of the label, for as long as `rows` itself keeps the same outline of it."""
        heads = rows.heads(label_id)
        kept = self._labels.get(label_id)
        if kept is None or kept.heads is not heads:
            kept = self._labels[label_id] = KeptLabel(rows, label_id, heads)
        self._labels.move_to_end(label_id)
        spans = sum(each.spans for each in self._labels.values())
        while len(self._labels) > 1 and (
            spans > self._most_spans or len(self._labels) > _MOST_LABELS
        ):
            _, oldest = self._labels.popitem(last=False)
            spans -= oldest.spans
        return kept


# What is kept of an open library goes when the library does.
_KEPT: WeakKeyDictionary[LibraryReader, KeptLabels] = WeakKeyDictionary()


class LabelRows:
    """What one label holds, looked up as a question needs it, and kept (see `KeptLabel`).
    `likeness` compares meanings for the last-resort search; None means the shipped embedder."""

    def __init__(
        self, rows: LibraryReader, label: Label, likeness: "Likeness | None" = None
    ) -> None:
        self.label = label
        self.likeness = likeness
        self._rows = rows

    @cached_property
    def _kept(self) -> KeptLabel:
        return _KEPT.setdefault(self._rows, KeptLabels()).label(self._rows, self.label.label_id)

    @property
    def outline(self) -> dict[str, Place]:
        return self._kept.outline

    @property
    def lines(self) -> LabelLines:
        return self._kept.lines

    @property
    def indicated(self) -> frozenset[str]:
        return self._kept.indicated

    def place_of(self, fact_id: str) -> int:
        """The place of a FactSpan among `lines`. Raises KeyError for another label's."""
        return self._kept.whole.places[fact_id]

    def like(self, question: str) -> list[float]:
        return self._kept.compared.like(question)

    def nearness(self, question: str, places: Sequence[int]) -> dict[int, float]:
        """How near in meaning to a question the `lines` at these places are, each read as a whole,
        by place; none where the model that reads them is not installed."""
        return self._kept.compared.near(question, places)

    def fact_at(self, at: int) -> FactSpan:
        return self._kept.whole.fact(at)

    def below(self, section_ids: Iterable[str]) -> set[str]:
        """These sections and all that stand below them."""
        inside = set(section_ids)
        for section_id, place in self.outline.items():
            if place.parent_id in inside:
                inside.add(section_id)
        return inside

    def in_sections(self, section_ids: Iterable[str], route: Route) -> list[Evidence]:
        wanted = tuple(section_ids)
        return self.evidence(self._kept.whole.in_sections(wanted), route) if wanted else []

    def with_attributes(self, attributes: Iterable[str], route: Route) -> list[Evidence]:
        """Every citable FactSpan that bears one of the attributes; all where none is named."""
        return self.evidence(self._kept.whole.with_attributes(tuple(attributes)), route)

    def searched(self) -> Searched:
        """The label's citable sentences as text search compares them: where they are stored, if
        that can search them, else in memory."""
        if self._rows.searches and self.likeness is None:
            served = served_label(self._rows, self.label.label_id)
            if served is not None:
                return served
        self._kept.searched.likeness = self.likeness
        return self._kept.searched

    def evidence(self, facts: Iterable[FactSpan], route: Route) -> list[Evidence]:
        """FactSpans of this label as `route` brings them, each with its section."""
        places = self.outline
        return [
            Evidence(route, self.label, places[fact.section_id].head, fact)
            for fact in facts
            if fact.section_id in places
        ]

    def pictures(self, kinds: Iterable[str]) -> list[Evidence]:
        """Pictures of these kinds, surest first; all of the label's where no kind is named."""
        values = {"label_id": self.label.label_id, "kinds": several(kinds)}
        found: list[Evidence] = []
        for row in self._rows.rows("evidence/image_lookup", values):
            image = image_of(row)
            place = self.outline.get(image.section_id or "")
            where = (self.label, place.head if place else None)
            found.append(Evidence(Route.IMAGE_LOOKUP, *where, image=image, score=image.confidence))
        return found
