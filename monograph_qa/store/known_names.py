"""Drug names known beyond the library, from imported tables: looked up by indexed key, and as the
rows that are stored of a table."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from monograph_qa.domain.intent import KnownName
from monograph_qa.frozen import frozen
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.statements import NameStatements
from monograph_qa.vocabulary.name_keys import lookup_keys

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
