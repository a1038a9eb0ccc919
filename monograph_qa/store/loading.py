"""Writing a library: a new file beside the published one, put in its place by an atomic rename.

Askers keep the file that they opened; a killed load leaves the published one untouched.
"""

import os
import shutil
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Self

import duckdb
import pyarrow as pa

from monograph_qa.domain.label import DrugName, Label, Monograph
from monograph_qa.errors import LibraryError
from monograph_qa.resources import resource
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.rows import (
    LABEL_COLUMNS,
    fact_columns,
    image_columns,
    label_of,
    section_columns,
)
from monograph_qa.vocabulary.name_keys import lookup_keys

# Columns that may be empty throughout: Arrow cannot tell their type from the values.
_TYPES: Mapping[str, pa.DataType] = {
    "parent_id": pa.string(),
    "section_number": pa.string(),
    "section_code": pa.string(),
    "context": pa.string(),
    "caption": pa.string(),
    "box": pa.string(),
    "section_id": pa.string(),
    "superseded_by": pa.string(),
    "revision_date": pa.string(),
    "page": pa.int32(),
    "page_first": pa.int32(),
    "page_last": pa.int32(),
    "png": pa.binary(),
}


class LibraryLoad:
    """One load into a library folder. The caller holds `folder.exclusively()`.

    Use as a context manager; nothing is visible to askers before `publish()`.
    """

    def __init__(self, folder: LibraryFolder) -> None:
        self._folder = folder
        self._connection: duckdb.DuckDBPyConnection | None = None
        self.unpublished = 0

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()
        self._folder.loading.unlink(missing_ok=True)

    def find_label(self, *, sha256: str) -> Label | None:
        """The label, of any version, that was read from exactly these bytes."""
        return self._label("sha256 = ?", sha256)

    def find_current(self, *, doc_key: str) -> Label | None:
        """The newest version of this document."""
        return self._label("doc_key = ? AND superseded_by IS NULL", doc_key)

    def add(self, monograph: Monograph) -> None:
        """Stores one label whole, in one transaction; an older version of it is superseded."""
        connection = self._live()
        label = monograph.label
        connection.execute("BEGIN")
        try:
            connection.execute(
                "UPDATE label SET superseded_by = $new WHERE doc_key = $key "
                "AND superseded_by IS NULL",
                {"new": label.label_id, "key": label.doc_key},
            )
            self._insert("label", {k: [v] for k, v in _label_values(label).items()})
            self._insert("drug_name", _name_columns(monograph.names))
            self._insert("drug_name_key", _key_columns(monograph.names))
            self._insert("section", section_columns(monograph.sections))
            self._insert("fact_span", fact_columns(monograph.facts))
            self._insert("image", image_columns(monograph.images))
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        self.unpublished += 1

    def publish(self) -> None:
        """Puts all that was added so far before the askers, at once."""
        self._close()
        with self._folder.loading.open("rb") as file:
            os.fsync(file.fileno())
        self._folder.loading.replace(self._folder.library)
        descriptor = os.open(self._folder.root, os.O_RDONLY)
        try:
            os.fsync(descriptor)  # the rename itself must survive a power cut
        finally:
            os.close(descriptor)
        self.unpublished = 0
        self._open()

    def _open(self) -> None:
        folder = self._folder
        for leftover in (folder.loading, folder.loading.with_suffix(".duckdb.wal")):
            leftover.unlink(missing_ok=True)
        if folder.library.exists():
            shutil.copyfile(folder.library, folder.loading)
        try:
            self._connection = duckdb.connect(str(folder.loading))
            self._connection.execute(
                resource("schemas/sql/library.sql").read_text(encoding="utf-8")
            )
        except duckdb.Error as error:
            raise LibraryError(f"{folder.library}: cannot be opened for loading: {error}") from error

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()  # checkpoints: the file is whole without its log
            self._connection = None

    def _live(self) -> duckdb.DuckDBPyConnection:
        if self._connection is None:
            raise LibraryError("the load is closed")
        return self._connection

    def _label(self, condition: str, value: str) -> Label | None:
        row = (
            self._live()
            .execute(f"SELECT {LABEL_COLUMNS} FROM label WHERE {condition}", [value])  # noqa: S608
            .fetchone()
        )
        return label_of(row) if row else None

    def _insert(self, table: str, columns: Mapping[str, Iterable[Any]]) -> None:
        arrow = pa.table(
            {name: pa.array(values, _TYPES.get(name)) for name, values in columns.items()}
        )
        if arrow.num_rows == 0:
            return
        connection = self._live()
        connection.register("incoming", arrow)
        try:
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM incoming")  # noqa: S608
        finally:
            connection.unregister("incoming")


def _label_values(label: Label) -> dict[str, Any]:
    values = {name: getattr(label, name) for name in Label.__slots__}
    values["format"] = label.format.value
    return values


def _name_columns(names: Iterable[DrugName]) -> dict[str, list[Any]]:
    each = list(names)
    return {
        "name": [n.name for n in each],
        "kind": [n.kind.value for n in each],
        "label_id": [n.label_id for n in each],
    }


def _key_columns(names: Iterable[DrugName]) -> dict[str, list[Any]]:
    each = [(key, n) for n in names for key in lookup_keys(n.name)]
    return {
        "name_key": [key for key, _ in each],
        "name": [n.name for _, n in each],
        "kind": [n.kind.value for _, n in each],
        "label_id": [n.label_id for _, n in each],
    }
