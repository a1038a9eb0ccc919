"""The journal of a library folder: SQLite (WAL), many processes writing at once."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from monograph_qa.errors import JournalError
from monograph_qa.resources import resource
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.journal import Journal, Row, no_journal
from monograph_qa.store.rows import query
from monograph_qa.table_files import failing_as, whole_file

# Of a damaged file SQLite may complain in bytes that are no text.
_FAILURES = (sqlite3.Error, UnicodeDecodeError)
_IN_A_ROW = 1 << 22  # bytes
_PATIENCE = 30.0  # seconds to wait for another writer


class FileJournal(Journal):
    def __init__(self, path: Path, *, make: bool = True) -> None:
        self.place = str(path)
        self._path = path
        self._head = LibraryFolder(path.parent).journal_head
        self.head_place = str(self._head)
        if not make and not path.is_file():
            raise no_journal(str(path.parent))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = connect(path)
        except (*_FAILURES, OSError) as error:
            raise JournalError(f"{path}: the journal cannot be opened: {error}") from error

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[Callable[[str, Mapping[str, Any]], list[Row]]]:
        """Holds the journal's one write lock from its first statement."""
        with self._complaints("could not be written"):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield lambda name, values: self._connection.execute(query(name), values).fetchall()
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def appended(self) -> int | None:
        made = list(self._read("SELECT sql FROM sqlite_master WHERE name = 'audit_record'"))
        if not made or "AUTOINCREMENT" not in str(made[0][0]).upper():
            return None
        rows = list(self._read("SELECT seq FROM sqlite_sequence WHERE name = 'audit_record'"))
        # A number that is none any more was changed: no count of records equals it.
        return (rows[0][0] if isinstance(rows[0][0], int) else -1) if rows else 0

    def damage(self) -> list[str]:
        # It reads page by page as they are linked: from a disk, ten times slower than in a row.
        with suppress(OSError), self._path.open("rb", buffering=0) as file:
            while file.read(_IN_A_ROW):
                pass
        lines = [str(row[0]) for row in self._read("PRAGMA integrity_check(20)")]
        return [f"the file is damaged: {line}" for line in lines if line != "ok"]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with self._complaints("could not be read"):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def read_head(self) -> str | None:
        with failing_as(JournalError, self._head, "cannot be read"), suppress(FileNotFoundError):
            return self._head.read_text(encoding="utf-8", errors="backslashreplace")
        return None

    def keep_head(self, following: Callable[[str | None], str | None]) -> None:
        lock_file = self._head.with_suffix(".lock")
        with failing_as(JournalError, self._head), lock_file.open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            text = following(self.read_head())
            if text is not None:
                with whole_file(self._head) as part, part.open("w", encoding="utf-8") as file:
                    file.write(text + "\n")
                    file.flush()
                    os.fsync(file.fileno())

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> Iterator[Row]:
        return self._read(query(name), values or {})

    def _put(self, job: dict[str, Any], *, anyway: bool) -> bool:
        with self.transaction() as run:
            run("store/job_put", job)
        return True  # the folder's lock leaves no other load to have it

    def _read(self, statement: str, values: Mapping[str, Any] | None = None) -> Iterator[Row]:
        with self._complaints("could not be read"):
            yield from self._connection.execute(statement, values or {})

    @contextmanager
    def _complaints(self, failure: str) -> Iterator[None]:
        try:
            yield
        except _FAILURES as error:
            raise JournalError(f"{self.place}: {failure}: {error}") from error


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the journal, read-only where nobody may write. Raises sqlite3.Error."""
    writable = os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
    if writable:
        # One thread at a time, but not always the same one: `Library` sees to it.
        connection = sqlite3.connect(
            path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            with suppress(sqlite3.OperationalError):  # in use: the next to open it will do it
                connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        ((tables,),) = connection.execute(
            "SELECT count(*) FROM sqlite_master "
            "WHERE type = 'table' AND name IN ('ingest_job', 'audit_record')"
        )
        if tables < 2:
            ddl = resource("schemas/sql/journal.sql").read_text(encoding="utf-8")
            connection.executescript(f"BEGIN IMMEDIATE; {ddl} COMMIT;")
    else:
        # Kept where nobody can write, it can still be read; SQLite needs to know that.
        log = path.with_name(path.name + "-wal")
        how = "mode=ro" if log.exists() else "immutable=1"
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{how}", uri=True, check_same_thread=False
        )
    # A changed byte may break UTF-8: the record must still be readable, to be reported as changed.
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    return connection
