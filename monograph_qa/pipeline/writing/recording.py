"""Writing audit records: chained, on disk, and signed where a key is named, before all else."""

import time
from collections.abc import Callable, Mapping, Sequence
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
from monograph_qa.audit.recording import mark_replay, mark_signed, new_audit_id, record_of
from monograph_qa.domain.answer import Answer, Attempt, Draft, RouteReport
from monograph_qa.domain.evidence import RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.endpoint.failures import noted_uses
from monograph_qa.errors import AuditError, SettingsError
from monograph_qa.frozen import frozen
from monograph_qa.gate.judging import stamp
from monograph_qa.pipeline.tracing import Trace
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

    def append(self, seal_own: Callable[[str], AuditRecord]) -> tuple[int, AuditRecord]:
        sequence, self.written = self._journal.append(
            lambda previous: seal(mark_replay(seal_own(previous), self._of), previous)
        )
        return sequence, self.written

    def keep_head(self, following: Callable[[str | None], str | None]) -> None:
        self._journal.keep_head(following)


@frozen
class Course:
    """How a question came to its answer: what its record holds beside the answer itself.

    `started` is the time.perf_counter() of its beginning; `options` are what was asked for beside
    the question.
    """

    question: str
    intent: Intent
    options: Mapping[str, object]
    results: Sequence[RouteResult]
    draft: Draft | None
    attempts: Sequence[Attempt]
    library_version: str
    started: float


def record_answer(answer: Answer, course: Course, journal: Recorder, trace: Trace) -> Answer:
    """The answer with its circumstances stamped on, when its record is on disk and not before.

    Raises as `write_record` does.
    """
    audit_id = new_audit_id()
    elapsed_ms = (time.perf_counter() - course.started) * 1000
    with trace.step("record") as saw:
        record = record_of(
            audit_id,
            course.question,
            course.intent,
            course.results,
            course.draft,
            answer,
            library_version=course.library_version,
            elapsed_ms=elapsed_ms,
            options=course.options,
            uses=noted_uses(),
            attempts=course.attempts,
        )
        write_record(journal, record)
        saw(audit_id)
    routes = tuple(RouteReport(r.route.value, len(r.evidence), r.ms) for r in course.results)
    return stamp(
        answer,
        question=course.question,
        intent=course.intent,
        routes=routes,
        audit_id=audit_id,
        elapsed_ms=record.elapsed_ms,
        trace=trace.steps,
    )


def write_record(journal: Recorder, record: AuditRecord) -> AuditRecord:
    """The record as it stands in the chain, on disk when this returns.

    Where MONOGRAPH_QA_AUDIT_KEY_FILE names a key, the signed head of the journal then names
    this record or a later one. Raises JournalError when either cannot be written, SettingsError
    when the key cannot be read: nothing is recorded then.
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
    """The key in the file `named`, else in the one that the environment names; None without
    either. Raises SettingsError when it cannot be used."""
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
    """The head that `signed` makes of the one that is kept: what was signed first, and last. None
    where this key did not sign what is kept: written over, what was done to it would be forgotten.
    """
    anchors = [signed]
    if kept is not None:
        try:
            anchors += read_anchors(kept, "")
            check_signatures(anchors, key, "")
        except AuditError:
            return None
    anchors.sort(key=lambda anchor: anchor.sequence)
    return "\n".join(map(anchor_text, dict.fromkeys((anchors[0], anchors[-1]))))
