"""The fingerprint is noted with the mark; a label's sentences are found by their places."""

from monograph_qa.store.server.migrations import run_script

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Brings the tables of 0001 up to date, with what they hold."""
    run_script("noted_version")
