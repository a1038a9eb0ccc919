"""The parts of a label document: front page, highlights, contents, body, patient part, package.

Each part has its own outline, so the numbers of a leaflet never mix with those of the body.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.sections.headings import Heading


class ZoneKind(StrEnum):
    FRONT = "front"
    HIGHLIGHTS = "highlights"
    CONTENTS = "contents"
    BODY = "body"
    PATIENT = "patient"
    PACKAGE = "package"
    ANNEX = "annex"


@dataclass(frozen=True, slots=True)
class Zone:
    """Blocks [start, stop) of the label. `opener` is the heading that opened it, if one did."""

    kind: ZoneKind
    start: int
    stop: int
    opener: Heading | None = None


_OPENERS: tuple[tuple[ZoneKind, re.Pattern[str]], ...] = (
    (ZoneKind.HIGHLIGHTS, re.compile(r"^HIGHLIGHTS OF PRESCRIBING INFORMATION", re.I)),
    (
        ZoneKind.CONTENTS,
        re.compile(r"^(FULL PRESCRIBING INFORMATION\W*|TABLE OF )CONTENTS?\b|^CONTENTS\W*$", re.I),
    ),
    (ZoneKind.BODY, re.compile(r"^FULL PRESCRIBING INFORMATION\W*$", re.I)),
    (ZoneKind.BODY, re.compile(r"^SUMMARY OF PRODUCT CHARACTERISTICS\W*$", re.I)),
    (ZoneKind.BODY, re.compile(r"^PART I{1,2}\s*[:.–-]", re.I)),
    (ZoneKind.PATIENT, re.compile(r"^PART III\s*[:.–-]", re.I)),
    (ZoneKind.PATIENT, re.compile(r"^(B\.\s*)?PACKAGE LEAFLET\b", re.I)),
    (ZoneKind.PACKAGE, re.compile(r"^(A\.\s*)?LABELLING\W*$", re.I)),
    (ZoneKind.PACKAGE, re.compile(r"^PARTICULARS TO APPEAR ON\b", re.I)),
    (ZoneKind.PACKAGE, re.compile(r"^MINIMUM PARTICULARS TO APPEAR ON\b", re.I)),
    (ZoneKind.ANNEX, re.compile(r"^ANNEX\b.{0,60}$", re.I)),
)
# In capitals: a title, perhaps with its text run on, never a sentence that mentions one.
_PATIENT_TITLE = re.compile(r"^(?:MEDICATION GUIDE|PATIENT INFORMATION)\b")
_LEADER = re.compile(r"(\.\s?){4,}\s*[ivx\d]*\s*$|\s\d{1,3}\s*$")
_ENOUGH_WORDS = 8


def is_contents_line(block: Block) -> bool:
    """True for a line of a printed table of contents: dotted leader or page number at its end."""
    return block.kind is BlockKind.CONTENTS or (
        block.kind in (BlockKind.TEXT, BlockKind.HEADING, BlockKind.LIST_ITEM)
        and bool(_LEADER.search(block.text))
        and "...." in block.text.replace(" ", "")
    )


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
    openings: list[tuple[int, ZoneKind, Heading | None]] = [(0, ZoneKind.FRONT, None)]
    unnumbered = (LabelFormat.OLD, LabelFormat.OTC, LabelFormat.SPL)
    if layout in unnumbered:
        openings = [(0, ZoneKind.BODY, None)]
    for index in range(len(blocks)):
        kind = _opened(blocks, heads, index, layout)
        if kind is not None:
            openings.append((index, kind, heads.get(index)))
    zones: list[Zone] = []
    for (start, kind, opener), (stop, _, _) in zip(
        openings, [*openings[1:], (len(blocks), ZoneKind.BODY, None)], strict=True
    ):
        if start == stop:
            continue
        if kind is ZoneKind.CONTENTS:
            end = _contents_end(blocks, heads, start, stop)
            zones.append(Zone(kind, start, end, opener))
            if end < stop:
                zones.append(Zone(ZoneKind.BODY, end, stop))
        else:
            zones.append(Zone(kind, start, stop, opener))
    return _with_body(zones)


def _opened(
    blocks: Sequence[Block], heads: Mapping[int, Heading], index: int, layout: LabelFormat
) -> ZoneKind | None:
    block = blocks[index]
    if block.kind in (BlockKind.TABLE, BlockKind.PICTURE, BlockKind.CONTENTS):
        return None
    text = " ".join(block.text.split())
    if _PATIENT_TITLE.match(text):
        return ZoneKind.PATIENT
    if not text or len(text) > 160 or is_contents_line(block):
        return None
    for kind, pattern in _OPENERS:
        if pattern.match(text):
            return kind
    heading = heads.get(index)
    if heading is None or heading.term is None or heading.number or layout is LabelFormat.OTC:
        return None
    term = heading.term
    if layout in (LabelFormat.HC, LabelFormat.SMPC) and term.key == "instructions_for_use":
        return None  # there a part of the patient's part, or of a chapter
    if term.scope in ("patient", "package") and term.parent_key is None and _stands_out(heading):
        return ZoneKind.PATIENT if term.scope == "patient" else ZoneKind.PACKAGE
    return None


def _stands_out(heading: Heading) -> bool:
    style = heading.style
    return heading.is_printed_heading and (
        heading.caps
        or heading.code is not None
        or (style is not None and (style.centered or style.ratio > 1.12 or style.bold))
    )


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
            # Headings stacked above this one ("5 WARNINGS" over "5.1 …") belong to the body too.
            while (
                index - 1 > start
                and index - 1 in heads
                and not is_contents_line(blocks[index - 1])
                and later.get(_folded(heads[index - 1].title)) == index - 1
            ):
                index -= 1
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
