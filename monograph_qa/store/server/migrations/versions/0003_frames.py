"""Frames of sentences and headings, and what a sentence must not be shown without."""

from monograph_qa.store.server.migrations import run_script

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the columns, empty, and the views that read them."""
    run_script("frames")
