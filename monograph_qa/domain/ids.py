"""Ids that follow from content: the same on every machine, and another for any change.

`store/unsound_ids.sql` reckons them again. Whoever changes words and reckons the ids anew as well
leaves a library that is sound in itself: the label's file, and the quotes in the audit log, tell.
"""

from hashlib import sha256


def label_id_of(file_sha256: str, parser: str) -> str:
    """The id of a label: of the file's SHA-256 and the parser that read it."""
    return "lab_" + _digest(file_sha256, parser)[:16]


def section_id_of(label_id: str, ordinal: int, heading_path: str, text: str) -> str:
    """The id of a section: of its label, its place and headings, and its own text."""
    return "sec_" + _digest(label_id, str(ordinal), heading_path, text)[:20]


def fact_id_of(section_id: str, start: int, stop: int) -> str:
    """The id of a FactSpan: of its section and its offsets, and so of its words."""
    return "fact_" + _digest(section_id, str(start), str(stop))[:20]


def _digest(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode()).hexdigest()
