"""Writing on a PostgreSQL server: labels, each a transaction, many loads at once; known names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from psycopg import sql

from monograph_qa.domain.label import Monograph
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.load import Load
from monograph_qa.store.queries import server_query, several
from monograph_qa.store.rows import Columns
from monograph_qa.store.server.connection import LibraryServer
from monograph_qa.store.statements import NameRows

_MEANINGS = ("sentence_meaning", "label_meaning")  # where there is pgvector


class ServerLoad(Load):
    """One load into a library on a server.

    What is stored is before the askers as soon as its transaction ends; a load that is killed
    leaves whole labels behind and no others.
    """

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

    def _insert(self, table: str, columns: Mapping[str, Iterable[Any]]) -> None:
        command = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
        )
        with self._connection.cursor() as cursor, cursor.copy(command) as copy:
            for row in zip(*columns.values(), strict=True):
                copy.write_row(row)

    def _delete(self, table: str, label_id: str) -> None:
        statement = sql.SQL("DELETE FROM {} WHERE label_id = %s").format(sql.Identifier(table))
        self._connection.execute(statement, (label_id,))

    def _change(self, name: str, values: Mapping[str, Any]) -> None:
        self._connection.execute(server_query(name).encode(), values)

    def _rows(self, name: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        with self._server.complaints("the library could not be read"):
            return self._connection.execute(server_query(name).encode(), values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction, or a part of the one under way that can fail alone."""
        with self._server.complaints("cannot be stored"), self._connection.transaction():
            yield


def replace_names(server: LibraryServer, *, drop: str, add: NameTable | None) -> None:
    """Forgets the names of the table `drop` and makes those of `add` known, in one transaction.

    Raises LibraryError when they cannot be stored; nothing has changed then.
    """
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
        rows = NameRows(add, last + 1)
        cursor = connection.cursor()
        for command, each in (
            ("COPY name_table FROM STDIN", [rows.source]),
            ("COPY known_name FROM STDIN", rows.names()),
            ("COPY known_key FROM STDIN", rows.keys()),
        ):
            with cursor.copy(command) as copy:
                for row in each:
                    copy.write_row(row)
