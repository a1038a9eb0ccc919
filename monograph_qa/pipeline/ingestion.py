"""Loading labels: find -> read -> store -> publish, each file a job, nothing half-done."""

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from monograph_qa.domain.jobs import IngestJob, JobState
from monograph_qa.domain.label import Label
from monograph_qa.errors import LabelError, UnreadableLabel
from monograph_qa.pipeline.monographs import Reading, doc_key_of
from monograph_qa.pipeline.paths import find_files
from monograph_qa.pipeline.reading_pool import Limits, default_workers, reading_pool
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.journal import Journal
from monograph_qa.store.loading import LibraryLoad

_PUBLISH_SECONDS = 30.0  # how much reading a kill may cost
_PUBLISH_SHARE = 10.0  # … but publishing never takes more than a tenth of the time


class FileState(StrEnum):
    LOADED = "loaded"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FileResult:
    """What a load did with one file. `sections` to `images` count what the label holds."""

    path: Path
    state: FileState
    label: Label | None = None
    error: LabelError | None = None
    sections: int = 0
    facts: int = 0
    tables: int = 0
    images: int = 0
    silent_pages: tuple[int, ...] = ()
    unknown_headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load did, file by file, and how long it took in seconds."""

    results: tuple[FileResult, ...]
    seconds: float
    interrupted: bool = False

    @property
    def failed(self) -> tuple[FileResult, ...]:
        return tuple(r for r in self.results if r.state is FileState.FAILED)

    @property
    def pages(self) -> int:
        """Pages of the labels that were read in this load."""
        fresh = (FileState.LOADED, FileState.UPDATED)
        return sum(r.label.page_count for r in self.results if r.label and r.state in fresh)


Progress = Callable[[FileResult, int, int], None]
"""Told of each finished file: its result, how many are done, how many there are."""


def _silent(result: FileResult, done: int, total: int) -> None:
    """No progress wanted."""


def ingest(
    folder: LibraryFolder,
    named: Sequence[str | Path],
    *,
    workers: int | None = None,
    limits: Limits | None = None,
    progress: Progress = _silent,
) -> LoadReport:
    """Loads every label behind `named` and publishes; a file that fails does so alone.

    Raises LibraryBusy when another load runs. Ctrl-C publishes what was read so far and returns a
    report that says `interrupted`; the next load goes on from there.
    """
    started = time.monotonic()
    found = find_files(named)
    with folder.exclusively():
        journal = Journal(folder.journal)
        try:
            with LibraryLoad(folder) as load:
                run = _Run(load, journal, progress, total=len(found.files) + len(found.missing))
                run.release_interrupted()
                for name in found.missing:
                    run.fail(Path(name), UnreadableLabel(name, "no such file or folder"))
                interrupted = run.load(found.files, workers, limits or Limits())
        finally:
            journal.close()
    return LoadReport(tuple(run.results), time.monotonic() - started, interrupted)


@dataclass(slots=True)
class _Run:
    """One load under way."""

    store: LibraryLoad
    journal: Journal
    progress: Progress
    total: int
    results: list[FileResult] = field(default_factory=list)
    jobs: dict[Path, IngestJob] = field(default_factory=dict)
    unpublished: list[IngestJob] = field(default_factory=list)
    published_at: float = field(default_factory=time.monotonic)
    publish_cost: float = 0.0

    def load(self, files: Sequence[Path], workers: int | None, limits: Limits) -> bool:
        """Reads and stores `files`; True when Ctrl-C ended it early."""
        try:
            todo = [path for path in files if self._wanted(path)]
            if todo:
                count = workers or default_workers(len(todo))
                with reading_pool(count, limits) as pool:
                    for outcome in pool.iter_read(todo):
                        if outcome.reading is not None:
                            self._store(outcome.path, outcome.reading)
                        elif outcome.error is not None:
                            self.fail(outcome.path, outcome.error)
                        self._publish_when_due()
            self._publish()
        except KeyboardInterrupt:
            self._publish()
            self._release(self.jobs.values())
            return True
        return False

    def release_interrupted(self) -> None:
        """Jobs that a killed load left running are pending again."""
        self._release(self.journal.jobs([JobState.RUNNING]))

    def _release(self, jobs: Iterable[IngestJob]) -> None:
        for job in jobs:
            if job.state is JobState.RUNNING:
                self.journal.put_job(replace(job, state=JobState.PENDING, started_at=None))

    def _wanted(self, path: Path) -> bool:
        """False when the library already holds exactly this file, or it cannot be opened."""
        try:
            sha256 = _sha256(path)
        except OSError as error:
            self.fail(path, UnreadableLabel(path, error.strerror or "cannot be opened"))
            return False
        held = self.store.find_label(sha256=sha256)
        if held is not None and held.superseded_by is None:
            self._done(FileResult(path, FileState.UNCHANGED, held))
            return False
        self._start_job(path, sha256)
        return True

    def _start_job(self, path: Path, sha256: str) -> None:
        doc_key = doc_key_of(path, {})
        job_id = "job_" + hashlib.sha256(f"{doc_key}\x1f{sha256}".encode()).hexdigest()[:16]
        before = next((j for j in self.journal.jobs() if j.job_id == job_id), None)
        now = datetime.now(UTC)
        job = IngestJob(
            job_id=job_id,
            source_path=str(path),
            doc_key=doc_key,
            state=JobState.RUNNING,
            attempt=before.attempt + 1 if before else 1,
            error_type=None,
            error=None,
            created_at=before.created_at if before else now,
            started_at=now,
            ended_at=None,
            label_id=None,
        )
        self.jobs[path] = job
        self.journal.put_job(job)

    def _store(self, path: Path, reading: Reading) -> None:
        monograph = reading.monograph
        older = self.store.find_current(doc_key=monograph.label.doc_key)
        version = older.version + 1 if older else 1
        label = replace(monograph.label, version=version, ingested_at=datetime.now(UTC))
        self.store.add(replace(monograph, label=label))
        job = replace(self.jobs[path], doc_key=label.doc_key, label_id=label.label_id)
        self.unpublished.append(job)
        if older is not None:
            self._supersede(older)
        self._done(
            FileResult(
                path,
                FileState.UPDATED if older else FileState.LOADED,
                label,
                sections=len(monograph.sections),
                facts=len(monograph.facts),
                tables=reading.tables,
                images=len(monograph.images),
                silent_pages=reading.silent_pages,
                unknown_headings=reading.unknown_headings,
            )
        )

    def _supersede(self, older: Label) -> None:
        for job in self.journal.jobs([JobState.COMPLETED]):
            if job.label_id == older.label_id:
                self.unpublished.append(replace(job, state=JobState.SUPERSEDED))

    def fail(self, path: Path, error: LabelError) -> None:
        job = self.jobs.pop(path, None)
        if job is None:
            doc_key = doc_key_of(path, {})
            digest = hashlib.sha256(doc_key.encode()).hexdigest()[:16]
            now = datetime.now(UTC)
            job = IngestJob(
                f"job_{digest}", str(path), doc_key, JobState.FAILED, 1,
                None, None, now, now, None, None,
            )  # fmt: skip
        self.journal.put_job(
            replace(
                job,
                state=JobState.FAILED,
                error_type=type(error).__name__,
                error=error.cause,
                ended_at=datetime.now(UTC),
            )
        )
        self._done(FileResult(path, FileState.FAILED, error=error))

    def _done(self, result: FileResult) -> None:
        self.results.append(result)
        self.progress(result, len(self.results), self.total)

    def _publish_when_due(self) -> None:
        waited = time.monotonic() - self.published_at
        if waited >= max(_PUBLISH_SECONDS, _PUBLISH_SHARE * self.publish_cost):
            self._publish()

    def _publish(self) -> None:
        """Shows askers what was stored, then says in the journal that those jobs are done."""
        if self.store.unpublished == 0:
            return
        begun = time.monotonic()
        self.store.publish()
        now = datetime.now(UTC)
        for job in self.unpublished:
            state = job.state if job.state is JobState.SUPERSEDED else JobState.COMPLETED
            ended = job.ended_at if job.state is JobState.SUPERSEDED else now
            self.journal.put_job(replace(job, state=state, ended_at=ended))
            self.jobs.pop(Path(job.source_path), None)
        self.unpublished.clear()
        self.published_at = time.monotonic()
        self.publish_cost = self.published_at - begun


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
