"""The one schema: SQLModel tables of the library (DuckDB) and of the journal (SQLite). Names and
columns are a contract with outside programs. `schemas/sql/` holds the DDL these create; as a
program, this writes it. Files are made from that text and not through SQLAlchemy, whose import
costs more than a question. There are no foreign keys: rows are only ever inserted, and DuckDB loads
1.4 times faster without them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from datetime import datetime
from types import UnionType
from typing import Any, get_args, get_type_hints

import sqlalchemy as sa
from pydantic import create_model
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field as SQLField
from sqlmodel import SQLModel

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.journal import AuditRecord, IngestJob
from monograph_qa.domain.label import Doubt, DrugName, FactSpan, Image, Label, Product, Section
from monograph_qa.resources import resource
from monograph_qa.store.rows import query

library_metadata = sa.MetaData()
journal_metadata = sa.MetaData()

# Text without end; every other text is a word or two.
_LONG = frozenset(
    {
        "heading", "heading_path", "text", "quote", "context", "detail", "caption", "withdrawn",
        "error", "question", "intent", "routes", "evidence", "draft", "findings", "answer",
    }
)  # fmt: skip
_TYPES: Mapping[Any, sa.types.TypeEngine[Any]] = {
    int: sa.Integer(),
    float: sa.Float(),
    bool: sa.Boolean(),
    bytes: sa.LargeBinary(),
    PageBox: sa.JSON(),
    tuple: sa.JSON(),
}
_EMPTY = {tuple: "[]", bool: "false"}  # stored where a label of an earlier reader says nothing
_TIME = sa.DateTime(timezone=True)


def _columns(of: type, times: sa.types.TypeEngine[Any] = _TIME) -> Iterator[sa.Column[Any]]:
    """A column for each field of a value; those of its product stand among them."""
    hints = get_type_hints(of)
    for field in fields(of):
        if hints[field.name] is Product:
            yield from _columns(Product)
        else:
            yield _column(field, hints[field.name], times)


def _column(field: Field[Any], hint: Any, times: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    is_nullable = isinstance(hint, UnionType)
    kind = get_args(hint)[0] if is_nullable else getattr(hint, "__origin__", hint)
    words = sa.Text() if field.name in _LONG else sa.String()
    stored = times if kind is datetime else _TYPES.get(kind, words)
    empty = _EMPTY.get(kind) if field.default is not MISSING else None
    return sa.Column(field.name, stored, nullable=is_nullable, server_default=empty)


class LibraryTable(SQLModel):
    metadata = library_metadata


class JournalTable(SQLModel):
    metadata = journal_metadata


def _table(
    of: type[SQLModel],
    name: str,
    columns: Iterable[sa.Column[Any]],
    *,
    key: tuple[str, ...],
    unique: tuple[str, ...] = (),
    by: str = "",
) -> None:
    named = {column.name: column for column in columns}
    for each in named.values():
        each.primary_key, each.unique = each.name in key, each.name in unique or None
    kept: Any = {each: (Any, SQLField(sa_column=column)) for each, column in named.items()}
    create_model(name, __base__=of, __cls_kwargs__={"table": True}, **kept)
    if by:
        sa.Index(f"{name}_by_{by.removesuffix('_id').rpartition('_')[2]}", named[by])


def _filled(kind: type[sa.types.TypeEngine[Any]], *names: str) -> Iterator[sa.Column[Any]]:
    return (sa.Column(name, kind, nullable=False) for name in names)


_table(LibraryTable, "label", _columns(Label), key=("label_id",))
_NAMES = DrugName.__match_args__
_table(LibraryTable, "drug_name", _columns(DrugName), key=_NAMES, by="label_id")
# The spellings under which a question finds a name: folded, with and without salt and form.
_KEYED = (*_filled(sa.String, "name_key"), *_columns(DrugName))
_table(LibraryTable, "drug_name_key", _KEYED, key=("name_key", *_NAMES), by="name_key")
_table(LibraryTable, "section", _columns(Section), key=("section_id",), by="label_id")
_table(LibraryTable, "fact_span", _columns(FactSpan), key=("fact_id",), by="label_id")
_OF_LABEL, *_OTHERS = _columns(Doubt)
_DOUBTS = (_OF_LABEL, *_filled(sa.Integer, "ordinal"), *_OTHERS)
_table(LibraryTable, "reading_doubt", _DOUBTS, key=("label_id", "ordinal"))
_table(LibraryTable, "image", _columns(Image), key=("image_id",), by="label_id")
# The journal's times are ISO 8601 text.
_JOBS = _columns(IngestJob, sa.String())
_table(JournalTable, "ingest_job", _JOBS, key=("job_id",), by="source_path")
# SQLite never gives a `sequence` out twice: a record removed at the end leaves a gap as well.
_RECORDS = (*_filled(sa.Integer, "sequence"), *_columns(AuditRecord))
_ONCE = ("audit_id", "previous_hash", "hash")
_table(JournalTable, "audit_record", _RECORDS, key=("sequence",), unique=_ONCE)
journal_metadata.tables["audit_record"].dialect_options["sqlite"]["autoincrement"] = True


def library_ddl() -> str:
    """CREATE statements of the library for DuckDB, with tables for speed and views. `row_no` stands
    in place of indexes over FactSpans and sections (see file_tables.sql)."""
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
    made = _ddl(tables, Dialect(), "The published library (DuckDB).")
    return f"{made}\n{query('store/file_tables')}\n{query('store/frame_views')}"


def journal_ddl() -> str:
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
