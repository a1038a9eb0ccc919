"""Reports of loads and evaluations as self-contained HTML pages, written whole or not at all."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from monograph_qa import __version__
from monograph_qa.errors import LabelError, NotFound
from monograph_qa.frozen import frozen
from monograph_qa.library import Library
from monograph_qa.pipeline.loading.paths import folder_of, name_in, path_text
from monograph_qa.pipeline.loading.report import FileResult, LoadReport, skipped_text
from monograph_qa.pipeline.scoring.judging import VERDICTS
from monograph_qa.pipeline.scoring.scoring import Scored, scores
from monograph_qa.table_files import ExportUnwritable
from monograph_qa.telling.templates import page_templates
from monograph_qa.whole_file import failing_as, whole_file


def report_page(template: str, **values: Any) -> str:
    """The page that a template of `cli/templates` makes of the values; all text is escaped."""
    made_at = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    found = page_templates("monograph_qa.cli").get_template(template)
    page: str = found.render(made_at=made_at, version=__version__, **values)
    return page


def write_page(path: Path, html: str) -> None:
    """Writes the page to `path`, whole or not at all. Raises ExportUnwritable."""
    with failing_as(ExportUnwritable, path), whole_file(path) as part:
        part.write_text(html, encoding="utf-8", errors="backslashreplace")


def load_report_html(report: LoadReport, library: str) -> str:
    read = [result for result in report.results if result.was_read]
    folder = folder_of(result.path for result in report.results)

    def name_of(result: FileResult) -> str:
        return name_in(folder, result.path)

    return report_page(
        "load_report.html.j2",
        title="Load of drug labels",
        library=library,
        report=report,
        read=read,
        states=sorted(Counter(result.state.value for result in report.results).items()),
        skipped=skipped_text(report.skipped),
        unmapped=[
            (name_of(r), counted(Counter(r.unknown_headings))) for r in read if r.unknown_headings
        ],
        path_of=path_text,
        name_of=name_of,
        ranges=_ranges,
    )


def counted(texts: Iterable[str]) -> list[str]:
    """Each text once, with how often it stands there where that is more than once."""
    return [f"{text} (×{n})" if n > 1 else text for text, n in Counter(texts).items()]


def _ranges(pages: Sequence[int]) -> str:
    """Page numbers with runs drawn together: 3, 7–9."""
    runs: list[list[int]] = []
    for page in sorted(pages):
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


_MOST_PAGES = 60  # pictures of pages are large; later failures come without


@frozen
class _Failure:
    scored: Scored
    fact_id: str = ""
    why: str = ""  # the page is shown
    png: str = ""


def eval_page(library: Library, scored: Sequence[Scored]) -> str:
    failed = [each for each in scored if each.judged.verdict != "right"]
    tally = Counter(each.judged.verdict for each in scored)
    return report_page(
        "eval_report.html.j2",
        title="Evaluation",
        library=library.place.shown,
        verdicts=[(name, tally[name]) for name in VERDICTS if tally[name]],
        scores=[
            (name.replace("_", " "), n, of, f"{n / of:.0%}")
            for name, (n, of) in scores(scored).items()
            if of
        ],
        seconds=f"{sum(each.ms for each in scored) / 1000:.1f}",
        rounds=sum(each.rounds for each in scored),
        tokens=sum(each.tokens for each in scored),
        judged=any(each.model_verdict for each in scored),
        failures=[
            _failure(library, each) if at < _MOST_PAGES else _Failure(each)
            for at, each in enumerate(failed)
        ],
        scored=scored,
    )


def _failure(library: Library, scored: Scored) -> _Failure:
    """The failure with the page of what is needed, else of the first line shown."""
    needed = _needed(library, scored)
    chosen = needed or next(iter(scored.fact_ids), "")
    if chosen:
        with suppress(NotFound, LabelError):
            png = b64encode(library.pages(chosen)[0].png).decode("ascii")
            why = "what is needed" if needed else "the first line shown"
            return _Failure(scored, chosen, why, png)
    return _Failure(scored, chosen)


def _needed(library: Library, scored: Scored) -> str:
    """The line of the labels asked about that has what is needed and is not shown, or ""."""
    missing = [n for n, at in zip(scored.need, scored.judged.found, strict=True) if at is None]
    for label_id in scored.label_ids:
        for fact in library.reader.facts(label_id):
            line = f"{fact.context or ''} | {fact.quote}"
            if any(re.search(pattern, line, re.S) for pattern in missing):
                return fact.fact_id
    return ""
