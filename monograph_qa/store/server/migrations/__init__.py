"""Migrations of a library on a server: each in `versions` runs its scripts of SQL."""

from alembic import op

from monograph_qa.store.queries import query


def run_script(name: str) -> None:
    """Runs a script of several statements, which psycopg takes whole only without values."""
    op.get_bind().connection.cursor().execute(query(f"store/postgresql/{name}"))
