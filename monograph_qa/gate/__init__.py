"""Nothing unsupported gets out: drafts are judged against what is stored.

Free texts that quote are read by `gate.quoting`, which only their writers need to import.
"""

from monograph_qa.gate.judging import judge, refuse, stamp, withhold
from monograph_qa.gate.stored import Stored, StoredSpan, StoredText
from monograph_qa.gate.terms import Terms

__all__ = [
    "Stored",
    "StoredSpan",
    "StoredText",
    "Terms",
    "judge",
    "refuse",
    "stamp",
    "withhold",
]
