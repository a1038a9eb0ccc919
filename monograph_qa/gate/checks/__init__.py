"""The checks, one a file. Each takes a draft and what is stored, and yields what it found wrong."""

from collections.abc import Callable, Iterable

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.checks.citation import check_citations
from monograph_qa.gate.checks.completeness import check_completeness
from monograph_qa.gate.checks.context import check_context
from monograph_qa.gate.checks.headings import check_headings
from monograph_qa.gate.checks.label import check_labels
from monograph_qa.gate.checks.pictures import check_pictures
from monograph_qa.gate.checks.verbatim import check_verbatim
from monograph_qa.gate.stored import Stored

Check = Callable[[Draft, Stored], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    check_citations,
    check_verbatim,
    check_labels,
    check_headings,
    check_context,
    check_completeness,
    check_pictures,
)

__all__ = ["CHECKS", "Check"]
