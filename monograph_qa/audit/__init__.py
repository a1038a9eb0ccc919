"""The audit log: one chained record a question, released or not."""

from monograph_qa.audit.chain import Break, record_hash, seal, verify
from monograph_qa.audit.recording import new_audit_id, record_of

__all__ = ["Break", "new_audit_id", "record_hash", "record_of", "seal", "verify"]
