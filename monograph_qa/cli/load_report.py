"""The report of a load as one HTML page: self-contained, fit to print, safe to mail."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from monograph_qa.cli.report_pages import report_page
from monograph_qa.pipeline.loading.paths import path_text
from monograph_qa.pipeline.loading.report import FileResult, LoadReport, skipped_text


def load_report_html(report: LoadReport, library: str) -> str:
    """The page as text. Everything that a label or a file name says is escaped."""
    read = [result for result in report.results if result.was_read]
    return report_page(
        "load_report.html.j2",
        title="Load of drug labels",
        library=library,
        report=report,
        totals=_totals(report, read),
        states=sorted(Counter(result.state.value for result in report.results).items()),
        skipped=skipped_text(report.skipped),
        unmapped=[(_name(r), _counted(r.unknown_headings)) for r in read if r.unknown_headings],
        path_of=path_text,
        name_of=_name,
        ranges=_ranges,
    )


def _totals(report: LoadReport, read: Sequence[FileResult]) -> list[tuple[str, str]]:
    return [
        ("Files", f"{len(report.results):,}"),
        ("Failed", f"{len(report.failed):,}"),
        ("Pages read", f"{report.pages:,}"),
        ("Sections", f"{sum(r.sections for r in read):,}"),
        ("Unmapped headings", f"{sum(len(r.unknown_headings) for r in read):,}"),
        ("Facts", f"{sum(r.facts for r in read):,}"),
        ("Tables", f"{sum(r.tables for r in read):,}"),
        ("Pictures", f"{sum(r.images for r in read):,}"),
        ("Pages with nothing read", f"{sum(len(r.silent_pages) for r in read):,}"),
        ("Time", f"{report.seconds:.1f} s"),
        ("Speed", report.rate),
        ("Published", f"{report.published:,}"),
    ]


def _name(result: FileResult) -> str:
    return path_text(Path(result.path.name))


def _counted(headings: Iterable[str]) -> list[str]:
    """Each heading once, with how often it stands in the label where that is more than once."""
    times = Counter(headings)
    return [f"{heading} (×{n})" if n > 1 else heading for heading, n in times.items()]


def _ranges(pages: Sequence[int]) -> str:
    """Page numbers with runs drawn together: 3, 7–9."""
    runs: list[list[int]] = []
    for page in sorted(pages):
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)
