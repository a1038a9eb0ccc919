"""Writing a library: a new file beside the published one, put in its place by an atomic rename; a
killed load leaves the published one untouched."""

import math
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from monograph_qa.domain.label import Monograph
from monograph_qa.errors import DiskFull, LibraryError
from monograph_qa.resources import resource
from monograph_qa.store.files.opening import INSTEAD, SILENT, complaint, open_published
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.load import Load
from monograph_qa.store.rows import Columns, query
from monograph_qa.table_files import why_full

# Each checkpoint writes indexes anew, and closing the file makes one: none is needed before that.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {"checkpoint_threshold": "1GB"}
_GROWTH = 1.25
_ROOM = "A load needs as much room as the library has, once more, and room for what is new"
_RANGES = ("label_id", "first_fact", "last_fact", "first_section", "last_section")


class LibraryLoad(Load):
    """A load that holds the folder `exclusively()`; nothing is visible before `publish()`."""

    patience = 30.0

    def __init__(self, folder: LibraryFolder) -> None:
        self._folder = folder
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._published: duckdb.DuckDBPyConnection | None = None
        self._open = True
        self._next_fact = self._next_section = self._in_order = 0
        with suppress(LibraryError):  # a file that is no library: reported by what needs it
            if folder.library.exists() and not self._rows("store/is_of_today", {}):
                self._live()  # what an earlier version made is brought up to date by any load

    def close(self) -> None:
        self._open = False
        self._close()
        self._remove_leftovers()

    def deciding(self, *about: str) -> AbstractContextManager[None]:
        return nullcontext()  # the folder's lock has been taken already

    def _store(self, monographs: Sequence[Monograph], columns: dict[str, Columns]) -> None:
        """A thousand labels at a time are stored a hundred times as fast as one by one."""
        facts = columns["fact_span"]["fact_id"]
        if len(set(facts)) < len(facts):
            # The file has no index that would see it (see tables.library_ddl).
            raise LibraryError(f"{self._folder}: cannot be stored: two FactSpans share an id")
        rows = []
        fact, section = first = (self._next_fact, self._next_section)
        for each in monographs:
            facts_end, sections_end = fact + len(each.facts), section + len(each.sections)
            rows.append((each.label.label_id, fact, facts_end - 1, section, sections_end - 1))
            fact, section = facts_end, sections_end
        columns["fact_span"]["row_no"] = list(range(first[0], fact))
        columns["section"]["row_no"] = list(range(first[1], section))
        columns["label_rows"] = {n: [row[at] for row in rows] for at, n in enumerate(_RANGES)}
        for table, values in columns.items():
            self._insert(table, values)
        connection = self._live()
        for name, number in zip(("first_fact", "first_section"), first, strict=True):
            connection.execute(f"SET VARIABLE {name} = {number}")
        connection.execute(f"INSERT INTO named_place {query('store/named_places')}")
        connection.execute(f"INSERT INTO word_place {query('store/word_places')}")
        self._next_fact, self._next_section = fact, section

    def _forget(self, label_id: str) -> None:
        self._change("store/remove_named_places", {"label_id": label_id})
        self._change("store/remove_word_places", {"label_id": label_id})
        self._delete("label_rows", label_id)

    def publish(self) -> None:
        with _written(self._folder, "cannot be published"):
            connection = self._live()
            if _has_outgrown(self._in_order, self._next_section):
                connection.execute(query("store/sort_named_places"))
                connection.execute(query("store/sort_word_places"))
            connection.execute("DELETE FROM published")
            connection.execute(f"INSERT INTO published {query('store/version_of_labels')}")
            # Closing does it too, but keeps quiet when the disk is full: what is new would stay in
            # the log, which is not published.
            connection.execute("CHECKPOINT")
        self._close()
        with _written(self._folder.library, "cannot be published"):
            _sync(self._folder.loading)
            self._folder.loading.replace(self._folder.library)
            _sync(self._folder.root)  # the rename itself must survive a power cut
        self.unpublished, self._in_order = 0, self._next_section

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        connection = self._live()
        with _written(self._folder, "cannot be stored"):
            connection.execute("BEGIN")
            try:
                yield
                connection.execute("COMMIT")
            except BaseException:
                with suppress(duckdb.Error):  # a failed COMMIT has already rolled back
                    connection.execute("ROLLBACK")
                raise

    def _live(self) -> duckdb.DuckDBPyConnection:
        """The file being built: a copy of what is published, made when first needed."""
        if not self._open:
            raise LibraryError("the load is closed")
        if self._connection is None:
            self._connection = self._copy()
        return self._connection

    def _copy(self) -> duckdb.DuckDBPyConnection:
        folder = self._folder
        self._close()
        with _written(folder, "cannot be written"):
            self._remove_leftovers()
            if folder.library.exists():
                shutil.copyfile(folder.library, folder.loading)
        with _written(folder.library, "not a readable library"):
            connection = duckdb.connect(str(folder.loading), config=_CONFIG)
            connection.execute(SILENT)
            is_of_today = connection.execute(query("store/is_of_today")).fetchall()
            is_older = folder.library.exists() and not is_of_today
            if is_older:
                connection.execute(query("store/bring_up_to_date"))
            connection.execute(resource("schemas/sql/library.sql").read_text(encoding="utf-8"))
            if is_older:
                self.unpublished += 1
                for table, rows in INSTEAD.items():
                    missing = f"FROM ({query(rows)}) WHERE NOT EXISTS (FROM {table})"
                    connection.execute(f"INSERT INTO {table} SELECT * {missing}")
            (numbers,) = connection.execute(query("store/next_row")).fetchall()
            self._next_fact, self._next_section = numbers
            self._in_order = self._next_section
        return connection

    def _reading(self) -> duckdb.DuckDBPyConnection | None:
        """The file being built, or while nothing was stored the published one."""
        if self._connection is not None or not self._open:
            return self._live()
        if self._published is None and self._folder.library.exists():
            self._published = open_published(self._folder.library)
        return self._published

    def _close(self) -> None:
        for connection in filter(None, (self._published, self._connection)):
            connection.close()
        self._published = self._connection = None

    def _remove_leftovers(self) -> None:
        for leftover in (self._folder.loading, self._folder.loading.with_suffix(".duckdb.wal")):
            leftover.unlink(missing_ok=True)

    def _rows(self, name: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        connection = self._reading()
        if connection is None:
            return []
        with _written(self._folder.library, "cannot be read"):
            return connection.execute(query(name), dict(values)).fetchall()

    def _change(self, name: str, values: Mapping[str, Any]) -> None:
        self._live().execute(query(name), dict(values))

    def _delete(self, table: str, label_id: str) -> None:
        self._live().execute(f"DELETE FROM {table} WHERE label_id = ?", [label_id])  # noqa: S608
        if table == "drug_name_key":
            self._live().execute(query("store/unborne_spellings"))

    def _insert(self, table: str, columns: Columns) -> None:
        connection = self._live()
        connection.register("incoming", pa.table(columns))
        try:
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM incoming")  # noqa: S608
            if table == "drug_name_key":
                connection.execute(query("store/new_spellings"))
        finally:
            connection.unregister("incoming")


def _has_outgrown(before: int, now: int) -> bool:
    """Whether so many sections came since that all places are put in order once more: to do so at
    every publishing would take longer than the rest of it, and never, looking across labels."""
    return now > before and int(math.log(now, _GROWTH)) > int(math.log(max(before, 1), _GROWTH))


@contextmanager
def _written(place: LibraryFolder | Path, failure: str) -> Iterator[None]:
    """Within the block, what DuckDB and the system complain of becomes a LibraryError."""
    try:
        yield
    except (duckdb.Error, OSError) as error:
        if why := why_full(error):
            raise DiskFull(f"{place}: {failure}: {why}. {_ROOM}") from error
        cause = f" ({error.strerror})" if isinstance(error, OSError) else f": {complaint(error)}"
        raise LibraryError(f"{place}: {failure}{cause}") from error


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
