"""Loads as these tests make them, and what is then told of files, jobs and labels."""

import fcntl
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from building import address
from terminal import signals_of_a_terminal

from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.errors import LabelError
from monograph_qa.pipeline.ingestion import ingest
from monograph_qa.pipeline.loading.monographs import read_monograph
from monograph_qa.pipeline.loading.report import FileState, Limits, LoadReport, ReadOutcome
from monograph_qa.store.place import Place, open_journal, open_reader

from .files import write_spl

MANY = 60  # more than are told of before a load waits for who reads what it tells
_LONG = "x" * 200  # in the names of files, so that few lines fill a pipe
_PIPE = 4096  # bytes, the least that there are
LOAD = (sys.executable, "-c", "from monograph_qa.cli.start import main; main()", "ingest")


def many(root: Path) -> Path:
    """A folder of MANY label files."""
    for number in range(MANY):
        write_spl(root / f"{number:03}{_LONG}.xml", f"Drug{chr(97 + number % 26)}{number}")
    return root


def begun(place: Place, labels: Path) -> "subprocess.Popen[str]":
    """A load of `many` labels in its own process group, of which the first is done.

    However slow the machine is, it does not reach the last before what it tells is read.
    """
    process = subprocess.Popen(
        [*LOAD, str(labels), "--workers", "1", "--library", address(place)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=signals_of_a_terminal,
    )  # fmt: skip
    assert process.stderr is not None
    fcntl.fcntl(process.stderr, fcntl.F_SETPIPE_SZ, _PIPE)
    assert process.stderr.readline().startswith("[1/")
    return process


def ended(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """What it still said, on standard output and standard error."""
    return process.communicate(timeout=240)


class ReadHere:
    """Reads the files of a load in this process, where what is tested is not how files are read:
    a process of their own takes seconds to start."""

    @contextmanager
    def readers(self, files: int, workers: int | None, limits: Limits) -> Iterator["ReadHere"]:
        yield self

    def iter_read(
        self, paths: Iterable[Path], stopping: Callable[[], bool]
    ) -> Iterator[ReadOutcome]:
        for path in paths:
            if stopping():
                return
            try:
                yield ReadOutcome(path, read_monograph(path), None)
            except LabelError as error:
                yield ReadOutcome(path, None, error)


def load(folder: Place, *paths: Path) -> LoadReport:
    return ingest(folder, list(paths), workers=1)


def load_here(folder: Place, *paths: Path) -> LoadReport:
    return ingest(folder, list(paths), engine=ReadHere())


def states(report: LoadReport) -> dict[str, FileState]:
    return {result.path.name: result.state for result in report.results}


def jobs(folder: Place, *wanted: JobState) -> list[IngestJob]:
    journal = open_journal(folder)
    try:
        return journal.jobs(wanted)
    finally:
        journal.close()


def current(folder: Place) -> dict[str, int]:
    """Drug and version of every current label."""
    reader = open_reader(folder)
    try:
        return {each.drug: each.version for each in reader.labels() if each.superseded_by is None}
    finally:
        reader.close()
