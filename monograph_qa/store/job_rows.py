"""Jobs as rows: times are ISO 8601 text, states their word."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from monograph_qa.domain.jobs import IngestJob, JobState

JOB_COLUMNS = IngestJob.__slots__


def job_values(job: IngestJob) -> list[Any]:
    """What stands in JOB_COLUMNS for a job."""
    return [_stored(getattr(job, name)) for name in JOB_COLUMNS]


def job_of(row: Sequence[Any]) -> IngestJob:
    """The job that a row of JOB_COLUMNS tells of."""
    said = dict(zip(JOB_COLUMNS, row, strict=True))

    def time(name: str) -> datetime | None:
        return datetime.fromisoformat(said[name]) if said[name] else None

    return IngestJob(
        job_id=said["job_id"],
        source_path=said["source_path"],
        doc_key=said["doc_key"],
        state=JobState(said["state"]),
        attempt=said["attempt"],
        error_type=said["error_type"],
        error=said["error"],
        created_at=time("created_at") or datetime.fromtimestamp(0, UTC),
        started_at=time("started_at"),
        ended_at=time("ended_at"),
        label_id=said["label_id"],
    )


def _stored(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
