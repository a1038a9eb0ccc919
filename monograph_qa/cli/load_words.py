"""How fast a load is, and what it passes over, in the same words wherever it is told."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monograph_qa.pipeline.loading.report import LoadReport


def said_rate(files: float, pages: float) -> str:
    """How fast labels are read, in words: by the second; pages only where there are any."""
    return f"{files:.1f} files/s" + (f", {pages:.1f} pages/s" if pages else "")


def rate_of(report: "LoadReport") -> str:
    """How fast a whole load was, in words."""
    return said_rate(report.files_a_second, report.pages_a_second)


def skipped_line(skipped: Mapping[str, int]) -> str:
    """What was passed over, by reason, as one line; empty for nothing."""
    said = ", ".join(f"{files:,} {reason}" for reason, files in skipped.items())
    return f"skipped: {said}" if said else ""
