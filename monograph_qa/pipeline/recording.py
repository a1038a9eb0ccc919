"""Writing audit records: chained, on disk, and signed where a key is named, before all else."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from monograph_qa.audit import (
    LEAST_KEY,
    anchor_text,
    check_signatures,
    make_anchor,
    mark_replay,
    read_anchors,
    seal,
)
from monograph_qa.domain.audit import AuditRecord
from monograph_qa.errors import AuditError, SettingsError
from monograph_qa.settings import AUDIT_KEY_FILE, audit_key_file
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.journal import Journal
from monograph_qa.store.signed_head import keep_head


class Recorder(Protocol):
    """Whatever takes records and chains them: a journal, or a `ReplayLog` over one."""

    @property
    def path(self) -> Path: ...

    def append(self, seal: Callable[[str], AuditRecord]) -> tuple[int, AuditRecord]: ...


class ReplayLog:
    """A journal that marks what is written to it as the replay of the record `of`."""

    def __init__(self, journal: Journal, of: str) -> None:
        self._journal = journal
        self._of = of
        self.written: AuditRecord | None = None

    @property
    def path(self) -> Path:
        return self._journal.path

    def append(self, seal_own: Callable[[str], AuditRecord]) -> tuple[int, AuditRecord]:
        sequence, self.written = self._journal.append(
            lambda previous: seal(mark_replay(seal_own(previous), self._of), previous)
        )
        return sequence, self.written


def write_record(journal: Recorder, record: AuditRecord) -> AuditRecord:
    """The record as it stands in the chain, on disk when this returns.

    Where MONOGRAPH_QA_AUDIT_KEY_FILE names a key, the signed head beside the journal then names
    this record or a later one. Raises JournalError when either cannot be written, SettingsError
    when the key cannot be read: nothing is recorded then.
    """
    key_file = audit_key_file()
    key = read_key(key_file) if key_file is not None else None
    sequence, sealed = journal.append(lambda previous: seal(record, previous))
    if key is not None:
        head = LibraryFolder(journal.path.parent).journal_head
        text = anchor_text(make_anchor(sequence, sealed.hash, key))
        keep_head(head, text, lambda kept: _is_ours_before(kept, sequence, key))
    return sealed


def read_key(path: Path) -> bytes:
    """The key in a file, white space around it left out. Raises SettingsError."""
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise SettingsError(f"{AUDIT_KEY_FILE}: {path}: {error.strerror}") from error
    if len(key) < LEAST_KEY:
        raise SettingsError(f"{AUDIT_KEY_FILE}: {path}: a key has {LEAST_KEY} bytes or more")
    return key


def _is_ours_before(kept: str, sequence: int, key: bytes) -> bool:
    """Whether a signed head names an earlier record. One that this key did not sign stays as it is,
    for `audit verify` to tell: written over, what was done to it would be forgotten.
    """
    try:
        anchors = read_anchors(kept, "")
        check_signatures(anchors, key, "")
    except AuditError:
        return False
    return all(anchor.sequence < sequence for anchor in anchors)
