"""Writing a library: a new file beside the published one, put in its place by an atomic rename.

Askers keep the file that they opened; a killed load leaves the published one untouched.
"""

import math
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any

import duckdb

from monograph_qa.domain.label import Monograph
from monograph_qa.errors import DiskFull, LibraryError
from monograph_qa.resources import resource
from monograph_qa.store.files.columns import as_arrow, frame_labels, frame_places, numbered, ranges
from monograph_qa.store.files.opening import INSTEAD, SILENT, complaint, open_published
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.load import Load
from monograph_qa.store.queries import query
from monograph_qa.store.rows import Columns
from monograph_qa.whole_file import is_full

# Each checkpoint writes indexes anew, and closing the file makes one: none is needed before that.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {"checkpoint_threshold": "1GB"}
_GROWTH = 1.25


def _has_outgrown(before: int, now: int) -> bool:
    """Whether so many sections came since that all places are put in order once more: to do so at
    every publishing would take longer than the rest of it, and never, looking across labels."""
    return now > before and int(math.log(now, _GROWTH)) > int(math.log(max(before, 1), _GROWTH))


def _unwritten(error: Exception, cause: str) -> LibraryError:
    """What is raised for something that could not be written."""
    return DiskFull(cause) if is_full(error) else LibraryError(cause)


class LibraryLoad(Load):
    """One load into a library folder. The caller holds `folder.exclusively()`.

    Nothing is visible to askers before `publish()`.
    """

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

    def add_many(self, monographs: Sequence[Monograph]) -> None:
        """A thousand labels at a time are stored a hundred times as fast as one by one."""
        super().add_many(monographs)
        self._next_fact += sum(len(each.facts) for each in monographs)
        self._next_section += sum(len(each.sections) for each in monographs)

    def _store(self, monographs: Sequence[Monograph], columns: dict[str, Columns]) -> None:
        facts = columns["fact_span"]["fact_id"]
        if len(set(facts)) < len(facts):
            # The file has no index that would see it (see ddl.library_ddl).
            raise LibraryError(f"{self._folder}: cannot be stored: two FactSpans share an id")
        first = (self._next_fact, self._next_section)
        for table, number in zip(("fact_span", "section"), first, strict=True):
            columns[table] = numbered(columns[table], number)
        columns["label_rows"] = ranges(monographs, *first)
        columns["frame_place"] = frame_places(monographs, *first)
        for table, rows in columns.items():
            self._insert(table, rows)

    def _forget(self, label_id: str) -> None:
        self._change("store/remove_frame_places", {"label_id": label_id})
        self._delete("label_rows", label_id)

    def publish(self) -> None:
        try:
            connection = self._live()
            if _has_outgrown(self._in_order, self._next_section):
                connection.execute(query("store/sort_frame_places"))
            connection.execute("DELETE FROM published")
            connection.execute(f"INSERT INTO published {query('store/version_of_labels')}")
            # Closing does it too, but keeps quiet when the disk is full: what is new would stay in
            # the log, which is not published.
            connection.execute("CHECKPOINT")
        except duckdb.Error as error:
            raise _unwritten(
                error, f"{self._folder}: cannot be published: {complaint(error)}"
            ) from error
        self._close()
        try:
            with self._folder.loading.open("rb") as file:
                os.fsync(file.fileno())
            self._folder.loading.replace(self._folder.library)
            descriptor = os.open(self._folder.root, os.O_RDONLY)
            try:
                os.fsync(descriptor)  # the rename itself must survive a power cut
            finally:
                os.close(descriptor)
        except OSError as error:
            cause = f"{self._folder.library}: cannot be published ({error.strerror})"
            raise _unwritten(error, cause) from error
        self.unpublished, self._in_order = 0, self._next_section

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        connection = self._live()
        try:
            connection.execute("BEGIN")
            try:
                yield
                connection.execute("COMMIT")
            except BaseException:
                with suppress(duckdb.Error):  # a failed COMMIT has already rolled back
                    connection.execute("ROLLBACK")
                raise
        except duckdb.Error as error:
            cause = f"{self._folder.root}: cannot be stored: {complaint(error)}"
            raise _unwritten(error, cause) from error

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
        try:
            self._remove_leftovers()
            if folder.library.exists():
                shutil.copyfile(folder.library, folder.loading)
            connection = duckdb.connect(str(folder.loading), config=_CONFIG)
            connection.execute(SILENT)
            is_of_today = connection.execute(query("store/is_of_today")).fetchall()
            is_older = folder.library.exists() and not is_of_today
            framed = connection.execute(query("store/has_frames")).fetchall()
            if is_older:
                connection.execute(query("store/bring_up_to_date"))
            connection.execute(resource("schemas/sql/library.sql").read_text(encoding="utf-8"))
            if is_older:
                self.unpublished += 1 if framed else frame_labels(connection)
                for table, rows in INSTEAD.items():
                    missing = f"FROM ({query(rows)}) WHERE NOT EXISTS (FROM {table})"
                    connection.execute(f"INSERT INTO {table} SELECT * {missing}")
            (numbers,) = connection.execute(query("store/next_row")).fetchall()
            self._next_fact, self._next_section = numbers
            self._in_order = self._next_section
        except duckdb.Error as error:
            unsound = f"{folder.library}: not a readable library: {complaint(error)}"
            raise _unwritten(error, unsound) from error
        except OSError as error:
            cause = f"{folder.root}: cannot be written ({error.strerror})"
            raise _unwritten(error, cause) from error
        return connection

    def _reading(self) -> duckdb.DuckDBPyConnection | None:
        """What holds the labels so far: the file being built, or while nothing was stored the
        published one as it is; None when there is neither."""
        if self._connection is not None or not self._open:
            return self._live()
        if self._published is None and self._folder.library.exists():
            self._published = open_published(self._folder.library)
        return self._published

    def _close(self) -> None:
        if self._published is not None:
            self._published.close()
            self._published = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _remove_leftovers(self) -> None:
        for leftover in (self._folder.loading, self._folder.loading.with_suffix(".duckdb.wal")):
            leftover.unlink(missing_ok=True)

    def _rows(self, name: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        connection = self._reading()
        if connection is None:
            return []
        try:
            return connection.execute(query(name), dict(values)).fetchall()
        except duckdb.Error as error:
            raise LibraryError(
                f"{self._folder.library}: cannot be read: {complaint(error)}"
            ) from error

    def _change(self, name: str, values: Mapping[str, Any]) -> None:
        self._live().execute(query(name), dict(values))

    def _delete(self, table: str, label_id: str) -> None:
        self._live().execute(f"DELETE FROM {table} WHERE label_id = ?", [label_id])  # noqa: S608
        if table == "drug_name_key":
            self._live().execute(query("store/unborne_spellings"))

    def _insert(self, table: str, columns: Mapping[str, Iterable[Any]]) -> None:
        connection = self._live()
        connection.register("incoming", as_arrow(columns))
        try:
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM incoming")  # noqa: S608
            if table == "drug_name_key":
                connection.execute(query("store/new_spellings"))
        finally:
            connection.unregister("incoming")
