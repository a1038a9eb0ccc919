"""A label PDF through Docling's pipeline, with engines of ours, and a first look with pdfium: may
it be opened, has it text, what repeats on its pages.

pdfium tells an encrypted file from a broken one, and reads the text at page edges in a few
milliseconds a page.
"""

import logging
import re
import threading
from collections.abc import Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.errors import LabelError, LabelTooLarge, UnreadableLabel
from monograph_qa.parse import parsers
from monograph_qa.parse.blocks import blocks_of
from monograph_qa.parse.compat import settled, trimmed, without_torch
from monograph_qa.parse.layout.furniture import (
    EDGE,
    EdgeLine,
    Furniture,
    are_numbered,
    edge_lines,
    repeating,
)
from monograph_qa.parse.layout.gutters import by_page, page_gutter
from monograph_qa.parse.pdfium import draw_pictures, opened, written
from monograph_qa.parse.scans import may_be_text, need_ocr, with_scans
from monograph_qa.parse.witness import misread

MOST_PAGES = 3000

_converting = threading.Lock()


def read_pdf(path: Path, data: bytes) -> ParsedLabel:
    """The label in a PDF. Raises EncryptedLabel, UnreadableLabel, ScannedLabel or LabelTooLarge."""
    page_count, furniture = _preflight(path, data)
    with _converting:
        try:
            return _read(path, data, furniture, page_count)
        except LabelError:
            raise
        except Exception as error:
            cause = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
            raise UnreadableLabel(path, f"the PDF could not be parsed: {cause}") from error
        finally:
            trimmed()


def _read(path: Path, data: bytes, furniture: Furniture, page_count: int) -> ParsedLabel:
    from docling.datamodel.base_models import DocumentStream

    from monograph_qa.parse.engines import LabelBytes

    digest = sha256(data).hexdigest()
    label = LabelBytes(data, furniture)
    stream = DocumentStream(name=f"{digest}.pdf", stream=label)
    _converter().convert(stream, raises_on_error=False)
    layouts = [layout for _, layout in sorted(label.layouts.items())]
    if not layouts:
        raise UnreadableLabel(path, "the PDF is damaged: none of its pages could be read")
    read = {layout.number for layout in layouts}
    lost = written(path, data, [n for n in range(1, page_count + 1) if n not in read])
    if lost:
        pages = ", ".join(map(str, lost))
        raise UnreadableLabel(path, f"the PDF could not be parsed on page {pages}, which has text")
    printed = layouts
    layouts = with_scans(path, data, printed)
    has_ocr = any(one is not other for one, other in zip(layouts, printed, strict=True))
    draw_pictures(path, data, layouts)
    blocks = blocks_of(layouts)
    dumb = {layout.number for layout in layouts if may_be_text(layout)}
    speaking = {place.page for block in blocks for place in block.places} - dumb
    return ParsedLabel(
        path=path,
        sha256=digest,
        media="pdf",
        page_count=page_count,
        blocks=blocks,
        parser=parsers.PDF_WITH_SCANS if has_ocr else parsers.PDF,
        silent_pages=tuple(n for n in range(1, page_count + 1) if n not in speaking),
        misread=misread(path, data, blocks),
    )


@cache
def _converter() -> Any:
    """Docling's converter for PDF, built once a process."""
    without_torch()
    from docling.datamodel.backend_options import ThreadedDoclingParseBackendOptions
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.pipeline_options import PdfPipelineOptions
    from docling.document_converter import DocumentConverter, PdfFormatOption
    from docling.models.factories import get_layout_factory, get_table_structure_factory

    from monograph_qa.parse.engines import (
        GlyphBackend,
        PagesPipeline,
        RuleLayout,
        RuleLayoutOptions,
        RuleTables,
        RuleTablesOptions,
    )

    logging.getLogger("docling").setLevel(logging.CRITICAL)
    # Docling keeps a factory for each way of asking for it: this is the pipeline's.
    layouts = get_layout_factory(allow_external_plugins=False)
    layouts.register(RuleLayout, "monograph_qa", __name__)
    tables = get_table_structure_factory(allow_external_plugins=False)
    tables.register(RuleTables, "monograph_qa", __name__)
    options = PdfPipelineOptions(
        do_ocr=False,
        layout_options=RuleLayoutOptions(),
        table_structure_options=RuleTablesOptions(),
        layout_batch_size=8,
        table_batch_size=8,
        batch_polling_interval_seconds=0.05,
    )
    converter = DocumentConverter(
        allowed_formats=[InputFormat.PDF],
        format_options={
            InputFormat.PDF: PdfFormatOption(
                pipeline_cls=PagesPipeline,
                backend=GlyphBackend,
                backend_options=ThreadedDoclingParseBackendOptions(parser_threads=1),
                pipeline_options=options,
            )
        },
    )
    settled()
    return converter


_FEWEST_LETTERS = 20  # of a text layer; a scanner's stamp may have a few
_SAMPLE = 80  # pages whose edges are compared
_FRONT = 14  # pages at the beginning in which a contents list may stand

_CONTENTS = re.compile(r"PRESCRIBING INFORMATION\s*:?\s*CONTENTS|TABLE OF CONTENTS", re.IGNORECASE)
_CONTENTS_END = re.compile(r"sections or subsections omitted", re.IGNORECASE)


def _preflight(path: Path, data: bytes) -> tuple[int, Furniture]:
    """Page count, and what the layout rules must know of the whole file beforehand. Raises
    EncryptedLabel, UnreadableLabel, LabelTooLarge (more than `MOST_PAGES`) or ScannedLabel."""
    import pypdfium2

    with opened(path, data) as document:
        count = len(document)
        if count == 0:
            raise UnreadableLabel(path, "the PDF has no pages")
        if count > MOST_PAGES:
            raise LabelTooLarge(path, f"the PDF has {count} pages; the limit is {MOST_PAGES}")
        step = max(1, count // _SAMPLE)
        tops: list[list[EdgeLine]] = []  # of sampled pages, left and right ones by turns
        bottoms: list[list[EdgeLine]] = []
        gutters: dict[int, float | None] = {}
        front: list[str] = []
        letters = drafted = 0
        for index in range(count):
            sampled = index // 2 % step == 0  # two pages in a row: heads may differ left and right
            if not (sampled or index < _FRONT or letters < _FEWEST_LETTERS):
                continue
            try:
                page = document[index]
            except pypdfium2.PdfiumError as error:
                raise UnreadableLabel(path, f"page {index + 1} of the PDF is damaged") from error
            text = page.get_textpage()
            height = page.get_height()
            if index < _FRONT or letters < _FEWEST_LETTERS:
                whole = text.get_text_bounded()
                letters += sum(map(str.isalnum, whole))
                if index < _FRONT:
                    front.append(whole)
            if sampled:
                pieces, read = _pieces(text, height), partial(_text_in, text, height)
                drafted += are_numbered(pieces, page.get_width(), read)
                gutters[index + 1] = page_gutter(pieces, page.get_width())
                outer = [p for p in pieces if not EDGE * height < p.center_y < (1 - EDGE) * height]
                tops.append(edge_lines((p for p in outer if p.center_y < height / 2), read))
                bottoms.append(edge_lines((p for p in outer if p.center_y >= height / 2), read))
            text.close()
            page.close()
    if letters < _FEWEST_LETTERS:
        need_ocr(path, count)
    contents = contents_pages(front)
    # Highlights and contents stand in two columns in labels of one.
    body = {number: x for number, x in gutters.items() if number > max(contents, default=0)}
    gutters_of = by_page(body, count)
    is_draft = 2 * drafted >= len(tops) > 0
    return count, Furniture(repeating(tops), repeating(bottoms), contents, gutters_of, is_draft)


def contents_pages(front: Sequence[str]) -> dict[int, tuple[bool, bool]]:
    """Pages with a printed contents list: page number -> (starts here, ends here)."""
    pages: dict[int, tuple[bool, bool]] = {}
    running = False
    for number, text in enumerate(front, start=1):
        starts = not pages and _CONTENTS.search(text) is not None
        ends = _CONTENTS_END.search(text) is not None
        leaders = len(re.findall(r"(?:\.\s?){5,}\s*\d+", text)) >= 4
        listed = len(re.findall(r"^\s*\d{1,2}\.\d{1,2}\s+[A-Z]", text, re.MULTILINE)) >= 8
        if starts or (running and (ends or leaders or listed)):
            pages[number] = (starts, ends)
            running = not ends
        else:
            running = False
        if ends:
            break
    return pages


def _pieces(text: Any, height: float) -> list[Box]:
    """The boxes of a page's text as pdfium runs it together, in points from the upper left."""
    rects = (text.get_rect(at) for at in range(text.count_rects()))
    return [Box(left, height - top, right, height - bottom) for left, bottom, right, top in rects]


def _text_in(text: Any, height: float, box: Box) -> str:
    """What pdfium reads within a box of the page."""
    inside = text.get_text_bounded(box.left, height - box.bottom, box.right, height - box.top)
    return str(inside)
