"""Docling's PDF pipeline up to the pages it made, with a backend and engines of ours in it.

Docling's own backend joins glyphs to words and lines by its own measure and renders every page;
here pages hand over glyphs and drawn paths as they are in the file, the layout engine joins them,
with the file's own spaces, and pictures are rendered later.

Docling's clusters keep a label, a box and cells; lines, faces and offsets are more than they can
hold, so the page layouts are kept with the label's bytes. The pages become our label, not
Docling's document: putting that together, with a reading order of its own, would cost a good part
of the time. So nothing is told to Docling.
"""

import logging
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, Literal

from docling.backend.docling_parse_backend import ThreadedDoclingParsePageBackend
from docling.backend.pdf_backend import PdfDocumentBackend, PdfPageBackend
from docling.datamodel.backend_options import PdfBackendOptions, ThreadedDoclingParseBackendOptions
from docling.datamodel.base_models import LayoutPrediction, Page, TableStructurePrediction
from docling.datamodel.document import ConversionResult, InputDocument
from docling.datamodel.pipeline_options import BaseLayoutOptions, BaseTableStructureOptions
from docling.exceptions import DocumentLoadError
from docling.models.base_layout_model import BaseLayoutModel
from docling.models.base_table_model import BaseTableStructureModel
from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline
from docling.utils.profiling import TimeRecorder
from docling_core.types.doc import BoundingBox
from docling_core.types.doc.page import SegmentedPdfPage, TextCell
from docling_parse.pdf_parser import (
    ContentConfig,
    ContentLevel,
    DecodeConfig,
    DoclingThreadedPdfParser,
    PageParseResult,
    ThreadedPdfParserConfig,
)
from PIL import Image

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.engine import lay_out, plain_layout
from monograph_qa.parse.layout.furniture import Furniture
from monograph_qa.parse.layout.glyphs import Glyph
from monograph_qa.parse.layout.lines import PageLayout
from monograph_qa.parse.layout.shapes import Path as Stroke
from monograph_qa.parse.pdfium import with_text_mended
from monograph_qa.parse.table_structure import set_grids

_log = logging.getLogger(__name__)

_STROKED = 2  # text rendering mode "fill, then stroke": bold without a bold font
_HIDDEN = 3
_WHITE = [255, 255, 255]
_SLANT = 1.6  # points; a mitred corner of a table border is smaller


class LabelBytes(BytesIO):
    """A label's bytes, its furniture, and the layouts of its pages by number, as they are made."""

    def __init__(self, data: bytes, furniture: Furniture) -> None:
        super().__init__(data)
        self.furniture = furniture
        self.layouts: dict[int, PageLayout] = {}


class GlyphPage(ThreadedDoclingParsePageBackend):  # type: ignore[misc]
    """One page as glyphs, painted paths and bitmap boxes."""

    def __init__(self, result: PageParseResult, label: LabelBytes) -> None:
        super().__init__(result, rendered=False)
        self.label = label

    def glyphs(self) -> list[Glyph]:
        """Every glyph in the order the file draws it."""
        height = self._result.page_height
        glyphs = [_glyph(cell, height) for cell in self._decoder().get_char_cells() if cell.text]
        return with_text_mended(glyphs, self.label.getvalue(), self.page_no)

    def paths(self) -> list[Stroke]:
        """Every painted subpath."""
        height = self._result.page_height
        found = []
        for shape in self._decoder().get_page_shapes():
            xs, ys, ends = list(shape.get_x()), list(shape.get_y()), list(shape.get_i())
            is_white = list(shape.get_rgb_filling_ops()) == _WHITE
            for start, stop in zip(ends[::2], ends[1::2], strict=False):
                if stop > start:
                    found.append(_path(xs[start:stop], ys[start:stop], height, white=is_white))
        return found

    def bitmaps(self) -> list[Box]:
        """The box of every bitmap."""
        return [Box(box.l, box.t, box.r, box.b) for box in self.get_bitmap_rects()]

    def get_text_cells(self) -> Iterable[TextCell]:
        return []

    def get_visible_text_cells(self) -> list[TextCell]:
        return []

    def get_segmented_page(self) -> SegmentedPdfPage | None:
        return self._result.get_page() if self.is_valid() else None

    def get_page_image(self, scale: float = 1, cropbox: BoundingBox | None = None) -> Image.Image:
        # Docling stores one image a page before layout; nothing here looks at its pixels.
        return Image.new("RGB", (1, 1), "white")

    def _decoder(self) -> Any:
        return self._result._require_page_decoder()


def _glyph(cell: Any, height: float) -> Glyph:
    x0, y0, x1, x2, y2 = cell.r_x0, cell.r_y0, cell.r_x1, cell.r_x2, cell.r_y2
    level = x1 >= x0 and abs(cell.r_y1 - y0) <= 0.2 * (x1 - x0) + 0.01
    mode = int(cell.rendering_mode)
    box = min(x0, x2), height - max(y0, y2), max(x0, x2), height - min(y0, y2)
    look = mode == _STROKED, not level, mode == _HIDDEN
    return Glyph(cell.text, *box, cell.font_name, cell.space_width, *look)


def _path(xs: list[float], ys: list[float], height: float, *, white: bool) -> Stroke:
    slanted = any(
        abs(x1 - x0) > _SLANT and abs(y1 - y0) > _SLANT
        for x0, x1, y0, y1 in zip(xs, xs[1:], ys, ys[1:], strict=False)
    )
    return Stroke(Box(min(xs), height - max(ys), max(xs), height - min(ys)), slanted, white)


class GlyphBackend(PdfDocumentBackend):  # type: ignore[misc]
    """A PDF file whose pages are `GlyphPage`s. Raises DocumentLoadError for what is no PDF."""

    supports_random_page_access = False

    def __init__(
        self,
        in_doc: InputDocument,
        path_or_stream: LabelBytes,
        options: PdfBackendOptions | None = None,
    ) -> None:
        chosen = options or ThreadedDoclingParseBackendOptions()
        super().__init__(in_doc, path_or_stream, chosen)
        self._label = path_or_stream
        threads = getattr(chosen, "parser_threads", None) or 1
        self._closed = False
        self._parser = DoclingThreadedPdfParser(
            parser_config=ThreadedPdfParserConfig(
                loglevel="fatal",
                threads=threads,
                page_content_config=ContentConfig(
                    char_cells_content_level=ContentLevel.COMPUTE,
                    word_cells_content_level=ContentLevel.SKIP,
                    line_cells_content_level=ContentLevel.SKIP,
                    shapes_content_level=ContentLevel.COMPUTE,
                    bitmaps_content_level=ContentLevel.COMPUTE_AND_MATERIALIZE,
                    include_bitmap_bytes=False,
                ),
            ),
            decode_config=DecodeConfig(),
        )
        self._label.seek(0)
        first, last = in_doc.limits.page_range
        try:
            self._key = self._parser.load(
                self._label, page_range=(min(first, sys.maxsize), min(last, sys.maxsize))
            )
        except (RuntimeError, ValueError) as error:
            raise DocumentLoadError(f"docling-parse could not load the file: {error}") from error

    def is_valid(self) -> bool:
        return not self._closed and self.page_count() > 0

    def page_count(self) -> int:
        return int(self._parser.page_count(self._key))

    def load_page(self, page_no: int) -> PdfPageBackend:
        raise NotImplementedError("pages come in order, from iter_pages()")

    def iter_pages(self) -> Iterator[PdfPageBackend]:
        for result in self._parser.iterate_results():
            yield GlyphPage(result, self._label)

    def unload(self) -> None:
        if self._closed:
            return
        self._closed = True
        while self._parser.has_tasks():
            self._parser.get_task()
        self._parser.unload(self._key)
        super().unload()


class RuleLayoutOptions(BaseLayoutOptions):  # type: ignore[misc]
    """Chooses this engine in Docling's pipeline options."""

    kind: ClassVar[Literal["monograph_rules"]] = "monograph_rules"


class RuleLayout(BaseLayoutModel):  # type: ignore[misc]
    """Finds blocks by fonts, rules, whitespace and repetition; loads no model."""

    requires_layout_postprocessing = False

    def __init__(
        self,
        artifacts_path: Path | None,
        accelerator_options: Any,
        options: RuleLayoutOptions,
        enable_remote_services: bool = False,
    ) -> None:
        self.options = options

    @classmethod
    def get_options_type(cls) -> type[BaseLayoutOptions]:
        return RuleLayoutOptions

    def predict_layout(
        self, conv_res: ConversionResult, pages: Sequence[Page]
    ) -> Sequence[LayoutPrediction]:
        """An empty prediction a page: the label keeps the layout."""
        for page in pages:
            backend = page._backend
            if isinstance(backend, GlyphPage) and backend.is_valid():
                with TimeRecorder(conv_res, "layout"):
                    backend.label.layouts[page.page_no] = _layout(page.page_no, backend)
        return [LayoutPrediction() for _ in pages]


def _layout(number: int, page: GlyphPage) -> PageLayout:
    """The page's layout; plain rows of text where the rules fail, so that no text is lost."""
    glyphs, whole = page.glyphs(), page.get_size()
    size = whole.width, whole.height
    try:
        return lay_out(number, size, glyphs, page.paths(), page.bitmaps(), page.label.furniture)
    except Exception as error:
        _log.warning("page %d is read as plain text, its layout failed: %r", number, error)
        return plain_layout(number, size, glyphs)


class RuleTablesOptions(BaseTableStructureOptions):  # type: ignore[misc]
    """Chooses this engine in Docling's pipeline options."""

    kind: ClassVar[Literal["monograph_table_rules"]] = "monograph_table_rules"


class RuleTables(BaseTableStructureModel):  # type: ignore[misc]
    """Rows and columns by drawn rules, else by whitespace; loads no model."""

    def __init__(
        self,
        enabled: bool,
        artifacts_path: Path | None,
        options: RuleTablesOptions,
        accelerator_options: Any,
        enable_remote_services: bool = False,
    ) -> None:
        self.enabled = enabled
        self.options = options

    @classmethod
    def get_options_type(cls) -> type[BaseTableStructureOptions]:
        return RuleTablesOptions

    def predict_tables(
        self, conv_res: ConversionResult, pages: Sequence[Page]
    ) -> Sequence[TableStructurePrediction]:
        """An empty prediction a page: the tables of its layout keep their grids."""
        for page in pages:
            backend = page._backend
            if isinstance(backend, GlyphPage) and page.page_no in backend.label.layouts:
                with TimeRecorder(conv_res, "table_structure"):
                    set_grids(backend.label.layouts[page.page_no])
        return [TableStructurePrediction() for _ in pages]


class PagesPipeline(StandardPdfPipeline):  # type: ignore[misc]
    """The standard pipeline up to the layouts of the pages: no document is assembled."""

    def _assemble_document(self, conv_res: ConversionResult) -> ConversionResult:
        return conv_res
