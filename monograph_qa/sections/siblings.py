"""Headings that only the heading beside them tells: set like it, but read as text or with text."""

import re
from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind, Style
from monograph_qa.frozen import frozen
from monograph_qa.sections.headings import Heading, heading_of
from monograph_qa.sections.opened import OpenSection
from monograph_qa.sections.splitting import split_block

_LONGEST = 200  # characters
_CLOSE = 1.6  # times the type size, from line to line: no gap between paragraphs
_OPEN_END = re.compile(r"[.;,]\s*$")


@frozen
class Sibling:
    """A heading that ends the section `beside`; `head` and `text` are slices of its block."""

    heading: Heading
    beside: OpenSection
    head: Block
    text: Block | None


def find_sibling(
    blocks: Sequence[Block], index: int, layout: LabelFormat, line: Sequence[OpenSection]
) -> Sibling | None:
    """The heading that the block at `index` is, or begins with, by the face of one that is open.

    "Renal impairment: Patients …", bold to its colon, ends "Eradication: Adults …" that is set so
    too; a line in italics between paragraphs ends what an italic heading opened. `line` is the open
    sections, innermost first.
    """
    block = blocks[index]
    below = blocks[index + 1] if index + 1 < len(blocks) else None
    if block.kind is not BlockKind.TEXT or block.style is None or not block.text[:1].isupper():
        return None
    if block.style.lead:
        return _run_in(block, block.style, index, layout, line)
    marked = block.style.italic or block.style.underline
    ended = _OPEN_END.search(block.text) or len(block.text) > _LONGEST
    if not marked or ended or below is None or below.kind is not BlockKind.TEXT:
        return None
    heading = _heading(block, index, layout)
    beside = next((each for each in line if each.signature == heading.signature), None)
    if beside is None:
        return None
    return Sibling(heading, beside, block, None)


def _run_in(
    block: Block, style: Style, index: int, layout: LabelFormat, line: Sequence[OpenSection]
) -> Sibling | None:
    head, text = split_block(block, style.lead)
    head = replace(head, style=replace(style, bold=True, lead=0))
    heading = _heading(head, index, layout)
    beside = next((each for each in line if each.signature == heading.signature), None)
    if beside is None or beside.number or not _runs_in(beside):
        return None
    return Sibling(heading, beside, head, replace(text, style=replace(style, lead=0)))


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
