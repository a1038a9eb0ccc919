"""The library's tables and the journal's, in the schema that is first on the search path."""

from monograph_qa.store.server.migrations import running

revision, down_revision = "0001", None
upgrade = running("library_tables", "journal_tables")
