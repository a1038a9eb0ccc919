"""Labels in DOCX and HTML, through Docling; their items stand on no page.

Docling cuts a paragraph wherever bold, italics or a raised letter begins or ends, and strips each
run; what stood between them ("m" and "²", "Do" and "not") is then unknown. It also writes plain
hyphens and quotation marks for typographic ones in HTML. A label's words and signs must stay as
they are, so Docling is given the files without changes of face: every paragraph is one run.
"""

import logging
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from monograph_qa.domain.parsed import Block, BlockKind, Cell, Grid, ParsedLabel, Picture
from monograph_qa.errors import UnreadableLabel
from monograph_qa.parse import parsers
from monograph_qa.parse.compat import trimmed, without_torch
from monograph_qa.parse.office_preflight import look_at_docx, look_at_html, why_no_docx
from monograph_qa.parse.spl_xml import SAFE

_KINDS = {
    "title": BlockKind.HEADING,
    "section_header": BlockKind.HEADING,
    "list_item": BlockKind.LIST_ITEM,
    "caption": BlockKind.CAPTION,
    "footnote": BlockKind.FOOTNOTE,
}
_LOOSE = re.compile(r" ([.,;:)\]])")
_LEFT_OUT = frozenset({"page_header", "page_footer"})


def read_docx(path: Path, data: bytes) -> ParsedLabel:
    """The label in a Word document. Raises UnreadableLabel, EncryptedLabel or LabelTooLarge."""
    look_at_docx(path, data)
    return _read(path, data, plain_docx, "docx")


def read_html(path: Path, data: bytes) -> ParsedLabel:
    """The label in an HTML page. Raises UnreadableLabel or LabelTooLarge."""
    look_at_html(path, data)
    return _read(path, data, plain_html, "html")


def _read(path: Path, data: bytes, plain: Callable[[bytes], bytes], media: str) -> ParsedLabel:
    without_torch()
    keep_signs()
    from docling.datamodel.base_models import DocumentStream

    try:
        stream = DocumentStream(name=f"label.{media}", stream=BytesIO(plain(data)))
        document = _converter().convert(stream).document
        blocks = tuple(_blocks(document))
    except Exception as error:
        broken = why_no_docx(path, data) if media == "docx" else None
        raise broken or _unreadable(path, media, error) from error
    finally:
        trimmed()
    if not blocks:
        raise UnreadableLabel(path, f"the {media.upper()} file holds no text")
    return ParsedLabel(
        path=path,
        sha256=sha256(data).hexdigest(),
        media=media,
        page_count=0,
        blocks=blocks,
        parser=parsers.OFFICE,
    )


def _unreadable(path: Path, media: str, error: Exception) -> UnreadableLabel:
    """Docling's own words name a hash and an inner step; the first cause says what is wrong."""
    cause: BaseException = error
    while cause.__cause__ is not None or cause.__context__ is not None:
        cause = cause.__cause__ or cause.__context__ or cause
    said = " ".join(str(cause).split())[:160] or type(cause).__name__
    return UnreadableLabel(path, f"not a readable {media.upper()} file ({said})")


def _blocks(document: Any) -> Iterator[Block]:
    from docling_core.types.doc import PictureItem, TableItem, TextItem

    joined: set[str] = set()  # runs of one paragraph, already read with it
    for item, _ in document.iterate_items(with_groups=True):
        if item.self_ref in joined:
            continue
        label = _label(item)
        if label in _LEFT_OUT:
            continue
        if isinstance(item, TableItem):
            grid = _grid(item)
            if any(cell.text for cell in grid.cells):
                yield Block(BlockKind.TABLE, grid=grid)
        elif isinstance(item, PictureItem):
            picture = _picture(item, document)
            if picture is not None:
                yield Block(BlockKind.PICTURE, picture=picture)
        elif isinstance(item, TextItem) or label == "inline":
            runs = _runs(item, document)
            joined.update(run.self_ref for run in runs)
            text = _text(runs)
            kind = _KINDS.get(label, BlockKind.TEXT)
            if text:
                yield Block(kind, text, level=_level(item, kind, document))


def _label(item: Any) -> str:
    return str(getattr(item.label, "value", item.label))


def _runs(item: Any, document: Any) -> list[Any]:
    """The text items of one paragraph: itself, and the runs Docling keeps for changes of face."""
    from docling_core.types.doc import TextItem

    if isinstance(item, TextItem) and (item.orig or item.text):
        return [item]  # an inline group below it is a paragraph of its own
    runs: list[Any] = []
    inner = [child.resolve(document) for child in item.children]
    if _label(item) == "inline":
        return [run for run in inner if isinstance(run, TextItem)]
    for child in inner:
        if _label(child) == "inline":
            runs += _runs(child, document)
    return runs


def _text(runs: list[Any]) -> str:
    whole = " ".join(" ".join((run.orig or run.text).split()) for run in runs)
    # Docling strips each run; punctuation that opens one stood right after the run before.
    return _LOOSE.sub(r"\1", whole) if len(runs) > 1 else whole


def _level(item: Any, kind: BlockKind, document: Any) -> int | None:
    if kind is BlockKind.HEADING:
        stated = getattr(item, "level", None)
        return stated if isinstance(stated, int) else 0
    if kind is not BlockKind.LIST_ITEM:
        return None
    lists = 0
    reference = item.parent
    while reference is not None:
        around = reference.resolve(document)
        lists += _label(around) in {"list", "ordered_list"} if hasattr(around, "label") else 0
        reference = getattr(around, "parent", None)
    return max(lists - 1, 0)


def _grid(table: Any) -> Grid:
    data = table.data
    cells = (
        Cell(
            row=cell.start_row_offset_idx,
            column=cell.start_col_offset_idx,
            text=" ".join(cell.text.split()),
            row_span=cell.row_span,
            column_span=cell.col_span,
            is_header=cell.column_header,
        )
        for cell in data.table_cells
    )
    in_order = sorted(cells, key=lambda cell: (cell.row, cell.column))
    return Grid(data.num_rows, data.num_cols, tuple(in_order))


def _picture(item: Any, document: Any) -> Picture | None:
    image = item.get_image(document)
    if image is None:
        return None
    buffer = BytesIO()
    image.convert("RGB").save(buffer, "PNG")
    return Picture(buffer.getvalue(), image.width, image.height)


@cache
def _converter() -> Any:
    from docling.datamodel.base_models import InputFormat
    from docling.document_converter import DocumentConverter

    logging.getLogger("docling").setLevel(logging.CRITICAL)  # it warns of engines that PDF has
    return DocumentConverter(allowed_formats=[InputFormat.DOCX, InputFormat.HTML])


_FACES = (
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font",
    "i", "ins", "kbd", "mark", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "tt", "u", "var",
)  # fmt: skip
_RUN_FACES = ("b", "bCs", "i", "iCs", "u", "strike", "dstrike", "vertAlign")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DOCUMENT = "word/document.xml"
_WIDEST_SPAN = 100  # columns
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))


def plain_html(data: bytes) -> bytes:
    """The page with its inline elements dissolved into the text around them, as UTF-8."""
    from bs4 import BeautifulSoup

    # The HTML parser of the standard library would nest every paragraph left unclosed.
    soup = BeautifulSoup(data, "lxml")
    for element in soup.find_all(_FACES):
        if element.find(["img", "svg", "table", "p", "div", "ul", "ol"]) is None:
            element.unwrap()
    for cell in soup.find_all(("td", "th")):
        _limit_spans(cell)
    soup.smooth()
    return str(soup).encode("utf-8")


def _limit_spans(cell: Any) -> None:
    """Spans as browsers take them: no number is 1, and none reaches beyond the table."""
    table = cell.find_parent("table")
    rows = cell.find_parent("tr").find_next_siblings("tr") if cell.find_parent("tr") else ()
    for name, most in (("colspan", _WIDEST_SPAN), ("rowspan", len(rows) + 1)):
        stated = cell.get(name)
        if stated is None:
            continue
        if table is None or not stated.strip().isdecimal():
            del cell[name]
        else:
            cell[name] = str(max(1, min(int(stated.strip()[:6]), most)))


def plain_docx(data: bytes) -> bytes:
    """The document with all its text set in one face."""
    from lxml import etree

    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == _DOCUMENT:
                parser = etree.XMLParser(**SAFE, huge_tree=True)
                root = etree.fromstring(content, parser)
                for run in root.iter(f"{_W}rPr"):
                    for name in _RUN_FACES:
                        for face in run.findall(f"{_W}{name}"):
                            run.remove(face)
                content = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
            new.writestr(entry, content)
    return out.getvalue()


@cache
def keep_signs() -> None:
    """Makes Docling's HTML reader keep dashes, quotation marks and dots as written."""
    from docling.backend.html_backend import HTMLDocumentBackend

    def as_written(text: str) -> str:
        return text.translate(_UNSEEN).replace("\u00a0", " ")

    backend: Any = HTMLDocumentBackend
    backend._clean_unicode = staticmethod(as_written)
