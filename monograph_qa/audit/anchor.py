"""Anchors: receipts of how the log ended at some time, kept where its owner cannot change them.

A chain proves that its records belong together, not that they are the ones once written: whoever
owns the file could write all of it anew. An anchor that somebody else keeps gives that away. With a
key it bears a signature (HMAC-SHA256), so that it may also lie beside the log.
"""

import hmac
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from monograph_qa.errors import AuditError
from monograph_qa.frozen import frozen

LEAST_KEY = 16  # bytes


@frozen
class Anchor:
    """The last record at the time `at` (ISO 8601, UTC): its place and hash; 0 and "" for none.

    `hmac` is the signature in hexadecimal, "" where no key was at hand.
    """

    sequence: int
    hash: str
    at: str
    hmac: str = ""


def make_anchor(sequence: int, record_hash: str, key: bytes | None = None) -> Anchor:
    """An anchor of the record with this place and hash, made now, signed where there is a key."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    anchor = Anchor(sequence, record_hash, at)
    return replace(anchor, hmac=_signature(anchor, key)) if key is not None else anchor


def anchor_text(anchor: Anchor) -> str:
    """The anchor as one line of JSON."""
    return json.dumps(asdict(anchor), sort_keys=True)


def read_anchors(text: str, where: str) -> list[Anchor]:
    """The anchors in a file's text: one JSON object, a list of them, or one a line.

    Raises AuditError, naming `where`, when anything in it is no anchor.
    """
    try:
        values: Any = json.loads(text)
    except ValueError:
        values = [_json(line, where) for line in text.splitlines() if line.strip()]
    anchors = [
        _anchor(value, where) for value in (values if isinstance(values, list) else [values])
    ]
    if not anchors:
        raise AuditError(f"{where}: no anchor in it")
    return anchors


def check_signatures(anchors: Sequence[Anchor], key: bytes, where: str) -> None:
    """Raises AuditError for an anchor that this key did not sign."""
    for anchor in anchors:
        if not anchor.hmac:
            raise AuditError(f"{where}: the anchor of {anchor.at} bears no signature")
        if not hmac.compare_digest(anchor.hmac, _signature(anchor, key)):
            raise AuditError(f"{where}: the anchor of {anchor.at} was not signed with this key")


def _signature(anchor: Anchor, key: bytes) -> str:
    signed = {name: value for name, value in asdict(anchor).items() if name != "hmac"}
    text = json.dumps(signed, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, text.encode(), sha256).hexdigest()


def _json(line: str, where: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise AuditError(f"{where}: not an anchor: {line[:60]!r}") from error


def _anchor(value: Any, where: str) -> Anchor:
    fields = value if isinstance(value, dict) else {}
    sequence, texts = fields.get("sequence"), [fields.get(n, "") for n in ("hash", "at", "hmac")]
    if type(sequence) is not int or sequence < 0 or not all(isinstance(t, str) for t in texts):
        raise AuditError(f"{where}: not an anchor: it needs sequence, hash and at")
    if bool(texts[0]) != bool(sequence) or not texts[1]:
        raise AuditError(f"{where}: not an anchor: it needs sequence, hash and at")
    return Anchor(sequence, *texts)
