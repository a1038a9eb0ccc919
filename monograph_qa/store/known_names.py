"""The names known beyond the library, from imported tables: on a server, tables of their own; in a
folder, a small SQLite file, which each import or removal replaces by a rename."""

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from monograph_qa.domain.intent import KnownName
from monograph_qa.errors import LibraryError
from monograph_qa.frozen import frozen
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.queries import NameStatements, query
from monograph_qa.vocabulary.name_keys import lookup_keys

FILE = "names.sqlite"
INGREDIENTS_JOINED = "; "
_COLUMNS = {"name_table": 4, "known_name": 5, "known_key": 2}
_NEXT = "SELECT coalesce(max(name_id), 0) + 1 FROM known_name"


@frozen
class NameSource:
    """One imported table: its file name, its layout, how many names it lists, when it came."""

    source: str
    layout: str
    names: int
    sha256: str
    imported_at: str


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
        return [NameSource(*row) for row in self._statements.rows("store/known_sources", {})]

    def listed(self, beginning: str, source: str, most: int) -> list[tuple[KnownName, str]]:
        """At most `most` names that begin so, of one table or of all, with the table of each."""
        escaped = beginning.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        bound = {"beginning": f"{escaped}%", "source": source, "most": most}
        rows = self._statements.rows("store/known_listed", bound)
        return [(_known(*row[:3]), row[3]) for row in rows]


def _known(name: str, kind: str, ingredients: str) -> KnownName:
    return KnownName(
        name, kind, tuple(ingredients.split(INGREDIENTS_JOINED)) if ingredients else ()
    )


def name_rows(table: NameTable, first: int) -> dict[str, Iterable[tuple[str | int, ...]]]:
    """The rows that a table of names becomes, its names numbered from `first` on, by where they are
    stored; in `known_key` the spellings under which a name is found, each once."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    joined = INGREDIENTS_JOINED.join
    return {
        "name_table": [(table.source, table.layout, table.sha256, when)],
        "known_name": (
            (number, known.name, known.kind, joined(known.ingredients), table.source)
            for number, known in enumerate(table.names, first)
        ),
        "known_key": (
            (key, number)
            for number, known in enumerate(table.names, first)
            for key in dict.fromkeys(lookup_keys(known.name))
        ),
    }


class NamesFile:
    """The statements over the file of names as it was when opened; without one, no rows at all."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._connection = _opened(self._path) if self._path.is_file() else None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query(name), dict(values or {})).fetchall()
        except sqlite3.Error as error:
            raise LibraryError(f"{self._path}: the names could not be read: {error}") from error


def publish_names(folder: LibraryFolder, *, drop: str, add: NameTable | None) -> None:
    """Puts a new file in place, without the names of the table `drop`, with those of `add`. The
    caller holds `folder.exclusively()`. Raises LibraryError when it cannot be written."""
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
            for statement in ("drop_known_keys", "drop_known_names", "drop_name_table"):
                connection.execute(query(f"store/{statement}"), {"source": drop})
            if add is not None:
                ((first,),) = connection.execute(_NEXT)
                for table, rows in name_rows(add, first).items():
                    values = ", ".join("?" * _COLUMNS[table])
                    connection.executemany(f"INSERT INTO {table} VALUES ({values})", rows)  # noqa: S608
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


def _opened(path: Path) -> sqlite3.Connection:
    # Published files never change, so no lock and no journal is needed to read one.
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        connection.execute("SELECT 1 FROM name_table LIMIT 1")
    except sqlite3.Error as error:
        raise LibraryError(f"{path}: not a readable file of names: {error}") from error
    return connection
