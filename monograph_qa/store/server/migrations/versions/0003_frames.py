"""Frames of sentences and headings, and what a sentence must not be shown without: empty yet."""

from monograph_qa.store.server.migrations import running

revision, down_revision = "0003", "0002"
upgrade = running("frames")
