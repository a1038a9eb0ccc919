"""Sections while they are being gathered, and the headings that we give where none is printed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.sections.headings import Heading
from monograph_qa.sections.openings import ZoneKind, opens_use, title_in_table
from monograph_qa.sections.zones import Zone
from monograph_qa.vocabulary.sections import UNCLASSIFIED, section_by_key, sections

# Parentheses: these headings are not printed.
FRONT_HEADING = "(Title page)"
UNTITLED_HEADING = "(Untitled)"
BOX_HEADING = "(Boxed warning)"
PATIENT_HEADING = "(Patient information)"
USE_HEADING = "(Instructions for use)"
PACKAGE_HEADING = "(Package label)"
LISTING_HEADING = "(Product listing data)"
COLOPHON_HEADING = "(Manufacturer)"
_MAKER = re.compile(
    r"(?:manufactured|distributed|marketed|packaged|repackaged|made|mfd\.?)"
    r"(?:(?:,| and| &) \w+)*\s+(?:by|for|in)\b",
    re.I,
)
_MOST_WORDS = 25  # of one line: an address, a trademark, a date
_MOST_LINES = 30
_LONGEST_NAME = 100  # characters
WHOLE_KEY = "full_prescribing_information"
_CONTAINERS = frozenset({WHOLE_KEY, "clinical_particulars", "product_name"})
KEPT_WHOLE = {
    ZoneKind.FRONT: "product_name",
    ZoneKind.HIGHLIGHTS: "highlights",
    ZoneKind.CONTENTS: "contents",
    ZoneKind.PRODUCT: "spl_product_data_elements",
}
NAMED = {ZoneKind.PATIENT: "spl_patient_package_insert", ZoneKind.PACKAGE: "package_label"}


@dataclass(slots=True)
class OpenSection:
    """A section being gathered: its heading, its depth (1 is a chapter), its blocks."""

    heading: str
    key: str
    code: str | None = None
    number: str | None = None
    level: int = 1
    parent: "OpenSection | None" = None
    blocks: list[Block] = field(default_factory=list)
    heading_block: Block | None = None
    is_implied: bool = False  # the print lacks this chapter's heading
    is_marker: bool = False  # a line between parts: nothing stands under it
    is_run_in: bool = False  # its heading begins a paragraph: nothing stands under it either
    is_plain: bool = False  # its heading is a paragraph that nothing sets apart
    is_headed: bool = False  # a heading without text, set in another way, leads it
    signature: tuple[object, ...] | None = None

    @property
    def line(self) -> tuple[str, ...]:
        """Keys from this section up to its chapter; parts that hold whole labels do not count."""
        up = self.parent.line if self.parent else ()
        return up if self.key in _CONTAINERS else (self.key, *up)


def upwards(section: OpenSection | None) -> list[OpenSection]:
    """The section and those above it, innermost first."""
    line: list[OpenSection] = []
    while section is not None:
        line.append(section)
        section = section.parent
    return line


def gather(blocks: Sequence[Block], zone: Zone) -> OpenSection:
    """A part that is kept whole, without an outline: title page, highlights, contents, listing."""
    own = blocks[zone.start : zone.stop]
    if zone.opener is not None:
        heading = zone.opener.text
    else:
        heading = LISTING_HEADING if zone.kind is ZoneKind.PRODUCT else FRONT_HEADING
    section = OpenSection(heading, KEPT_WHOLE[zone.kind])
    if zone.opener is not None:
        section.heading_block, *own = own
    section.blocks = list(own)
    return section


def unheaded(name: str, key: str) -> OpenSection:
    """A section for text that no heading opens; `name` stands in parentheses, as all of ours do."""
    return OpenSection(name, key, None if key == "product_name" else section_by_key(key).loinc)


def implied_chapter(number: str) -> OpenSection | None:
    """The chapter of a numbered US label whose heading the print lost; None for no such number. The
    law fixes the numbers of this layout's chapters (21 CFR 201.57(c))."""
    term = next((t for t in sections() if number in t.plr_numbers), None)
    if term is None:
        return None
    name = f"({number} {term.name})"
    return OpenSection(name, term.key, term.loinc, number, is_implied=True)


def monograph_of(blocks: Sequence[Block]) -> OpenSection:
    """The section over one of several monographs that are bound together, named after its product:
    what stands below is of its strength and form alone."""
    lines = blocks[0].text.splitlines() if blocks else []
    name = f"({lines[0][:_LONGEST_NAME]})" if lines else UNTITLED_HEADING
    return OpenSection(name, WHOLE_KEY, is_implied=True)


def first_of(blocks: Sequence[Block], zone: Zone, *, above_chapters: bool) -> OpenSection:
    """The section for text at the start of a part, which no heading opens. `above_chapters` says
    that it stands above the numbered chapters of a US label."""
    if zone.kind is ZoneKind.PATIENT:
        return _untitled_patient_part(blocks[zone.start : zone.stop])
    if zone.kind is ZoneKind.PACKAGE:
        return unheaded(PACKAGE_HEADING, "package_label")
    if zone.start == 0:
        return unheaded(FRONT_HEADING, "product_name")
    if above_chapters:
        return unheaded(BOX_HEADING, "boxed_warning")
    return unheaded(UNTITLED_HEADING, UNCLASSIFIED)


def _untitled_patient_part(blocks: Sequence[Block]) -> OpenSection:
    """The section of a patient part without a heading, named after what the part calls itself."""
    title = title_in_table(blocks[0]) if blocks else None
    if title is not None:
        return unheaded(PATIENT_HEADING, title.key)
    if blocks and opens_use(blocks[0]):
        return unheaded(USE_HEADING, "instructions_for_use")
    text = " ".join(block.text for block in blocks)
    is_guide = "medication guide" in text.casefold()
    return unheaded(PATIENT_HEADING, "spl_medguide" if is_guide else "spl_patient_package_insert")


def colophon_stop(
    blocks: Sequence[Block], heads: Mapping[int, Heading], index: int, stop: int
) -> int:
    """The block after the lines on the maker that begin at `index`; `index` where none begin. They
    run to `stop`, where the part ends, or to a heading that the vocabulary knows or that stands on
    a later page."""
    block = blocks[index]
    if block.kind is not BlockKind.TEXT or not _MAKER.match(block.text):
        return index
    for at in range(index, min(stop, index + _MOST_LINES + 1)):
        heading = heads.get(at)
        if at > index and heading is not None and (heading.term is not None or heading.number):
            return at
        if blocks[at].kind is BlockKind.HEADING and _page(blocks[at]) > _page(block):
            return at
        if blocks[at].grid is not None or len(blocks[at].text.split()) > _MOST_WORDS:
            return index
    return stop if stop - index <= _MOST_LINES else index


def _page(block: Block) -> int:
    return block.places[0].page if block.places else 0
