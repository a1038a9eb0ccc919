"""Looking across labels: indexes over frames, attributes and sections."""

from monograph_qa.store.server.migrations import run_script

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes the indexes and the function that compares ranges; labels stay as they are."""
    run_script("finding")
