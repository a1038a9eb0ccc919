"""The text of a block, composed once from its lines, with the offsets of each line."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.parsed import LineSpan
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.signs import BULLETS

_SOFT = "\u00ad"
_HYPHENS = ("-", "\u2010", "\u2011")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*")
_BROKEN = re.compile(r"([^\W\d_]+)[-\u2010\u2011]$")
# "low- and high-dose": a hyphen that hangs before one of these words ends its own word.
_HANGING = frozenset({"and", "or", "to", "and/or", "nor", "through", "versus", "vs", "but"})
_LEADER = re.compile(r"^[-–—_=]{3,}\s*|\s*[-–—_=]{3,}$")

PlacedLine = tuple[int, Line]  # page, line


class Hyphens:
    """Which words a document writes whole and which with a hyphen, seen within lines."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._whole: set[str] = set()
        self._hyphened: set[str] = set()
        for line in lines:
            for match in _WORD.finditer(line.text):
                word = match.group().lower().replace("\u2010", "-").replace("\u2011", "-")
                (self._hyphened if "-" in word else self._whole).add(word)

    def is_broken(self, head: str, tail: str) -> bool:
        """Was `head`-`tail` one whole word that the line end broke?"""
        whole, hyphened = (head + tail).lower(), f"{head}-{tail}".lower()
        return whole in self._whole and hyphened not in self._hyphened


def compose(
    lines: Sequence[PlacedLine], hyphens: Hyphens, *, item: bool = False, heading: bool = False
) -> tuple[str, tuple[LineSpan, ...]]:
    """The text of `lines` and where each line stands in it. Lines are joined with one space; a word
    broken at a line end is made whole only where the document writes it whole elsewhere. `item`
    leaves out the bullet, `heading` drawn leaders."""
    text = ""
    spans: list[LineSpan] = []
    for at, (page, line) in enumerate(lines):
        piece = line.text
        if item and at == 0:
            piece = _without_bullet(line)
        if heading:
            piece = _LEADER.sub("", piece)
        piece = piece.strip()
        if not piece:
            continue
        text, glue = _joint(text, piece, hyphens)
        if spans and len(text) < spans[-1].stop:
            last = spans[-1]
            spans[-1] = replace(last, stop=len(text))
        start = len(text) + len(glue)
        text = f"{text}{glue}{piece}"
        place = PageBox(page, line.box)
        spans.append(LineSpan(start, len(text), place, _words(line, piece, start)))
    if text.endswith(_SOFT):
        text = text[:-1]
        spans[-1] = replace(spans[-1], stop=len(text))
    return text, tuple(spans)


def _words(line: Line, piece: str, start: int) -> tuple[tuple[int, Box], ...]:
    """Where each word of `piece`, a part of the line, begins in the text, with its box."""
    at = start - line.text.index(piece)
    words = []
    for word in line.words:
        end = at + len(word.text)
        if end > start and at < start + len(piece):
            words.append((max(at, start), word.box))
        at = end + 1
    return tuple(words)


def _joint(text: str, piece: str, hyphens: Hyphens) -> tuple[str, str]:
    """The text so far, its broken end mended, and what joins the next line to it."""
    if not text:
        return text, ""
    if text.endswith(_SOFT):
        return text[:-1], ""
    following = piece.split(maxsplit=1)[0]
    if text.endswith(_HYPHENS) and text[-2:-1].isalnum():
        if following.lower().strip("(),") in _HANGING or not following[0].isalnum():
            return text, " "
        head = _BROKEN.search(text)
        tail = _WORD.match(following)
        # Neither part of the broken word may have another hyphen, or a digit before it.
        if head and tail and "-" not in tail.group():
            before = text[: head.start()][-1:]
            is_one_part = not (before.isalnum() or before in _HYPHENS)
            if is_one_part and hyphens.is_broken(head.group(1), tail.group()):
                return text[:-1], ""
        return text, ""
    is_ratio = text.endswith("/") and text[-2:-1].isalnum() and following[0].isalnum()
    is_range = text.endswith("–") and text[-2:-1].isdigit() and following[0].isdigit()
    return text, "" if is_ratio or is_range else " "


def _without_bullet(line: Line) -> str:
    if not line.bullet:
        return line.text
    first = line.words[0].text
    rest = " ".join(word.text for word in line.words[1:])
    if len(first) > 1 and first[0] in BULLETS:
        return f"{first[1:]} {rest}".strip()
    return rest
