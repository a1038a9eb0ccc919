"""The journal: jobs and audit records in SQLite (WAL), many processes writing at once."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from monograph_qa.domain.audit import AuditRecord
from monograph_qa.domain.jobs import IngestJob, JobState
from monograph_qa.errors import JournalError
from monograph_qa.resources import resource

_RECORD_COLUMNS = AuditRecord.__slots__
_JOB_COLUMNS = IngestJob.__slots__


class Journal:
    """One open journal. Every write is its own transaction, on disk before the call returns."""

    def __init__(self, path: Path) -> None:
        """Opens or makes the journal at `path`. Raises JournalError when that is not possible."""
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = not path.exists()
            self._connection = sqlite3.connect(path, timeout=30, isolation_level=None)
            if fresh:
                self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            if not self._has_tables():
                self._connection.executescript(
                    resource("schemas/sql/journal.sql").read_text(encoding="utf-8")
                )
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"{path}: the journal cannot be opened: {error}") from error

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A write transaction that holds the journal's one write lock from its first statement."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise JournalError(f"{self._path}: could not be written: {error}") from error

    def append(self, seal: Callable[[str], AuditRecord]) -> AuditRecord:
        """Adds the record that `seal` makes from the hash of the last one ("" at the start).

        The lock is taken before the last hash is read, so two processes never extend one record.
        """
        columns = ", ".join(_RECORD_COLUMNS)
        marks = ", ".join("?" for _ in _RECORD_COLUMNS)
        with self.transaction() as connection:
            last = connection.execute(
                "SELECT sequence, hash FROM audit_record ORDER BY sequence DESC LIMIT 1"
            ).fetchone()
            record = seal(last[1] if last else "")
            connection.execute(
                f"INSERT INTO audit_record (sequence, {columns}) VALUES (?, {marks})",  # noqa: S608
                (last[0] + 1 if last else 1, *(getattr(record, c) for c in _RECORD_COLUMNS)),
            )
        return record

    def records(self) -> Iterator[tuple[int, AuditRecord]]:
        """(sequence, record) of every audit record, oldest first."""
        columns = ", ".join(_RECORD_COLUMNS)
        statement = f"SELECT sequence, {columns} FROM audit_record ORDER BY sequence"  # noqa: S608
        for row in self._read(statement):
            yield row[0], AuditRecord(*row[1:])

    def recent(self, most: int) -> list[AuditRecord]:
        """The newest `most` records, newest first."""
        columns = ", ".join(_RECORD_COLUMNS)
        statement = f"SELECT {columns} FROM audit_record ORDER BY sequence DESC LIMIT ?"  # noqa: S608
        return [AuditRecord(*row) for row in self._read(statement, (most,))]

    def find_record(self, audit_id: str) -> AuditRecord | None:
        columns = ", ".join(_RECORD_COLUMNS)
        statement = f"SELECT {columns} FROM audit_record WHERE audit_id = ?"  # noqa: S608
        rows = list(self._read(statement, (audit_id,)))
        return AuditRecord(*rows[0]) if rows else None

    def put_job(self, job: IngestJob) -> None:
        """Adds a job or replaces it by its id."""
        marks = ", ".join("?" for _ in _JOB_COLUMNS)
        values = [_stored(getattr(job, name)) for name in _JOB_COLUMNS]
        with self.transaction() as connection:
            connection.execute(
                f"INSERT OR REPLACE INTO ingest_job ({', '.join(_JOB_COLUMNS)}) VALUES ({marks})",  # noqa: S608
                values,
            )

    def jobs(self, states: Iterable[JobState] = ()) -> list[IngestJob]:
        """All jobs, or those in `states`, newest first."""
        wanted = {state.value for state in states}
        statement = f"SELECT {', '.join(_JOB_COLUMNS)} FROM ingest_job ORDER BY created_at DESC, job_id"  # noqa: S608, E501
        jobs = [_job(dict(zip(_JOB_COLUMNS, row, strict=True))) for row in self._read(statement)]
        return [job for job in jobs if not wanted or job.state.value in wanted]

    def _has_tables(self) -> bool:
        return bool(
            self._connection.execute(
                "SELECT count(*) = 2 FROM sqlite_master "
                "WHERE type = 'table' AND name IN ('ingest_job', 'audit_record')"
            ).fetchone()[0]
        )

    def _read(self, statement: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise JournalError(f"{self._path}: could not be read: {error}") from error


def _stored(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _job(row: Mapping[str, Any]) -> IngestJob:
    def time(name: str) -> datetime | None:
        return datetime.fromisoformat(row[name]) if row[name] else None

    return IngestJob(
        job_id=row["job_id"],
        source_path=row["source_path"],
        doc_key=row["doc_key"],
        state=JobState(row["state"]),
        attempt=row["attempt"],
        error_type=row["error_type"],
        error=row["error"],
        created_at=time("created_at") or datetime.fromtimestamp(0, UTC),
        started_at=time("started_at"),
        ended_at=time("ended_at"),
        label_id=row["label_id"],
    )
