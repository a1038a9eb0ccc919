"""`jobs` and `retry`: what became of each file, and another try for those that failed."""

from typing import Annotated

import typer

from monograph_qa.answer.rendering import value_of
from monograph_qa.cli.ingest import (
    ClusterOption,
    Engine,
    EngineOption,
    MemoryOption,
    TimeoutOption,
    WaitOption,
    WorkersOption,
)
from monograph_qa.cli.options import (
    JsonOption,
    LibraryOption,
    open_library,
    print_json,
    print_records,
)
from monograph_qa.domain.journal import JobState


def jobs(
    state: Annotated[
        JobState | None, typer.Option("--state", help="Only jobs in this state, e.g. failed.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List load jobs, newest first, with the cause of each failure.

    Example: monograph-qa jobs --state failed
    """
    wanted = [state] if state else []
    with open_library(library) as opened:
        each = [value_of(job) for job in opened.journal.jobs(wanted)]
    columns = ("job_id", "state", "attempt", "source_path", "error_type", "error")
    print_records(each, columns, as_json=as_json)


def retry(
    library: LibraryOption = None,
    workers: WorkersOption = None,
    engine: EngineOption = Engine.LOCAL,
    cluster: ClusterOption = None,
    timeout: TimeoutOption = 600.0,
    memory: MemoryOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Also files that failed for what they are.")
    ] = False,
    wait: WaitOption = True,
    as_json: JsonOption = False,
) -> None:
    """Load again every file whose last job failed or was interrupted. What is broken, encrypted or
    gone, and has not changed since, is left.

    Examples:

      monograph-qa retry

      monograph-qa retry --timeout 3600
    """
    from monograph_qa.cli.ingest import ingest, report_value
    from monograph_qa.pipeline.loading.job_log import is_permanent_failure

    with open_library(library) as opened:
        again = [JobState.FAILED, JobState.PENDING, JobState.RUNNING]
        jobs = opened.journal.jobs(again)
    left = set() if every else {job.source_path for job in jobs if is_permanent_failure(job)}
    paths = sorted({job.source_path for job in jobs} - left)
    if left and not as_json:
        typer.echo(f"left: {len(left)} files that are what they were when they failed", err=True)
    if not paths:
        typer.echo("nothing to retry", err=True)
        if as_json:
            from monograph_qa.pipeline.loading.report import LoadReport

            print_json(report_value(LoadReport((), 0.0)))
        return
    ingest(
        paths,
        library=library,
        workers=workers,
        engine=engine,
        cluster=cluster,
        timeout=timeout,
        memory=memory,
        wait=wait,
        as_json=as_json,
    )
