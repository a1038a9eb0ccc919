"""The checks, one a file. Each takes a draft and what is stored, and yields what it found wrong."""

from collections.abc import Callable, Iterable

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.checks.citation import check_citations
from monograph_qa.gate.checks.completeness import check_completeness
from monograph_qa.gate.checks.context import check_context
from monograph_qa.gate.checks.figures import check_figures
from monograph_qa.gate.checks.headings import check_headings
from monograph_qa.gate.checks.label import check_labels
from monograph_qa.gate.checks.parts import check_parts
from monograph_qa.gate.checks.pictures import check_pictures
from monograph_qa.gate.checks.ranks import check_ranks
from monograph_qa.gate.checks.repetition import check_repetition
from monograph_qa.gate.checks.sources import check_sources
from monograph_qa.gate.checks.verbatim import check_verbatim
from monograph_qa.gate.checks.writer import check_writer
from monograph_qa.gate.stored import Stored

Check = Callable[[Draft, Stored], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    check_citations,
    check_sources,
    check_verbatim,
    check_figures,
    check_labels,
    check_headings,
    check_context,
    check_repetition,
    check_completeness,
    check_parts,
    check_ranks,
    check_pictures,
    check_writer,
)

__all__ = ["CHECKS", "Check"]
