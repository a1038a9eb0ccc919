"""Loading labels: find -> read -> store -> publish, each file a job, nothing half-done."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType

from monograph_qa.domain.journal import JobState
from monograph_qa.errors import (
    ClusterError,
    DiskFull,
    JournalError,
    LabelError,
    UnreadableLabel,
)
from monograph_qa.pipeline.keeping import note
from monograph_qa.pipeline.loading.copying import store_meanings
from monograph_qa.pipeline.loading.job_log import JobLog
from monograph_qa.pipeline.loading.paths import find_files, folder_of, why_missing
from monograph_qa.pipeline.loading.reading_pool import LocalEngine
from monograph_qa.pipeline.loading.report import (
    FileResult,
    FileState,
    Found,
    Limits,
    LoadReport,
    Notice,
    Progress,
    Published,
    ReadingEngine,
    ReadOutcome,
    Waiting,
)
from monograph_qa.pipeline.loading.storing import Storing, fingerprint, labels_of_missing_files
from monograph_qa.store.journal import Journal
from monograph_qa.store.load import Load
from monograph_qa.store.place import Place, open_journal, open_load, open_reader

_PUBLISH_SHARE = 10.0  # publishing never takes more than a tenth of the time
_SOON = 5.0  # seconds that a load's first labels wait; later ones twice as long, and so on
_MEANINGS = 30.0  # seconds between two storings of vectors
_WISHES = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # Ctrl-C, a service's end, a lost terminal
_AT_ONCE = 3  # times asked


def _ignored(*_: object) -> None:
    """For callers that are not notified."""


def ingest(
    place: Place,
    named: Sequence[str | Path],
    *,
    workers: int | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    engine: ReadingEngine | None = None,
    stop_heard: Callable[[], None] | None = None,
    sync: bool = False,
    strict: bool = False,
    originals: bool = True,
    wait: bool = False,
    notice: Notice | None = None,
) -> LoadReport:
    """Loads every label behind `named` and publishes; see `Library.ingest` for the options.

    Only this process stores labels, whoever reads them. Ctrl-C (SIGTERM, SIGHUP), readers that are
    lost, or a full disk publish what was read so far, as far as there is room, and return a report
    that says so; the next load goes on from there.
    """
    progress, notice = progress or _ignored, notice or _ignored
    waiting = (lambda holder: notice(Waiting(holder))) if wait else None
    with open_load(place, waiting) as load, closing(open_journal(place, make=True)) as journal:
        started = time.monotonic()
        found = find_files(named)
        skipped = found.skipped_by_reason()
        notice(Found(len(found.files), skipped, folder_of(found.files)))
        total = len(found.files) + len(found.missing) + len(found.refused)
        jobs = JobLog(journal)
        storing = Storing(load, jobs, place.originals if originals else None, strict=strict)
        run = _Run(place, load, jobs, storing, progress, notice, total)
        jobs.release_interrupted()
        jobs.note_skipped(named, found.skipped)
        jobs.retire_opened(found.files, (error.path for error in found.refused))
        missing = [Path(name).expanduser().absolute() for name in found.missing]
        unreadable = [UnreadableLabel(path, why_missing(path)) for path in missing]
        for error in (*unreadable, *found.refused):
            run.report(run.storing.failed(error.path, error))
        with stop_wish(stop_heard or _ignored) as run.stopping:
            run.load(found.files, engine or LocalEngine(), workers, limits or Limits())
            if sync and not (run.interrupted or run.deserted):
                folders = [Path(name).expanduser() for name in named]
                run.withdraw_missing(folders, found.files, journal)
    seconds = time.monotonic() - started
    return LoadReport(
        tuple(run.results), seconds, run.interrupted, run.deserted, run.published, skipped
    )


@dataclass(slots=True)
class _Run:
    """One load under way."""

    place: Place
    store: Load
    jobs: JobLog
    storing: Storing
    progress: Progress
    notice: Notice
    total: int
    results: list[FileResult] = field(default_factory=list)
    waiting_since: float = 0.0  # when what is not published yet began to be stored
    publish_cost: float = 0.0
    patience: float = _SOON
    meanings_at: float = field(default_factory=time.monotonic)
    stopping: Callable[[], bool] = lambda: False
    interrupted: bool = False
    deserted: ClusterError | DiskFull | None = None
    published: int = 0
    there: set[str] = field(default_factory=set)  # the SHA-256 of the files looked at

    def load(
        self, files: Sequence[Path], engine: ReadingEngine, workers: int | None, limits: Limits
    ) -> None:
        """Reads and stores `files`, and notes what ended it early."""
        try:
            todo = [path for path in files if not self.stopping() and self._wanted(path)]
            if todo and not self.stopping():
                with engine.readers(len(todo), workers, limits) as readers:
                    for outcome in readers.iter_read(self.jobs.iter_begin(todo), self.stopping):
                        self._take(outcome)
        except (ClusterError, DiskFull) as error:
            self.deserted = error
        try:
            self._publish()
        except DiskFull as error:
            self.deserted = self.deserted or error  # the first says best what came of it
        if isinstance(self.deserted, DiskFull):
            with suppress(JournalError):  # which may lie on that disk; the next load says it then
                self.jobs.release_unfinished()
            return
        for path in self.jobs.elsewhere:
            self.report(FileResult(path, FileState.ELSEWHERE))
        try:
            # Of all labels that have none: a load that was killed may have left some without.
            store_meanings(self.place, stopping=self.stopping)
        except DiskFull as error:
            self.deserted = error
        self.interrupted = self.stopping()
        if self.interrupted or self.deserted:
            self.jobs.release_unfinished()

    def _take(self, outcome: ReadOutcome) -> None:
        is_first, begun = self.store.unpublished == 0, time.monotonic()
        if outcome.reading is not None:
            self.report(self.storing.store(outcome.path, outcome.reading, outcome.data))
        elif outcome.error is not None:
            self.report(self.storing.failed(outcome.path, outcome.error))
        if is_first:  # it takes a copy of what is published, too
            self.waiting_since = begun
            self.publish_cost += time.monotonic() - begun
        self._publish_when_due()
        if time.monotonic() - self.meanings_at >= _MEANINGS:
            store_meanings(self.place, stopping=self.stopping)
            self.meanings_at = time.monotonic()

    def _wanted(self, path: Path) -> bool:
        """False when the file needs no reading: the library holds it, or it cannot be opened."""
        try:
            sha256 = fingerprint(path)
            self.there.add(sha256)
            held = self.storing.held(path, sha256)
        except LabelError as error:
            held = self.storing.failed(path, error)
        if held is not None:
            self.report(held)
        return held is None

    def withdraw_missing(
        self, named: Sequence[Path], files: Sequence[Path], journal: Journal
    ) -> None:
        """Withdraws the labels whose files were in one of these folders and are there no more."""
        with closing(open_reader(self.place)) as reader:
            gone = labels_of_missing_files(reader.current_labels(), named, files, self.there)
        for label in gone:
            self.store.mark(label)
        self._publish()
        self.total += len(gone)
        for label in gone:
            note(journal, label, JobState.WITHDRAWN, label.withdrawn or "")
            self.report(FileResult(Path(label.source_path), FileState.WITHDRAWN, label))

    def report(self, result: FileResult) -> None:
        """Notes what was done with a file."""
        self.results.append(result)
        self.progress(result, len(self.results), self.total)

    def _publish_when_due(self) -> None:
        waited = time.monotonic() - self.waiting_since
        patience = min(self.patience, self.store.patience)
        if waited >= max(patience, _PUBLISH_SHARE * self.publish_cost):
            self.patience *= 2
            self._publish()

    def _publish(self) -> None:
        """Shows askers what was stored, then says in the journal that those jobs are done."""
        if self.store.unpublished == 0:
            self.jobs.published()
            return
        begun = time.monotonic()
        stored = self.store.unpublished
        self.store.publish()
        self.jobs.published()
        self.published += stored
        self.notice(Published(self.published))
        self.publish_cost = time.monotonic() - begun


@contextmanager
def stop_wish(heard: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Says, when called, whether Ctrl-C was pressed in this block, or its end was asked for in
    another way: a wish that is granted between two steps, as DuckDB ends a running query with an
    error of its own when a signal raises. Asked a third time it stops at once; the second is often
    only the first, repeated. `heard` is called when the wish is first seen.

    Only the main thread is sent signals; elsewhere nobody ever wishes to stop.
    """
    asked = 0
    seen = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked += 1
        if asked >= _AT_ONCE:
            raise KeyboardInterrupt

    def wished() -> bool:
        nonlocal seen
        if asked and not seen:
            seen = True
            heard()
        return asked > 0

    if current_thread() is not main_thread():
        yield wished
        return
    # What is ignored stays so: nohup means that a load outlives its terminal.
    before = {
        number: signal.signal(number, note)
        for number in _WISHES
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield wished
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
