"""schemas/sql is what the tables create."""

from monograph_qa.resources import resource
from monograph_qa.store.tables import journal_ddl, library_ddl


def test_the_library_s_ddl_has_not_drifted_from_its_tables() -> None:
    """If it has: python -m monograph_qa.store.tables"""
    assert resource("schemas/sql/library.sql").read_text(encoding="utf-8") == library_ddl()


def test_the_journal_s_ddl_has_not_drifted_from_its_tables() -> None:
    """If it has: python -m monograph_qa.store.tables"""
    assert resource("schemas/sql/journal.sql").read_text(encoding="utf-8") == journal_ddl()
