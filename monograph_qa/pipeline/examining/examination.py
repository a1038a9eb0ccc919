"""Is everything sound? Installation, prompts, vocabulary, library, journal, disk."""

import platform
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version

from monograph_qa.errors import MonographError
from monograph_qa.pipeline.examining import Examined, result_of
from monograph_qa.pipeline.examining.library import examine_library
from monograph_qa.pipeline.examining.places import examine_folder, examine_server, unread_journal
from monograph_qa.pipeline.examining.proving import prove
from monograph_qa.prompting import declared
from monograph_qa.resources import resource
from monograph_qa.settings import Settings, audit_key_file
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.place import Place, open_journal
from monograph_qa.store.server.connection import LibraryServer
from monograph_qa.vocabulary.soundness import examine_vocabulary

_PACKAGES = ("docling-slim", "docling-parse", "duckdb", "spacy", "sqlmodel", "rapidfuzz")
_PROMPTS = ("arrangement", "intent", "picture_class", "quotation")
_SCHEMAS = ("answer", "arrangement", "chat_line", "intent", "picture_class", "quotation")


def examine(place: Place, *, quick: bool = False) -> Iterator[Examined]:
    """Everything that is looked at, one by one as it is known; nothing is changed. `quick` reads a
    few labels in place of every sentence, picture and audit record."""
    parts: tuple[Callable[[], Iterator[Examined]], ...] = (
        _installation,
        _settings,
        _shipped,
        _vocabulary,
        lambda: (
            examine_folder(place) if isinstance(place, LibraryFolder) else examine_server(place)
        ),
        lambda: examine_library(place, quick=quick),
        lambda: _journal(place, quick=quick),
    )
    for part in parts:
        started = time.perf_counter()
        for examined in part():
            now = time.perf_counter()
            yield replace(examined, ms=round((now - started) * 1000, 1))
            started = time.perf_counter()


def _installation() -> Iterator[Examined]:
    yield Examined("python", True, platform.python_version())
    for package in _PACKAGES:
        try:
            yield Examined(package, True, version(package))
        except PackageNotFoundError:
            yield Examined(package, False, "not installed")
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5(said)")
            yield Examined("sqlite full text", True, f"SQLite {sqlite3.sqlite_version} with FTS5")
        except sqlite3.Error:
            yield Examined("sqlite full text", False, "this Python's SQLite lacks FTS5")


def _settings() -> Iterator[Examined]:
    try:
        Settings.read()
        key = audit_key_file()
        signed = f"; the log is signed with {key}" if key else ""
        yield Examined("settings", True, f"every setting makes sense{signed}")
    except MonographError as error:
        yield Examined("settings", False, str(error))
        return
    if key is not None and key.is_file() and key.stat().st_mode & 0o077:
        yield Examined("audit key", False, f"{key} can be read by others: chmod 600")


def _shipped() -> Iterator[Examined]:
    """Prompts and schemas: in a wheel they are put beside the code, and could be forgotten."""
    faults = []
    for name in _PROMPTS:
        try:
            declared(resource(f"prompts/{name}.j2").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            faults.append(f"prompts/{name}.j2: {error}")
    paths = [f"schemas/json/{name}.schema.json" for name in _SCHEMAS]
    for path in (*paths, "schemas/sql/library.sql", "schemas/sql/journal.sql"):
        try:
            resource(path).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            faults.append(f"{path}: {error}")
    detail = f"{len(_PROMPTS)} prompts and {len(_SCHEMAS)} JSON schemas are here"
    yield result_of("prompts and schemas", faults, detail)


def _vocabulary() -> Iterator[Examined]:
    state = examine_vocabulary()
    detail = f"{state.tables} tables, {state.rows:,} rows; codes, references and patterns hold"
    yield result_of("vocabulary", state.faults, detail)


def _journal(place: Place, *, quick: bool) -> Iterator[Examined]:
    if isinstance(place, LibraryFolder) and not place.journal.exists():
        yield Examined("journal", True, "none yet")
        return
    if isinstance(place, LibraryServer) and (unread := unread_journal(place)) is not None:
        yield unread
        return
    try:
        with closing(open_journal(place)) as journal:
            if quick:
                detail = f"{journal.head()[0]:,} audit records, not verified"
                yield Examined("journal", True, detail)
                return
            proof = prove(journal)
    except MonographError as error:
        yield Examined("journal", False, str(error))
        return
    faults = [f"{len(proof.breaks)} breaks; see: monograph-qa audit verify"] if proof.breaks else []
    end = "".join(f"; {each}" for each in proof.unproven)
    detail = f"{proof.records:,} audit records, file and chain whole{end}"
    yield result_of("journal", faults, detail)
