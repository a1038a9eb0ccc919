"""Is everything sound? Installation, vocabulary, library, journal, disk."""

import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from monograph_qa import audit
from monograph_qa.errors import MonographError
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.journal import Journal
from monograph_qa.store.reading import LibraryReader

_PACKAGES = ("docling-slim", "docling-parse", "duckdb", "spacy", "sqlmodel", "rapidfuzz")
_LEAST_FREE = 200 * 1024**2


@dataclass(frozen=True, slots=True)
class Examined:
    """One thing that was looked at, whether it is sound, and what was seen."""

    subject: str
    sound: bool
    detail: str


def examine(folder: LibraryFolder) -> list[Examined]:
    """Everything that was looked at; nothing is changed."""
    parts: tuple[Callable[[LibraryFolder], Iterator[Examined]], ...] = (
        _installation,
        _disk,
        _library,
        _journal,
    )
    return [examined for part in parts for examined in part(folder)]


def _installation(folder: LibraryFolder) -> Iterator[Examined]:
    yield Examined("python", True, platform.python_version())
    for package in _PACKAGES:
        try:
            yield Examined(package, True, version(package))
        except PackageNotFoundError:
            yield Examined(package, False, "not installed")
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(said)")
        yield Examined("sqlite full text", True, f"SQLite {sqlite3.sqlite_version} with FTS5")
    except sqlite3.Error:
        yield Examined("sqlite full text", False, "this Python's SQLite lacks FTS5")
    finally:
        connection.close()


def _disk(folder: LibraryFolder) -> Iterator[Examined]:
    place = next((p for p in (folder.root, *folder.root.parents) if p.exists()), folder.root)
    free = shutil.disk_usage(place).free
    yield Examined("disk", free > _LEAST_FREE, f"{free // 1024**2} MB free at {place}")


def _library(folder: LibraryFolder) -> Iterator[Examined]:
    if not folder.library.exists():
        yield Examined("library", True, f"none yet in {folder.root}")
        return
    try:
        reader = LibraryReader(folder.library)
        current = [label for label in reader.labels() if label.superseded_by is None]
        yield Examined("library", True, f"{len(current)} labels in {folder.library}")
        yield _offsets(reader)
        reader.close()
    except MonographError as error:
        yield Examined("library", False, str(error))


def _offsets(reader: LibraryReader) -> Examined:
    wrong = reader.rows("store/unsound_spans")[0][0]
    detail = "every quote is its section's text" if not wrong else f"{wrong} quotes differ"
    return Examined("verbatim", not wrong, detail)


def _journal(folder: LibraryFolder) -> Iterator[Examined]:
    if not folder.journal.exists():
        yield Examined("journal", True, "none yet")
        return
    try:
        journal = Journal(folder.journal)
        count, breaks = audit.verify(journal.records(), journal.appended())
        detail = f"{count} audit records, " + (
            f"{len(breaks)} breaks; see: monograph-qa audit verify" if breaks else "chain whole"
        )
        yield Examined("journal", not breaks, detail)
        journal.close()
    except MonographError as error:
        yield Examined("journal", False, str(error))
