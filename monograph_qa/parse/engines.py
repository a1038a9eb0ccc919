"""Our layout and table rules as engines of Docling, and its PDF pipeline up to the pages it made.

Docling's clusters keep a label, a box and cells; lines, faces and offsets are more than they can
hold, so the full page layouts travel on the conversion beside them, as notes. The pages become our
label, not Docling's document: putting that together, with a reading order of its own, would cost a
good part of the time.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal

from docling.datamodel.base_models import (
    AssembledUnit,
    Cluster,
    LayoutPrediction,
    Page,
    Table,
    TableStructurePrediction,
)
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import BaseLayoutOptions, BaseTableStructureOptions
from docling.models.base_layout_model import BaseLayoutModel
from docling.models.base_table_model import BaseTableStructureModel
from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline
from docling.utils.profiling import TimeRecorder
from docling_core.types.doc import BoundingBox, CoordOrigin, DocItemLabel, TableCell

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import BlockKind, Cell, Grid
from monograph_qa.parse.layout.engine import lay_out, plain_layout
from monograph_qa.parse.layout.furniture import Furniture
from monograph_qa.parse.layout.lines import PageLayout
from monograph_qa.parse.pdf_backend import GlyphPage
from monograph_qa.parse.table_structure import grid_of

_log = logging.getLogger(__name__)
_ATTRIBUTE = "_monograph_qa_layout"


@dataclass
class LayoutNotes:
    """The file's furniture, the layouts of its pages by number, and their tables' grids by page and
    cluster, which counts the blocks of the layout from 0."""

    furniture: Furniture
    pages: dict[int, PageLayout] = field(default_factory=dict)
    grids: dict[tuple[int, int], Grid] = field(default_factory=dict)


def notes_of(conversion: ConversionResult) -> LayoutNotes:
    """The notes of a conversion; made at first use, with the furniture of the file being read."""
    held = conversion.__dict__.get(_ATTRIBUTE)
    if isinstance(held, LayoutNotes):
        return held
    known = getattr(getattr(conversion.input, "_backend", None), "furniture", None)
    notes = LayoutNotes(known if isinstance(known, Furniture) else Furniture())
    object.__setattr__(conversion, _ATTRIBUTE, notes)
    return notes


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
        """One prediction a page, of its tables; our notes keep all that it holds."""
        notes = notes_of(conv_res)
        predictions = []
        for page in pages:
            backend = page._backend
            if not isinstance(backend, GlyphPage) or not backend.is_valid():
                predictions.append(LayoutPrediction())
                continue
            with TimeRecorder(conv_res, "layout"):
                size = backend.get_size()
                layout = _layout(page.page_no, size.width, size.height, backend, notes)
            notes.pages[page.page_no] = layout
            predictions.append(
                LayoutPrediction(
                    clusters=[
                        Cluster(id=at, label=DocItemLabel.TABLE, bbox=bounding_box(block.box))
                        for at, block in enumerate(layout.blocks)
                        if block.kind is BlockKind.TABLE
                    ]
                )
            )
        return predictions


def _layout(
    number: int, width: float, height: float, page: GlyphPage, notes: LayoutNotes
) -> PageLayout:
    """The page's layout; plain rows of text where the rules fail, so that no text is lost."""
    glyphs = page.glyphs()
    try:
        return lay_out(
            number, (width, height), glyphs, page.paths(), page.bitmaps(), notes.furniture
        )
    except Exception as error:
        _log.warning("page %d is read as plain text, its layout failed: %r", number, error)
        return plain_layout(number, (width, height), glyphs)


def bounding_box(box: Box) -> BoundingBox:
    """`box` as Docling writes it."""
    return BoundingBox(
        l=box.left, t=box.top, r=box.right, b=box.bottom, coord_origin=CoordOrigin.TOPLEFT
    )


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
        """The grids of each page's tables; our notes keep them with what Docling's cannot say."""
        notes = notes_of(conv_res)
        predictions = []
        for page in pages:
            prediction = TableStructurePrediction()
            predictions.append(prediction)
            layout = notes.pages.get(page.page_no)
            clusters = page.predictions.layout.clusters if page.predictions.layout else []
            if layout is None:
                continue
            with TimeRecorder(conv_res, "table_structure"):
                for cluster in clusters:
                    grid = grid_of(layout.blocks[cluster.id], layout)
                    notes.grids[page.page_no, cluster.id] = grid
                    prediction.table_map[cluster.id] = Table(
                        otsl_seq=[],
                        table_cells=[_cell(cell) for cell in grid.cells],
                        num_rows=grid.rows,
                        num_cols=grid.columns,
                        id=cluster.id,
                        page_no=page.page_no,
                        cluster=cluster,
                        label=cluster.label,
                        text="",
                    )
        return predictions


def _cell(cell: Cell) -> TableCell:
    return TableCell(
        bbox=bounding_box(cell.box) if cell.box is not None else None,
        row_span=cell.row_span,
        col_span=cell.column_span,
        start_row_offset_idx=cell.row,
        end_row_offset_idx=cell.row + cell.row_span,
        start_col_offset_idx=cell.column,
        end_col_offset_idx=cell.column + cell.column_span,
        text=cell.text,
        column_header=cell.is_header,
    )


class PagesPipeline(StandardPdfPipeline):  # type: ignore[misc]
    """The standard pipeline; of what it assembles only the elements of each page, in order."""

    def _assemble_document(self, conv_res: ConversionResult) -> ConversionResult:
        pages = [page.assembled for page in conv_res.pages if page.assembled]
        conv_res.assembled = AssembledUnit(elements=[e for page in pages for e in page.elements])
        return conv_res
