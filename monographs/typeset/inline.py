"""Inline marks of the source turned into the small XML that ReportLab paragraphs read."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

# Order matters: bold before italic, since both are written with asterisks.
_MARKS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![\\*])\*([^\s*](?:[^*]*[^\s*\\])?)\*"), r"<i>\1</i>"),
    (re.compile(r"__(.+?)__"), r"<u>\1</u>"),
    (re.compile(r"~([^~\s]+)~"), r"<sub rise=15% size=72%>\1</sub>"),
    (re.compile(r"\^([^^\s]+)\^"), r"<super rise=38% size=68%>\1</super>"),
)


def to_xml(text: str) -> str:
    """The paragraph XML of ``text``; a backslash keeps an asterisk as an asterisk."""
    xml = escape(text)
    for pattern, replacement in _MARKS:
        xml = pattern.sub(replacement, xml)
    return xml.replace("\\*", "*")


def plain(text: str) -> str:
    """``text`` without its marks, for a table of contents and for running heads."""
    return re.sub(r"<[^>]+>", "", to_xml(text)).replace("&amp;", "&")
