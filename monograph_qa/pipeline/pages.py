"""Where what is stored stands: the pages of its label, with its boxes on them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.label import CELL, HEADED, FactKind, FactSpan
from monograph_qa.errors import NoPage
from monograph_qa.frozen import frozen
from monograph_qa.parse.pdfium import page_image, page_sizes
from monograph_qa.store.kept_files import original_of
from monograph_qa.store.place import Place
from monograph_qa.store.reading import LibraryReader


@frozen
class PageImage:
    """One page of a label as PNG."""

    page: int
    png: bytes


@frozen
class Sheet:
    """One page, its size in points, boxes of what is looked for and of what that is read with."""

    page: int
    width: float
    height: float
    boxes: tuple[Box, ...] = ()
    beside: tuple[Box, ...] = ()


def pages_of(place: Place, reader: LibraryReader, fact_id: str) -> tuple[PageImage, ...]:
    """The pages on which a FactSpan stands, its boxes in red, its lead-in, caption and column heads
    in blue. Raises NotFound for an id that no FactSpan bears; NoPage for a label without pages
    (SPL, HTML) or whose file is gone; LabelError when its page cannot be shown."""
    fact = _fact(reader, fact_id)
    path = original_of(place.originals, reader.get_label(fact.label_id))
    return tuple(
        PageImage(page, page_image(path, page, boxes, beside))
        for page, boxes, beside in _boxes(fact.boxes, _beside(reader, fact))
    )


def sheets_of(place: Place, reader: LibraryReader, fact_id: str) -> tuple[Sheet, ...]:
    """The same pages without their pictures. Raises as `pages_of` does."""
    fact = _fact(reader, fact_id)
    return _sheets(place, reader, fact.label_id, fact.boxes, _beside(reader, fact))


def sheet_of(place: Place, reader: LibraryReader, label_id: str, at: int | PageBox) -> Sheet:
    """One page of a label, with a box where `at` has one. Raises as `pages_of` does."""
    if isinstance(at, PageBox):
        return _sheets(place, reader, label_id, (at,), ())[0]
    path = original_of(place.originals, reader.get_label(label_id))
    return Sheet(at, *page_sizes(path, [at])[0])


def read_with(fact: FactSpan, facts: Sequence[FactSpan]) -> Iterator[FactSpan]:
    """The lead-in of a FactSpan; of a row also the caption and the heads above it."""
    yield from _led_in_by(fact, facts)
    if fact.kind is FactKind.TABLE_ROW:
        heads = " ".join(cell.rpartition(HEADED)[0] for cell in fact.quote.split(CELL))
        above = [each for each in facts if each.ordinal < fact.ordinal]
        has_heads = False
        for each in reversed(above):
            is_row = each.kind is FactKind.TABLE_ROW
            if is_row and not has_heads:
                continue
            if is_row or not any(cell in heads for cell in each.quote.split(CELL)):
                return  # a row above the heads is another table's
            has_heads = True
            yield each


def _led_in_by(fact: FactSpan, facts: Sequence[FactSpan]) -> Iterator[FactSpan]:
    """The lines that a lead-in is made of: the longest first, and of those with the same words the
    nearest, above the FactSpan where there is one. Another table has the same words elsewhere."""
    left = fact.context or ""

    def nearness(each: FactSpan) -> tuple[int, bool, int]:
        away = each.ordinal - fact.ordinal
        return -len(each.quote), away > 0, abs(away)

    for each in sorted(facts, key=nearness) if left else ():
        if each.fact_id != fact.fact_id and each.quote in left:
            left = left.replace(each.quote, "\n", 1)
            yield each


def _fact(reader: LibraryReader, fact_id: str) -> FactSpan:
    fact = reader.get_fact(fact_id)
    if not fact.boxes:
        raise NoPage(f"{fact_id}: this label's format has no pages")
    return fact


def _beside(reader: LibraryReader, fact: FactSpan) -> list[PageBox]:
    facts = reader.facts_of_section(fact.label_id, fact.section_id)
    return [box for each in read_with(fact, facts) for box in each.boxes]


def _sheets(
    place: Place,
    reader: LibraryReader,
    label_id: str,
    quoted: Sequence[PageBox],
    beside: Sequence[PageBox],
) -> tuple[Sheet, ...]:
    path: Path = original_of(place.originals, reader.get_label(label_id))
    found = list(_boxes(quoted, beside))
    sizes = page_sizes(path, [page for page, _, _ in found])
    return tuple(
        Sheet(page, *size, tuple(boxes), tuple(others))
        for (page, boxes, others), size in zip(found, sizes, strict=True)
    )


def _boxes(
    quoted: Sequence[PageBox], beside: Sequence[PageBox]
) -> Iterator[tuple[int, list[Box], list[Box]]]:
    """Each page that holds one of `own`, with the boxes of both on it."""
    mine, others = defaultdict(list), defaultdict(list)
    for each in quoted:
        mine[each.page].append(each.box)
    for each in beside:
        others[each.page].append(each.box)
    for page, boxes in mine.items():
        yield page, boxes, others[page]
