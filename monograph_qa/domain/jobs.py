"""Loading one file is a job: pending -> running -> completed | failed; completed -> superseded.

To withdraw a label, to remove it, to put it back is a job of its own, with its reason; what a load
passes over below a name is one for each reason, with how many files those are.
"""

from datetime import datetime
from enum import StrEnum

from monograph_qa.frozen import frozen


class JobState(StrEnum):
    PENDING = "pending"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    REMOVED = "removed"
    SKIPPED = "skipped"


@frozen
class IngestJob:
    """One attempt-counted job; `error_type` and `error` name the cause of a failure, `error` alone
    the reason of a withdrawal."""

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
