"""Making a library's database on a server, bringing it up to date, granting its roles."""

from contextlib import closing

from monograph_qa.errors import LibraryError
from monograph_qa.frozen import frozen
from monograph_qa.store.queries import query
from monograph_qa.store.server.connection import MIGRATIONS, SCHEMA, LibraryServer, unfit

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
