"""Migrations of a library on a server: each in `versions` runs its scripts of SQL."""

from collections.abc import Callable

from alembic import op

from monograph_qa.store.queries import query


def running(*scripts: str) -> Callable[[], None]:
    """An upgrade that runs scripts of several statements, which psycopg takes whole only without
    values."""

    def upgrade() -> None:
        for name in scripts:
            op.get_bind().connection.cursor().execute(query(f"store/postgresql/{name}"))

    return upgrade
