"""Writing audit records: chained, on disk, and signed where a key is named, before all else."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from monograph_qa.audit.chain import (
    LEAST_KEY,
    Anchor,
    anchor_text,
    check_signatures,
    make_anchor,
    read_anchors,
    seal,
)
from monograph_qa.audit.recording import mark_replay, mark_signed
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import AuditError, SettingsError
from monograph_qa.settings import AUDIT_KEY_FILE, audit_key_file
from monograph_qa.store.journal import Journal


class Recorder(Protocol):
    """Whatever takes records and chains them: a journal, or a `ReplayLog` over one."""

    def append(self, seal: Callable[[str], AuditRecord]) -> tuple[int, AuditRecord]: ...

    def keep_head(self, following: Callable[[str | None], str | None]) -> None: ...


class ReplayLog:
    """A journal that marks what is written to it as the replay of the record `of`."""

    def __init__(self, journal: Journal, of: str) -> None:
        self._journal = journal
        self._of = of
        self.written: AuditRecord | None = None

    def append(self, sealed: Callable[[str], AuditRecord]) -> tuple[int, AuditRecord]:
        sequence, self.written = self._journal.append(
            lambda previous: seal(mark_replay(sealed(previous), self._of), previous)
        )
        return sequence, self.written

    def keep_head(self, following: Callable[[str | None], str | None]) -> None:
        self._journal.keep_head(following)


def write_record(journal: Recorder, record: AuditRecord) -> AuditRecord:
    """The record as it stands in the chain, on disk when this returns. Where a key is named, the
    signed head of the journal then names this record or a later one. Raises JournalError when
    either cannot be written, SettingsError when the key cannot be read: nothing is recorded then.
    """
    key = audit_key()
    if key is None:
        return journal.append(lambda previous: seal(record, previous))[1]
    marked = mark_signed(record)
    sequence, sealed = journal.append(lambda previous: seal(marked, previous))
    signed = make_anchor(sequence, sealed.hash, key)
    journal.keep_head(lambda kept: _head_with(signed, kept, key))
    return sealed


def audit_key(named: Path | None = None) -> bytes | None:
    """The key in the file `named`, else that of the environment, if any. Raises SettingsError."""
    path = named if named is not None else audit_key_file()
    return read_key(path) if path is not None else None


def read_key(path: Path) -> bytes:
    """The key in a file, white space around it left out. Raises SettingsError."""
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise SettingsError(f"{AUDIT_KEY_FILE}: {path}: {error.strerror}") from error
    if len(key) < LEAST_KEY:
        raise SettingsError(f"{AUDIT_KEY_FILE}: {path}: a key has {LEAST_KEY} bytes or more")
    return key


def _head_with(signed: Anchor, kept: str | None, key: bytes) -> str | None:
    """The head of what was signed first and last, `signed` included. None where this key did not
    sign what is kept: written over, what was done to it would be forgotten."""
    anchors = [signed]
    if kept is not None:
        try:
            anchors += read_anchors(kept, "")
            check_signatures(anchors, key, "")
        except AuditError:
            return None
    anchors.sort(key=lambda anchor: anchor.sequence)
    return "\n".join(map(anchor_text, dict.fromkeys((anchors[0], anchors[-1]))))
