"""Named statements of a library that is open, whatever keeps it: a published file, or a server."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

import duckdb

from monograph_qa.errors import LibraryError
from monograph_qa.store.names_file import NamesFile
from monograph_qa.store.opening import open_published, said
from monograph_qa.store.queries import bound_names, query


class NameStatements(Protocol):
    """The statements over the names known beyond the library."""

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]: ...

    def close(self) -> None: ...


class Statements(Protocol):
    """What a `LibraryReader` reads by."""

    @property
    def searches(self) -> bool:
        """Whether the statements `evidence/search_...` can be asked."""
        ...

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """All rows of the named statement (see `queries`); values that it does not name are left
        out. Raises LibraryError."""
        ...

    def at_once(self) -> AbstractContextManager[None]:
        """Within the block every statement sees one and the same state of the library."""
        ...

    def mark(self) -> object:
        """Changes whenever what is published changes: what was read under another is outdated."""
        ...

    def names(self) -> NameStatements:
        """Names known beyond this library. Raises LibraryError when they cannot be read."""
        ...

    def close(self) -> None: ...


class PublishedFile:
    """The statements over `library.duckdb` as it was when opened, which never changes."""

    searches = False

    def __init__(self, path: Path) -> None:
        """Raises LibraryError when the file is absent or unsound."""
        self._path = path
        self._connection = open_published(path)

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
