"""Writing on a PostgreSQL server: labels, each a transaction, many loads at once; known names;
where it has pgvector, the vectors of sentences; the tables themselves, and the rights of roles."""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from psycopg import Connection, sql
from psycopg.abc import Query

from monograph_qa.domain.label import Monograph
from monograph_qa.errors import LibraryError
from monograph_qa.frozen import frozen
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.homes import MIGRATIONS, SCHEMA, LibraryServer, unfit
from monograph_qa.store.load import Load
from monograph_qa.store.names import name_rows
from monograph_qa.store.rows import Columns, query, server_query, several

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
    return f"[{','.join(f'{number:.{_DIGITS}g}' for number in vector)}]"


_LOCK = 28019  # of two that migrate at once, one waits
# Named so since Alembic made it.
_VERSION_TABLE = (
    "CREATE TABLE IF NOT EXISTS alembic_version (version_num varchar(32) NOT NULL,"
    " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)


@frozen
class SchemaState:
    """The version of a database's tables (None: it holds no library) and the newest; the roles of
    the library that the server has, and whether meanings can be compared there."""

    stands_at: str | None
    newest: str
    roles: tuple[str, ...]
    compares_meanings: bool


def schema_state(server: LibraryServer) -> SchemaState:
    with closing(server.reach()) as connection, server.complaints():
        roles = connection.execute(query("store/postgresql/roles_here")).fetchall()
        (compares,) = connection.execute(
            "SELECT to_regclass('label_meaning') IS NOT NULL"
        ).fetchone() or (False,)
        stands_at = server.schema(connection)
    return SchemaState(stands_at, SCHEMA, tuple(role for (role,) in roles), bool(compares))


def upgrade(server: LibraryServer, to: str = SCHEMA) -> SchemaState:
    """Makes the tables, or brings them up to date; all of it or nothing."""
    with closing(server.reach()) as connection, server.complaints("the tables cannot be made"):
        connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        stands_at = server.schema(connection) or ""
        if stands_at > SCHEMA:
            raise LibraryError(f"{server}: {unfit(stands_at)}")
        # No values are bound, so psycopg takes each script whole.
        with connection.transaction():
            connection.execute(_VERSION_TABLE)
            for version, scripts in MIGRATIONS.items():
                for name in scripts if stands_at < version <= to else ():
                    connection.execute(query(f"store/postgresql/{name}").encode())
            connection.execute("DELETE FROM alembic_version")
            connection.execute("INSERT INTO alembic_version VALUES (%s)", [to])
        # Each time: pgvector may have been installed since.
        connection.execute(query("store/postgresql/meaning_tables").encode())
    return schema_state(server)


def grant_roles(server: LibraryServer) -> None:
    """Makes the roles where they are missing, and grants each its rights and no more."""
    with closing(server.connect()) as connection, server.complaints("roles cannot be granted"):
        # One script without values: psycopg takes it whole, as one transaction.
        connection.execute(roles_script().encode())


def roles_script() -> str:
    """The SQL that `grant_roles` runs, for a database keeper to read and run by hand."""
    return query("store/postgresql/roles")
