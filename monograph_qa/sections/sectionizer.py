"""From blocks in reading order to a label's sections, its identity and its placed pictures."""

from dataclasses import replace

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import BlockKind, ParsedLabel
from monograph_qa.domain.sectioned import Sectioned
from monograph_qa.sections.composing import compose, place_pictures
from monograph_qa.sections.doubts import find_doubts
from monograph_qa.sections.headings import Heading, heading_of
from monograph_qa.sections.identity import identify
from monograph_qa.sections.layouts import detect_format
from monograph_qa.sections.opened import OpenSection
from monograph_qa.sections.outline import outline_zone
from monograph_qa.sections.page_breaks import join_tables
from monograph_qa.sections.splitting import part_headings
from monograph_qa.sections.strengths import nest_below_strengths
from monograph_qa.sections.table_doubts import table_doubts
from monograph_qa.sections.zones import ZoneKind, find_zones


def sectionize(parsed: ParsedLabel, label_id: str) -> Sectioned:
    """The whole label as sections. No text is lost: every block is in one section or heads it."""
    blocks = join_tables(parsed.blocks)
    first = _headings(replace(parsed, blocks=tuple(blocks)), None)
    layout = detect_format(parsed, list(first.values()))
    blocks = part_headings(blocks, layout)
    parsed = replace(parsed, blocks=tuple(blocks))
    heads = _headings(parsed, layout)
    opened: list[OpenSection] = []
    for zone in find_zones(blocks, heads, layout):
        outlined = outline_zone(blocks, heads, zone, layout)
        if zone.kind in (ZoneKind.BODY, ZoneKind.ANNEX) and parsed.media == "pdf":
            nest_below_strengths(outlined)
        opened += outlined
    composed = compose([s for s in opened if s.blocks or s.heading_block or s.is_implied], label_id)
    texts = tuple(section_text for section_text, _ in composed)
    identity = identify(parsed, texts, layout, label_id)
    return Sectioned(
        format=layout,
        identity=identity,
        sections=texts,
        pictures=tuple(place_pictures(composed)),
        doubts=find_doubts(texts, layout, identity, parsed.misread, table_doubts(composed)),
    )


def _headings(parsed: ParsedLabel, layout: LabelFormat | None) -> dict[int, Heading]:
    # SPL says itself what is a heading: a paragraph of a coded section is none, whatever it says.
    is_stated = parsed.media == "spl"
    found = (
        heading_of(block, index, layout.value if layout else None)
        for index, block in enumerate(parsed.blocks)
        if block.text and block.grid is None and (block.kind is BlockKind.HEADING or not is_stated)
    )
    return {heading.index: heading for heading in found if heading is not None}
