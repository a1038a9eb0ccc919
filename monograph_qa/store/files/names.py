"""The file of names known beyond the library: a small SQLite file beside it, asked by indexed key.

A load of labels does not touch it. Each import or removal writes a new file and puts it in the old
one's place by a rename, so that whoever asks sees one state or the other.
"""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from monograph_qa.errors import LibraryError
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.queries import query
from monograph_qa.store.statements import NameRows

FILE = "names.sqlite"


class NamesFile:
    """The statements over the file of names as it was when opened; without one, no rows at all."""

    def __init__(self, folder: Path) -> None:
        """Opens the file in a library folder. Raises LibraryError when it cannot be read."""
        self._path = folder / FILE
        self._connection = _opened(self._path) if self._path.is_file() else None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """All rows of the named statement."""
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query(name), dict(values or {})).fetchall()
        except sqlite3.Error as error:
            raise LibraryError(f"{self._path}: the names could not be read: {error}") from error


def publish_names(folder: LibraryFolder, *, drop: str, add: NameTable | None) -> None:
    """Puts a new file in place, without the names of the table `drop`, with those of `add`.

    The caller holds `folder.exclusively()`. Raises LibraryError when it cannot be written.
    """
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
    (first,) = connection.execute("SELECT coalesce(max(name_id), 0) + 1 FROM known_name").fetchone()
    rows = NameRows(table, first)
    connection.execute("INSERT INTO name_table VALUES (?, ?, ?, ?)", rows.source)
    connection.executemany("INSERT INTO known_name VALUES (?, ?, ?, ?, ?)", rows.names())
    connection.executemany("INSERT INTO known_key VALUES (?, ?)", rows.keys())


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
