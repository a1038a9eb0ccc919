"""What forgeries are made from: the stored sentences of a library, with what stands around them."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from monograph_qa.domain.label import FactSpan, Image, Label, Section
from monograph_qa.gate.stored import StoredSpan


@dataclass(frozen=True, slots=True)
class Field:
    """All stored sentences, by section and by label, and a source of chance with a fixed seed."""

    spans: tuple[StoredSpan, ...]
    by_section: Mapping[str, tuple[StoredSpan, ...]]
    images: tuple[Image, ...]
    chance: random.Random
    drugs: tuple[str, ...] = field(default=())

    def beside(self, span: StoredSpan) -> Sequence[StoredSpan]:
        """The sentences of the same section, itself among them."""
        return self.by_section[span.section.section_id]

    def elsewhere(self, span: StoredSpan, *, own_label: bool) -> StoredSpan | None:
        """A sentence of another section of the same label, or of another label."""
        for _ in range(200):
            other = self.chance.choice(self.spans)
            same = other.label.label_id == span.label.label_id
            if same is own_label and other.section.section_id != span.section.section_id:
                return other
        return None


def field_of(
    labels: Iterable[tuple[Label, Sequence[Section], Sequence[FactSpan], Sequence[Image]]],
    seed: int,
) -> Field:
    """The field of these labels; the same labels and seed give the same forgeries."""
    by_section: dict[str, list[StoredSpan]] = {}
    images: list[Image] = []
    drugs: dict[str, None] = {}
    for label, sections, facts, pictures in labels:
        homes = {section.section_id: section for section in sections}
        images += pictures
        drugs[label.drug] = None
        for fact in facts:
            span = StoredSpan(fact, homes[fact.section_id], label)
            by_section.setdefault(fact.section_id, []).append(span)
    spans = tuple(span for each in by_section.values() for span in each)
    sections_of = {section_id: tuple(each) for section_id, each in by_section.items()}
    chance = random.Random(seed)
    return Field(spans, sections_of, tuple(images), chance, tuple(drugs))
