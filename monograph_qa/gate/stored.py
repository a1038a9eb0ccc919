"""What is stored, as the gate gets at it, and what a passed draft shows, made again from it:
not a character comes from the writer.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Protocol

from monograph_qa.domain.answer import Draft, Group, Quote, Source, source_of
from monograph_qa.domain.evidence import Tier
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


def shown_groups(draft: Draft, stored: Stored) -> tuple[Group, ...]:
    """The draft's groups, every text of them as stored. Raises KeyError for an id nobody holds."""
    return tuple(_group(group, stored.spans) for group in draft.groups)


def shown_sources(draft: Draft, stored: Stored) -> tuple[Source, ...]:
    """The draft's sources, as the sentences that cite them stand. Raises KeyError likewise."""
    citing: dict[int, list[StoredSpan]] = {source.n: [] for source in draft.sources}
    for group in draft.groups:
        for quote in group.quotes:
            citing[quote.source].append(stored.spans[quote.fact_id])
    return tuple(_source(n, spans) for n, spans in citing.items())


def shown_images(draft: Draft, stored: Stored) -> tuple[Image, ...]:
    """The draft's pictures, as stored. Raises KeyError likewise."""
    return tuple(stored.images[image.image_id] for image in draft.images)


def _group(group: Group, spans: Mapping[str, StoredSpan]) -> Group:
    section = spans[group.quotes[0].fact_id].section
    return replace(
        group,
        heading=section.heading,
        heading_path=section.heading_path,
        section_key=section.section_key,
        section_code=section.section_code,
        label_id=section.label_id,
        quotes=tuple(_quote(quote, spans[quote.fact_id]) for quote in group.quotes),
    )


def _quote(quote: Quote, span: StoredSpan) -> Quote:
    fact = span.fact
    text = span.section.text[fact.start : fact.stop]
    return Quote(
        text, int(quote.source), fact.fact_id, fact.page, fact.context, Tier(quote.tier),
        int(quote.rank), quote.because,
    )  # fmt: skip


def _source(n: int, spans: list[StoredSpan]) -> Source:
    first = spans[0]
    boxes = dict.fromkeys(box for span in spans for box in span.fact.boxes)
    return source_of(int(n), first.label, first.section, first.fact.page, boxes)
