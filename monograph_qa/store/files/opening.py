"""A published library, opened read-only and cut off from files and network."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import _duckdb as duckdb  # of the package `duckdb` nothing else is needed: it takes as long again

from monograph_qa.errors import LibraryError, NoLibrary
from monograph_qa.store.names import NamesFile
from monograph_qa.store.rows import bound_names, query

# An offline machine must fail at once and never fetch; a library must never run what it was sent.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    # A question reads a few hundred rows: on a busy machine, to wait for a second thread to wake
    # takes longer than the reading.
    "threads": 1,
    "memory_limit": "2GB",
    "temp_directory": "",  # nothing is spilled beside whoever happens to ask
}
# For questions: what memory was used is used again, which costs less than new memory, as the system
# clears that page by page. More than 384 MB makes the questions of an hour no faster; to find a
# million lines takes 512, to return all of them more.
_LITTLE = "768MB"
# DuckDB draws the progress of a slow statement into standard output, where answers are.
SILENT = "SET enable_progress_bar = false"
# Columns that came since, and what stands in their place.
_NONE = "CAST(NULL AS VARCHAR)"
_ADDED = {
    "label": {
        **dict.fromkeys(("brand", "maker", "set_id", "revised_as_printed", "withdrawn"), _NONE),
        **dict.fromkeys(("forms", "strengths", "routes", "numbers"), "'[]'"),
        "preferred": "false",
    },
    "fact_span": {"row_no": "rowid", "frame": "'[]'", "needs": "'[]'"},
    "section": {"row_no": "rowid", "frame": "'[]'"},
}

# Tables that files have for speed, and what is read instead of each.
INSTEAD = {
    "label_rows": "store/ranges_of_labels",
    "reading_doubt": "store/no_doubts",
    "name_spelling": "store/spellings_of_names",
    "published": "store/version_of_labels",
    "named_place": "store/named_places",
    "word_place": "store/word_places",
}


class PublishedFile:
    """The statements over `library.duckdb` as it was when opened, which never changes."""

    searches = False

    def __init__(self, path: Path, *, little: bool = False) -> None:
        self._path = path
        self._connection = open_published(path, little=little)

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        bound = {each: values[each] for each in bound_names(name)} if values else {}
        with reading(self._path):
            return self._connection.execute(query(name), bound).fetchall()

    def at_once(self) -> AbstractContextManager[None]:
        return nullcontext()

    def mark(self) -> object:
        return None

    def names(self) -> NamesFile:
        return NamesFile(self._path.parent)

    def close(self) -> None:
        self._connection.close()


def open_published(path: Path, *, little: bool = False) -> duckdb.DuckDBPyConnection:
    """A connection to the library published at `path` at this moment. Raises LibraryError."""
    # Attached to a database in memory: opened by its own path, DuckDB would hand a process that
    # still reads the last publishing that old content again.
    if not path.is_file():
        raise NoLibrary(
            f"{path.parent}: no library here yet; load labels with: monograph-qa ingest PATH"
        )
    config = {**_CONFIG, "memory_limit": _LITTLE} if little else _CONFIG
    connection = duckdb.connect(":memory:", config=config)
    literal = str(path).replace("'", "''")  # ATTACH takes no bound values
    try:
        connection.execute(SILENT)
        connection.execute(f"ATTACH '{literal}' AS library (READ_ONLY)")
        connection.execute("USE library")
        _read_as_of_today(connection)
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
    except duckdb.Error as error:
        connection.close()
        raise LibraryError(f"{path}: not a readable library: {complaint(error)}") from error
    return connection


def _read_as_of_today(connection: duckdb.DuckDBPyConnection) -> None:
    """Shows tables of a file that an earlier version made with the columns that came since, which
    the next load adds (see bring_up_to_date.sql)."""
    for table, columns in _ADDED.items():
        try:
            held = {name for name, *_ in connection.execute(f"DESCRIBE {table}").fetchall()}
            missing = {name: value for name, value in columns.items() if name not in held}
            if not missing:
                continue
            added = ", ".join(f"{value} AS {name}" for name, value in missing.items())
            connection.execute(
                f"CREATE TEMP VIEW {table} AS SELECT *, {added} FROM library.{table}"  # noqa: S608
            )
        except duckdb.CatalogException:
            return
    for table, instead in INSTEAD.items():
        try:
            connection.execute(f"SELECT * FROM {table} LIMIT 0")  # noqa: S608
        except duckdb.CatalogException:
            connection.execute(f"CREATE TEMP VIEW {table} AS {query(instead)}")


@contextmanager
def reading(place: object) -> Iterator[None]:
    """Within the block, DuckDB's errors become LibraryErrors."""
    try:
        yield
    except duckdb.OutOfMemoryException as error:
        raise LibraryError(f"{place}: too many lines for the memory; ask for fewer") from error
    except duckdb.Error as error:
        raise LibraryError(f"{place}: the library could not be read: {complaint(error)}") from error


def complaint(error: duckdb.Error) -> str:
    """What DuckDB complains of, on one line: its first paragraph, without the marked-up SQL."""
    return " ".join(str(error).strip().partition("\n\n")[0].split())
