"""The audit chain: each record's hash covers its content and the hash before it (SHA-256)."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from monograph_qa.domain.audit import AuditRecord


@dataclass(frozen=True, slots=True)
class Break:
    """Where the chain does not hold: the record's place and id, and what is wrong."""

    sequence: int
    audit_id: str
    problem: str


def record_hash(record: AuditRecord) -> str:
    """SHA-256, hexadecimal, over the canonical JSON of every column but the hash itself.

    Canonical: keys sorted, no spaces, UTF-8, as in RFC 8785 for the strings and numbers used here.
    """
    content = asdict(record)
    del content["hash"]
    # Bytes that are no text can only come of a later change: they hash, to something else.
    text = json.dumps(
        content, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=repr
    )
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def seal(record: AuditRecord, previous_hash: str) -> AuditRecord:
    """The record, chained to the one before it ("" for the first)."""
    linked = replace(record, previous_hash=previous_hash)
    return replace(linked, hash=record_hash(linked))


def verify(
    records: Iterable[tuple[int, AuditRecord]], appended: int | None = None
) -> tuple[int, list[Break]]:
    """How many records were checked, and every break: changed, missing, added or moved records.

    `appended` is how many there should be; without it, records missing at the end go unnoticed.
    """
    breaks: list[Break] = []
    previous = ""
    count = 0
    expected = 1
    for sequence, record in records:
        count += 1
        if sequence != expected:
            breaks.append(Break(sequence, record.audit_id, f"record {expected} is missing"))
        expected = sequence + 1
        if record.previous_hash != previous:
            breaks.append(Break(sequence, record.audit_id, "does not follow the record before it"))
        if record_hash(record) != record.hash:
            breaks.append(Break(sequence, record.audit_id, "its content was changed"))
        previous = record.hash
    if appended is not None and appended != expected - 1:
        problem = f"{appended} records were appended, but the last one here is {expected - 1}"
        breaks.append(Break(expected, "", problem))
    return count, breaks
