"""Nothing unsupported gets out: drafts are judged against what is stored."""

from monograph_qa.gate.judging import judge, refuse, stamp
from monograph_qa.gate.stored import Stored, StoredSpan, StoredText

__all__ = ["Stored", "StoredSpan", "StoredText", "judge", "refuse", "stamp"]
