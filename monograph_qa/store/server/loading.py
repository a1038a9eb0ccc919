"""Writing on a PostgreSQL server: labels, each a transaction, many loads at once; known names; and,
where it has pgvector, the vectors of sentences."""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from psycopg import Connection, sql
from psycopg.abc import Query

from monograph_qa.domain.label import Monograph
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.known_names import name_rows
from monograph_qa.store.load import Load
from monograph_qa.store.queries import server_query, several
from monograph_qa.store.rows import Columns
from monograph_qa.store.server.connection import LibraryServer

_COPY = "COPY sentence_meaning (label_id, embedder, place, meaning) FROM STDIN WITH (FORMAT binary)"
_DIGITS = 6  # more than a half-precision number keeps
_MEANINGS = ("sentence_meaning", "label_meaning")  # where there is pgvector


class ServerLoad(Load):
    """One load into a library on a server. What is stored is before the askers as soon as its
    transaction ends; a load that is killed leaves whole labels behind and no others."""

    patience = 0.0

    def __init__(self, server: LibraryServer) -> None:
        self._server = server
        self._connection = server.connect()

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def deciding(self, *about: str) -> Iterator[None]:
        with self._transaction():
            self._change("store/lock_subjects", {"subjects": several(about)})
            yield

    def publish(self) -> None:
        self.unpublished = 0

    def _store(self, monographs: Sequence[Monograph], columns: dict[str, Columns]) -> None:
        for table, rows in columns.items():
            self._insert(table, rows)
        stored = several(each.label.label_id for each in monographs)
        self._change("store/index_sentences", {"labels": stored})

    def _forget(self, label_id: str) -> None:
        compares = self._rows("store/search_here", {}) == [(True,)]
        for table in (*(_MEANINGS if compares else ()), "sentence"):
            self._delete(table, label_id)

    def _insert(self, table: str, columns: Columns) -> None:
        command = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
        )
        _copy(self._connection, command, zip(*columns.values(), strict=True))

    def _delete(self, table: str, label_id: str) -> None:
        statement = sql.SQL("DELETE FROM {} WHERE label_id = %s").format(sql.Identifier(table))
        self._connection.execute(statement, (label_id,))

    def _change(self, name: str, values: Mapping[str, Any]) -> None:
        self._connection.execute(server_query(name).encode(), values)

    def _rows(self, name: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        with self._server.complaints("the library could not be read"):
            return self._connection.execute(server_query(name).encode(), values).fetchall()

    def put_meanings(
        self, label_id: str, embedder: str, vectors: Iterable[tuple[int, Sequence[float]]]
    ) -> None:
        """Stores (place, vector) of every sentence of a label, at once; not as part of a load."""
        values = {"label_id": label_id, "embedder": embedder, "subjects": label_id}
        with self._transaction():
            # Of two loads that do the same label, one waits and does it again, alike.
            for step in ("lock_subjects", "drop_meanings"):
                self._change(f"store/{step}", values)
            with self._connection.cursor() as cursor, cursor.copy(_COPY) as copy:
                # COPY asks no types: what is sent is read as the column's own.
                copy.set_types(("text", "text", "int4", "bytea"))
                for place, vector in vectors:
                    halves = struct.pack(f">2h{len(vector)}e", len(vector), 0, *vector)
                    copy.write_row((label_id, embedder, place, halves))  # as pgvector receives them
            self._change("store/note_meanings", values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction, or a part of the one under way that can fail alone."""
        with self._server.complaints("cannot be stored"), self._connection.transaction():
            yield


def replace_names(server: LibraryServer, *, drop: str, add: NameTable | None) -> None:
    """Forgets the names of the table `drop` and makes those of `add` known, in one transaction."""
    with (
        closing(server.connect()) as connection,
        server.complaints("the names cannot be stored"),
        connection.transaction(),
    ):
        # Names are numbered from the last on: of two imports at once, one waits.
        connection.execute("LOCK TABLE name_table IN SHARE ROW EXCLUSIVE MODE")
        connection.execute(server_query("store/drop_known_names"), {"source": drop})
        if add is None:
            return
        ((last,),) = connection.execute("SELECT coalesce(max(name_id), 0) FROM known_name")
        for table, rows in name_rows(add, last + 1).items():
            command = sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(table))
            _copy(connection, command, rows)


def _copy(connection: Connection[Any], command: Query, rows: Iterable[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor, cursor.copy(command) as copy:
        for row in rows:
            copy.write_row(row)


def vector_text(vector: Iterable[float]) -> str:
    """`[0.25,-0.5]`"""
    return f"[{','.join(f'{number:.{_DIGITS}g}' for number in vector)}]"
