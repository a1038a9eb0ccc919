"""Where a part of a label begins: by its title or, where none is printed, by what stands there.

Titles are those that the layouts' laws and templates prescribe. A US patient part without its
title is known by its questions ("What is …?"), a package label by its product code, and DailyMed's
listing data by its two fixed lines.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.frozen import frozen
from monograph_qa.sections.headings import Heading
from monograph_qa.vocabulary.headings import match_heading
from monograph_qa.vocabulary.rows import read_columns
from monograph_qa.vocabulary.sections import SectionTerm


class ZoneKind(StrEnum):
    FRONT = "front"
    HIGHLIGHTS = "highlights"
    CONTENTS = "contents"
    BODY = "body"
    PATIENT = "patient"
    PACKAGE = "package"
    PRODUCT = "product"
    ANNEX = "annex"


@frozen
class Opening:
    """A part that begins at block `index`; `opener` is its printed title, if it has one."""

    index: int
    kind: ZoneKind
    opener: Heading | None


_FULL_LABEL = re.compile(r"^FULL PRESCRIBING INFORMATION\W*$", re.I)
_SHORT_LINE = 25  # words
_ENDS_CONTENTS = re.compile(r"^\W*Sections or subsections omitted from the", re.I)
# In capitals: a title, perhaps with its text run on, never a sentence that mentions one.
_PATIENT_TITLE = re.compile(r"^(?:MEDICATION GUIDE|PATIENT INFORMATION)\b")
_PART_TITLE = re.compile(r"^(?:MEDICATION GUIDE|PATIENT INFORMATION|INSTRUCTIONS FOR USE)\b")
_MOST_TITLE_WORDS = 14
_LETTERED = re.compile(r"[A-Z]\.\s")  # "B. Patient Information" is one of the precautions
# 21 CFR 207.33: labeler, product and package code; no leaflet prints one.
_PRODUCT_CODE = re.compile(r"^NDC\b[:#\s]*\d{4,5}[-–]\d{3,4}[-–]\d{1,2}\b")
_US = (LabelFormat.PLR, LabelFormat.OLD)
_QUESTIONS = 3
_LEAFLET_OPENING = re.compile(r"^(?:Read (?:this|the|these)|Rx only|Pharmacist)\b", re.I)
_LISTING = ("Product Information", "Item Code (Source)")
_SHORT = 8
_USE = re.compile(r"^Read (?:and follow )?th(?:e|is|ese) Instructions for Use\b", re.I)
_USE_TITLE = re.compile(r"^(?:patient )?instructions for use\b", re.I)


@cache
def _titles() -> list[tuple[ZoneKind, re.Pattern[str]]]:
    """The titles of parts that the layouts' laws and templates prescribe."""
    rows = read_columns("part_titles", "part", "pattern")
    return [(ZoneKind(part), re.compile(pattern, re.I)) for part, pattern in rows]


def is_part_title(words: str) -> bool:
    """True for a line that is the title of a patient part in capitals."""
    return bool(_PART_TITLE.match(words)) and len(words.split()) <= _MOST_TITLE_WORDS


def opens_use(block: Block) -> bool:
    """True for the sentence with which instructions for use begin (21 CFR 201.57(c)(18))."""
    return block.kind is BlockKind.TEXT and bool(_USE.match(" ".join(block.text.split())))


def title_in_table(block: Block) -> SectionTerm | None:
    """The patient part whose title fills the table's first cell: leaflets are often ruled."""
    if block.grid is None or not block.grid.cells:
        return None
    words = " ".join(block.grid.cells[0].text.split())
    if not _PART_TITLE.match(words.upper()):
        return None
    term = match_heading(words)
    return term if term is not None and term.scope == "patient" else None


def is_contents_line(block: Block) -> bool:
    """True for a line of a printed table of contents: dotted leader or page number at its end."""
    return block.kind is BlockKind.CONTENTS or (
        block.kind in (BlockKind.TEXT, BlockKind.HEADING, BlockKind.LIST_ITEM)
        and bool(_LEADER.search(block.text))
        and "...." in block.text.replace(" ", "")
    )


_LEADER = re.compile(r"(\.\s?){4,}\s*[ivx\d]*\s*$|\s\d{1,3}\s*$")


def _untitled_contents(blocks: Sequence[Block]) -> frozenset[int]:
    """Titles of the full label that stand over its contents: short lines alone lie between them and
    the line that ends every contents page (21 CFR 201.57(b))."""
    found: set[int] = set()
    title: int | None = None
    for index, block in enumerate(blocks):
        if _FULL_LABEL.match(block.text):
            title = index
        elif title is not None and _ENDS_CONTENTS.match(block.text):
            found.add(title)
        elif len(block.text.split()) > _SHORT_LINE or block.grid is not None:
            title = None
    return frozenset(found)


def begins_monograph(head: Heading | None) -> bool:
    """Whether a heading is the first of a summary of product characteristics, or a package text."""
    if head is None or head.number != (1,):
        return False
    return head.term is not None and head.term.key == "product_name"


def _monographs(heads: Mapping[int, Heading]) -> frozenset[int]:
    """Where each summary of product characteristics after the first begins: an annex binds one for
    each strength or form. Of two beginnings the later one is taken, unless a chapter 4.1 stands
    between them: package texts begin with the product's name as well."""
    begins = [index for index, head in sorted(heads.items()) if begins_monograph(head)]
    uses = [index for index, head in heads.items() if head.number == (4, 1)]
    whole = [
        index
        for index, following in pairwise([*begins, max(heads, default=0) + 1])
        if any(index < use < following for use in uses)
    ]
    return frozenset(whole[1:])


def _is_question(heading: Heading) -> bool:
    """A line that is a leaflet's question and nothing else, however it is set."""
    is_asked = heading.title.endswith("?")
    term = match_heading(heading.title, None, "patient") if is_asked else None
    return term is not None and term.scope == "patient"


class Openings:
    """The openings of one label, asked for block by block, in order."""

    def __init__(
        self, blocks: Sequence[Block], heads: Mapping[int, Heading], layout: LabelFormat
    ) -> None:
        self.blocks = blocks
        self.heads = heads
        self.layout = layout
        is_us = layout in _US
        self.questions = [i for i in sorted(heads) if is_us and _is_question(heads[i])]
        self.untitled_contents = _untitled_contents(blocks)
        self.monographs = _monographs(heads) if layout is LabelFormat.SMPC else frozenset()

    def at(self, index: int, before: Opening) -> Opening | None:
        """The part that begins at `index` or, for parts without a title, just above it. `before` is
        the part that runs so far; a part never begins above it."""
        kind = self._titled(index)
        if kind is not None:
            return Opening(index, kind, self.heads.get(index))
        if index in self.monographs and index > before.index:
            return Opening(index, ZoneKind.BODY, None)
        if before.kind is ZoneKind.PRODUCT:
            return None
        if self._is_listing(index):
            return Opening(self._over_names(index, before), ZoneKind.PRODUCT, None)
        if self._is_package(index, before):
            return Opening(index, ZoneKind.PACKAGE, None)
        if before.kind is ZoneKind.PATIENT and self._is_untitled_use(index, before):
            return Opening(index, ZoneKind.PATIENT, None)
        asks = index in self.questions[: 1 - _QUESTIONS]  # the first of several
        if before.kind in (ZoneKind.BODY, ZoneKind.FRONT) and asks:
            return Opening(self._over_leaflet_head(index, before), ZoneKind.PATIENT, None)
        return None

    def _titled(self, index: int) -> ZoneKind | None:
        block = self.blocks[index]
        if block.kind is BlockKind.TABLE:
            return ZoneKind.PATIENT if title_in_table(block) is not None else None
        if block.kind in (BlockKind.PICTURE, BlockKind.CONTENTS, BlockKind.LIST_ITEM):
            return None
        text = " ".join(block.text.split())
        if _PATIENT_TITLE.match(text) or (self.layout in _US and is_part_title(text)):
            return ZoneKind.PATIENT
        if not text or len(text) > 160 or is_contents_line(block):
            return None
        for kind, pattern in _titles():
            if pattern.match(text):
                return ZoneKind.CONTENTS if index in self.untitled_contents else kind
        heading = self.heads.get(index)
        if heading is None or heading.term is None or heading.number:
            return None
        is_lettered = self.layout in _US and _LETTERED.match(text)
        if is_lettered or self.layout is LabelFormat.OTC:
            return None
        term = heading.term
        if self.layout in (LabelFormat.HC, LabelFormat.SMPC) and term.key == "instructions_for_use":
            return None  # there a part of the patient's part, or of a chapter
        if term.scope in ("patient", "package") and term.parent_key is None:
            kind = ZoneKind.PATIENT if term.scope == "patient" else ZoneKind.PACKAGE
            return kind if self._stands_out(heading) else None
        return None

    def _stands_out(self, heading: Heading) -> bool:
        style = heading.style
        if not heading.is_printed_heading:
            return style is not None and style.bold and style.centered
        if style is not None and (style.centered or style.ratio > 1.12 or style.bold):
            return True
        return heading.caps or heading.code is not None

    def _is_listing(self, index: int) -> bool:
        """DailyMed ends its prints with the product's listing data: no part of the label."""
        block = self.blocks[index]
        words = [block.text]
        if block.grid is not None:
            words = [" ".join(cell.text.split()) for cell in block.grid.cells]
        if all(any(each.startswith(line) for each in words) for line in _LISTING):
            return True
        grids = [below.grid for below in self.blocks[index + 1 : index + 2] if below.grid]
        cells = (cell.text.strip() for grid in grids for cell in grid.cells)
        is_titled = block.text.strip() == _LISTING[0]
        return is_titled and any(cell.startswith(_LISTING[1]) for cell in cells)

    def _over_names(self, index: int, before: Opening) -> int:
        """The first of the short lines right above, which name the product."""
        start = index
        while start - 1 > before.index and index - start < 2:
            above = self.blocks[start - 1]
            if above.kind not in (BlockKind.HEADING, BlockKind.TEXT) or ":" in above.text:
                break
            start -= 1
        return start

    def _is_package(self, index: int, before: Opening) -> bool:
        if not _PRODUCT_CODE.match(" ".join(self.blocks[index].text.split())):
            return False
        if before.kind is ZoneKind.PATIENT:
            return not any(at > index for at in self.questions)
        return self.layout is LabelFormat.OTC and any(
            head.term is not None and head.term.key in ("inactive_ingredient", "otc_questions")
            for at, head in self.heads.items()
            if at < index
        )

    def _is_untitled_use(self, index: int, before: Opening) -> bool:
        """Do instructions for use begin whose title is but a picture?"""
        if self.layout not in _US or not opens_use(self.blocks[index]):
            return False
        pictures = any(b.kind is BlockKind.PICTURE for b in self.blocks[max(index - 2, 0) : index])
        titled = (_USE_TITLE.match(b.text.strip()) for b in self.blocks[before.index : index])
        return pictures and not any(titled)

    def _over_leaflet_head(self, index: int, before: Opening) -> int:
        """The first of the lines above that name the product and tell how to use the leaflet."""
        start = index
        is_leaflet = False
        while start - 1 > before.index:
            above = self.blocks[start - 1]
            is_leaflet = is_leaflet or bool(_LEAFLET_OPENING.match(above.text))
            is_name = above.kind is BlockKind.HEADING or (
                is_leaflet
                and len(above.text.split()) <= _SHORT
                and not above.text.rstrip().endswith((".", ":", ";"))
            )
            if not (is_name or _LEAFLET_OPENING.match(above.text)):
                break
            start -= 1
        return start
