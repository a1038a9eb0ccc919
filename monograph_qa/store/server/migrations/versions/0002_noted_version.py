"""The fingerprint is noted with the mark; a label's sentences are found by their places."""

from monograph_qa.store.server.migrations import running

revision, down_revision = "0002", "0001"
upgrade = running("noted_version")
