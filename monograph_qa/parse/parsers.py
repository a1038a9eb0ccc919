"""The readers of label files and their versions, one of which each label names.

A version is raised with every change by which labels are read otherwise: the next load reads them
anew.
"""

PDF = "docling+rules/36"
PDF_WITH_SCANS = f"{PDF}+ocr"
OFFICE = "docling"  # DOCX and HTML
SPL = "spl/22"
OPENFDA = "openfda/21"
EPI = "epi/18"

_TODAY = frozenset({PDF, PDF_WITH_SCANS, OFFICE, SPL, OPENFDA, EPI})


def is_openfda(parser: str) -> bool:
    """Whether a label was read from openFDA's account of it."""
    return parser.startswith("openfda/")


def is_of_today(parser: str) -> bool:
    """Whether a label that this reader read would be read by it today."""
    return parser in _TODAY
