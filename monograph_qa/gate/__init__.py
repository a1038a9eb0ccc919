"""Nothing unsupported gets out: drafts are judged against what is stored."""

from monograph_qa.gate.judging import judge, refuse, stamp
from monograph_qa.gate.stored import StoredSpan, StoredText

__all__ = ["StoredSpan", "StoredText", "judge", "refuse", "stamp"]
