"""The one schema: SQLModel tables of the library (DuckDB) and of the journal (SQLite).

Names and columns are a contract with outside programs. `schemas/sql/` holds the DDL these create.
Ids are content-addressed strings, so loading the same label again makes the same rows. There are no
foreign keys: rows are only ever inserted, and DuckDB loads 1.4 times faster without them.
"""

from datetime import datetime

from sqlalchemy import JSON, Boolean, Column, DateTime, Index, LargeBinary, MetaData, Text
from sqlmodel import Field, SQLModel

library_metadata = MetaData()
journal_metadata = MetaData()


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
    ingested_at: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False))
    brand: str | None = None
    maker: str | None = None
    forms: list[str] = Field(sa_column=Column(JSON, nullable=False, server_default="[]"))
    strengths: list[str] = Field(sa_column=Column(JSON, nullable=False, server_default="[]"))
    routes: list[str] = Field(sa_column=Column(JSON, nullable=False, server_default="[]"))
    numbers: list[str] = Field(sa_column=Column(JSON, nullable=False, server_default="[]"))
    set_id: str | None = None
    revised_as_printed: str | None = None
    withdrawn: str | None = Field(default=None, sa_column=Column(Text))
    preferred: bool = Field(sa_column=Column(Boolean, nullable=False, server_default="false"))


class DrugNameRow(LibraryTable, table=True):
    """A name that a label bears."""

    __tablename__ = "drug_name"
    __table_args__ = (Index("drug_name_by_label", "label_id"),)
    name: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    label_id: str = Field(primary_key=True)


class DrugNameKeyRow(LibraryTable, table=True):
    """The spellings under which a question finds a name: folded, with and without salt and form."""

    __tablename__ = "drug_name_key"
    __table_args__ = (Index("drug_name_key_by_key", "name_key"),)
    name_key: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    label_id: str = Field(primary_key=True)


class SectionRow(LibraryTable, table=True):
    """A section's own text, without its subsections'."""

    __tablename__ = "section"
    __table_args__ = (Index("section_by_label", "label_id"),)
    section_id: str = Field(primary_key=True)
    label_id: str
    ordinal: int
    parent_id: str | None = None
    level: int
    heading: str = Field(sa_column=Column(Text, nullable=False))
    heading_path: str = Field(sa_column=Column(Text, nullable=False))
    section_number: str | None = None
    section_code: str | None = None
    section_key: str
    text: str = Field(sa_column=Column(Text, nullable=False))
    page_first: int | None = None
    page_last: int | None = None
    frame: list[list[object]] = Field(sa_column=Column(JSON, nullable=False, server_default="[]"))


class FactSpanRow(LibraryTable, table=True):
    """One sentence or table row: `quote` is `section.text[start:stop]`. `frame` and `needs` are
    read by the views fact_frame and fact_link."""

    __tablename__ = "fact_span"
    __table_args__ = (Index("fact_span_by_label", "label_id"),)
    fact_id: str = Field(primary_key=True)
    section_id: str
    label_id: str
    ordinal: int
    start: int
    stop: int
    quote: str = Field(sa_column=Column(Text, nullable=False))
    kind: str
    attributes: list[str] = Field(sa_column=Column(JSON, nullable=False))
    page: int | None = None
    boxes: list[dict[str, object]] = Field(sa_column=Column(JSON, nullable=False))
    context: str | None = Field(default=None, sa_column=Column(Text))
    frame: list[list[object]] = Field(sa_column=Column(JSON, nullable=False, server_default="[]"))
    needs: list[list[str]] = Field(sa_column=Column(JSON, nullable=False, server_default="[]"))


class ReadingDoubtRow(LibraryTable, table=True):
    """A place where a label may have been read wrongly: it does not agree with what the label says
    of itself."""

    __tablename__ = "reading_doubt"
    label_id: str = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    section_id: str
    page: int | None = None
    kind: str
    detail: str = Field(sa_column=Column(Text, nullable=False))


class ImageRow(LibraryTable, table=True):
    """A picture as PNG, with its place and its class."""

    __tablename__ = "image"
    __table_args__ = (Index("image_by_label", "label_id"),)
    image_id: str = Field(primary_key=True)
    label_id: str
    section_id: str | None = None
    page: int | None = None
    box: dict[str, object] | None = Field(default=None, sa_column=Column(JSON))
    kind: str
    confidence: float
    classifier: str
    caption: str | None = Field(default=None, sa_column=Column(Text))
    sha256: str
    png: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class IngestJobRow(JournalTable, table=True):
    """The loading of one file."""

    __tablename__ = "ingest_job"
    __table_args__ = (Index("ingest_job_by_path", "source_path"),)
    job_id: str = Field(primary_key=True)
    source_path: str
    doc_key: str
    state: str
    attempt: int
    error_type: str | None = None
    error: str | None = Field(default=None, sa_column=Column(Text))
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
    question: str = Field(sa_column=Column(Text, nullable=False))
    intent: str = Field(sa_column=Column(Text, nullable=False))
    routes: str = Field(sa_column=Column(Text, nullable=False))
    evidence: str = Field(sa_column=Column(Text, nullable=False))
    draft: str = Field(sa_column=Column(Text, nullable=False))
    verdict: str
    findings: str = Field(sa_column=Column(Text, nullable=False))
    answer: str = Field(sa_column=Column(Text, nullable=False))
    model: str
    prompt_sha256: str
    library_version: str
    elapsed_ms: float
    previous_hash: str = Field(unique=True)
    hash: str = Field(unique=True)
