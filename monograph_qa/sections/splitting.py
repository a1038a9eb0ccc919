"""Blocks parted where a heading was read together with other text, by offsets and nothing else."""

import re
from collections.abc import Iterable
from dataclasses import replace

from monograph_qa.domain.geometry import PageBox, bounding
from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.sections.headings import Heading, heading_of, opens_with_number
from monograph_qa.sections.openings import is_part_title
from monograph_qa.vocabulary.folding import MARGIN_MARK
from monograph_qa.vocabulary.headings import match_heading

_PARTED = (BlockKind.TEXT, BlockKind.LIST_ITEM)
_PART = re.compile(r"PART [I1]{1,2}\s*[:.–-]\s*\S")
# What stands before a heading in its line: "Error! Reference not valid.1. NAME OF THE …".
_GLUED = re.compile(
    r".*[^\W\d_][.!?]\s*(?P<heading>\d{1,2}(?:\.\d{1,2})?\.?\s+[A-Z][^.!?]{3,})$", re.S
)
# "[Contraindications (Do not administer …)]", behind a mark of the margin: inserts from Japan.
_FRAMED = re.compile(rf"(?:{MARGIN_MARK})?[\[【](?P<words>[^\[\]【】]{{3,90}})[\]】]")
_LEAST_FRAMED = 3
_ENDS = tuple('.:;?!)]}®”"')


def split_block(block: Block, offset: int) -> tuple[Block, Block]:
    """The block's text before and from `offset`, each with its own lines and places.

    Both texts are slices of the block's; white space between them is dropped. A line that is cut
    stands in both, in its own box.
    """
    head = block.text[:offset].rstrip()
    start = len(block.text) - len(block.text[offset:].lstrip())
    return _slice(block, 0, len(head)), _slice(block, start, len(block.text))


def _slice(block: Block, start: int, stop: int) -> Block:
    lines = tuple(
        replace(each, start=max(each.start, start), stop=min(each.stop, stop)).moved(-start)
        for each in block.lines
        if each.start < stop and each.stop > start
    )
    pages = sorted({each.place.page for each in lines})
    places = tuple(
        PageBox(page, bounding([x.place.box for x in lines if x.place.page == page]))
        for page in pages
    )
    return replace(block, text=block.text[start:stop], lines=lines, places=places or block.places)


def part_headings(blocks: Iterable[Block], layout: LabelFormat) -> list[Block]:
    """Blocks with whole lines that are headings parted from the text that they were read with.

    Only what cannot be prose counts: known words under the number that the layout's law gives
    them, the title of a patient part in capitals, after a line that ends as sentences do, or known
    words in brackets that begin paragraphs, where a label of no numbered layout sets several of its
    headings so.
    """
    out: list[Block] = []
    for block in blocks:
        out += _parted(block, layout)
    if layout is not LabelFormat.OLD:
        return out
    framed = {at: found for at, block in enumerate(out) if (found := _framed(block, layout))}
    if len({key for _, key in framed.values()}) < _LEAST_FRAMED:
        return out
    return [
        piece
        for at, block in enumerate(out)
        for piece in (_behind_frame(block, framed[at][0]) if at in framed else (block,))
    ]


def _framed(block: Block, layout: LabelFormat) -> tuple[int, str] | None:
    """Where the heading in brackets ends that the paragraph begins with, and its section's key."""
    found = _FRAMED.match(block.text) if block.kind in (*_PARTED, BlockKind.HEADING) else None
    term = match_heading(found["words"], None, layout.value) if found else None
    return (found.end(), term.key) if found and term else None


def _behind_frame(block: Block, stop: int) -> tuple[Block, ...]:
    """The heading, and what stands behind it."""
    if not block.text[stop:].strip():
        return (replace(block, kind=BlockKind.HEADING),)
    head, text = split_block(block, stop)
    return replace(head, kind=BlockKind.HEADING), text


def _parted(block: Block, layout: LabelFormat) -> list[Block]:
    glued = _GLUED.match(block.text) if block.kind is BlockKind.HEADING else None
    if glued is not None and _is_heading(glued["heading"], layout):
        stray, rest = split_block(block, glued.start("heading"))
        return [replace(stray, kind=BlockKind.TEXT), rest]
    if block.kind is BlockKind.HEADING and len(block.lines) > 1:
        first, rest = split_block(block, block.lines[0].stop)
        # "PART II: SCIENTIFIC INFORMATION" right above its first chapter's heading.
        is_part = _PART.match(first.text) and match_heading(rest.text, None, layout.value)
        return [first, rest] if is_part else [block]
    if block.kind not in _PARTED or len(block.lines) < 2:
        return [block]
    for at, line in enumerate(block.lines):
        words = block.text[line.start : line.stop].strip()
        if not _is_heading(words, layout):
            continue
        before, after = block.text[: line.start].rstrip(), block.text[line.stop :].lstrip()
        is_cut_off = not before or before.endswith(_ENDS) or is_part_title(words)
        if not is_cut_off:
            continue
        pieces: list[Block] = []
        rest = block
        if at:
            first, rest = split_block(block, line.start)
            pieces.append(first)
        if after:
            own, rest = split_block(rest, len(words))
            return [*pieces, own, *_parted(rest, layout)]
        return [*pieces, rest]
    return [block]


def _is_heading(words: str, layout: LabelFormat) -> bool:
    if is_part_title(words):
        return True
    if not opens_with_number(words):
        return False
    heading = heading_of(Block(BlockKind.TEXT, words), 0, layout.value)
    return heading is not None and _is_lawful(heading, layout)


def _is_lawful(heading: Heading, layout: LabelFormat) -> bool:
    if heading.term is None:
        return False
    smpc = layout is LabelFormat.SMPC
    numbers = heading.term.smpc_numbers if smpc else heading.term.plr_numbers
    return heading.number_text in numbers
