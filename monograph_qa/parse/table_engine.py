"""Our table rules as a Docling table structure engine."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from docling.datamodel.base_models import Page, Table, TableStructurePrediction
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import BaseTableStructureOptions
from docling.models.base_table_model import BaseTableStructureModel
from docling.utils.profiling import TimeRecorder
from docling_core.types.doc import DocItemLabel, TableCell

from monograph_qa.parse.layout.page import Found, PageLayout
from monograph_qa.parse.layout_engine import bounding_box
from monograph_qa.parse.notes import notes_of
from monograph_qa.parse.table_structure import GridCell, plain_rows, structure_of

_log = logging.getLogger(__name__)


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
        """The grids of each page's tables."""
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
                    block = notes.block(page.page_no, cluster.id)
                    if cluster.label is not DocItemLabel.TABLE or block is None:
                        continue
                    rows, columns, cells = _structure(block, layout)
                    prediction.table_map[cluster.id] = Table(
                        otsl_seq=[],
                        table_cells=[_cell(cell) for cell in cells],
                        num_rows=rows,
                        num_cols=columns,
                        id=cluster.id,
                        page_no=page.page_no,
                        cluster=cluster,
                        label=cluster.label,
                        text="",
                    )
        return predictions


def _structure(table: Found, layout: PageLayout) -> tuple[int, int, list[GridCell]]:
    """The table's grid; its printed rows in one column where the rules fail."""
    try:
        return structure_of(table, layout.shapes)
    except Exception as error:
        _log.warning("a table on page %d is read as plain rows: %r", layout.number, error)
        return plain_rows(table)


def _cell(cell: GridCell) -> TableCell:
    return TableCell(
        bbox=bounding_box(cell.box),
        row_span=cell.row_stop - cell.row,
        col_span=cell.column_stop - cell.column,
        start_row_offset_idx=cell.row,
        end_row_offset_idx=cell.row_stop,
        start_col_offset_idx=cell.column,
        end_col_offset_idx=cell.column_stop,
        text=cell.text,
        column_header=cell.is_header,
        row_header=False,
        row_section=cell.ends_group,
    )
