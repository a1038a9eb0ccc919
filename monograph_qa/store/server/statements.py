"""Named statements of a library on a PostgreSQL server, and the connection that asks them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any

import psycopg

from monograph_qa.errors import LibraryError, MonographError
from monograph_qa.store.queries import server_query
from monograph_qa.store.server.connection import LibraryServer

Row = tuple[Any, ...]
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
    """The statements over a server's library (see `queries.Statements`)."""

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
