"""Proves that the audit log is whole: file, chain, signed head, anchors kept elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from monograph_qa.audit import chain
from monograph_qa.audit.chain import Anchor, Break
from monograph_qa.audit.recording import is_marked_signed
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import AuditError
from monograph_qa.frozen import frozen
from monograph_qa.store.journal import Journal

_Placed = tuple[int, AuditRecord]
_UNCOUNTED = (
    "this journal was begun by an early version, which did not count for good: records removed at "
    "its end are found only with an anchor (monograph-qa audit anchor)"
)


@frozen
class Proof:
    """How many records were checked, every break, and notes; `unproven` says what would prove that
    the log ends as it did, and is not here or was not checked."""

    records: int
    breaks: tuple[Break, ...]
    notes: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        return not self.breaks

    @property
    def is_whole(self) -> bool:
        """Whether nothing is broken, and nothing that would tell was left unchecked."""
        return self.is_sound and not self.unproven


class _Signing:
    """What the records of a log say of keys, noted as they pass."""

    def __init__(self) -> None:
        self.last = self.first_marked = self.unmarked = 0

    def watch(self, records: Iterable[_Placed]) -> Iterator[_Placed]:
        for sequence, record in records:
            self.last = sequence
            if is_marked_signed(record):
                self.first_marked = self.first_marked or sequence
            else:
                self.unmarked += 1
            yield sequence, record

    def unproven(self, signed: Sequence[Anchor]) -> Iterator[str]:
        """The end of the log after the last signature, and marked records before the first."""
        places = [anchor.sequence for anchor in signed]
        if not places and self.last:
            yield "no signed head is kept with it"
        elif places and max(places) < self.last:
            yield f"no signature covers the records after {max(places)}"
        if places and 0 < self.first_marked < min(places):
            yield (
                f"record {self.first_marked} was signed, but the signatures that are here begin "
                f"with record {min(places)}: an earlier signed head is gone"
            )


def prove(journal: Journal, *, anchors: Sequence[Anchor] = (), key: bytes | None = None) -> Proof:
    """Checks a journal and its signed head. With a `key` the head's signature is checked, and the
    log must end with one; `anchors` are trusted. Raises JournalError if it is unreadable."""
    breaks = [Break(0, "", problem) for problem in journal.damage()]
    notes: list[str] = []
    signing = _Signing()
    # Of one moment, or what is appended meanwhile would look like a break. The head is read before:
    # it names the last record or an earlier one, whatever is appended.
    head, fault = _head(journal, key)
    with journal.snapshot():
        appended = journal.appended()
        if appended is None:
            notes.append(_UNCOUNTED)
        records = signing.watch(journal.records())
        count, chained = chain.verify(records, appended, [*anchors, *head])
    if fault:
        breaks.append(Break(0, "", f"the signed head: {fault}"))
    unproven: list[str] = []
    if key is not None and not fault:
        # What was appended right before the snapshot is signed by now.
        unproven += signing.unproven([*anchors, *head, *_head(journal, key)[0]])
        if signing.unmarked:
            notes.append(f"{signing.unmarked} records do not say that they were signed")
    elif key is None and journal.read_head() is not None:
        unproven.append("how it ends is signed and was not checked: name --key")
    elif key is None and signing.first_marked:
        unproven.append("it was signed, and no signed head is kept with it any more")
    return Proof(count, (*breaks, *chained), tuple(notes), tuple(unproven))


def _head(journal: Journal, key: bytes | None) -> tuple[list[Anchor], str]:
    """What the signed head names, if there is a key to check it with; what is wrong with it."""
    kept = journal.read_head() if key is not None else None
    try:
        return ([] if kept is None else _signed(kept, key, journal.head_place)), ""
    except AuditError as error:
        return [], str(error)


def read_anchor_file(path: Path, key: bytes | None) -> list[Anchor]:
    """The anchors in a file, their signatures checked where there is a `key`. Raises AuditError."""
    try:
        text = path.read_text(encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise AuditError(f"{path}: cannot be read ({error.strerror})") from error
    return _signed(text, key, str(path))


def _signed(text: str, key: bytes | None, where: str) -> list[Anchor]:
    anchors = chain.read_anchors(text, where)
    if key is not None:
        chain.check_signatures(anchors, key, where)
    return anchors
