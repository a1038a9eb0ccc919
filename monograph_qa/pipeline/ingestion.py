"""Loading labels: find -> read -> store -> publish, each file a job, nothing half-done."""

import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from monograph_qa.domain.jobs import JobState
from monograph_qa.domain.label import Label
from monograph_qa.errors import ClusterError, LabelError, LibraryError, UnreadableLabel
from monograph_qa.pipeline.keeping import note
from monograph_qa.pipeline.loading.gone import gone_from, is_gone
from monograph_qa.pipeline.loading.job_log import JobLog
from monograph_qa.pipeline.loading.meanings import store_meanings
from monograph_qa.pipeline.loading.paths import doc_key_of, find_files, path_text, why_missing
from monograph_qa.pipeline.loading.reading_pool import LocalEngine
from monograph_qa.pipeline.loading.reading_port import Limits, Reading, ReadingEngine, ReadOutcome
from monograph_qa.pipeline.loading.report import FileResult, FileState, LoadReport, Progress
from monograph_qa.pipeline.loading.stopping import nobody_told, stop_wish
from monograph_qa.store.journal import Journal
from monograph_qa.store.load import Load
from monograph_qa.store.originals import keep_original
from monograph_qa.store.place import Place, open_journal, open_load, open_reader

_PUBLISH_SHARE = 10.0  # publishing never takes more than a tenth of the time
_MEANINGS = 30.0  # seconds between two storings of vectors


def _silent(result: FileResult, done: int, total: int) -> None:
    """No progress wanted."""


def ingest(
    place: Place,
    named: Sequence[str | Path],
    *,
    workers: int | None = None,
    limits: Limits | None = None,
    progress: Progress = _silent,
    engine: ReadingEngine | None = None,
    stop_heard: Callable[[], None] = nobody_told,
    sync: bool = False,
    strict: bool = False,
    originals: bool = True,
) -> LoadReport:
    """Loads every label behind `named` and publishes; a file that fails does so alone.

    `originals` keeps the files, so that pages can be shown. With `strict`, a label whose reading is
    in doubt fails. With `sync`, labels whose files are gone from the folders named are withdrawn.
    `engine` says where files are read: on this machine for None. Only this process stores them.
    Raises LibraryBusy when another load runs. Ctrl-C (SIGTERM, SIGHUP), or readers that are lost,
    publish what was read so far and return a report that says so; the next load goes on from there.
    `stop_heard` is called when Ctrl-C is.
    """
    started = time.monotonic()
    found = find_files(named)
    with open_load(place) as load, closing(open_journal(place, make=True)) as journal:
        total = len(found.files) + len(found.missing)
        run = _Run(
            place, load, JobLog(journal), progress, total, strict=strict, originals=originals
        )
        run.jobs.release_interrupted()
        for name in found.missing:
            run.fail_missing(Path(name).expanduser().absolute())
        with stop_wish(stop_heard) as run.stopping:
            run.load(found.files, engine or LocalEngine(), workers, limits or Limits())
            if sync and not run.interrupted:
                run.withdraw_missing([Path(name).expanduser() for name in named], journal)
    seconds = time.monotonic() - started
    return LoadReport(tuple(run.results), seconds, run.interrupted, run.deserted)


@dataclass(slots=True)
class _Run:
    """One load under way."""

    place: Place
    store: Load
    jobs: JobLog
    progress: Progress
    total: int
    results: list[FileResult] = field(default_factory=list)
    published_at: float = field(default_factory=time.monotonic)
    publish_cost: float = 0.0
    meanings_at: float = field(default_factory=time.monotonic)
    stopping: Callable[[], bool] = lambda: False
    interrupted: bool = False
    deserted: ClusterError | None = None
    strict: bool = False
    originals: bool = True

    def load(
        self, files: Sequence[Path], engine: ReadingEngine, workers: int | None, limits: Limits
    ) -> None:
        """Reads and stores `files`, and notes what ended it early."""
        todo = [path for path in files if not self.stopping() and self._wanted(path)]
        if todo and not self.stopping():
            try:
                with engine.readers(len(todo), workers, limits) as readers:
                    for outcome in readers.iter_read(self.jobs.iter_begin(todo), self.stopping):
                        self._take(outcome)
            except ClusterError as error:
                self.deserted = error
        self._publish()
        for path in self.jobs.elsewhere:
            self._done(FileResult(path, FileState.ELSEWHERE))
        # Of all labels that have none: a load that was killed may have left some without.
        store_meanings(self.place, stopping=self.stopping)
        self.interrupted = self.stopping()
        if self.interrupted or self.deserted:
            self.jobs.release_unfinished()

    def _take(self, outcome: ReadOutcome) -> None:
        if outcome.reading is not None:
            self._store(outcome.path, outcome.reading)
        elif outcome.error is not None:
            self.fail(outcome.path, outcome.error)
        self._publish_when_due()
        if time.monotonic() - self.meanings_at >= _MEANINGS:
            store_meanings(self.place, stopping=self.stopping)
            self.meanings_at = time.monotonic()

    def _wanted(self, path: Path) -> bool:
        """False when the file needs no reading: the library holds it, or it cannot be opened."""
        if not path.is_file():
            # A pipe or device would keep the load waiting for ever.
            self.fail(path, UnreadableLabel(path, "not a regular file"))
            return False
        try:
            if path.stat().st_size == 0:
                self.fail(path, UnreadableLabel(path, "the file is empty"))
                return False
            sha256 = _sha256(path)
        except OSError as error:
            self.fail(path, UnreadableLabel(path, error.strerror or "cannot be opened"))
            return False
        with self.store.deciding(sha256, path.name):
            held = self._held(path, sha256)
        if held is not None:
            self._done(held)
        return held is None

    def _held(self, path: Path, sha256: str) -> FileResult | None:
        """What the library holds of these bytes; an earlier version is taken back. None: nothing,
        they must be read."""
        own = self.store.find_current_at(path_text(path))
        held = self.store.find_label(sha256=sha256, doc_key=own.doc_key if own else None)
        held = held or self.store.find_label(sha256=sha256)
        if held is None:
            self.jobs.start(path, sha256)
            return None
        if is_gone(held):
            self.jobs.start(path, sha256)
            self.store.mark(replace(held, withdrawn=None))
            self.jobs.stored(path, held)
            return FileResult(path, FileState.RESTORED, replace(held, withdrawn=None))
        # An old SPL version is no news: its document tells by itself that a newer one is here.
        if held.superseded_by is None or held.doc_key.startswith("spl:"):
            self.jobs.retire(path)
            return self._held_already(path, held)
        return self._take_back(path, held, own)

    def _held_already(self, path: Path, held: Label) -> FileResult:
        """The library holds these bytes: of this file, of it in another place, or of a twin."""
        twin = Path(held.source_path)
        if path_text(path) != held.source_path and twin.is_file():
            return FileResult(path, FileState.DUPLICATE, held, duplicate_of=twin)
        return FileResult(path, FileState.UNCHANGED, held)

    def _take_back(self, path: Path, earlier: Label, current: Label | None) -> FileResult:
        """The bytes are an earlier version's, which is current again: of its own document when the
        file is that document's, else of one of its own (an old version kept under another name)."""
        self.jobs.start(path, earlier.sha256)
        place = path_text(path)
        if current is None:
            key = self._free_key(doc_key_of(path, {}), earlier.sha256)
            earlier = replace(earlier, doc_key=key, source_path=place, version=1)
        elif earlier.doc_key != current.doc_key:
            version = current.version + 1
            earlier = replace(earlier, doc_key=current.doc_key, source_path=place, version=version)
        label = self.store.reinstate(earlier)
        self.jobs.stored(path, label)
        if current is not None:
            self.jobs.superseded(current)
        return FileResult(path, FileState.UPDATED, label)

    def _store(self, path: Path, reading: Reading) -> None:
        label = reading.monograph.label
        with self.store.deciding(label.sha256, label.doc_key, path.name):
            result = self._stored(path, reading)
        self._done(result)  # told only when it is stored for good

    def _stored(self, path: Path, reading: Reading) -> FileResult:
        monograph = reading.monograph
        twin = self.store.find_label(sha256=monograph.label.sha256)
        if twin is not None:
            # A copy of the file under another name was stored earlier in this load.
            self.jobs.stored(path, twin)
            return self._held_already(path, twin)
        if self.strict and monograph.doubts:
            first = monograph.doubts[0]
            page = f", page {first.page}" if first.page else ""
            cause = (
                f"{len(monograph.doubts)} doubts of its reading; the first: {first.detail}{page}"
            )
            return self._failed(path, UnreadableLabel(path, cause))
        older = self._older(monograph.label)
        label = _versioned(monograph.label, older)
        if older is None:
            label = replace(label, doc_key=self._free_key(label.doc_key, label.sha256))
        try:
            if self.originals:
                keep_original(self.place.originals, path, label.sha256)
            self.store.add(replace(monograph, label=label))
        except (LibraryError, ValueError, TypeError) as error:
            # The last two: a value that no column takes. It costs this label, not the others.
            return self._failed(path, UnreadableLabel(path, str(error)))
        self.jobs.stored(path, label)
        if older is not None and label.superseded_by is None:
            self.jobs.superseded(older)
        return FileResult(
            path,
            FileState.UPDATED if older else FileState.LOADED,
            label,
            sections=len(monograph.sections),
            facts=len(monograph.facts),
            tables=reading.tables,
            images=len(monograph.images),
            silent_pages=reading.silent_pages,
            unknown_headings=reading.unknown_headings,
            doubts=len(monograph.doubts),
        )

    def _older(self, read: Label) -> Label | None:
        """The current version of the document that was read.

        A file is known by what it says of itself (SPL), else by its place. It may have been moved:
        then a label of the same drug was read from a file of the same name that is gone.
        """
        if read.doc_key.startswith("spl:"):
            return self.store.find_current(doc_key=read.doc_key)
        here = self.store.find_current_at(read.source_path)
        if here is not None:
            return here
        named = self.store.match_named(Path(read.source_path).name, read.drug)
        moved = [each for each in named if not Path(each.source_path).exists()]
        return moved[0] if len(moved) == 1 else None

    def _free_key(self, doc_key: str, sha256: str) -> str:
        """The key for a new document: a place may be that of another one, which moved away."""
        taken = self.store.find_current(doc_key=doc_key) is not None
        return f"{doc_key}#{sha256[:8]}" if taken else doc_key

    def withdraw_missing(self, named: Sequence[Path], journal: Journal) -> None:
        """Withdraws the labels whose files were in one of these folders and are there no more."""
        with closing(open_reader(self.place)) as reader:
            found = gone_from(reader.current_labels(), named)
        for label, why in found:
            self.store.mark(replace(label, withdrawn=why, preferred=False))
        self._publish()
        self.total += len(found)
        for label, why in found:
            note(journal, label, JobState.WITHDRAWN, why)
            gone = replace(label, withdrawn=why, preferred=False)
            self._done(FileResult(Path(label.source_path), FileState.WITHDRAWN, gone))

    def fail_missing(self, path: Path) -> None:
        """Fails a name that stands for no file."""
        self.fail(path, UnreadableLabel(path, why_missing(path)))

    def fail(self, path: Path, error: LabelError) -> None:
        """Notes that one file could not be loaded, and why."""
        self._done(self._failed(path, error))

    def _failed(self, path: Path, error: LabelError) -> FileResult:
        self.jobs.fail(path, error)
        return FileResult(path, FileState.FAILED, error=error)

    def _done(self, result: FileResult) -> None:
        self.results.append(result)
        self.progress(result, len(self.results), self.total)

    def _publish_when_due(self) -> None:
        waited = time.monotonic() - self.published_at
        if waited >= max(self.store.patience, _PUBLISH_SHARE * self.publish_cost):
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
    label = replace(label, version=current.version + 1, doc_key=current.doc_key)
    dates = (label.revision_date, current.revision_date)
    if label.doc_key.startswith("spl:") and all(dates) and (dates[0] or "") < (dates[1] or ""):
        return replace(label, superseded_by=current.label_id)
    return label


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
