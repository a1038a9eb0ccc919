"""Sections while they are being gathered, and the headings that we give where none is printed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from monograph_qa.domain.parsed import Block
from monograph_qa.sections.headings import Heading
from monograph_qa.sections.zones import Zone, ZoneKind
from monograph_qa.vocabulary.sections import section_by_key

UNKNOWN_KEY = "spl_unclassified"
# Parentheses: these headings are not printed.
FRONT_HEADING = "(Title page)"
UNTITLED_HEADING = "(Untitled)"
BOX_HEADING = "(Boxed warning)"
PATIENT_HEADING = "(Patient information)"
WHOLE_KEY = "full_prescribing_information"
_CONTAINERS = frozenset({WHOLE_KEY, "clinical_particulars", "product_name"})


@dataclass(slots=True)
class OpenSection:
    """A section being gathered: its heading, its depth (1 is a chapter), its blocks."""

    heading: str
    number: str | None
    level: int
    key: str
    code: str | None
    parent: "OpenSection | None"
    blocks: list[Block] = field(default_factory=list)
    heading_block: Block | None = None
    is_implied: bool = False  # the print lacks this chapter's heading
    is_marker: bool = False  # a line between parts: nothing stands under it
    signature: tuple[object, ...] | None = None

    @property
    def line(self) -> tuple[str, ...]:
        """Keys from this section up to its chapter; parts that hold whole labels do not count."""
        up = self.parent.line if self.parent else ()
        return up if self.key in _CONTAINERS else (self.key, *up)


def gather(blocks: Sequence[Block], zone: Zone) -> OpenSection:
    """A part that is kept whole, without an outline: title page, highlights, contents."""
    keys = {
        ZoneKind.FRONT: "product_name",
        ZoneKind.HIGHLIGHTS: "highlights",
        ZoneKind.CONTENTS: "contents",
    }
    start = zone.start
    heading: str = FRONT_HEADING
    heading_block: Block | None = None
    if zone.opener is not None:
        heading, heading_block, start = zone.opener.text, blocks[zone.start], zone.start + 1
    section = OpenSection(heading, None, 1, keys[zone.kind], None, None)
    section.heading_block = heading_block
    section.blocks = list(blocks[start : zone.stop])
    return section


def unheaded(name: str, key: str) -> OpenSection:
    """A section for text that no heading opens; `name` stands in parentheses, as all of ours do."""
    code = None if key == "product_name" else section_by_key(key).loinc
    return OpenSection(name, None, 1, key, code, None)


def whole_label(opener: Heading, block: Block) -> OpenSection:
    """The line that opens the full label: a section of its own, so that no printed word is lost."""
    section = OpenSection(opener.text, None, 1, WHOLE_KEY, None, None)
    section.heading_block = block
    section.is_marker = True
    return section
