"""Whether where a library lives is sound: a folder with its disk, or a PostgreSQL server."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import closing

from monograph_qa.errors import MonographError
from monograph_qa.pipeline.examining import Examined, result_of
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.place import open_reader
from monograph_qa.store.server.connection import LibraryServer

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
