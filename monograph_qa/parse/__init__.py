"""Label files become blocks in reading order; the only room that knows Docling.

`read` gives a ParsedLabel or raises a LabelError, `take` what it would open; `iter_delivered` finds
the label files that a file holds. Nothing heavy is imported before they are called.
"""

from monograph_qa.parse.delivery import (
    READABLE,
    Skipped,
    Taken,
    content,
    file_of,
    is_archived,
    is_there,
    iter_delivered,
    without_shown,
)
from monograph_qa.parse.parsers import is_of_today, is_openfda
from monograph_qa.parse.reader import read, take

__all__ = [
    "READABLE",
    "Skipped",
    "Taken",
    "content",
    "file_of",
    "is_archived",
    "is_of_today",
    "is_openfda",
    "is_there",
    "iter_delivered",
    "read",
    "take",
    "without_shown",
]
