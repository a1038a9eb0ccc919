"""Checks whether everything is sound: installation, prompts, vocabulary, library, journal, and the
folder with its disk or the PostgreSQL server."""

import fcntl
import os
import platform
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version

from monograph_qa.errors import MonographError
from monograph_qa.pipeline.examining import Examined, result_of
from monograph_qa.pipeline.examining.library import examine_library
from monograph_qa.pipeline.examining.proving import prove
from monograph_qa.prompting import declared
from monograph_qa.resources import resource
from monograph_qa.settings import Settings, audit_key_file
from monograph_qa.store.homes import LibraryFolder, LibraryServer
from monograph_qa.store.place import Place, open_journal, open_reader
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
    broken = f"broken ({len(proof.breaks)}); see: monograph-qa audit verify"
    faults = [broken] if proof.breaks else []
    end = "".join(f"; {each}" for each in proof.unproven)
    detail = f"{proof.records:,} audit records, file and chain whole{end}"
    yield result_of("journal", faults, detail)


_LEAST_FREE = 200 * 1024**2
_BY_ANYONE = 0o002


def examine_folder(folder: LibraryFolder) -> Iterator[Examined]:
    """Disk, permissions, links that lead out of the folder, leftovers of killed loads."""
    yield _disk(folder)
    if folder.root.is_dir():
        yield _permissions(folder)
        yield _links(folder)
        yield _leftovers(folder)


def _disk(folder: LibraryFolder) -> Examined:
    place = next((p for p in (folder.root, *folder.root.parents) if p.exists()), folder.root)
    free = shutil.disk_usage(place).free
    # A load builds a whole new library beside the old one.
    needed = _LEAST_FREE + (folder.library.stat().st_size if folder.library.exists() else 0)
    detail = f"{free // 1024**2:,} MB free at {place}"
    if free > needed:
        return Examined("disk", True, detail)
    return Examined("disk", False, f"{detail}; the next load needs {needed // 1024**2:,} MB")


def _permissions(folder: LibraryFolder) -> Examined:
    held = [path for path in (folder.root, *folder.kept) if path.exists()]
    faults = [f"anyone may write {path}" for path in held if path.stat().st_mode & _BY_ANYONE]
    faults += [f"{path} cannot be read" for path in held if not os.access(path, os.R_OK)]
    if os.access(folder.root, os.W_OK):
        return result_of("permissions", faults, "read and written by those who may")
    detail = "can be read here, not written: questions are not answered where none can be recorded"
    return result_of("permissions", faults, detail)


def _links(folder: LibraryFolder) -> Examined:
    """Files of the folder that are links are written and read somewhere else."""
    faults = [
        f"{path} is a link to {os.readlink(path)}"  # noqa: PTH115 (as printed, not resolved)
        for path in (*folder.kept, folder.pictures)
        if path.is_symlink()
    ]
    return result_of("symbolic links", faults, "none: what is stored here lies here")


def _leftovers(folder: LibraryFolder) -> Examined:
    log = folder.loading.with_name(folder.loading.name + ".wal")
    left = [path for path in (folder.loading, log) if path.exists()]
    left += sorted(folder.root.glob("*.part")) + sorted(folder.pictures.glob("*.part"))
    if not left:
        return Examined("leftovers", True, "none")
    if _is_loading(folder):
        return Examined("leftovers", True, "a load is running")
    size = sum(path.stat().st_size for path in left if path.exists())
    names = ", ".join(path.name for path in left[:3])
    detail = f"{len(left)} files of a killed load ({names}; {size // 1024**2:,} MB); "
    return Examined("leftovers", True, detail + "the next load removes what it left")


def _is_loading(folder: LibraryFolder) -> bool:
    try:
        descriptor = os.open(folder.root / ".loading.lock", os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


_LOST = {
    "fsync": "a crash of its machine can destroy the library and the audit log",
    "full_page_writes": "a crash of its machine can destroy the library and the audit log",
    "synchronous_commit": "a crash can take a label that was just stored, though no audit record",
}


def examine_server(server: LibraryServer) -> Iterator[Examined]:
    """Its version, and the settings that what is stored outlives a crash by."""
    try:
        version, *are_on, _, _, _ = _state(server)
    except MonographError:
        return  # the library says why it cannot be opened
    off = [name for name, is_on in zip(_LOST, are_on, strict=True) if not is_on]
    detail = f"PostgreSQL {version}; what is stored outlives a crash"
    yield result_of("server", [f"{name} is off: {_LOST[name]}" for name in off], detail)


def unread_journal(server: LibraryServer) -> Examined | None:
    """What to say of a journal that this user may not read; None when it may."""
    try:
        *_, user, reads, appends = _state(server)
    except MonographError as error:
        return Examined("journal", False, str(error))
    if reads:
        return None
    asks = "may append to the audit log and not" if appends else "may not append to the log, nor"
    who = "who may (role monograph_auditor) must look"
    return Examined("journal", True, f"not looked at: {user} {asks} read it; {who}")


def _state(server: LibraryServer) -> tuple[str, bool, bool, bool, str, bool, bool]:
    with closing(open_reader(server)) as reader:
        (row,) = reader.rows("store/server_state")
    return row
