"""Headings that nothing but their words, or the heading beside them, tells from text.

At the start of a paragraph, "Nursing Mothers: It is not known …" opens a section only where the
layout's law asks for a section of that name: in the chapters on precautions and special
populations, on pharmacology and on abuse (21 CFR 201.80, Health Canada's guidance), in the warnings
of Drug Facts (21 CFR 201.66(c)(5)), and for the people whom the European template names in many
sections. The layout of 2006 numbers those sections, so there words at the start of a paragraph are
only a paragraph's. Words set like an open heading, but read as text or with text, end its section.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind, Style
from monograph_qa.frozen import frozen
from monograph_qa.sections.headings import Heading, heading_of
from monograph_qa.sections.opened import OpenSection
from monograph_qa.sections.splitting import split_block
from monograph_qa.vocabulary.headings import match_heading_prefix, match_opening_words
from monograph_qa.vocabulary.sections import SectionTerm, ancestors

_LAYOUTS = (LabelFormat.OLD, LabelFormat.HC, LabelFormat.PIL)
_HOMES = frozenset(
    {
        "precautions",
        "warnings_and_precautions",
        "use_in_specific_populations",
        "pregnancy",
        "clinical_pharmacology",
        "drug_abuse_and_dependence",
    }
)
_POPULATIONS = "use_in_specific_populations"
# Before 2006 these stood among the precautions.
_OF_PRECAUTIONS = frozenset(
    {
        "use_in_specific_populations",
        "drug_interactions",
        "information_for_patients",
        "nonclinical_toxicology",
    }
)


@frozen
class RunIn:
    """A paragraph that begins a section of its own below `home`.

    `head` and `text` are slices of the paragraph, or either is all of it: where the words belong to
    its first sentence there is no `head`, and the heading is ours. Whose paragraph is but the
    heading `leads`: others may stand below it.
    """

    heading: Heading
    home: OpenSection
    head: Block | None
    text: Block | None
    leads: bool = False


def find_run_in(
    block: Block, index: int, layout: LabelFormat, line: Sequence[OpenSection]
) -> RunIn | None:
    """The section that the paragraph begins; `line` is the open sections, innermost first."""
    if block.kind is not BlockKind.TEXT or not block.text:
        return None
    if layout is LabelFormat.OTC:
        return _by_law(block, index, layout, line)
    if layout is LabelFormat.SMPC:
        return _of_population(block, index, layout, line)
    if layout not in _LAYOUTS:
        return None
    alone = heading_of(block, index, layout.value)
    if alone is not None and alone.term is not None and block.text[:1].isupper():
        # The whole paragraph is a heading that nothing sets apart from text.
        home = _home(alone.term, line)
        return RunIn(alone, home, block, None) if home is not None else None
    found = match_heading_prefix(block.text, layout.value, [each.key for each in line])
    if found is None:
        return None
    term, stop = found
    home = _home(term, line)
    if home is None:
        return None
    head, text = split_block(block, stop)
    heading = heading_of(head, index, layout.value)
    return RunIn(_as(term, heading), home, head, text) if heading is not None else None


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
        if each.key in _HOMES and each.key in above:
            return each
    chapter = line[-1]
    is_lent = chapter.key == "precautions" and _OF_PRECAUTIONS.intersection((term.key, *above))
    return chapter if is_lent else None


def _as(term: SectionTerm, heading: Heading) -> Heading:
    return replace(heading, term=term, style=None, level=None, is_printed_heading=False)


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
