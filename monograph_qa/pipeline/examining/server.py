"""Whether a PostgreSQL server keeps what it was given, and whether this user may read the log."""

from collections.abc import Iterator
from contextlib import closing

from monograph_qa.errors import MonographError
from monograph_qa.pipeline.examining.examined import Examined, told
from monograph_qa.store.place import open_reader
from monograph_qa.store.server.connection import LibraryServer

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
    said = f"PostgreSQL {version}; what is stored outlives a crash"
    yield told("server", [f"{name} is off: {_LOST[name]}" for name in off], said)


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
