"""Named statements of a library that is open, whatever keeps it: a published file, or a server."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol


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
