"""What the journal keeps: one AuditRecord a question, released or not, with the models it asked;
and one job a file: pending -> running -> completed | failed; completed -> superseded.
"""

from dataclasses import field
from datetime import UTC, datetime
from enum import StrEnum

from monograph_qa.frozen import frozen


@frozen
class AuditRecord:
    """A row of the chained log. JSON columns hold canonical JSON text; `at` is ISO 8601, UTC;
    `hash` is SHA-256 over `previous_hash` and every other column (see `audit.chain`)."""

    audit_id: str
    at: str
    question: str
    intent: str
    routes: str
    evidence: str
    draft: str
    verdict: str
    findings: str
    answer: str
    model: str
    prompt_sha256: str
    library_version: str
    elapsed_ms: float
    previous_hash: str = ""
    hash: str = ""


@frozen
class ModelUse:
    """One question to a model behind an endpoint, answered or not.

    `purpose` is what for (intent, picture_class, embedding), `model` who answered, `prompt` the
    template's path and `prompt_sha256` its hash; both are empty where no prompt is sent. Tokens are
    as the server counts them, None where it does not. `failure` says why there was no usable
    answer; the shipped way then answered instead.
    """

    purpose: str
    model: str
    prompt: str = ""
    prompt_sha256: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    ms: float = 0.0
    failure: str = ""


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
    attempt: int = 1
    error_type: str | None = None
    error: str | None = None
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    started_at: datetime | None = None
    ended_at: datetime | None = None
    label_id: str | None = None
