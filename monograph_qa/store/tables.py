"""The one schema: SQLModel tables of the library (DuckDB) and of the journal (SQLite).

Names and columns are a contract with outside programs. `schemas/sql/` holds the DDL these create;
as a program, this writes it. The journal is opened on every question, so it is created from that
text and not through SQLAlchemy, whose import costs more than the question.
Ids are content-addressed strings, so loading the same label again makes the same rows. There are no
foreign keys: rows are only ever inserted, and DuckDB loads 1.4 times faster without them.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field, SQLModel

from monograph_qa.resources import resource
from monograph_qa.store.queries import query

library_metadata = sa.MetaData()
journal_metadata = sa.MetaData()


def _text() -> sa.Column[str]:
    return sa.Column(sa.Text, nullable=False)


def _json_list() -> sa.Column[Any]:
    return sa.Column(sa.JSON, nullable=False, server_default="[]")


class LibraryTable(SQLModel):
    """Tables of the published library."""

    metadata = library_metadata


class JournalTable(SQLModel):
    """Tables of the journal."""

    metadata = journal_metadata


class LabelRow(LibraryTable, table=True):
    """One version of one label document."""

    __tablename__ = "label"
    label_id: str = Field(primary_key=True)
    doc_key: str
    version: int
    superseded_by: str | None = None
    drug: str
    title: str
    format: str
    source_path: str
    sha256: str
    page_count: int
    revision_date: str | None = None
    parser: str
    ingested_at: datetime = Field(sa_column=sa.Column(sa.DateTime(timezone=True), nullable=False))
    brand: str | None = None
    maker: str | None = None
    forms: list[str] = Field(sa_column=_json_list())
    strengths: list[str] = Field(sa_column=_json_list())
    routes: list[str] = Field(sa_column=_json_list())
    numbers: list[str] = Field(sa_column=_json_list())
    set_id: str | None = None
    revised_as_printed: str | None = None
    withdrawn: str | None = Field(default=None, sa_column=sa.Column(sa.Text))
    preferred: bool = Field(sa_column=sa.Column(sa.Boolean, nullable=False, server_default="false"))


class DrugNameRow(LibraryTable, table=True):
    """A name that a label bears."""

    __tablename__ = "drug_name"
    __table_args__ = (sa.Index("drug_name_by_label", "label_id"),)
    name: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    label_id: str = Field(primary_key=True)


class DrugNameKeyRow(LibraryTable, table=True):
    """The spellings under which a question finds a name: folded, with and without salt and form."""

    __tablename__ = "drug_name_key"
    __table_args__ = (sa.Index("drug_name_key_by_key", "name_key"),)
    name_key: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    label_id: str = Field(primary_key=True)


class SectionRow(LibraryTable, table=True):
    """A section's own text, without its subsections'."""

    __tablename__ = "section"
    __table_args__ = (sa.Index("section_by_label", "label_id"),)
    section_id: str = Field(primary_key=True)
    label_id: str
    ordinal: int
    parent_id: str | None = None
    level: int
    heading: str = Field(sa_column=_text())
    heading_path: str = Field(sa_column=_text())
    section_number: str | None = None
    section_code: str | None = None
    section_key: str
    text: str = Field(sa_column=_text())
    page_first: int | None = None
    page_last: int | None = None
    frame: list[list[object]] = Field(sa_column=_json_list())


class FactSpanRow(LibraryTable, table=True):
    """One sentence or table row: `quote` is `section.text[start:stop]`. `frame` and `needs` are
    read by the views fact_frame and fact_link."""

    __tablename__ = "fact_span"
    __table_args__ = (sa.Index("fact_span_by_label", "label_id"),)
    fact_id: str = Field(primary_key=True)
    section_id: str
    label_id: str
    ordinal: int
    start: int
    stop: int
    quote: str = Field(sa_column=_text())
    kind: str
    attributes: list[str] = Field(sa_column=sa.Column(sa.JSON, nullable=False))
    page: int | None = None
    boxes: list[dict[str, object]] = Field(sa_column=sa.Column(sa.JSON, nullable=False))
    context: str | None = Field(default=None, sa_column=sa.Column(sa.Text))
    frame: list[list[object]] = Field(sa_column=_json_list())
    needs: list[list[str]] = Field(sa_column=_json_list())


class ReadingDoubtRow(LibraryTable, table=True):
    """A place where a label may have been read wrongly: it does not agree with what the label says
    of itself."""

    __tablename__ = "reading_doubt"
    label_id: str = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    section_id: str
    page: int | None = None
    kind: str
    detail: str = Field(sa_column=_text())


class ImageRow(LibraryTable, table=True):
    """A picture as PNG, with its place and its class."""

    __tablename__ = "image"
    __table_args__ = (sa.Index("image_by_label", "label_id"),)
    image_id: str = Field(primary_key=True)
    label_id: str
    section_id: str | None = None
    page: int | None = None
    box: dict[str, object] | None = Field(default=None, sa_column=sa.Column(sa.JSON))
    kind: str
    confidence: float
    classifier: str
    caption: str | None = Field(default=None, sa_column=sa.Column(sa.Text))
    sha256: str
    png: bytes = Field(sa_column=sa.Column(sa.LargeBinary, nullable=False))


class IngestJobRow(JournalTable, table=True):
    """The loading of one file."""

    __tablename__ = "ingest_job"
    __table_args__ = (sa.Index("ingest_job_by_path", "source_path"),)
    job_id: str = Field(primary_key=True)
    source_path: str
    doc_key: str
    state: str
    attempt: int
    error_type: str | None = None
    error: str | None = Field(default=None, sa_column=sa.Column(sa.Text))
    created_at: str
    started_at: str | None = None
    ended_at: str | None = None
    label_id: str | None = None


class AuditRecordRow(JournalTable, table=True):
    """One question and all that came of it, chained to the record before by hash.

    SQLite never gives a `sequence` out twice: a record removed at the end leaves a gap as well.
    """

    __tablename__ = "audit_record"
    __table_args__ = {"sqlite_autoincrement": True}
    sequence: int = Field(primary_key=True)
    audit_id: str = Field(unique=True)
    at: str
    question: str = Field(sa_column=_text())
    intent: str = Field(sa_column=_text())
    routes: str = Field(sa_column=_text())
    evidence: str = Field(sa_column=_text())
    draft: str = Field(sa_column=_text())
    verdict: str
    findings: str = Field(sa_column=_text())
    answer: str = Field(sa_column=_text())
    model: str
    prompt_sha256: str
    library_version: str
    elapsed_ms: float
    previous_hash: str = Field(unique=True)
    hash: str = Field(unique=True)


def library_ddl() -> str:
    """CREATE statements of the library for DuckDB.

    There a label's FactSpans and sections are found by a range of `row_no`, which counts them in
    the order they were stored: in a large file a fifth of the time of an index or of `rowid`.
    `label_rows` has each label's ranges. Indexes over `fact_id` and over the label would more than
    double the time of a load, and ids are unique by how they are made: there are none.

    `published` has one row, the version of what is published: to reckon it reads every label.
    `name_spelling` has each folded name once, however many labels bear it: what is spelt alike is
    looked for among those that share their first two letters or their last three, which is faster
    than an index over so few values.

    `named_place` says where something is spoken of, for who looks for it across all labels: what a
    heading says is one row for all lines below it. Each load's rows lie in order of what they name,
    so that few of all rows are read (docs/scale.md).
    """
    from duckdb_sqlalchemy import Dialect

    tables = sa.MetaData()
    for table in library_metadata.sorted_tables:
        table.to_metadata(tables)
    for name in ("fact_span", "section"):
        tables.tables[name].append_column(sa.Column("row_no", sa.BigInteger))
        tables.tables[name].indexes.clear()
    facts = tables.tables["fact_span"]
    facts.c.fact_id.primary_key = False
    facts.append_constraint(sa.PrimaryKeyConstraint())
    sa.Table(
        "label_rows",
        tables,
        sa.Column("label_id", sa.String, primary_key=True),
        *_filled(sa.BigInteger, "first_fact", "last_fact", "first_section", "last_section"),
    )
    sa.Table("published", tables, *_filled(sa.String, "version"))
    sa.Table("name_spelling", tables, *_filled(sa.String, "name_key", "key_start", "key_end"))
    sa.Table(
        "named_place",
        tables,
        *_filled(sa.String, "facet", "concept"),
        *(sa.Column(name, sa.Double) for name in ("low", "high")),
        *_filled(sa.Boolean, "own"),
        *_filled(sa.BigInteger, "label_no", "section_no", "home_no"),
        *_filled(sa.String, "home_key"),
        *_filled(sa.BigInteger, "first_fact", "last_fact"),
    )
    made = _ddl(tables, Dialect(), "The published library (DuckDB).")
    return f"{made}\n{query('store/frame_views')}"


def _filled(kind: type[sa.types.TypeEngine[Any]], *names: str) -> Iterator[sa.Column[Any]]:
    return (sa.Column(name, kind, nullable=False) for name in names)


def journal_ddl() -> str:
    """CREATE statements of the journal for SQLite."""
    return _ddl(journal_metadata, sqlite.dialect(), "The journal (SQLite, WAL).")


def _ddl(metadata: sa.MetaData, dialect: Any, title: str) -> str:
    statements = [f"-- {title} Generated by monograph_qa.store.tables; do not edit."]
    for table in metadata.sorted_tables:
        create = CreateTable(table, if_not_exists=True)
        statements.append(str(create.compile(dialect=dialect)).strip() + ";")
        for index in sorted(table.indexes, key=lambda i: str(i.name)):
            statement = CreateIndex(index, if_not_exists=True)
            statements.append(str(statement.compile(dialect=dialect)).strip() + ";")
    lines = (line.rstrip() for line in "\n\n".join(statements).splitlines())
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = resource("schemas/sql")
    (folder / "library.sql").write_text(library_ddl(), encoding="utf-8")
    (folder / "journal.sql").write_text(journal_ddl(), encoding="utf-8")
