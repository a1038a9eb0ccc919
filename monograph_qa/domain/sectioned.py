"""Sections with the structure of their text: what `sectionize` gives to `extract_facts`."""

from enum import StrEnum

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import Doubt, DrugName, LabelFormat, Product, Section
from monograph_qa.domain.parsed import LineSpan, Picture
from monograph_qa.frozen import frozen


class PieceKind(StrEnum):
    """What a stretch of a section's text was on the page."""

    TEXT = "text"
    LIST_ITEM = "list_item"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    TABLE_HEADER = "table_header"
    TABLE_ROW = "table_row"
    CONTENTS = "contents"


@frozen
class Piece:
    """`section.text[start:stop]`; `lines` say where on which page, in section-text offsets. `table`
    numbers the table of a row, from 0 within the section; `context` is what a row needs to be read
    alone (caption, the group it stands under)."""

    start: int
    stop: int
    kind: PieceKind
    lines: tuple[LineSpan, ...] = ()
    level: int = 0
    table: int | None = None
    context: str | None = None
    ocr: bool = False


@frozen
class SectionText:
    """A section and the pieces that cover its text, in order and disjoint."""

    section: Section
    pieces: tuple[Piece, ...]


@frozen
class PlacedPicture:
    """A picture as read, with the section it stands in and the words beside it."""

    picture: Picture
    section_id: str | None
    page: int | None
    place: PageBox | None
    caption: str | None
    near: str
    heading_path: str
    section_key: str | None


@frozen
class Identity:
    """What a label says it is about."""

    drug: str
    title: str
    names: tuple[DrugName, ...]
    revision_date: str | None
    product: Product


@frozen
class Sectioned:
    """A whole label, sectionized."""

    format: LabelFormat
    identity: Identity
    sections: tuple[SectionText, ...]
    pictures: tuple[PlacedPicture, ...]
    doubts: tuple[Doubt, ...] = ()
