"""The base of both loads: into a new file of a folder's library, or into a server's tables."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Self

from monograph_qa.domain.label import Label, Monograph
from monograph_qa.store.rows import Columns, label_of, several, table_columns

# The tables of every library whose rows belong to one label.
_OF_A_LABEL = (
    "fact_span", "section", "image", "reading_doubt", "drug_name", "drug_name_key", "label",
)  # fmt: skip


class Load(ABC):
    """One load into a library. `patience` is how many seconds a stored label may wait to be
    published, `unpublished` how many wait. Look-ups give current labels first, then the newest."""

    patience: float
    unpublished = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def deciding(self, *about: str) -> AbstractContextManager[None]:
        """Within the block no other load decides on anything of the same name: what was found in it
        is still so when the label is stored, at the end of the block or before."""

    @abstractmethod
    def publish(self) -> None:
        """Puts all that was added before the askers, at once. Raises LibraryError."""

    @abstractmethod
    def _rows(self, name: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[object]:
        """A transaction: all that is changed in it, or nothing. Raises LibraryError."""

    @abstractmethod
    def _change(self, name: str, values: Mapping[str, Any]) -> None: ...

    @abstractmethod
    def _insert(self, table: str, columns: Columns) -> None: ...

    @abstractmethod
    def _delete(self, table: str, label_id: str) -> None: ...

    @abstractmethod
    def _store(self, monographs: Sequence[Monograph], columns: dict[str, Columns]) -> None:
        """Adds the columns of each table, and what is found by them, within a transaction."""

    @abstractmethod
    def _forget(self, label_id: str) -> None:
        """Takes out what a label's rows are found by, within a transaction."""

    def find_label(self, *, sha256: str, doc_key: str | None = None) -> Label | None:
        """The label read from exactly these bytes, of any document or of one; current first."""
        return self._first("label_of_content", sha256=sha256, doc_key=doc_key or "")

    def find_current(self, *, doc_key: str) -> Label | None:
        return self._first("label_of_document", doc_key=doc_key)

    def find_current_at(self, source_path: str) -> Label | None:
        """The current label of a document known by its place, last read from this file."""
        return self._first("label_of_file", source_path=source_path)

    def match_named(self, file_name: str, drug: str) -> list[Label]:
        """Current labels of a drug, of documents known by their place, from files so named."""
        return self._labels("labels_of_name", ending=f"/{file_name}", drug=drug)

    def add(self, monograph: Monograph) -> None:
        """Stores one label whole; the current version of its document is superseded."""
        self.add_many([monograph])

    def add_many(self, monographs: Sequence[Monograph]) -> None:
        """As `add`, for labels of as many documents: all of them or none. Raises ValueError for two
        of one document that are both to become its current version."""
        current = [each.label for each in monographs if each.label.superseded_by is None]
        if len({label.doc_key for label in current}) < len(current):
            raise ValueError("two labels of one document cannot both become its current version")
        with self._transaction():
            self._store(monographs, table_columns(monographs))
            self._supersede(current)
        self.unpublished += len(monographs)

    def reinstate(self, label: Label) -> Label:
        """Makes a superseded version current again, of the document and at the place that `label`
        names: its file is back as it was, or lies elsewhere."""
        place = {"doc_key": label.doc_key, "source_path": label.source_path}
        with self._transaction():
            version = {"label_id": label.label_id, "version": label.version}
            self._change("store/reinstate", {**version, **place})
            self._supersede([label])
        self.unpublished += 1
        return replace(label, superseded_by=None)

    def mark(self, label: Label) -> None:
        """Stores whether the label is withdrawn, and whether it is preferred."""
        marks = {"withdrawn": label.withdrawn, "preferred": label.preferred}
        with self._transaction():
            self._change("store/mark_label", {"label_id": label.label_id, **marks})
        self.unpublished += 1

    def remove(self, label: Label) -> None:
        """Takes the label out whole; an earlier version of its document is current again."""
        removed = {"label_id": label.label_id}
        with self._transaction():
            if label.superseded_by is None:
                self._change("store/replaced_before", removed)
            self._change("store/replaced_further", {**removed, "doc_key": label.doc_key})
            self._forget(label.label_id)
            for table in _OF_A_LABEL:
                self._delete(table, label.label_id)
        self.unpublished += 1

    def _supersede(self, labels: Iterable[Label]) -> None:
        if newer := several(label.label_id for label in labels):
            self._change("store/supersede", {"labels": newer})

    def _first(self, name: str, **values: str) -> Label | None:
        return next(iter(self._labels(name, **values)), None)

    def _labels(self, name: str, **values: str) -> list[Label]:
        return [label_of(row) for row in self._rows(f"store/{name}", values)]
