"""Named statements of a library on a PostgreSQL server."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any

import psycopg

from monograph_qa.store.queries import server_query
from monograph_qa.store.server.connection import LibraryServer

_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_MOST_NEAR = 30  # folded names, as in keys_near.sql


class ServerStatements:
    """The statements over a server's library, one connection; a lost one is made again, but never
    within `at_once`, where it would show another state."""

    def __init__(self, server: LibraryServer) -> None:
        """Raises LibraryError when the server cannot be reached or holds no library."""
        self._server = server
        self._connection = server.connect()
        self._seen: object = None  # the mark of the state that `at_once` reads

    @cached_property
    def searches(self) -> bool:
        ((can,),) = self.rows("store/search_here")
        return bool(can)

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        if name == "store/keys_near" and values:
            return self._keys_near(**values)
        if name == "store/rows_of_label":
            return []  # a server finds a label's rows by an index and knows no range of rows
        with self._server.complaints("the library could not be read"):
            return self._executed(server_query(name), dict(values or {})).fetchall()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        if self._seen is not None:
            yield  # within another already
            return
        with self._server.complaints("the library could not be read"):
            self._executed(_READING, {})
        try:
            self._seen = self.mark()
            yield
        finally:
            self._seen = None
            with suppress(psycopg.Error):  # nothing was written that could be lost
                self._connection.execute("ROLLBACK")

    def mark(self) -> object:
        if self._seen is not None:
            return self._seen
        ((mark,),) = self.rows("store/mark")
        return mark

    def names(self) -> "ServerStatements":
        return self

    def close(self) -> None:
        self._connection.close()

    def _keys_near(self, name_key: str, least: float) -> list[tuple[Any, ...]]:
        """As keys_near.sql: the alike, best first, and those that go on where the asked ends."""
        from rapidfuzz.distance import JaroWinkler

        keys = [key for (key,) in self.rows("store/keys_alike", {"name_key": name_key})]
        alike = [(key, JaroWinkler.similarity(key, name_key)) for key in keys]
        found = [each for each in alike if each[1] >= least or each[0].startswith(name_key)]
        return sorted(found, key=lambda each: (-each[1], each[0]))[:_MOST_NEAR]

    def _executed(
        self, statement: str, values: dict[str, Any]
    ) -> "psycopg.Cursor[tuple[Any, ...]]":
        try:
            return self._connection.execute(statement.encode(), values)
        except psycopg.OperationalError:
            if self._seen is not None or not self._connection.closed:
                raise
        # It was lost since the last question: networks and servers end what is idle for long.
        self._connection = self._server.connect()
        return self._connection.execute(statement.encode(), values)
