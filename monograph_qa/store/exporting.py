"""Writes the library's tables to files, from one snapshot, with a dictionary of their columns; and
audit records."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import NotFound
from monograph_qa.frozen import frozen
from monograph_qa.resources import resource
from monograph_qa.store.homes import LibraryFolder, LibraryServer
from monograph_qa.store.place import Place
from monograph_qa.table_files import (
    ExportUnwritable,
    Form,
    batches_of,
    failing_as,
    schema_of,
    whole_file,
    write_table,
)

if TYPE_CHECKING:
    import pyarrow

_AT_ONCE = 5000  # rows
_DICTIONARY = "data_dictionary.csv"
_RECORDS_AT_ONCE = 200  # tens of kilobytes each
_RECORD = ("sequence", *AuditRecord.__match_args__)
_NUMBERS = {"sequence": "int64", "elapsed_ms": "float64"}

Batches = Callable[[str, "pyarrow.Schema"], Iterator[Any]]


@frozen
class Exported:
    table: str
    path: Path
    rows: int


@cache
def columns_of_tables() -> dict[str, dict[str, str]]:
    """The Arrow type of every column, by table and name, as in the data dictionary."""
    found: dict[str, dict[str, str]] = {}
    with resource(f"schemas/{_DICTIONARY}").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["table"], {})[row["column"]] = row["type"]
    return found


def export_tables(
    place: Place, folder: Path, form: Form, tables: Sequence[str] = ()
) -> Iterator[Exported]:
    """Writes all tables, or those named, and the dictionary of their columns; yields each as it is
    written. Raises NotFound for an unknown table, ExportUnwritable, and LibraryError."""
    known = columns_of_tables()
    for name in tables:
        if name not in known:
            raise NotFound(f"no table is called {name!r}; there are: {', '.join(known)}")
    reading = _of_file(place) if isinstance(place, LibraryFolder) else _of_server(place)
    with reading as batches:
        with failing_as(ExportUnwritable, folder, "cannot be made"):
            folder.mkdir(parents=True, exist_ok=True)
        for name in tables or known:
            schema, path = schema_of(known[name]), folder / f"{name}.{form}"
            statement = f"SELECT {', '.join(known[name])} FROM {name}"  # noqa: S608
            rows = write_table(path, form, schema, batches(statement, schema))
            yield Exported(name, path, rows)
    with failing_as(ExportUnwritable, folder), whole_file(folder / _DICTIONARY) as part:
        part.write_bytes(resource(f"schemas/{_DICTIONARY}").read_bytes())


@contextmanager
def _of_file(folder: LibraryFolder) -> Iterator[Batches]:
    from monograph_qa.store.files.opening import open_published, reading

    with closing(open_published(folder.library)) as connection:

        def batches(statement: str, schema: "pyarrow.Schema") -> Iterator[Any]:
            for batch in connection.execute(statement).to_arrow_reader(_AT_ONCE):
                yield batch.cast(schema)

        with reading(folder):
            yield batches


@contextmanager
def _of_server(server: LibraryServer) -> Iterator[Batches]:
    with (
        closing(server.connect()) as connection,
        server.complaints("the library could not be read"),
        connection.transaction(),
    ):
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

        def batches(statement: str, schema: "pyarrow.Schema") -> Iterator[Any]:
            with connection.cursor("exported") as cursor:
                cursor.itersize = _AT_ONCE
                cursor.execute(statement.encode())
                yield from batches_of(cursor, schema, _AT_ONCE)

        yield batches


def export_records(records: Iterable[tuple[int, AuditRecord]], out: Path | None, form: Form) -> int:
    """Writes audit records with all columns as they are stored, to standard output without a file;
    gives how many. Raises ExportUnwritable."""
    schema = schema_of({name: _NUMBERS.get(name, "string") for name in _RECORD})
    rows = (list(map(_cell, _RECORD, (at, *astuple(record)))) for at, record in records)
    return write_table(out, form, schema, batches_of(rows, schema, _RECORDS_AT_ONCE))


def _cell(column: str, value: Any) -> Any:
    """What is no text or number any more was tampered with, and is shown as it can be."""
    if column in _NUMBERS:
        return value if isinstance(value, int | float) else None
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return None if value is None else str(value)
