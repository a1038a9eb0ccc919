"""Drug names known beyond the library: a small SQLite file beside it, asked by indexed key.

A load of labels does not touch it. Each import or removal writes a new file and puts it in the old
one's place by a rename, so that whoever asks sees one state or the other.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from monograph_qa.domain.intent import KnownName
from monograph_qa.errors import LibraryError, NotFound
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.name_table import NameTable
from monograph_qa.store.queries import query
from monograph_qa.vocabulary.name_keys import lookup_keys

FILE = "names.sqlite"
_JOINED = "; "


@dataclass(frozen=True, slots=True)
class NameSource:
    """One imported table: its file name, its layout, how many names it lists, when it came."""

    source: str
    layout: str
    names: int
    sha256: str
    imported_at: str


@dataclass(frozen=True, slots=True)
class ListedName:
    """One name and the table that lists it."""

    known: KnownName
    source: str


class KnownNames:
    """The imported names as they were when opened; without any, every look-up finds nothing."""

    def __init__(self, folder: Path) -> None:
        """Opens the file of names in a library folder, if it is there.

        Raises LibraryError when it is there and cannot be read.
        """
        self._path = folder / FILE
        self._connection = _opened(self._path) if self._path.is_file() else None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def by_keys(self, keys: Iterable[str]) -> Mapping[str, tuple[KnownName, ...]]:
        """The names under each of these exact keys; keys without a name are left out."""
        found: dict[str, list[KnownName]] = {}
        bound = {"keys": json.dumps(list(keys))}
        for key, name, kind, ingredients in self._rows("store/known_by_keys", bound):
            found.setdefault(key, []).append(_known(name, kind, ingredients))
        return {key: tuple(names) for key, names in found.items()}

    def keys_near(self, key: str, edits: int) -> list[str]:
        """Keys no more than `edits` letters longer or shorter, with its first letter or its end."""
        bound = {"name_key": key, "edits": edits}
        return [name_key for (name_key,) in self._rows("store/known_near", bound)]

    def sources(self) -> list[NameSource]:
        """The imported tables, by file name."""
        return [NameSource(*row) for row in self._rows("store/known_sources", {})]

    def listed(self, beginning: str = "", source: str = "", most: int = 100) -> list[ListedName]:
        """At most `most` names that begin so, in any case, of one table or of all."""
        escaped = beginning.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        bound = {"beginning": f"{escaped}%", "source": source, "most": most}
        rows = self._rows("store/known_listed", bound)
        return [ListedName(_known(*row[:3]), row[3]) for row in rows]

    def _rows(self, name: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query(name), dict(values)).fetchall()
        except sqlite3.Error as error:
            raise LibraryError(f"{self._path}: the names could not be read: {error}") from error


def import_names(folder: LibraryFolder, table: NameTable) -> None:
    """Makes the table's names known, in place of what a table of the same file name said before.

    Raises LibraryBusy when a load or another import runs, LibraryError when the folder cannot be
    written.
    """
    with folder.exclusively():
        _publish(folder, drop=table.source, add=table)


def remove_names(folder: LibraryFolder, source: str) -> None:
    """Forgets the names of one imported table; others keep theirs.

    Raises NotFound for a table that was not imported, and as `import_names` does.
    """
    with folder.exclusively():
        with closing(KnownNames(folder.root)) as known:
            sources = [each.source for each in known.sources()]
        if source not in sources:
            here = f"; here are: {', '.join(sources)}" if sources else ""
            raise NotFound(f"no table of names called {source!r} was imported{here}")
        _publish(folder, drop=source, add=None)


def _publish(folder: LibraryFolder, *, drop: str, add: NameTable | None) -> None:
    path = folder.root / FILE
    part = folder.root / f"{FILE}.part"
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            if path.is_file():
                with closing(_opened(path)) as published:
                    published.backup(connection)
            else:
                connection.executescript(query("store/known_names_tables"))
            connection.execute("BEGIN")
            _drop(connection, drop)
            if add is not None:
                _add(connection, add)
            connection.execute("COMMIT")
            connection.execute("VACUUM")
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except sqlite3.Error as error:
        raise LibraryError(f"{path}: the names cannot be stored: {error}") from error
    except OSError as error:
        raise LibraryError(f"{path}: cannot be written ({error.strerror})") from error
    finally:
        part.unlink(missing_ok=True)


def _drop(connection: sqlite3.Connection, source: str) -> None:
    connection.execute(
        "DELETE FROM known_key WHERE name_id IN (SELECT name_id FROM known_name WHERE source = ?)",
        [source],
    )
    connection.execute("DELETE FROM known_name WHERE source = ?", [source])
    connection.execute("DELETE FROM name_table WHERE source = ?", [source])


def _add(connection: sqlite3.Connection, table: NameTable) -> None:
    when = datetime.now(UTC).isoformat(timespec="seconds")
    connection.execute(
        "INSERT INTO name_table VALUES (?, ?, ?, ?)",
        [table.source, table.layout, table.sha256, when],
    )
    (first,) = connection.execute("SELECT coalesce(max(name_id), 0) + 1 FROM known_name").fetchone()
    numbered = list(enumerate(table.names, first))
    connection.executemany(
        "INSERT INTO known_name VALUES (?, ?, ?, ?, ?)",
        (
            (name_id, known.name, known.kind, _JOINED.join(known.ingredients), table.source)
            for name_id, known in numbered
        ),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO known_key VALUES (?, ?)",
        ((key, name_id) for name_id, known in numbered for key in lookup_keys(known.name)),
    )


def _opened(path: Path) -> sqlite3.Connection:
    # Published files never change, so no lock and no journal is needed to read one.
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        connection.execute("SELECT 1 FROM name_table LIMIT 1")
    except sqlite3.Error as error:
        raise LibraryError(f"{path}: not a readable file of names: {error}") from error
    return connection


def _known(name: str, kind: str, ingredients: str) -> KnownName:
    return KnownName(name, kind, tuple(ingredients.split(_JOINED)) if ingredients else ())
