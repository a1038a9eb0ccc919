"""Named statements of a library on a PostgreSQL server."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any

import psycopg

from monograph_qa.store.queries import server_query, several
from monograph_qa.store.server.connection import LibraryServer

_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_MOST_NEAR = 12  # names, as in names_near.sql


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
        if name == "store/names_near" and values:
            return self._names_near(**values)
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

    def _names_near(self, name_key: str, least: float) -> list[tuple[Any, ...]]:
        """As names_near.sql: the alike, best first, and those that go on where the asked ends."""
        from rapidfuzz.distance import JaroWinkler

        keys = [key for (key,) in self.rows("store/keys_alike", {"name_key": name_key})]
        alike = {key: JaroWinkler.similarity(key, name_key) for key in keys}
        found = [key for key in keys if alike[key] >= least or key.startswith(name_key)]
        nearest = sorted(found, key=lambda key: (-alike[key], key))[:_MOST_NEAR]
        named = self.rows("store/names_of_keys", {"keys": several(nearest)})
        return sorted(named, key=lambda row: nearest.index(row[0]))

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
