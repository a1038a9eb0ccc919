"""Rows of named statements over what is published, the often asked ones remembered."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from monograph_qa.store.queries import Statements

_MOST_KEPT = 400  # answers of `KeptRows.kept`


class KeptRows:
    """What is published. Of a file: as it was when opened, later publishings do not disturb it.
    On a server: as it is now, or, inside `at_once`, as it was when that began."""

    def __init__(self, statements: Statements) -> None:
        self._statements = statements
        self._mark = statements.mark()
        self._kept: dict[tuple[str, tuple[tuple[str, Any], ...]], list[tuple[Any, ...]]] = {}

    def close(self) -> None:
        self._statements.close()

    @property
    def searches(self) -> bool:
        """Whether sentences can be searched where they are stored, by words and by meaning."""
        return self._statements.searches

    def at_once(self) -> AbstractContextManager[None]:
        """Within the block, all that is read belongs to one state of the library."""
        return self._statements.at_once()

    def mark(self) -> object:
        """Changes when what this reader reads is no longer what it was."""
        return self._statements.mark()

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """All rows of the named statement (see `queries`). Raises LibraryError."""
        return self._statements.rows(name, values)

    def kept(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """As `rows`, remembered for as long as what is published stays as it is: for what every
        question asks again (a label, its outline); the last few hundred are kept."""
        mark = self._statements.mark()
        if mark != self._mark:
            self._mark = mark
            self._kept.clear()
        key = (name, tuple(sorted((values or {}).items())))
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = self.rows(name, values)
        return self._kept[key]

    def _gone(self) -> set[str]:
        """The labels that no question is answered from: replaced by a newer version, withdrawn."""
        return {label_id for (label_id,) in self.kept("store/superseded")}

    def _current(self, rows: list[tuple[Any, ...]]) -> list[Any]:
        """Those rows whose last column is a label that questions are answered from."""
        gone = self._gone()
        return [row for row in rows if row[-1] not in gone]
