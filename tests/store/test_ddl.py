"""schemas/sql is what the tables create."""

import sqlite3

import duckdb

from monograph_qa.domain.journal import AuditRecord, IngestJob
from monograph_qa.domain.label import DrugName, FactSpan, Image, Label, Product, Section
from monograph_qa.resources import resource
from monograph_qa.store.tables import journal_ddl, library_ddl

TABLES: dict[str, tuple[str, ...]] = {
    "label": (*(set(Label.__match_args__) - {"product"}), *Product.__match_args__),
    "drug_name": DrugName.__match_args__,
    "section": (*Section.__match_args__, "row_no"),
    "fact_span": (*FactSpan.__match_args__, "row_no"),
    "image": Image.__match_args__,
}


def test_the_library_s_ddl_has_not_drifted_from_its_tables() -> None:
    """If it has: python -m monograph_qa.store.tables"""
    assert resource("schemas/sql/library.sql").read_text(encoding="utf-8") == library_ddl()


def test_the_journal_s_ddl_has_not_drifted_from_its_tables() -> None:
    """If it has: python -m monograph_qa.store.tables"""
    assert resource("schemas/sql/journal.sql").read_text(encoding="utf-8") == journal_ddl()


def test_the_library_s_columns_are_the_fields_of_its_values() -> None:
    connection = duckdb.connect()
    connection.execute(library_ddl())
    for table, fields in TABLES.items():
        columns = [row[0] for row in connection.execute(f"DESCRIBE {table}").fetchall()]
        assert set(columns) == set(fields), table


def test_the_journal_s_columns_are_the_fields_of_its_values() -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(journal_ddl())
    for table, fields in (
        ("ingest_job", set(IngestJob.__match_args__)),
        ("audit_record", {"sequence", *AuditRecord.__match_args__}),
    ):
        columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        assert columns == fields, table
    connection.close()
