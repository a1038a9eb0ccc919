"""Docling's PDF pipeline up to the pages it made: they become our label, not its document.

Putting its document together, with a reading order of its own, would cost a good part of the time.
"""

from docling.datamodel.base_models import AssembledUnit
from docling.datamodel.document import ConversionResult
from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline


class PagesPipeline(StandardPdfPipeline):  # type: ignore[misc]
    """The standard pipeline; of what it assembles only the elements of each page, in order."""

    def _assemble_document(self, conv_res: ConversionResult) -> ConversionResult:
        pages = [page.assembled for page in conv_res.pages if page.assembled]
        conv_res.assembled = AssembledUnit(elements=[e for page in pages for e in page.elements])
        return conv_res
