"""Our layout and table rules as engines of Docling, and its PDF pipeline up to the pages it made.

Docling's clusters keep a label, a box and cells; lines, faces and offsets are more than they can
hold, so the page layouts are kept with the label's bytes. The pages become our label, not
Docling's document: putting that together, with a reading order of its own, would cost a good part
of the time. So nothing is told to Docling.
"""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from docling.datamodel.base_models import LayoutPrediction, Page, TableStructurePrediction
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import BaseLayoutOptions, BaseTableStructureOptions
from docling.models.base_layout_model import BaseLayoutModel
from docling.models.base_table_model import BaseTableStructureModel
from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline
from docling.utils.profiling import TimeRecorder

from monograph_qa.parse.layout.engine import lay_out, plain_layout
from monograph_qa.parse.layout.lines import PageLayout
from monograph_qa.parse.pdf_backend import GlyphPage
from monograph_qa.parse.table_structure import set_grids

_log = logging.getLogger(__name__)


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
