"""A label as read from its file: blocks in reading order, before anything is understood.

Text is composed once, here, from the file's own characters; everything later is offsets into it.
"""

from dataclasses import field
from enum import StrEnum
from pathlib import Path

from monograph_qa.domain.geometry import Box, PageBox, bounding
from monograph_qa.domain.label import DoubtKind, Product
from monograph_qa.frozen import frozen


class BlockKind(StrEnum):
    """What a block is on the page. Running heads and page numbers are left out altogether."""

    HEADING = "heading"
    TEXT = "text"
    LIST_ITEM = "list_item"
    TABLE = "table"
    PICTURE = "picture"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    CONTENTS = "contents"  # a line of a printed table of contents


@frozen
class LineSpan:
    """One printed line of a block: `block.text[start:stop]` stands in `place`, and from each offset
    in `words` on what stands in the box beside it."""

    start: int
    stop: int
    place: PageBox
    words: tuple[tuple[int, Box], ...] = ()

    def moved(self, by: int) -> "LineSpan":
        """The line in a text that has so many more characters before it."""
        words = tuple((start + by, box) for start, box in self.words)
        return LineSpan(self.start + by, self.stop + by, self.place, words)

    def place_of(self, start: int, stop: int) -> PageBox:
        """Where the words stand that have a character of [start, stop); without words, the line."""
        ends = [*(at for at, _ in self.words[1:]), self.stop]
        words = zip(self.words, ends, strict=False)
        boxes = [box for (at, box), end in words if at < stop and end > start]
        return PageBox(self.place.page, bounding(boxes)) if boxes else self.place


@frozen
class Style:
    """How the block's text is set; the sectionizer compares headings by it.

    size: median glyph height in points; ratio: size over the page's body size;
    left: x of the first line in points; lead: how many characters at its beginning are bold, up to
    a colon, where what follows is not.
    """

    size: float = 0.0
    ratio: float = 1.0
    bold: bool = False
    italic: bool = False
    underline: bool = False
    centered: bool = False
    left: float = 0.0
    lead: int = 0


@frozen
class Cell:
    """One table cell; rows and columns count from 0, spans are >= 1; its style where that shows."""

    row: int
    column: int
    text: str
    row_span: int = 1
    column_span: int = 1
    is_header: bool = False
    style: Style | None = None
    box: Box | None = None
    page: int | None = None  # set where a table runs over pages


@frozen
class Grid:
    """A table's cells in row order; `rows` x `columns` slots."""

    rows: int
    columns: int
    cells: tuple[Cell, ...]


@frozen
class Picture:
    """A picture's pixels as PNG; `vector` when it was drawn with paths, not a bitmap. `page_size`
    (width, height) of its page is in points, None where the format has no pages."""

    png: bytes
    width: int
    height: int
    vector: bool = False
    page_size: tuple[float, float] | None = None


@frozen
class Block:
    """One block of the page. `text` is verbatim, and empty where there is a `grid`; `places` covers
    it, page by page."""

    kind: BlockKind
    text: str = ""
    lines: tuple[LineSpan, ...] = ()
    places: tuple[PageBox, ...] = ()
    style: Style | None = None
    level: int | None = None  # heading or list level, where the format states one
    grid: Grid | None = None
    picture: Picture | None = None
    code: str | None = None  # LOINC code of the section that a heading opens (SPL only)
    ocr: bool = False


@frozen
class Misread:
    """What a page shows in another way than it was read, and where."""

    kind: DoubtKind
    place: PageBox
    detail: str


@frozen
class ParsedLabel:
    """All that was read from one file, in reading order.

    `silent_pages` lists pages on which nothing was read (no text, table or picture).
    `identity` and `names` are what the file says of itself (SPL set id and version, product and
    ingredient names); a PDF says nothing of the kind, so there they are empty.
    """

    path: Path
    sha256: str
    media: str  # pdf | docx | html | spl (also as openFDA has it)
    page_count: int
    blocks: tuple[Block, ...]
    parser: str
    silent_pages: tuple[int, ...] = ()
    identity: dict[str, str] = field(default_factory=dict)
    names: tuple[tuple[str, str], ...] = ()  # (name, generic | brand | salt | synonym)
    product: Product = field(default_factory=Product)  # what fields of the file itself state
    misread: tuple[Misread, ...] = ()
