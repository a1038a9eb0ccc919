"""Headings that were read together with text: whole lines of a block, or words at its start that
nothing but the heading beside them tells from text.

At the start of a paragraph, "Nursing Mothers: It is not known …" opens a section only where the
layout's law asks for a section of that name: in the chapters on precautions and special
populations, on pharmacology and on abuse (21 CFR 201.80, Health Canada's guidance), in the warnings
of Drug Facts (21 CFR 201.66(c)(5)), and for the people whom the European template names in many
sections. The layout of 2006 numbers those sections, so there words at the start of a paragraph are
only a paragraph's. Words set like an open heading, but read as text or with text, end its section.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from monograph_qa.domain.geometry import PageBox, bounding
from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.frozen import frozen
from monograph_qa.sections.headings import Heading, heading_of, keys_with_role, opens_with_number
from monograph_qa.sections.opened import OpenSection
from monograph_qa.sections.openings import is_part_title
from monograph_qa.vocabulary.folding import MARGIN_MARK
from monograph_qa.vocabulary.headings import (
    match_heading,
    match_heading_prefix,
    match_opening_words,
)
from monograph_qa.vocabulary.sections import SectionTerm, ancestors

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
_LAYOUTS = (LabelFormat.OLD, LabelFormat.HC, LabelFormat.PIL)
_POPULATIONS = "use_in_specific_populations"
_LONGEST = 200  # characters
_CLOSE = 1.6  # times the type size, from line to line: no gap between paragraphs
_OPEN_END = re.compile(r"[.;,]\s*$")


def split_block(block: Block, offset: int) -> tuple[Block, Block]:
    """The block's text before and from `offset`, each with its own lines and places. Both texts are
    slices of the block's; white space between them is dropped. A line that is cut stands in both,
    in its own box."""
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
    for at, (stop, _) in reversed(framed.items()):
        if out[at].text[stop:].strip():
            out[at : at + 1] = split_block(out[at], stop)
        out[at] = replace(out[at], kind=BlockKind.HEADING)
    return out


def _framed(block: Block, layout: LabelFormat) -> tuple[int, str] | None:
    """Where the heading in brackets ends that the paragraph begins with, and its section's key."""
    found = _FRAMED.match(block.text) if block.kind in (*_PARTED, BlockKind.HEADING) else None
    term = match_heading(found["words"], None, layout.value) if found else None
    return (found.end(), term.key) if found and term else None


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
    return heading is not None and heading.is_lawful(layout)


@frozen
class RunIn:
    """A paragraph that begins a section of its own, below the section `near` or beside it. `head`
    and `text` are slices of the paragraph, or either is all of it: where the words belong to its
    first sentence there is no `head`, and the heading is ours. Whose paragraph is but the heading
    `leads`: others may stand below it."""

    heading: Heading
    near: OpenSection
    head: Block | None
    text: Block | None
    leads: bool = False
    is_beside: bool = False


def find_run_in(
    blocks: Sequence[Block], index: int, layout: LabelFormat, line: Sequence[OpenSection]
) -> RunIn | None:
    """The section that the paragraph at `index` begins; `line` is the open sections, innermost
    first."""
    block = blocks[index]
    if block.kind is not BlockKind.TEXT or not block.text:
        return None
    if layout is LabelFormat.OTC:
        found = _by_law(block, index, layout, line)
    elif layout is LabelFormat.SMPC:
        found = _of_population(block, index, layout, line)
    else:
        found = _below(block, index, layout, line) if layout in _LAYOUTS else None
    return found or _beside(blocks, index, layout, line)


def _below(
    block: Block, index: int, layout: LabelFormat, line: Sequence[OpenSection]
) -> RunIn | None:
    """A section that the layout's law asks for in the chapter that is open."""
    alone = heading_of(block, index, layout.value)
    if alone is not None and alone.term is not None and block.text[:1].isupper():
        # The whole paragraph is a heading that nothing sets apart from text.
        home = _home(alone.term, line)
        return RunIn(alone, home, block, None) if home is not None else None
    found = match_heading_prefix(block.text, layout.value, [each.key for each in line])
    home = _home(found[0], line) if found is not None else None
    if found is None or home is None:
        return None
    term, stop = found
    head, text = split_block(block, stop)
    heading = heading_of(head, index, layout.value)
    if heading is None:
        return None
    plain = replace(heading, term=term, style=None, level=None, is_printed_heading=False)
    return RunIn(plain, home, head, text)


def _of_population(
    block: Block, index: int, layout: LabelFormat, line: Sequence[OpenSection]
) -> RunIn | None:
    """A population named by a paragraph that is set like text: the template has these sub-headings
    in many sections."""
    alone = heading_of(block, index, layout.value)
    if alone is None or alone.term is None or alone.number or not block.text[:1].isupper():
        return None
    numbered = next((each for each in line if each.number), None)
    if numbered is None or _POPULATIONS in numbered.line:
        return None
    if _POPULATIONS not in ancestors(alone.term.key):
        return None
    if line[0].is_plain and line[0].parent is not None:
        home = line[0].parent  # people beside people
    else:
        home = numbered if line[0].blocks else line[0]  # "Special populations" without text leads
    return RunIn(replace(alone, term=None), home, block, None, leads=True)


def _by_law(
    block: Block, index: int, layout: LabelFormat, line: Sequence[OpenSection]
) -> RunIn | None:
    """Drug Facts' fixed words open their section and stay in the sentence that they begin."""
    term = match_opening_words(block.text, layout.value)
    if term is None:
        return None
    home = next((each for each in line if each.key in ancestors(term.key)), None)
    if home is None:
        return None
    name = f"({term.name.removeprefix('OTC ').capitalize()})"
    heading = Heading(index, name, name, (), None, term, None, None, is_printed_heading=False)
    return RunIn(heading, home, None, block)


def _home(term: SectionTerm, line: Sequence[OpenSection]) -> OpenSection | None:
    above = ancestors(term.key)
    for each in line:
        if each.key == term.key:
            return None
        if each.key in keys_with_role("has_run_in") and each.key in above:
            return each
    chapter = line[-1]
    # Before 2006 they stood among the precautions.
    is_old = not keys_with_role("was_precaution").isdisjoint((term.key, *above))
    is_lent = chapter.key == "precautions" and is_old
    return chapter if is_lent else None


def _beside(
    blocks: Sequence[Block], index: int, layout: LabelFormat, line: Sequence[OpenSection]
) -> RunIn | None:
    """The heading that the block at `index` is, or begins with, by the face of one that is open.
    "Renal impairment: Patients …", bold to its colon, ends "Eradication: Adults …" that is set so
    too; a line in italics between paragraphs ends what an italic heading opened."""
    block = blocks[index]
    below = blocks[index + 1] if index + 1 < len(blocks) else None
    style = block.style
    if style is None or not block.text[:1].isupper():
        return None
    head, text = block, None
    if style.lead:
        head, text = split_block(block, style.lead)
        head = replace(head, style=replace(style, bold=True, lead=0))
        text = replace(text, style=replace(style, lead=0))
    else:
        ended = _OPEN_END.search(block.text) or len(block.text) > _LONGEST
        if not (style.italic or style.underline) or ended:
            return None
        if below is None or below.kind is not BlockKind.TEXT:
            return None
    heading = _heading(head, index, layout)
    near = next((each for each in line if each.signature == heading.signature), None)
    if near is None or (style.lead and (near.number or not _runs_in(near))):
        return None
    return RunIn(heading, near, head, text, is_beside=True)


def _runs_in(section: OpenSection) -> bool:
    """Does the heading end with a colon right over its text, which has no such heading itself?"""
    head, text = section.heading_block, next(iter(section.blocks), None)
    if head is None or text is None or not section.heading.endswith(":"):
        return False
    if text.kind is not BlockKind.TEXT or text.style is None or text.style.lead:
        return False
    if not head.lines or not text.lines:
        return False
    upper, lower = head.lines[-1].place, text.lines[0].place
    step = lower.box.bottom - upper.box.bottom
    return upper.page == lower.page and 0 <= step < _CLOSE * max(text.style.size, 4.0)


def _heading(block: Block, index: int, layout: LabelFormat) -> Heading:
    known = heading_of(replace(block, kind=BlockKind.HEADING), index, layout.value)
    title = block.text.rstrip(": ")
    return known or Heading(
        index, block.text, title, (), None, None, block.style, None, is_printed_heading=True
    )
