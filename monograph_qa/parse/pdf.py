"""A label PDF through Docling's pipeline, with our layout and table engines in it."""

import logging
import threading
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.errors import LabelError, UnreadableLabel
from monograph_qa.parse import parsers
from monograph_qa.parse.blocks import blocks_of
from monograph_qa.parse.compat import settled, trimmed, without_torch
from monograph_qa.parse.layout.furniture import Furniture
from monograph_qa.parse.ocr import need_ocr
from monograph_qa.parse.pdfium import draw_pictures, written
from monograph_qa.parse.preflight import preflight
from monograph_qa.parse.scans import may_be_text, with_scans
from monograph_qa.parse.witness import misread

MOST_PAGES = 3000

_converting = threading.Lock()


def read_pdf(path: Path, data: bytes) -> ParsedLabel:
    """The label in a PDF. Raises EncryptedLabel, UnreadableLabel, ScannedLabel or LabelTooLarge."""
    first_look = preflight(path, data, MOST_PAGES)
    if not first_look.has_text:
        need_ocr(path, first_look.page_count)
    with _converting:
        try:
            return _read(path, data, first_look.furniture, first_look.page_count)
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
