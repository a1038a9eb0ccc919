"""Named statements of an open library, whatever keeps it: a published file, or a server; and the
names known beyond it, from imported tables, that they read.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Protocol

from monograph_qa.domain.intent import KnownName
from monograph_qa.frozen import frozen
from monograph_qa.names.name_table import NameTable
from monograph_qa.vocabulary.name_keys import lookup_keys


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


INGREDIENTS_JOINED = "; "


@frozen
class NameSource:
    """One imported table: its file name, its layout, how many names it lists, when it came."""

    source: str
    layout: str
    names: int
    sha256: str
    imported_at: str


@frozen
class ListedName:
    """One name and the table that lists it."""

    known: KnownName
    source: str


class KnownNames:
    """The imported names; without any, every look-up finds nothing."""

    def __init__(self, statements: NameStatements) -> None:
        self._statements = statements

    def close(self) -> None:
        self._statements.close()

    def by_keys(self, keys: Iterable[str]) -> Mapping[str, tuple[KnownName, ...]]:
        """The names under each of these exact keys; keys without a name are left out."""
        found: dict[str, list[KnownName]] = {}
        bound = {"keys": json.dumps(list(keys))}
        for key, name, kind, ingredients in self._statements.rows("store/known_by_keys", bound):
            found.setdefault(key, []).append(_known(name, kind, ingredients))
        return {key: tuple(names) for key, names in found.items()}

    def keys_near(self, key: str, edits: int) -> list[str]:
        """Keys no more than `edits` letters longer or shorter, with its first letter or its end."""
        bound = {"name_key": key, "edits": edits}
        return [name_key for (name_key,) in self._statements.rows("store/known_near", bound)]

    def sources(self) -> list[NameSource]:
        """The imported tables, by file name."""
        return [NameSource(*row) for row in self._statements.rows("store/known_sources", {})]

    def listed(self, beginning: str = "", source: str = "", most: int = 100) -> list[ListedName]:
        """At most `most` names that begin so, in any case, of one table or of all."""
        escaped = beginning.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        bound = {"beginning": f"{escaped}%", "source": source, "most": most}
        rows = self._statements.rows("store/known_listed", bound)
        return [ListedName(_known(*row[:3]), row[3]) for row in rows]


def _known(name: str, kind: str, ingredients: str) -> KnownName:
    return KnownName(
        name, kind, tuple(ingredients.split(INGREDIENTS_JOINED)) if ingredients else ()
    )


@frozen
class NameRows:
    """A table of names as rows to be stored, its names numbered from `first` on."""

    table: NameTable
    first: int

    @property
    def source(self) -> tuple[str, str, str, str]:
        when = datetime.now(UTC).isoformat(timespec="seconds")
        return (self.table.source, self.table.layout, self.table.sha256, when)

    def names(self) -> Iterator[tuple[int, str, str, str, str]]:
        for number, known in enumerate(self.table.names, self.first):
            joined = INGREDIENTS_JOINED.join(known.ingredients)
            yield number, known.name, known.kind, joined, self.table.source

    def keys(self) -> Iterator[tuple[str, int]]:
        """The spellings under which a name is found, each once."""
        for number, known in enumerate(self.table.names, self.first):
            for key in dict.fromkeys(lookup_keys(known.name)):
                yield key, number
