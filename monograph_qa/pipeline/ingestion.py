"""Loading labels: find -> read -> store -> publish, each file a job, nothing half-done."""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from monograph_qa.domain.label import Label
from monograph_qa.errors import LabelError, LibraryError, UnreadableLabel
from monograph_qa.pipeline.job_log import JobLog
from monograph_qa.pipeline.monographs import Reading, doc_key_of
from monograph_qa.pipeline.paths import find_files, why_missing
from monograph_qa.pipeline.reading_pool import Limits, default_workers, reading_pool
from monograph_qa.pipeline.stopping import stop_wish
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

    @property
    def was_read(self) -> bool:
        """True when this load read the file; False for one held already, or one that failed."""
        return self.sections > 0


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
                total = len(found.files) + len(found.missing)
                run = _Run(load, JobLog(journal), progress, total)
                run.jobs.release_interrupted()
                for name in found.missing:
                    run.fail_missing(Path(name).expanduser().absolute())
                interrupted = run.load(found.files, workers, limits or Limits())
        finally:
            journal.close()
    return LoadReport(tuple(run.results), time.monotonic() - started, interrupted)


@dataclass(slots=True)
class _Run:
    """One load under way."""

    store: LibraryLoad
    jobs: JobLog
    progress: Progress
    total: int
    results: list[FileResult] = field(default_factory=list)
    published_at: float = field(default_factory=time.monotonic)
    publish_cost: float = 0.0

    def load(self, files: Sequence[Path], workers: int | None, limits: Limits) -> bool:
        """Reads and stores `files`; True when Ctrl-C ended it early."""
        with stop_wish() as stopping:
            todo = [path for path in files if not stopping() and self._wanted(path)]
            if todo and not stopping():
                count = workers or default_workers(len(todo))
                with reading_pool(count, limits) as pool:
                    for outcome in pool.iter_read(self.jobs.iter_begin(todo), stopping):
                        if outcome.reading is not None:
                            self._store(outcome.path, outcome.reading)
                        elif outcome.error is not None:
                            self.fail(outcome.path, outcome.error)
                        self._publish_when_due()
            self._publish()
            if stopping():
                self.jobs.release_unfinished()
            return stopping()

    def _wanted(self, path: Path) -> bool:
        """False when the file needs no reading: the library holds it, or it cannot be opened."""
        if not path.is_file():
            # A pipe or device would keep the load waiting for ever.
            self.fail(path, UnreadableLabel(path, "not a regular file"))
            return False
        try:
            sha256 = _sha256(path)
        except OSError as error:
            self.fail(path, UnreadableLabel(path, error.strerror or "cannot be opened"))
            return False
        doc_key = doc_key_of(path, {})
        own = self.store.find_current(doc_key=doc_key)
        if own is not None and own.sha256 != sha256:
            earlier = self.store.find_label(sha256=sha256, doc_key=doc_key)
            if earlier is not None:
                self._take_back(path, earlier, own)
                return False
        else:
            held = self._held(sha256)
            if held is not None:
                self.jobs.retire(path)
                self._done(FileResult(path, FileState.UNCHANGED, held))
                return False
        self.jobs.start(path, sha256)
        return True

    def _held(self, sha256: str) -> Label | None:
        """The label that makes it needless to load these bytes, under whatever name."""
        held = self.store.find_label(sha256=sha256)
        # An old SPL version is no news: its document tells by itself that a newer one is here.
        if held and (held.superseded_by is None or held.doc_key.startswith("spl:")):
            return held
        return None

    def _take_back(self, path: Path, earlier: Label, current: Label) -> None:
        """The file is as it was in an earlier version: that one is current again."""
        self.jobs.start(path, earlier.sha256)
        label = self.store.reinstate(earlier)
        self.jobs.stored(path, label)
        self.jobs.superseded(current)
        self._done(FileResult(path, FileState.UPDATED, label))

    def _store(self, path: Path, reading: Reading) -> None:
        monograph = reading.monograph
        twin = self._held(monograph.label.sha256)
        if twin is not None:
            # A copy of the file under another name was stored earlier in this load.
            self.jobs.stored(path, twin)
            self._done(FileResult(path, FileState.UNCHANGED, twin))
            return
        older = self.store.find_current(doc_key=monograph.label.doc_key)
        label = _versioned(monograph.label, older)
        try:
            self.store.add(replace(monograph, label=label))
        except (LibraryError, ValueError, TypeError) as error:
            # The last two: a value that no column takes. It costs this label, not the others.
            self.fail(path, UnreadableLabel(path, str(error)))
            return
        self.jobs.stored(path, label)
        if older is not None and label.superseded_by is None:
            self.jobs.superseded(older)
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

    def fail_missing(self, path: Path) -> None:
        """Fails a name that stands for no file."""
        self.fail(path, UnreadableLabel(path, why_missing(path)))

    def fail(self, path: Path, error: LabelError) -> None:
        """Notes that one file could not be loaded, and why."""
        self.jobs.fail(path, error)
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
            self.jobs.published()
            return
        begun = time.monotonic()
        self.store.publish()
        self.jobs.published()
        self.published_at = time.monotonic()
        self.publish_cost = self.published_at - begun


def _versioned(read: Label, current: Label | None) -> Label:
    """A label as read, with its place among the versions of its document.

    What comes later is the newer version, unless both bear a date that says otherwise: files of
    two SPL versions may be read in any order.
    """
    label = replace(read, ingested_at=datetime.now(UTC))
    if current is None:
        return label
    label = replace(label, version=current.version + 1)
    dates = (label.revision_date, current.revision_date)
    if label.doc_key.startswith("spl:") and all(dates) and (dates[0] or "") < (dates[1] or ""):
        return replace(label, superseded_by=current.label_id)
    return label


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
