"""Builds a section from lines of text, each a piece printed at a place of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.label import Section
from monograph_qa.domain.parsed import LineSpan
from monograph_qa.domain.sectioned import Piece, PieceKind, SectionText


@dataclass(frozen=True)
class Line:
    """A piece: what it says, what it was on the page, and where it stood."""

    said: str
    kind: PieceKind = PieceKind.TEXT
    left: float = 72.0
    page: int | None = 1
    level: int = 0
    context: str | None = None


def text(said: str, *, left: float = 72.0, page: int | None = 1) -> Line:
    return Line(said, left=left, page=page)


def item(said: str, *, left: float = 90.0, page: int | None = 1, level: int = 0) -> Line:
    return Line(said, PieceKind.LIST_ITEM, left, page, level)


def row(said: str, context: str | None = None) -> Line:
    return Line(said, PieceKind.TABLE_ROW, context=context)


def section(
    lines: Sequence[Line],
    *,
    key: str = "dosage_and_administration",
    heading: str = "Dosage",
    section_id: str = "sec_1",
    parent_id: str | None = None,
) -> SectionText:
    """The section that these lines make, joined by line feeds as sections are."""
    said = ""
    pieces: list[Piece] = []
    for at, line in enumerate(lines):
        said += "\n" if said else ""
        start = len(said)
        said += line.said
        places: tuple[LineSpan, ...] = ()
        if line.page is not None:
            box = Box(line.left, 20.0 * at, 500.0, 20.0 * at + 12)
            places = (LineSpan(start, len(said), PageBox(line.page, box)),)
        pieces.append(Piece(start, len(said), line.kind, places, line.level, context=line.context))
    held = Section(
        section_id=section_id,
        label_id="label_1",
        ordinal=0,
        parent_id=parent_id,
        level=1,
        heading=heading,
        heading_path=heading,
        section_number=None,
        section_code=None,
        section_key=key,
        text=said,
        page_first=1,
        page_last=1,
    )
    return SectionText(held, tuple(pieces))
