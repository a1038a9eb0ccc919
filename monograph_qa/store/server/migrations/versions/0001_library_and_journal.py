"""The library's tables and the journal's."""

from alembic import op

from monograph_qa.store.queries import query

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables, in the schema that is first on the connection's search path."""
    # Scripts of several statements, some with bodies: psycopg takes them whole only without values.
    cursor = op.get_bind().connection.cursor()
    for script in ("library_tables", "journal_tables"):
        cursor.execute(query(f"store/postgresql/{script}"))
