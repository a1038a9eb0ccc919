"""The narrative of an SPL section as blocks: text, lists, tables, notes, pictures, in order."""

import io
import warnings
from collections.abc import Callable, Iterable, Iterator

from PIL import Image

from monograph_qa.domain.parsed import Block, BlockKind, Picture, Style
from monograph_qa.parse.layout.signs import raised, stands_apart
from monograph_qa.parse.spl_table import is_layout, iter_cells, read_grid
from monograph_qa.parse.spl_xml import (
    Element,
    children,
    collapse,
    descend,
    find_child,
    is_blank,
    marks_of,
    tag,
)

_BREAK = frozenset({"break"})  # stands where the marks of a piece stand, and marks no text
_MOST_PIXELS = 50_000_000


class MediaFolder:
    """The images that a document names, looked up beside it and nowhere else; `beside` gives the
    bytes of the file of a name, None where there is none."""

    def __init__(self, document: Element, beside: Callable[[str], bytes | None]) -> None:
        self._beside = beside
        self._files: dict[str, str] = {}
        for media in descend(document, "observationMedia"):
            reference = find_child(media, "value", "reference")
            if reference is not None and media.get("ID"):
                self._files[media.get("ID")] = reference.get("value", "")

    def match_pictures(self, reference: Element) -> tuple[Picture, ...]:
        """The pictures a renderMultiMedia shows; a missing or unreadable file shows nothing."""
        names = (self._files.get(key, "") for key in reference.get("referencedObject", "").split())
        contents = (self._beside(name) for name in names if name)
        found = (_as_png(content) for content in contents if content is not None)
        return tuple(picture for picture in found if picture is not None)

    def match_files(self) -> dict[str, bytes]:
        """Name in the document -> content of each picture that it could show."""
        found = {name: self._beside(name) for name in self._files.values() if name}
        return {name: content for name, content in found.items() if content is not None}


def _as_png(data: bytes) -> Picture | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # we count ourselves
            with Image.open(io.BytesIO(data)) as image:
                if image.width * image.height > _MOST_PIXELS:
                    return None
                pixels = image.convert("RGBA" if image.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    png = io.BytesIO()
    pixels.save(png, format="PNG")
    return Picture(png.getvalue(), pixels.width, pixels.height)


def read_narrative(element: Element, media: MediaFolder) -> list[Block]:
    """The blocks of a <text> (or <title>) element, in document order. What stands inside a sentence
    but apart from it on the page (a footnote, a picture) follows the block that it interrupts. Text
    set throughout in bold, italics or underline carries a `style`; whatever stands inside a list
    item carries the list's `level`, counted from 1."""
    flow = _Flow(media)
    flow.run(element, BlockKind.TEXT, None)
    return flow.blocks


def read_line(element: Element, media: MediaFolder) -> tuple[str, list[Block]]:
    """Everything the element prints as one line, and what it prints apart: notes and pictures."""
    flow = _Flow(media)
    flow.run(element, BlockKind.TEXT, None)
    apart = [block for index, block in enumerate(flow.blocks) if index in flow.apart]
    line = [block for index, block in enumerate(flow.blocks) if index not in flow.apart]
    return " ".join(word for block in line for word in _words(block)), apart


class _Flow:
    """Gathers inline text until a block begins or ends, then lets it out as one block."""

    def __init__(self, media: MediaFolder) -> None:
        self.blocks: list[Block] = []
        self.apart: set[int] = set()  # which of the blocks stand apart from the running text
        self._media = media
        self._pieces: list[tuple[str, frozenset[str]]] = []
        self._enumerator = ""
        self._set_apart: list[Element] = []
        self._kind = BlockKind.TEXT
        self._level: int | None = None

    def run(self, element: Element, kind: BlockKind, level: int | None) -> None:
        """Lets out all that `element` holds; its first text is of this kind and level."""
        outer = self._kind, self._level
        self._kind, self._level = kind, level
        self._gather(element, marks_of(element))
        self._let_out(last=True)
        self._kind, self._level = outer

    def _gather(self, element: Element, marks: frozenset[str]) -> None:
        self._say(element.text, marks)
        for child in element:
            match tag(child):
                case "paragraph":
                    self._let_out()
                    self._gather(child, marks | marks_of(child))
                    self._let_out()
                case "list":
                    self._list(child)
                case "table":
                    self._table(child)
                case "caption":  # of an item: the bullet or number printed before it
                    self._enumerator, apart = read_line(child, self._media)
                    self._add_apart(apart)
                case "footnote" | "renderMultiMedia":
                    self._set_apart.append(child)
                case "sup" if not len(child):
                    self._raise(child.text or "", marks)
                case "br":
                    self._say(" ", _BREAK)
                case _:
                    self._gather(child, marks | marks_of(child))
            self._say(child.tail, marks)

    def _say(self, text: str | None, marks: frozenset[str]) -> None:
        if text:
            self._pieces.append((text, marks))

    def _raise(self, text: str, marks: frozenset[str]) -> None:
        before = self._pieces[-1][0] if self._pieces else ""
        mark = raised(before, text.strip()) if before.strip() else None
        gap = " " if mark is not None and stands_apart(before, mark) else ""
        self._say(f"{gap}{mark or text}", marks)

    def _let_out(self, *, last: bool = False) -> None:
        """Makes a block of the text gathered; an enumerator waits for its text until the last."""
        head = self._head_lines() if self._level is None else 0
        for pieces in (self._pieces[:head], self._pieces[head:]):
            self._make_block(pieces)
        self._pieces.clear()
        if last and self._enumerator:
            self._add_block("", frozenset())
        elements, self._set_apart = self._set_apart, []
        for element in elements:
            self._add_apart(self._apart_blocks(element))

    def _add_apart(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            self.apart.add(len(self.blocks))
            self.blocks.append(block)

    def _make_block(self, pieces: list[tuple[str, frozenset[str]]]) -> None:
        text = collapse("".join(text for text, _ in pieces)).strip()
        printed = [marks for text, marks in pieces if not is_blank(text)]
        if printed:
            self._add_block(text, frozenset.intersection(*printed))

    def _add_block(self, text: str, marks: frozenset[str]) -> None:
        line = f"{self._enumerator} {text}".strip()
        self._enumerator = ""
        self.blocks.append(Block(self._kind, line, style=_style(marks), level=self._level))
        if self._kind is BlockKind.LIST_ITEM:
            self._kind = BlockKind.TEXT  # a second paragraph of the item is no second item

    def _head_lines(self) -> int:
        """How many of the pieces make whole lines of marked text above lines of other text. Some
        labels set a sub-heading and its text as one paragraph, with a break between them."""
        head = 0
        common: frozenset[str] | None = None
        for index, (text, marks) in enumerate(self._pieces):
            if marks is _BREAK:
                head = index + 1
            elif not is_blank(text):
                common = marks if common is None else common & marks
                if not common:
                    return head if any(not is_blank(t) for t, _ in self._pieces[:head]) else 0
        return 0

    def _list(self, element: Element) -> None:
        self._let_out(last=True)
        for caption in children(element, "caption"):
            self.run(caption, BlockKind.TEXT, self._level)
        for item in children(element, "item"):
            self.run(item, BlockKind.LIST_ITEM, (self._level or 0) + 1)

    def _table(self, table: Element) -> None:
        self._let_out(last=True)
        apart: list[Block] = []

        def read(element: Element) -> str:
            line, within = read_line(element, self._media)
            apart.extend(within)
            return line

        for caption in children(table, "caption"):
            if line := read(caption):
                self.blocks.append(Block(BlockKind.CAPTION, line, level=self._level))
        if is_layout(table):
            for cell in iter_cells(table):
                self.run(cell, BlockKind.TEXT, self._level)
        elif (grid := read_grid(table, read)) is not None:
            self.blocks.append(Block(BlockKind.TABLE, level=self._level, grid=grid))
        for row in (row for foot in children(table, "tfoot") for row in children(foot, "tr")):
            notes = (read(cell) for cell in children(row, "td", "th"))
            if note := " ".join(line for line in notes if line):
                apart.append(Block(BlockKind.FOOTNOTE, note))
        self._add_apart(apart)

    def _apart_blocks(self, element: Element) -> Iterator[Block]:
        notes = [(BlockKind.FOOTNOTE, element)] if tag(element) == "footnote" else []
        if not notes:
            for picture in self._media.match_pictures(element):
                yield Block(BlockKind.PICTURE, picture=picture)
            notes = [(BlockKind.CAPTION, caption) for caption in children(element, "caption")]
        for kind, each in notes:
            line, within = read_line(each, self._media)
            if line:
                yield Block(kind, line)
            yield from within


def _style(marks: frozenset[str]) -> Style | None:
    if not marks:
        return None
    return Style(bold="bold" in marks, italic="italic" in marks, underline="underline" in marks)


def _words(block: Block) -> Iterator[str]:
    if block.grid is not None:
        yield from (cell.text for cell in block.grid.cells if cell.text)
    elif block.text:
        yield block.text
