"""A section's own text from its blocks, once: everything later is offsets into it."""

import re
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import BLOCK_SEPARATOR, Section, section_id_of
from monograph_qa.domain.parsed import Block, BlockKind, Grid, LineSpan
from monograph_qa.domain.sectioned import Piece, PieceKind, PlacedPicture, SectionText
from monograph_qa.sections.listing import with_products
from monograph_qa.sections.opened import KEPT_WHOLE, OpenSection, upwards
from monograph_qa.sections.openings import ZoneKind
from monograph_qa.sections.tables import RowText, row_texts
from monograph_qa.vocabulary.sections import UNCLASSIFIED

PATH_SEPARATOR = " > "
_NEAR_CHARACTERS = 240
_SAID_BY_HEADINGS = frozenset({"contraindications", "indications_and_usage"})
_NOTES = frozenset({BlockKind.TEXT, BlockKind.FOOTNOTE})
_SHORT = 80  # characters of a line of such a list
_ENDED = re.compile(r"[.;:](?: [A-Z]|$)")  # a sentence
_MOST_NOTES = 2  # paragraphs between a table's caption and the table
_KINDS = {
    BlockKind.TEXT: PieceKind.TEXT,
    BlockKind.HEADING: PieceKind.TEXT,  # printed like a heading, but not one
    BlockKind.LIST_ITEM: PieceKind.LIST_ITEM,
    BlockKind.CAPTION: PieceKind.CAPTION,
    BlockKind.FOOTNOTE: PieceKind.FOOTNOTE,
    BlockKind.CONTENTS: PieceKind.CONTENTS,
}


class _Writer:
    """Appends lines of text and remembers what each was and where it stood."""

    def __init__(self) -> None:
        self.text = ""
        self.pieces: list[Piece] = []

    def add(
        self,
        text: str,
        kind: PieceKind,
        lines: Sequence[LineSpan] = (),
        *,
        level: int = 0,
        table: int | None = None,
        context: str | None = None,
        ocr: bool = False,
    ) -> None:
        if self.text:
            self.text += "\n"
        start = len(self.text)
        self.text += text
        shifted = tuple(line.moved(start) for line in lines)
        self.pieces.append(Piece(start, len(self.text), kind, shifted, level, table, context, ocr))


def compose(opened: Sequence[OpenSection], label_id: str) -> list[tuple[SectionText, OpenSection]]:
    """SectionTexts in order; ids follow from the label, the place and the text."""
    out: list[tuple[SectionText, OpenSection]] = []
    ids: dict[int, str] = {}
    parents = {id(section.parent) for section in opened if section.parent}
    for ordinal, section in enumerate(opened):
        writer = _written(section)
        head = section.heading_block
        # A heading with nothing below it is itself what the label says: "4.1 Active liver disease"
        # under the contraindications.
        is_said = section.key == UNCLASSIFIED and not _SAID_BY_HEADINGS.isdisjoint(section.line)
        if is_said and head is not None and not writer.text and id(section) not in parents:
            writer.add(head.text, PieceKind.TEXT, head.lines, ocr=head.ocr)
        path = PATH_SEPARATOR.join(above.heading for above in reversed(upwards(section)))
        section_id = section_id_of(label_id, ordinal, path, writer.text)
        ids[id(section)] = section_id
        blocks = [*section.blocks, *([head] if head is not None else [])]
        pages = {place.page for block in blocks for place in block.places}
        composed = Section(
            section_id=section_id,
            label_id=label_id,
            ordinal=ordinal,
            parent_id=ids.get(id(section.parent)) if section.parent else None,
            level=section.level,
            heading=section.heading,
            heading_path=path,
            section_number=section.number,
            section_code=section.code,
            section_key=section.key,
            text=writer.text,
            page_first=min(pages, default=None),
            page_last=max(pages, default=None),
        )
        out.append((SectionText(composed, tuple(writer.pieces)), section))
    return out


def _written(section: OpenSection) -> _Writer:
    writer = _Writer()
    tables = 0
    captions = _captions_of_tables(section.blocks)
    for at, block in enumerate(section.blocks):
        if block.kind is BlockKind.TABLE and block.grid is not None:
            _add_table(writer, block, block.grid, tables, captions.get(at))
            tables += 1
        elif block.kind is not BlockKind.PICTURE and block.text:
            writer.add(
                block.text, _KINDS[block.kind], block.lines, level=block.level or 0, ocr=block.ocr
            )
    if section.key == KEPT_WHOLE[ZoneKind.PRODUCT]:
        writer.pieces = with_products(writer.text, writer.pieces)
    return writer


def _add_table(writer: _Writer, block: Block, grid: Grid, number: int, caption: str | None) -> None:
    rows = list(row_texts(grid))
    # A number is that of a table, and above all titles within it.
    is_numbered = any(map(str.isdigit, caption or ""))
    retitled = set() if is_numbered else _retitled(rows)
    for at, row in enumerate(rows):
        caption = None if at in retitled else caption
        place = _row_place(block, row)
        lines = (LineSpan(0, len(row.text), place),) if place else ()
        context = BLOCK_SEPARATOR.join(part for part in (caption, row.group) if part) or None
        kind = PieceKind.TABLE_HEADER if row.is_header else PieceKind.TABLE_ROW
        writer.add(row.text, kind, lines, table=number, context=context, ocr=block.ocr)


def _retitled(rows: Sequence[RowText]) -> set[int]:
    """The places of the rows that are titles as the one above the table is: below each, the heads
    of all stand again ("H. influenzae" over the zones of its own)."""
    heads = next((row.text for row in rows if row.is_header), None)
    return {
        at
        for at, (row, below) in enumerate(pairwise(rows))
        if at and not row.is_header and below.is_header and below.text == heads
    }


def _row_place(block: Block, row: RowText) -> PageBox | None:
    """Where a row stands; the whole table's box where its cells have none."""
    if not block.places:
        return None
    page = row.page or block.places[0].page
    box = next((p.box for p in block.places if p.page == page), block.places[0].box)
    return PageBox(page, row.box or box)


def _captions_of_tables(blocks: Sequence[Block]) -> dict[int, str]:
    """The caption of each table by the table's place: right above, and the same for what follows as
    its next part; right below where it is no other's; else above with notes between; else what
    stands right above and is no sentence: "• Dose reduction steps"."""
    found: dict[int, str] = {}
    kinds = [block.kind for block in blocks]
    for at in (at for at, kind in enumerate(kinds) if kind is BlockKind.TABLE):
        above = kinds[:at][::-1]
        notes = next((n for n, kind in enumerate(above) if kind not in _NOTES), len(above))
        if above[:1] == [BlockKind.TABLE] and at - 1 in found:
            found[at] = found[at - 1]
        elif notes and _is_below(blocks[at + 1 : at + 3]):
            found[at] = blocks[at + 1].text
        elif notes <= _MOST_NOTES and above[notes : notes + 1] == [BlockKind.CAPTION]:
            found[at] = blocks[at - 1 - notes].text
        elif above and (title := _title(blocks[max(at - 2, 0) : at], blocks[at])):
            found[at] = title
    return found


def _title(above: Sequence[Block], table: Block) -> str | None:
    """What the last of the two blocks above a table says as its title: less than a sentence, one by
    itself, neither the last of a list of such nor what is left of a table from the page before."""
    title, page = above[-1], [place.page for place in table.places[:1]]
    if title.kind not in (BlockKind.TEXT, BlockKind.LIST_ITEM) or _ENDED.search(title.text):
        return None
    for before in above[:-1]:
        is_far = [place.page for place in before.places[-1:]] != page
        if before.kind is BlockKind.LIST_ITEM or (before.kind is BlockKind.TABLE and is_far):
            return None
        is_short = len(before.text) < _SHORT and not _ENDED.search(before.text)
        is_numbered = title.text[:5].casefold() == "table"
        if before.kind is title.kind and is_short and not is_numbered:
            return None
    return title.text


def _is_below(blocks: Sequence[Block]) -> bool:
    """Is the first of the two blocks below a table its caption: none of a table or a figure that
    stands below it?"""
    kinds = [block.kind for block in blocks]
    is_caption = kinds[:1] == [BlockKind.CAPTION] and kinds[1:] != [BlockKind.TABLE]
    return is_caption and not blocks[0].text.startswith("Fig")


def place_pictures(composed: Sequence[tuple[SectionText, OpenSection]]) -> list[PlacedPicture]:
    """Every picture with the section, caption and words it stands beside."""
    out: list[PlacedPicture] = []
    for section_text, opened in composed:
        for at, block in enumerate(opened.blocks):
            if block.kind is not BlockKind.PICTURE or block.picture is None:
                continue
            place: PageBox | None = block.places[0] if block.places else None
            section = section_text.section
            before = next((b.text for b in reversed(opened.blocks[:at]) if b.text), "")
            after = next((b.text for b in opened.blocks[at + 1 :] if b.text), "")
            placed = PlacedPicture(
                picture=block.picture,
                section_id=section.section_id,
                page=place.page if place else None,
                place=place,
                caption=block.text or _picture_caption(opened.blocks, at),
                near=f"{before[-_NEAR_CHARACTERS:]} {after[:_NEAR_CHARACTERS]}".strip(),
                heading_path=section.heading_path,
                section_key=section.section_key,
            )
            out.append(placed)
    return out


def _picture_caption(blocks: Sequence[Block], at: int) -> str | None:
    """The caption right above or below, unless a table stands on its other side."""
    for near in (blocks[at + 1 : at + 3], blocks[:at][:-3:-1]):
        kinds = [block.kind for block in near]
        if kinds[:1] == [BlockKind.CAPTION] and kinds[1:] != [BlockKind.TABLE]:
            return near[0].text
    return None
