"""Statements and journal of a library on a PostgreSQL server. The guards of the journal (functions,
triggers, grants) are in `sql/postgresql/journal_tables.sql`."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from typing import Any

import psycopg

from monograph_qa.errors import JournalError, LibraryError, MonographError
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.journal import Journal, Row
from monograph_qa.store.rows import query, server_query

Values = tuple[Any, ...] | Mapping[str, Any]

_READING = "could not be read"


class LastingConnection:
    """A connection to a library's server that is renewed when it was lost (`renewed` is called
    then), but not within `one_state`, where a new one would see another state. Raises `failure`."""

    def __init__(
        self,
        server: LibraryServer,
        failure: type[MonographError] = LibraryError,
        renewed: Callable[[], None] = lambda: None,
    ) -> None:
        self._server = server
        self._failure = failure
        self._renewed = renewed
        self._within_state = False
        with self.complaints(""):
            self.open = server.connect()

    def run_once(self, statement: str, values: Values = ()) -> list[Row]:
        done = self.open.execute(statement.encode(), values)
        return done.fetchall() if done.description else []

    def run(self, statement: str, values: Values = (), doing: str = _READING) -> list[Row]:
        """All rows of a statement that may be run twice."""
        with self.complaints(doing):
            try:
                return self.run_once(statement, values)
            except psycopg.OperationalError:
                if self._within_state or not self.open.closed:
                    raise
            # The server was restarted, or it closed a connection that had long been idle.
            self.open = self._server.connect()
            self._renewed()
            return self.run_once(statement, values)

    @contextmanager
    def one_state(self) -> Iterator[None]:
        self.run("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        self._within_state = True
        try:
            yield
        finally:
            self._within_state = False
            with suppress(psycopg.Error):  # nothing was written that could be lost
                self.open.execute("ROLLBACK")

    @contextmanager
    def complaints(self, doing: str) -> Iterator[None]:
        try:
            with self._server.complaints(doing):
                yield
        except LibraryError as error:
            raise self._failure(str(error)) from error
        except UnicodeEncodeError as error:
            raise self._failure(f"{self._server}: {doing}: {error.reason}") from error


class ServerStatements:
    """The statements over a server's library (see `rows.Statements`)."""

    def __init__(self, server: LibraryServer) -> None:
        self._connection = LastingConnection(server)
        self._seen: object = None  # the mark of the state that `at_once` reads

    @cached_property
    def searches(self) -> bool:
        return self.rows("store/search_here") == [(True,)]

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[Row]:
        if name == "store/rows_of_label":
            return []  # a server finds a label's rows by an index and knows no range of rows
        return self._connection.run(
            server_query(name), values or {}, "the library could not be read"
        )

    @contextmanager
    def at_once(self) -> Iterator[None]:
        if self._seen is not None:
            yield  # within another already
            return
        with self._connection.one_state():
            self._seen = self.mark()
            try:
                yield
            finally:
                self._seen = None

    def mark(self) -> object:
        return self._seen if self._seen is not None else self.rows("store/mark")[0][0]

    def names(self) -> "ServerStatements":
        return self

    def close(self) -> None:
        self._connection.open.close()


_WRITING, _LOADING = "could not be written", "no load begins"
_LOADS = 28017  # the class of the advisory locks that loads hold (see is_load_alive)
# What must stand guard over the log: a trigger on a table, and the function that it calls.
_GUARDS = {
    ("audit_record", "audit_record_stays"): "refuse_change",
    ("audit_count", "audit_count_stays"): "refuse_change",
    ("audit_count", "audit_count_counts"): "only_count_on",
    ("signed_head", "signed_head_stays"): "refuse_change",
}
_ALWAYS = "A"  # pg_trigger.tgenabled


class ServerJournal(Journal):
    """The journal in a server's tables. Whoever puts a job runs a load from then on, until the
    journal is closed or the process dies."""

    lock_statement = "store/audit_lock"

    def __init__(self, server: LibraryServer) -> None:
        self.place = str(server)
        self.head_place = f"{self.place}, table signed_head"
        self._load_id: int | None = None
        self._connection = LastingConnection(server, JournalError, self._hold_load)

    def close(self) -> None:
        # The server notices a closed connection when it gets to it; a load that has ended is over
        # now, for whoever looks next.
        connection = self._connection.open
        if self._load_id is not None and not connection.closed:
            with suppress(psycopg.Error):
                connection.execute("SELECT pg_advisory_unlock_all()")
        connection.close()

    def appended(self) -> int | None:
        rows = self._connection.run("SELECT appended FROM audit_count")
        return int(rows[0][0]) if rows else -1  # a count that is gone equals no number of records

    def snapshot(self) -> AbstractContextManager[None]:
        return self._connection.one_state()

    def damage(self) -> list[str]:
        """Guards of the log that are gone or changed. It proves no change of a record by itself."""
        rows = self._connection.run(server_query("store/journal_guards"))
        return list(_missing_guards({(row[0], row[1]): row[2:] for row in rows}))

    def read_head(self) -> str | None:
        rows = self._connection.run("SELECT said FROM signed_head")
        return str(rows[0][0]) if rows else None

    def keep_head(self, following: Callable[[str | None], str | None]) -> None:
        while True:
            kept = self.read_head()
            text = following(kept)
            if text is None:
                return
            # Each turn that fails is one in which another process moved the head forward.
            ((moved,),) = self._connection.run(
                "SELECT move_signed_head(%s, %s)", (kept, text), _WRITING
            )
            if moved:
                return

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> Iterator[Row]:
        yield from self._connection.run(server_query(name), values or {})

    @contextmanager
    def transaction(self) -> Iterator[Callable[[str, Mapping[str, Any]], list[Row]]]:
        # Only the beginning may be tried again: nobody knows what became of a lost COMMIT.
        self._connection.run("BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE", (), _WRITING)
        connection = self._connection.open
        with self._connection.complaints(_WRITING):
            try:
                yield lambda name, values: self._connection.run_once(server_query(name), values)
            except BaseException:
                with suppress(psycopg.Error):
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _put(self, job: dict[str, Any], *, anyway: bool) -> bool:
        if self._load_id is None:
            ((self._load_id,),) = self._connection.run(
                "SELECT nextval('ingest_load')", (), _LOADING
            )
            self._hold_load()
        values = {**job, "load_id": self._load_id, "anyway": anyway}
        return bool(self._connection.run(server_query("store/job_put"), values, _WRITING))

    def _hold_load(self) -> None:
        """Holds the lock by which others see that this load is alive, if it puts jobs."""
        if self._load_id is None:
            return
        # Shared: a session that broke may hold it still, and must not keep its own load waiting.
        with self._connection.complaints(_LOADING):
            locked = "SELECT pg_advisory_lock_shared(%s, %s)"
            self._connection.run_once(locked, (_LOADS, self._load_id))


def _missing_guards(found: dict[tuple[str, str], tuple[Any, ...]]) -> Iterator[str]:
    """Guards that `journal_guards.sql` did not find as they should be, and what is none of ours."""
    shipped = query("store/postgresql/journal_tables")
    for (table, name), function in _GUARDS.items():
        enabled, by, words = found.pop((table, name), (None, None, ""))
        if enabled is None:
            yield f"nothing keeps {table} from changes: the trigger {name} is gone"
        elif enabled != _ALWAYS:
            yield f"nothing keeps {table} from changes: the trigger {name} is switched off"
        elif by != function or not words.strip() or words not in shipped:
            yield f"nothing keeps {table} from changes: the trigger {name} does something else"
    for (table, name), (_, by, _words) in found.items():
        yield f"{name} ({by}) stands over {table} and is none of this program's"
