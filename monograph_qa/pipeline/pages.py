"""Where a stored sentence stands: the pages of its label, with the sentence boxed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.errors import NotFound
from monograph_qa.parse.page_image import page_image
from monograph_qa.store.originals import original_of
from monograph_qa.store.place import Place
from monograph_qa.store.reading import LibraryReader

_CELL = " | "


@dataclass(frozen=True, slots=True)
class PageImage:
    """One page of a label as PNG."""

    page: int
    png: bytes


def pages_of(place: Place, reader: LibraryReader, fact_id: str) -> tuple[PageImage, ...]:
    """The pages on which a FactSpan stands, one or several, with its boxes in red; its lead-in and
    the column heads of a row in blue.

    Raises NotFound for an id that no FactSpan bears, for a label without pages (SPL, HTML), and
    where the label's file is no longer here; UnreadableLabel when its page cannot be shown.
    """
    fact = reader.find_fact(fact_id)
    if fact is None:
        raise NotFound(f"no sentence or table row here bears the id {fact_id!r}")
    if not fact.boxes:
        raise NotFound(f"{fact_id}: this label's format has no pages; see: show {fact.section_id}")
    path = original_of(place.originals, reader.get_label(fact.label_id))
    own = [each for each in reader.facts(fact.label_id) if each.section_id == fact.section_id]
    beside = [box for each in _read_with(fact, own) for box in each.boxes]
    return tuple(
        PageImage(
            page,
            page_image(
                path,
                page,
                [each.box for each in fact.boxes if each.page == page],
                [each.box for each in beside if each.page == page],
            ),
        )
        for page in dict.fromkeys(each.page for each in fact.boxes)
    )


def _read_with(fact: FactSpan, own: Sequence[FactSpan]) -> Iterator[FactSpan]:
    """What the FactSpan is read with: its lead-in; of a row the caption and the heads above it."""
    if fact.context:
        yield from (each for each in own if each is not fact and each.quote in fact.context)
    if fact.kind is FactKind.TABLE_ROW:
        above = [each for each in own if each.ordinal < fact.ordinal]
        for each in reversed(above):
            if each.kind is FactKind.TABLE_ROW:
                continue
            if _CELL not in each.quote:
                return
            yield each
