"""What product a label is of, and labels that are withdrawn or preferred."""

from alembic import op

from monograph_qa.store.queries import query

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the columns, empty, and has the fingerprint tell withdrawn and preferred labels."""
    # Taken whole only by psycopg itself: the script has several statements.
    op.get_bind().connection.cursor().execute(query("store/postgresql/products"))
