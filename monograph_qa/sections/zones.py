"""The parts of a label document: front page, highlights, contents, body, patient part, package.

Each part has its own outline, so the numbers of a leaflet never mix with those of the body.
"""

import re
from collections.abc import Mapping, Sequence

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.frozen import frozen
from monograph_qa.sections.headings import Heading
from monograph_qa.sections.openings import Opening, Openings, ZoneKind, is_contents_line

__all__ = ["Zone", "ZoneKind", "find_zones", "is_contents_line", "words_below"]

_ENOUGH_WORDS = 8


@frozen
class Zone:
    """Blocks [start, stop) of the label. `opener` is the heading that opened it, if one did."""

    kind: ZoneKind
    start: int
    stop: int
    opener: Heading | None = None


def words_below(blocks: Sequence[Block], heads: Mapping[int, Heading], index: int) -> int:
    """Words of running text between this heading and the next one that looks like a heading."""
    total = 0
    for at in range(index + 1, min(index + 40, len(blocks))):
        block = blocks[at]
        if at in heads and (heads[at].number or heads[at].term):
            break
        if is_contents_line(block):
            continue
        if block.kind is BlockKind.TABLE and block.grid is not None:
            total += sum(len(c.text.split()) for c in block.grid.cells)
        elif block.kind is not BlockKind.HEADING:
            total += len(block.text.split())
        if total > 80:
            break
    return total


def find_zones(
    blocks: Sequence[Block], heads: Mapping[int, Heading], layout: LabelFormat
) -> list[Zone]:
    """The label's parts in order, covering every block exactly once."""
    unnumbered = (LabelFormat.OLD, LabelFormat.OTC, LabelFormat.SPL, LabelFormat.PIL)
    first = ZoneKind.BODY if layout in unnumbered else ZoneKind.FRONT
    found = [Opening(0, first, None)]
    openings = Openings(blocks, heads, layout)
    for index in range(len(blocks)):
        opening = openings.at(index, found[-1])
        if opening is not None:
            found.append(opening)
    ends = [each.index for each in found[1:]] + [len(blocks)]
    zones: list[Zone] = []
    for opening, stop in zip(found, ends, strict=True):
        start = opening.index
        if start == stop:
            continue
        if opening.kind is ZoneKind.CONTENTS:
            end = _contents_end(blocks, heads, start, stop)
            zones.append(Zone(opening.kind, start, end, opening.opener))
            if end < stop:
                zones.append(Zone(ZoneKind.BODY, end, stop))
        else:
            zones.append(Zone(opening.kind, start, stop, opening.opener))
    return _with_body(zones)


def _contents_end(
    blocks: Sequence[Block], heads: Mapping[int, Heading], start: int, stop: int
) -> int:
    """Where a table of contents ends: at the first heading that has text of its own below it."""
    later = {_folded(heads[i].title): i for i in sorted(heads) if not is_contents_line(blocks[i])}
    for index in range(start + 1, stop):
        heading = heads.get(index)
        if heading is None or is_contents_line(blocks[index]) or not heading.is_printed_heading:
            continue
        if later.get(_folded(heading.title)) == index and (
            words_below(blocks, heads, index) >= _ENOUGH_WORDS
        ):
            return index
    return stop


def _folded(title: str) -> str:
    return re.sub(r"[\W\d_]+", "", title.casefold())


def _with_body(zones: list[Zone]) -> list[Zone]:
    """A label without any part named as its body: the front part is the body."""
    if any(z.kind is ZoneKind.BODY for z in zones):
        return zones
    return [
        Zone(ZoneKind.BODY, z.start, z.stop, z.opener) if z.kind is ZoneKind.FRONT else z
        for z in zones
    ]
