"""Named statements over a published file."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import duckdb

from monograph_qa.errors import LibraryError
from monograph_qa.store.files.names import NamesFile
from monograph_qa.store.files.opening import open_published, said
from monograph_qa.store.queries import bound_names, query
from monograph_qa.store.statements import NameStatements


class PublishedFile:
    """The statements over `library.duckdb` as it was when opened, which never changes."""

    searches = False

    def __init__(self, path: Path, *, little: bool = False) -> None:
        """`little` memory is for questions. Raises LibraryError when the file is absent or
        unsound."""
        self._path = path
        self._connection = open_published(path, little=little)

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        bound = {each: values[each] for each in bound_names(name)} if values else {}
        try:
            return self._connection.execute(query(name), bound).fetchall()
        except duckdb.Error as error:
            raise LibraryError(
                f"{self._path}: the library could not be read: {said(error)}"
            ) from error

    def at_once(self) -> AbstractContextManager[None]:
        return nullcontext()

    def mark(self) -> object:
        return None

    def names(self) -> NameStatements:
        return NamesFile(self._path.parent)

    def close(self) -> None:
        self._connection.close()
