"""The journal: jobs and audit records. A folder's is a SQLite file, a server's are its tables."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

from monograph_qa.domain.journal import AuditRecord, IngestJob, JobState
from monograph_qa.errors import JournalError, NotFound

Row = tuple[Any, ...]
FIRST, LAST = -(2**63), 2**63 - 1  # the numbers that either database counts by


class Journal(ABC):
    """One open journal. Every write is its own transaction, on disk before the call returns; every
    method raises JournalError when the journal cannot be read or written."""

    place: str
    """Where it is kept, as it may be shown; `head_place` is where the signed head is."""

    head_place: str

    lock_statement = "store/audit_head"
    """Gives sequence and hash of the last record, in a transaction that appends one."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> Iterator[Row]:
        """The rows of the named statement (see `store.rows`)."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Callable[[str, Mapping[str, Any]], list[Row]]]:
        """A transaction that writes; statements are run in it by name, and give their rows."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[None]:
        """All that is read inside is of one moment, whatever others append meanwhile."""

    @abstractmethod
    def appended(self) -> int | None:
        """How many records were ever appended, still there or not; None if not counted."""

    @abstractmethod
    def damage(self) -> list[str]:
        """What is wrong with the place itself, and not with a record. Empty when it is sound."""

    @abstractmethod
    def read_head(self) -> str | None:
        """The text of the signed head, None where there is none."""

    @abstractmethod
    def keep_head(self, following: Callable[[str | None], str | None]) -> None:
        """Keeps as the signed head what is `following` the one that is there, None where there is
        none; where None follows, it stays. Processes that write at once take turns."""

    @abstractmethod
    def _put(self, job: dict[str, Any], *, anyway: bool) -> bool:
        """Adds a job or replaces it by its id; False where another load has it, unless `anyway`."""

    def append(self, seal: Callable[[str], AuditRecord]) -> tuple[int, AuditRecord]:
        """Adds the record that `seal` makes from the hash of the last one ("" at the start), and
        gives it back with its sequence number."""
        with self.transaction() as run:  # locked before the last hash is read
            ((_, last),) = run(self.lock_statement, {})
            record = seal(last)
            ((sequence,),) = run("store/audit_append", self._values(record))
            if sequence is None:
                cause = "could not be written: the record does not follow the last one"
                raise JournalError(f"{self.place}: {cause}")
        return int(sequence), record

    def records(self) -> Iterator[tuple[int, AuditRecord]]:
        """(sequence, record) of every audit record, oldest first."""
        first = FIRST
        while rows := list(self.rows("store/audit_records", {"first": first, "last": LAST})):
            yield from ((row[0], AuditRecord(*row[1:])) for row in rows)
            first = rows[-1][0] + 1

    def record_at(self, sequence: int) -> AuditRecord | None:
        return self._record("store/audit_records", first=sequence, last=sequence)

    def find_record(self, audit_id: str) -> AuditRecord | None:
        return self._record("store/audit_by_id", audit_id=audit_id)

    def get_record(self, audit_id: str) -> AuditRecord:
        """Raises NotFound."""
        record = self.find_record(audit_id)
        if record is None:
            raise NotFound(f"no audit record {audit_id!r}")
        return record

    def head(self) -> tuple[int, str]:
        """Sequence and hash of the last record; 0 and "" of an empty log."""
        ((sequence, record_hash),) = self.rows("store/audit_head")
        return sequence, record_hash

    def put_job(self, job: IngestJob) -> None:
        self._put(self._values(job), anyway=True)

    def claim_job(self, job: IngestJob) -> bool:
        """As `put_job`, unless another load that still runs has this job: False then."""
        return self._put(self._values(job), anyway=False)

    def jobs(
        self,
        states: Iterable[JobState] = (),
        *,
        source_path: str | None = None,
        label_id: str | None = None,
        most: int | None = None,
    ) -> list[IngestJob]:
        """All jobs, or those in `states`, of one file, of one label; newest first, `most`."""
        named = "store/jobs" if source_path is None else "store/jobs_of_file"
        wanted = {
            "states": "".join(f" {state.value} " for state in states),
            "source_path": source_path,
            "label_id": label_id or "",
            "most": LAST if most is None else most,
        }
        return [_job(row) for row in self.rows(named, wanted)]

    def job_counts(self) -> dict[JobState, int]:
        """How many jobs are in each state, the most frequent first; none with 0."""
        return {JobState(state): count for state, count in self.rows("store/job_counts")}

    def interrupted_jobs(self) -> list[IngestJob]:
        """Jobs noted as running whose load is dead. In a folder, for the load that locked it."""
        return [_job(row) for row in self.rows("store/jobs_interrupted")]

    def find_job(self, job_id: str) -> IngestJob | None:
        return next((_job(row) for row in list(self.rows("store/job", {"job_id": job_id}))), None)

    def _record(self, name: str, **values: Any) -> AuditRecord | None:
        # Read whole first: whoever stops in between would leave an open cursor behind.
        return next((AuditRecord(*row[1:]) for row in list(self.rows(name, values))), None)

    @staticmethod
    def _values(stored: AuditRecord | IngestJob) -> dict[str, Any]:
        """A record or a job as it is stored: times are ISO 8601 text, states their word."""
        values = {name: getattr(stored, name) for name in stored.__match_args__}
        return {n: v.isoformat() if isinstance(v, datetime) else v for n, v in values.items()}


def no_journal(place: str) -> JournalError:
    """What is raised where there is no journal, and none is to be made."""
    return JournalError(f"{place}: no journal here: nothing was loaded or asked yet")


def _job(row: Row) -> IngestJob:
    job_id, source_path, doc_key, state, attempt, error_type, error, *times, label_id = row
    created, started, ended = (datetime.fromisoformat(each) if each else None for each in times)
    return IngestJob(
        job_id, source_path, doc_key, JobState(state), attempt, error_type, error,
        created or datetime.fromtimestamp(0, UTC), started, ended, label_id,
    )  # fmt: skip
