"""`ingest`, `retry`: label files into the library."""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from monograph_qa.cli.options import Shown, note, over_library
from monograph_qa.domain.journal import JobState
from monograph_qa.errors import DiskFull, LibraryError
from monograph_qa.library import Library
from monograph_qa.pipeline.loading.report import (
    FileResult,
    Limits,
    LoadReport,
    ReadingEngine,
    skipped_text,
)
from monograph_qa.values import fields_of
from monograph_qa.visible import visible_line


class Engine(StrEnum):
    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True)
class HowToRead:
    """Who reads the files, how many at once, and what one may cost."""

    workers: int | None = typer.Option(
        None,
        min=1,
        help="Files read at once.",
        show_default="one a core; on a cluster, all that its workers can",
    )
    engine: Engine = typer.Option(
        Engine.LOCAL, help="Who reads: processes here, or a Dask cluster that runs already."
    )
    cluster: str | None = typer.Option(
        None,
        metavar="ADDRESS",
        help="The cluster's scheduler, e.g. tcp://host:8786.",
        show_default="DASK_SCHEDULER_ADDRESS",
    )
    timeout: float = typer.Option(600.0, min=1, help="Most seconds that one file may take.")
    memory: float | None = typer.Option(
        None, min=1, help="Most GB that reading one file may take.", show_default="12"
    )

    @property
    def limits(self) -> Limits:
        limits = Limits(seconds=self.timeout)
        return replace(limits, memory=int(self.memory * 1024**3)) if self.memory else limits

    def readers(self) -> AbstractContextManager[ReadingEngine | None]:
        """Where files are read, None for here. Raises ClusterError."""
        if self.engine is Engine.LOCAL:
            return nullcontext()
        import logging

        from monograph_qa.pipeline.loading.reading_cluster import ReadingCluster

        # What goes wrong is reported in our words; Dask would report it too, with tracebacks.
        for name in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        return ReadingCluster.connect(self.cluster)


WaitOption = Annotated[
    bool, typer.Option("--wait/--no-wait", help="Wait for another load to end, or fail at once.")
]


@over_library
def ingest(
    library: Library,
    paths: Annotated[list[str], typer.Argument(help="Label files, folders or globs.")],
    how: HowToRead,
    report_to: Path | None = typer.Option(
        None, "--report", dir_okay=False, help="Also write a report of the load, as HTML."
    ),
    dry_run: bool = typer.Option(
        False, "--dry-run", help="Only list what would be loaded, and what is held."
    ),
    sync: bool = typer.Option(
        False,
        "--sync",
        help="Withdraw labels whose files are gone from the folders (empty ones: none).",
    ),
    no_originals: bool = typer.Option(False, "--no-originals", help="Keep no copy of the files."),
    strict: bool = typer.Option(False, "--strict", help="Refuse labels whose reading is in doubt."),
    wait: WaitOption = True,
    as_json: bool = False,
) -> Shown:
    """Load labels (PDF, DOCX, HTML, SPL XML, openFDA JSON, FHIR ePI; all of them in ZIPs too).
    Loading a file again does nothing; a changed file becomes a new version, and what an earlier
    reader read is read anew. A bad file fails alone, with its cause. Ctrl-C keeps what was read;
    the same command goes on from there.

    Exit codes: 0 all loaded, 1 some failed (see `jobs --state failed`, `retry`), 130 stopped.

    Examples:

      monograph-qa ingest monographs/

      monograph-qa ingest dm_spl_release_human_rx_part1.zip drug-label-0001-of-0013.json.zip

      monograph-qa ingest "labels/*.pdf" more/eliquis.pdf --workers 4 --report load.html

      monograph-qa ingest labels/ --engine dask --cluster tcp://host:8786
    """
    if how.cluster is not None and how.engine is not Engine.DASK:
        raise typer.BadParameter("goes with --engine dask", param_hint="--cluster")
    if dry_run:
        return _dry_run(library, paths, sync=sync)
    if report_to is not None and not report_to.absolute().parent.is_dir():
        raise typer.BadParameter(f"{report_to.parent}: no such folder", param_hint="--report")
    options = {"sync": sync, "strict": strict, "originals": not no_originals, "wait": wait}
    report, shown = _loaded(library, paths, how, quiet=as_json, **options)
    if report_to is not None:
        from monograph_qa.cli.report_pages import load_report_html, write_page

        write_page(report_to, load_report_html(report, library.place.shown))
    return shown


def _loaded(
    library: Library, paths: list[str], how: HowToRead, *, quiet: bool, **options: bool
) -> tuple[LoadReport, Shown]:
    from monograph_qa.cli.progress import LoadProgress

    with how.readers() as readers, LoadProgress(quiet=quiet) as progress:
        report = library.ingest(
            paths, workers=how.workers, limits=how.limits, progress=progress.advance,
            engine=readers, stop_heard=progress.say_stopping, notice=progress.note, **options,
        )  # fmt: skip
    bad = report.failed or report.deserted or not report.results
    code = 130 if report.interrupted else 1 if bad else 0
    lines = map(visible_line, _report_lines(report, library.place))
    return report, Shown(report_value(report), lines, code=code)


def _dry_run(library: Library, paths: list[str], *, sync: bool) -> Shown:
    from monograph_qa.pipeline.loading.paths import find_files
    from monograph_qa.pipeline.loading.storing import (
        fingerprint,
        labels_of_missing_files,
        match_held,
    )

    found = find_files(paths)
    held: list[Path] = []
    gone: list[str] = []
    with suppress(LibraryError):  # there is none yet
        held = list(match_held(library.reader, found.files))
        if sync:
            folders = [Path(each).expanduser() for each in paths]
            bytes_held = set(map(fingerprint, held))
            current = library.reader.current_labels()
            missing_now = labels_of_missing_files(current, folders, found.files, bytes_held)
            gone = [each.source_path for each in missing_now]
    known = set(held)
    files = [str(each) for each in found.files if each not in known]
    skipped = found.skipped_by_reason()
    value = {
        "files": files,
        "held": list(map(str, held)),
        "missing": list(found.missing),
        **({"withdrawn": gone} if sync else {}),
        "skipped": skipped,
        "refused": [{"path": str(e.path), "error": e.cause} for e in found.refused],
    }
    lines = (
        *files,
        *(f"held already: {each}" for each in held),
        *(f"would be withdrawn: {each}" for each in gone),
        *(f"missing: {each}" for each in found.missing),
        *(f"cannot be read: {error}" for error in found.refused),
        skipped_text(skipped),
    )
    code = 1 if found.missing or found.refused else 0
    return Shown(value, map(visible_line, filter(None, lines)), code=code)


_OF_LABEL = "label_id drug title format version"


def result_value(result: FileResult) -> dict[str, Any]:
    from monograph_qa.pipeline.loading.paths import path_text

    label, error = result.label, result.error
    return {
        "path": path_text(result.path),
        "state": result.state.value,
        **(fields_of(label, _OF_LABEL) if label else dict.fromkeys(_OF_LABEL.split())),
        "pages": label.page_count if label else None,
        **fields_of(result, "sections facts tables images silent_pages doubts"),
        "parser": label.parser if label else None,
        "parser_before": result.parser_before,
        "error_type": type(error).__name__ if error else None,
        "error": error.cause if error else None,
    }


def report_value(report: LoadReport) -> dict[str, Any]:
    return {
        "files": [result_value(r) for r in report.results],
        "seconds": round(report.seconds, 2),
        "pages": report.pages,
        "pages_a_second": round(report.pages_a_second, 2),
        "read": report.read,
        "files_a_second": round(report.files_a_second, 2),
        "published": report.published,
        "skipped": dict(report.skipped),
        "interrupted": report.interrupted,
        "deserted": str(report.deserted) if report.deserted else None,
    }


def _report_lines(report: LoadReport, place: object) -> Iterator[str]:
    states = Counter(r.state.value for r in report.results if not r.was_read)
    rest = "".join(f", {count} {state}" for state, count in sorted(states.items()))
    took = f"{report.read} read in {report.seconds:.1f} s ({report.rate})"
    yield f"{took}, {report.published} published into {place}{rest}"
    if skipped := skipped_text(report.skipped):
        yield skipped
    doubtful = [result for result in report.results if result.doubts]
    if doubtful:
        doubts = sum(result.doubts for result in doubtful)
        of = f"of the reading of {len(doubtful)} labels"
        yield f"{doubts} doubts {of}: see doctor, show LABEL_ID"
    for result in report.nameless:
        label_id = result.label.label_id if result.label else ""
        doubt = f"no name of a drug was found in {result.path}; ask with --label {label_id}"
        yield f"in doubt: {doubt}, or load a file that states it"
    readers = ((r.parser_before, r.label.parser) for r in report.results if r.label)
    for (before, now), count in Counter(each for each in readers if each[0]).items():
        yield f"{count} unchanged files were read anew: by {now}, before by {before}"
    for result in report.failed:
        yield f"failed: {result.error}"
    if report.deserted or not report.is_complete:
        yield f"stopped: {report.deserted}" if report.deserted else "stopped"
    if not report.is_complete:
        room = "Make room, then run" if isinstance(report.deserted, DiskFull) else "Run"
        yield f"What was published stays. {room} the same command to go on."


@over_library
def retry(
    library: Library,
    how: HowToRead,
    every: bool = typer.Option(False, "--all", help="Also files that failed for what they are."),
    wait: WaitOption = True,
    as_json: bool = False,
) -> Shown:
    """Load again every file whose last job failed or was interrupted. What is broken, encrypted or
    gone, and has not changed since, is left.

    Examples:

      monograph-qa retry

      monograph-qa retry --timeout 3600
    """
    from monograph_qa.pipeline.loading.job_log import is_permanent_failure

    jobs = library.journal.jobs([JobState.FAILED, JobState.PENDING, JobState.RUNNING])
    left = set() if every else {job.source_path for job in jobs if is_permanent_failure(job)}
    paths = sorted({job.source_path for job in jobs} - left)
    if left and not as_json:
        note(f"left: {len(left)} files that are what they were when they failed")
    if not paths:
        return Shown(report_value(LoadReport((), 0.0)), notes=["nothing to retry"])
    return _loaded(library, paths, how, quiet=as_json, wait=wait)[1]
