"""The fingerprint is noted with the mark; a label's sentences are found by their places."""

from alembic import op

from monograph_qa.store.queries import query

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Brings the tables of 0001 up to date, with what they hold."""
    # Taken whole only by psycopg itself: the script has several statements.
    op.get_bind().connection.cursor().execute(query("store/postgresql/noted_version"))
