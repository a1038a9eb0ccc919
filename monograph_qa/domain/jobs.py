"""Loading one file is a job: pending -> running -> completed | failed; completed -> superseded."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class JobState(StrEnum):
    PENDING = "pending"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class IngestJob:
    """One attempt-counted job; `error_type` and `error` name the cause of a failure."""

    job_id: str
    source_path: str
    doc_key: str
    state: JobState
    attempt: int
    error_type: str | None
    error: str | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    label_id: str | None
