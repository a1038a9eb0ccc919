"""Proof that the audit log is whole: file, chain, signed head, anchors kept elsewhere."""

from collections.abc import Sequence
from pathlib import Path

from monograph_qa.audit import chain
from monograph_qa.audit.chain import Anchor, Break
from monograph_qa.errors import AuditError
from monograph_qa.frozen import frozen
from monograph_qa.store.journal import Journal

_UNCOUNTED = (
    "this journal was begun by an early version, which did not count for good: records removed at "
    "its end are found only with an anchor (monograph-qa audit anchor)"
)


@frozen
class Proof:
    """How many records were checked, every break, and what could not be checked.
    `has_unchecked_head`: the log ends with a signature, and there was no key to check it with."""

    records: int
    breaks: tuple[Break, ...]
    notes: tuple[str, ...] = ()
    has_unchecked_head: bool = False

    @property
    def is_sound(self) -> bool:
        return not self.breaks

    @property
    def is_whole(self) -> bool:
        """Whether nothing is broken, and nothing that would tell was left unchecked."""
        return self.is_sound and not self.has_unchecked_head


def prove(journal: Journal, *, anchors: Sequence[Anchor] = (), key: bytes | None = None) -> Proof:
    """What holds and what does not, of a journal and its signed head.

    The head is checked where there is a `key`; `anchors` are believed (see `read_anchor_file`).
    Raises JournalError when the journal cannot be read: that is no proof of anything.
    """
    breaks = [Break(0, "", problem) for problem in journal.damage()]
    notes: list[str] = []
    believed = list(anchors)
    # Of one moment, or what is appended meanwhile would look like a break. The head is read before:
    # it names the last record or an earlier one, whatever is appended.
    kept = journal.read_head()
    with journal.snapshot():
        if kept is not None and key is None:
            notes.append(f"{journal.head_place} was not checked: no key is named")
        elif kept is not None and key is not None:
            try:
                believed += _signed(kept, key, journal.head_place)
            except AuditError as error:
                breaks.append(Break(0, "", f"the signed head: {error}"))
        elif key is not None and journal.head()[0]:
            notes.append(f"no signed head here: {journal.head_place}")
        appended = journal.appended()
        if appended is None:
            notes.append(_UNCOUNTED)
        count, chained = chain.verify(journal.records(), appended, believed)
    unchecked = kept is not None and key is None
    return Proof(count, (*breaks, *chained), tuple(notes), unchecked)


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
