"""The audit log: one chained record a question, released or not."""

from monograph_qa.audit.anchor import (
    LEAST_KEY,
    Anchor,
    anchor_text,
    check_signatures,
    make_anchor,
    read_anchors,
)
from monograph_qa.audit.chain import Break, record_hash, seal, verify
from monograph_qa.audit.comparing import (
    Change,
    Differences,
    QuoteSaid,
    compare,
    decoded,
    quotes_of,
)
from monograph_qa.audit.recording import mark_replay, new_audit_id, record_of

__all__ = [
    "LEAST_KEY",
    "Anchor",
    "Break",
    "Change",
    "Differences",
    "QuoteSaid",
    "anchor_text",
    "check_signatures",
    "compare",
    "decoded",
    "make_anchor",
    "mark_replay",
    "new_audit_id",
    "quotes_of",
    "read_anchors",
    "record_hash",
    "record_of",
    "seal",
    "verify",
]
