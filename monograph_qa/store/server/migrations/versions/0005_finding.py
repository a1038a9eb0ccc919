"""Looking across labels: indexes over frames, attributes and sections."""

from monograph_qa.store.server.migrations import running

revision, down_revision = "0005", "0004"
upgrade = running("finding")
