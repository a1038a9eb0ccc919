"""Making a library's database on a server, bringing it up to date, granting its roles; by Alembic,
which costs more to import than a question."""

from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from monograph_qa.errors import LibraryError
from monograph_qa.frozen import frozen
from monograph_qa.store.queries import query
from monograph_qa.store.server.connection import SCHEMA, LibraryServer, unfit

_MIGRATIONS = Path(__file__).with_name("migrations")
_LOCK = 28019  # of two that migrate at once, one waits


@frozen
class SchemaState:
    """The migration that a database stands at (None: it holds no library) and the newest; the
    roles of the library that the server has, and whether meanings can be compared there."""

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


def upgrade(server: LibraryServer) -> SchemaState:
    """Makes the tables, or brings them up to date; all of it or nothing."""
    server.reach().close()  # a server out of reach is reported by psycopg alone
    engine = create_engine("postgresql+psycopg://", creator=server.reach, poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    try:
        with server.complaints(), engine.connect() as connection:
            connection.exec_driver_sql(f"SELECT pg_advisory_lock({_LOCK})")
            connection.commit()
            stands_at = MigrationContext.configure(connection).get_current_revision()
            if stands_at is not None and stands_at > SCHEMA:
                raise LibraryError(f"{server}: {unfit(stands_at)}")
            config.attributes["connection"] = connection
            command.upgrade(config, SCHEMA)
            # Each time: pgvector may have been installed since. Taken whole only by psycopg itself.
            connection.connection.cursor().execute(query("store/postgresql/meaning_tables"))
            connection.commit()
    except SQLAlchemyError as error:
        cause = server.complaint(getattr(error, "orig", None) or error)
        raise LibraryError(f"{server}: the tables cannot be made: {cause}") from error
    finally:
        engine.dispose()
    return schema_state(server)


def grant_roles(server: LibraryServer) -> None:
    """Makes the roles where they are missing, and grants each its rights and no more."""
    with closing(server.connect()) as connection, server.complaints("roles cannot be granted"):
        # No values are bound, so psycopg takes the script whole; it is one transaction then.
        connection.execute(roles_script().encode())


def roles_script() -> str:
    """The SQL that `grant_roles` runs, for a database keeper to read and run by hand."""
    return query("store/postgresql/roles")
