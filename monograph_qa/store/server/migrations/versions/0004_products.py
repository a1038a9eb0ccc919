"""What product a label is of, and labels that are withdrawn or preferred."""

from monograph_qa.store.server.migrations import run_script

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the columns, empty, and has the fingerprint tell withdrawn and preferred labels."""
    run_script("products")
