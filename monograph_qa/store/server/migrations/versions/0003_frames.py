"""Frames of sentences and headings, and what a sentence must not be shown without."""

from alembic import op

from monograph_qa.store.queries import query

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the columns, empty, and the views that read them."""
    # Taken whole only by psycopg itself: the script has several statements.
    op.get_bind().connection.cursor().execute(query("store/postgresql/frames"))
