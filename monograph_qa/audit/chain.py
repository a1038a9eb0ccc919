"""The audit chain: each record's hash covers its content and the hash before it (SHA-256); anchors
are receipts of how the log ended, kept where its owner cannot change them."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import AuditError
from monograph_qa.frozen import frozen

LEAST_KEY = 16  # bytes


@frozen
class Anchor:
    """The last record at the time `at` (ISO 8601, UTC): its place and hash, 0 and "" for none;
    `hmac` is the signature in hexadecimal, "" where no key was at hand."""

    sequence: int
    hash: str
    at: str
    hmac: str = ""


def make_anchor(sequence: int, record_hash: str, key: bytes | None = None) -> Anchor:
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    anchor = Anchor(sequence, record_hash, at)
    return replace(anchor, hmac=_signature(anchor, key)) if key is not None else anchor


def anchor_text(anchor: Anchor) -> str:
    return json.dumps(asdict(anchor), sort_keys=True)


def read_anchors(text: str, where: str) -> list[Anchor]:
    """The anchors in a text: one JSON object, a list of them, or one a line. Raises AuditError."""
    try:
        values: Any = json.loads(text)
    except ValueError:
        values = []
        for line in filter(str.strip, text.splitlines()):
            try:
                values.append(json.loads(line))
            except ValueError as error:
                raise AuditError(f"{where}: not an anchor: {line[:60]!r}") from error
    if values == []:
        raise AuditError(f"{where}: no anchor in it")
    return [_anchor(each, where) for each in (values if isinstance(values, list) else [values])]


def check_signatures(anchors: Sequence[Anchor], key: bytes, where: str) -> None:
    for anchor in anchors:
        if not anchor.hmac:
            raise AuditError(f"{where}: the anchor of {anchor.at} bears no signature")
        if not hmac.compare_digest(anchor.hmac, _signature(anchor, key)):
            raise AuditError(f"{where}: the anchor of {anchor.at} was not signed with this key")


def _signature(anchor: Anchor, key: bytes) -> str:
    signed = {name: value for name, value in asdict(anchor).items() if name != "hmac"}
    text = json.dumps(signed, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def _anchor(value: Any, where: str) -> Anchor:
    fields = value if isinstance(value, dict) else {}
    sequence, texts = fields.get("sequence"), [fields.get(n, "") for n in ("hash", "at", "hmac")]
    if (
        type(sequence) is not int
        or sequence < 0
        or not all(isinstance(t, str) for t in texts)
        or bool(texts[0]) != bool(sequence)
        or not texts[1]
    ):
        raise AuditError(f"{where}: not an anchor: it needs sequence, hash and at")
    return Anchor(sequence, *texts)


_CORRECTION = timedelta(minutes=1)


@frozen
class Break:
    """Where the chain does not hold: the record's place, id and time, and what is wrong."""

    sequence: int
    audit_id: str
    problem: str
    at: str = ""


def record_hash(record: AuditRecord) -> str:
    """SHA-256, hexadecimal, over the canonical JSON of every column but the hash itself: keys
    sorted, no spaces, UTF-8, as in RFC 8785 for the strings and numbers used here."""
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
    records: Iterable[tuple[int, AuditRecord]],
    appended: int | None = None,
    anchors: Iterable[Anchor] = (),
) -> tuple[int, list[Break]]:
    """How many records were checked, and every break. Without `appended` (how many there should be)
    and anchors, missing last records go unnoticed; without an anchor, so does a rewritten log."""
    awaited: dict[int, list[Anchor]] = {}
    for anchor in anchors:
        awaited.setdefault(anchor.sequence, []).append(anchor)
    awaited.pop(0, None)  # taken of an empty log: nothing can be missing from it
    breaks: list[Break] = []
    previous, at = "", ""
    count, expected = 0, 1
    for sequence, record in records:
        count += 1

        def broken(problem: str, sequence: int = sequence, record: AuditRecord = record) -> None:
            breaks.append(Break(sequence, record.audit_id, problem, record.at))

        if sequence == expected + 1:
            broken(f"record {expected} is missing")
        elif sequence > expected:
            broken(f"records {expected} to {sequence - 1} are missing")
        elif sequence < expected:
            broken("stands where another record was before")
        expected = sequence + 1
        if record.previous_hash != previous:
            broken("does not follow the record before it")
        if _is_earlier(record.at, at):
            broken(f"is dated before the record before it ({at})")
        if record_hash(record) != record.hash:
            broken("its content was changed")
        for anchor in awaited.pop(sequence, ()):
            if anchor.hash != record.hash:
                broken(f"is not the record that stood here when the anchor of {anchor.at} was made")
        previous, at = record.hash, record.at
    last = expected - 1
    if appended is not None and appended != last:
        problem = f"{appended} records were appended, but the last one here is {last}"
        breaks.append(Break(expected, "", problem, f"after {at}" if at else ""))
    for sequence, lost in sorted(awaited.items()):
        for anchor in lost:
            when = f"when the anchor of {anchor.at} was made"
            problem = f"record {sequence} is missing, which stood here {when}"
            breaks.append(Break(sequence, "", problem, f"before {anchor.at}"))
    return count, breaks


def _is_earlier(at: str, before: str) -> bool:
    """Whether a time is earlier than that of the record before, by more than clocks are corrected;
    what is no time any more was changed, as the hash says."""
    try:
        return datetime.fromisoformat(before) - datetime.fromisoformat(at) > _CORRECTION
    except (TypeError, ValueError):
        return False
