"""The jobs of one load, in the journal: each file's way from running to completed or failed."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from monograph_qa.domain.jobs import IngestJob, JobState
from monograph_qa.domain.label import Label
from monograph_qa.errors import LabelError
from monograph_qa.pipeline.loading.paths import doc_key_of, path_text
from monograph_qa.store.journal import Journal


class JobLog:
    """Notes what becomes of each file of one load.

    A job is completed only when its label is published: what a kill undoes was never called done.
    On a server several loads may run at once: a file that another one is reading is left to it.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._unended: dict[Path, IngestJob] = {}
        self._stored: list[IngestJob] = []
        self._elsewhere: dict[Path, IngestJob] = {}

    @property
    def elsewhere(self) -> list[Path]:
        """Files that this load was to read, but another load has."""
        return list(self._elsewhere)

    def release_interrupted(self) -> None:
        """Jobs that a killed load left running are pending again."""
        self._release(self._journal.interrupted_jobs())

    def release_unfinished(self) -> None:
        """Jobs of this load that never came to an end are pending again."""
        self._release(self._unended.values())

    def start(self, path: Path, sha256: str) -> None:
        """A first or another try at these bytes of this file; it waits for its turn."""
        doc_key = doc_key_of(path, {})
        job_id = "job_" + hashlib.sha256(f"{doc_key}\x1f{sha256}".encode()).hexdigest()[:16]
        before = self._journal.find_job(job_id)
        self.retire(path, but=job_id)
        now = datetime.now(UTC)
        job = IngestJob(
            job_id=job_id,
            source_path=path_text(path),
            doc_key=doc_key,
            state=JobState.PENDING,
            attempt=before.attempt + 1 if before else 1,
            error_type=None,
            error=None,
            created_at=before.created_at if before else now,
            started_at=None,
            ended_at=None,
            label_id=None,
        )
        self._claim(path, job)

    def iter_begin(self, paths: Iterable[Path]) -> Iterator[Path]:
        """The paths, each of which is running from the moment it is taken; those that another load
        has by then are left out, and told by `elsewhere`."""
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

    def fail(self, path: Path, error: LabelError) -> None:
        """This file could not be loaded; the error names the cause."""
        if path not in self._unended:
            self.start(path, "")
        job = self._unended.pop(path, None) or self._elsewhere.pop(path)
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
        job = self._unended.get(path) or self._elsewhere.pop(path)
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
        (self._unended if claimed else self._elsewhere)[path] = job
        if not claimed:
            self._unended.pop(path, None)
        return claimed

    def _release(self, jobs: Iterable[IngestJob]) -> None:
        for job in jobs:
            self._journal.claim_job(replace(job, state=JobState.PENDING, started_at=None))
