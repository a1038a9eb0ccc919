"""What product a label is of, and labels that are withdrawn or preferred: empty yet."""

from monograph_qa.store.server.migrations import running

revision, down_revision = "0004", "0003"
upgrade = running("products")
