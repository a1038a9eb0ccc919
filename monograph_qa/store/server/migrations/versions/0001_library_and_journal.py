"""The library's tables and the journal's."""

from monograph_qa.store.server.migrations import run_script

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables, in the schema that is first on the connection's search path."""
    run_script("library_tables")
    run_script("journal_tables")
