"""The jobs of one load, in the journal: each file's way from running to completed or failed."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from monograph_qa import errors
from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.domain.label import Label
from monograph_qa.parse import file_of
from monograph_qa.pipeline.loading.paths import doc_key_of, path_text
from monograph_qa.store.journal import Journal

_OF_THE_FILE = {
    each.__name__
    for each in (
        errors.UnreadableLabel,
        errors.EncryptedLabel,
        errors.LabelTooLarge,
        errors.SeveralLabels,
        *(() if find_spec("rapidocr") else (errors.ScannedLabel,)),
    )
}


class JobLog:
    """Records what becomes of each file of one load. A job is completed only when its label is
    published, so a kill undoes no completed job. Loads on a server leave each other's files."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._unended: dict[Path, IngestJob] = {}
        self._stored: list[IngestJob] = []
        self.elsewhere: dict[Path, IngestJob] = {}  # files that another load has

    def release_interrupted(self) -> None:
        """Jobs that a killed load left running are pending again."""
        self._release(self._journal.interrupted_jobs())

    def release_unfinished(self) -> None:
        """Jobs of this load that never came to an end are pending again."""
        self._release(self._unended.values())

    def start(self, path: Path, sha256: str) -> None:
        """A first or another try at these bytes of this file; it waits for its turn."""
        doc_key = doc_key_of(path, {})
        job_id = _job_id(doc_key, sha256)
        before = self._journal.find_job(job_id)
        self.retire(path, but=job_id)
        job = IngestJob(job_id, path_text(path), doc_key, JobState.PENDING)
        if before is not None:
            job = replace(job, attempt=before.attempt + 1, created_at=before.created_at)
        self._claim(path, job)

    def iter_begin(self, paths: Iterable[Path]) -> Iterator[Path]:
        """The paths, each running once it is taken, without those that another load has."""
        for path in paths:
            job = self._unended.get(path)
            if job is not None and self._claim(
                path, replace(job, state=JobState.RUNNING, started_at=datetime.now(UTC))
            ):
                yield path

    def retire(self, path: Path, *, but: str = "") -> None:
        """Failed and waiting jobs of this file are over: another job, or the library, has it."""
        waiting = (JobState.FAILED, JobState.PENDING)
        for job in self._journal.jobs(waiting, source_path=path_text(path)):
            if job.job_id != but:
                self._journal.put_job(replace(job, state=JobState.SUPERSEDED))

    def note_skipped(
        self, named: Iterable[str | Path], skipped: Mapping[tuple[str, str], int]
    ) -> None:
        """What was passed over below each name, a job for each reason; what was before is over."""
        for name in map(str, named):
            place = path_text(Path(name).expanduser().absolute())
            wanted = {
                _job_id(place, f"skipped {reason}"): f"{files} {reason}"
                for (below, reason), files in skipped.items()
                if below == name
            }
            held = {j.job_id: j for j in self._journal.jobs([JobState.SKIPPED], source_path=place)}
            for job_id, job in held.items():
                if job_id not in wanted:
                    self._journal.put_job(replace(job, state=JobState.SUPERSEDED))
            for job_id, reason in wanted.items():
                if job_id not in held or held[job_id].error != reason:
                    job = IngestJob(job_id, place, f"file:{place}", JobState.SKIPPED)
                    self._journal.put_job(replace(job, error=reason, ended_at=datetime.now(UTC)))

    def retire_opened(self, files: Iterable[Path], refused: Iterable[Path]) -> None:
        """Failed jobs of archives and folders are over in which files are found by now."""
        opened = {path_text(each) for file in files for each in file.parents}
        opened -= {path_text(each) for each in refused}
        for job in self._journal.jobs([JobState.FAILED]):
            if job.source_path in opened:
                self._journal.put_job(replace(job, state=JobState.SUPERSEDED))

    def fail(self, path: Path, error: errors.LabelError) -> None:
        """This file could not be loaded; the error names the cause."""
        if path not in self._unended:
            self.start(path, "")
        job = self._unended.pop(path, None) or self.elsewhere.pop(path)
        self._journal.put_job(
            replace(
                job,
                state=JobState.FAILED,
                error_type=type(error).__name__,
                error=error.cause,
                ended_at=datetime.now(UTC),
            )
        )

    def stored(self, path: Path, label: Label) -> None:
        """The file's label is stored, and will be completed when it is published."""
        state = JobState.SUPERSEDED if label.superseded_by else JobState.COMPLETED
        job = self._unended.get(path) or self.elsewhere.pop(path)
        self._stored.append(
            replace(job, state=state, doc_key=label.doc_key, label_id=label.label_id)
        )

    def superseded(self, older: Label) -> None:
        """A newer version of this label is stored."""
        finished = self._journal.jobs([JobState.COMPLETED], label_id=older.label_id)
        finished += [job for job in self._stored if job.label_id == older.label_id]
        self._stored = [job for job in self._stored if job.label_id != older.label_id]
        self._stored += [replace(job, state=JobState.SUPERSEDED) for job in finished]

    def published(self) -> None:
        """Everything stored so far is before the askers."""
        now = datetime.now(UTC)
        for job in self._stored:
            self._journal.put_job(replace(job, ended_at=job.ended_at or now))
        done = {job.job_id for job in self._stored}
        self._unended = {p: job for p, job in self._unended.items() if job.job_id not in done}
        self._stored.clear()

    def _claim(self, path: Path, job: IngestJob) -> bool:
        claimed = self._journal.claim_job(job)
        (self._unended if claimed else self.elsewhere)[path] = job
        if not claimed:
            self._unended.pop(path, None)
        return claimed

    def _release(self, jobs: Iterable[IngestJob]) -> None:
        for job in jobs:
            self._journal.claim_job(replace(job, state=JobState.PENDING, started_at=None))


def is_permanent_failure(job: IngestJob) -> bool:
    """Whether a job failed for what its file is, which has not changed since, or was not there."""
    if job.state is not JobState.FAILED or job.error_type not in _OF_THE_FILE:
        return False
    file = file_of(Path(job.source_path))
    if file is None:
        return not Path(job.source_path).exists()
    # The time of the last change of any kind, which no program sets back.
    return job.ended_at is not None and file.stat().st_ctime < job.ended_at.timestamp()


def _job_id(about: str, what: str) -> str:
    return "job_" + hashlib.sha256(f"{about}\x1f{what}".encode()).hexdigest()[:16]
