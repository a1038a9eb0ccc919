"""How the text of a section hangs together: pieces that are one text, and lists.

A sentence that a page's end cut in two is put together again, of neighbours alone, and only where
the first half says that it is not finished. A list item stands under the sentence that introduces
the list, and the items above it.
"""

import re
from collections.abc import Sequence

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.sectioned import Piece, PieceKind
from monograph_qa.facts.boundaries import has_open_bracket, sentence_ends
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.sentence_words import lead_in_pattern

_FLOWING = (PieceKind.TEXT, PieceKind.LIST_ITEM, PieceKind.FOOTNOTE)
_ENDED = re.compile(r"[.?!:;][)\]”\"'’*†‡]*(?:\d{1,2})?\s*$")
_HANGS = re.compile(r"\b(?:an?|the|of|to|in|on|for|with|by|from|at|than)\s*$", re.I)
_GOES_ON = re.compile(r"[a-z][a-z’'-]+[\s,.;]")
_FEWEST_WORDS = 4
Span = tuple[int, int]

_ANNOUNCES = re.compile(r":[\s*†‡§)\]”\"]*$")
_FINISHED = re.compile(r"[.!][)\]”\"'*†‡\d]*\s*$")
_CONNECTOR = re.compile(r"(?:and|or|and/or)\W*$", re.IGNORECASE)
_NUMBERED = re.compile(r"\W*(?:\d{1,2}|[A-Z])[.)]\s")
_LETTERED = re.compile(r"\W*(?:[a-z]|[ivx]{2,4})[.)]\s")
_DEEPER = 6.0  # points that a nested item stands further right, at least
_COLUMN = 70.0  # and at most: further right is another column
_INDENTED = 3.0  # points from an item's left edge to that of a paragraph inside it


def is_titled(words: Sequence[str]) -> bool:
    """True when most of the longer words begin with a capital, as in a heading."""
    longer = [word for word in words if len(word) > 3]
    return sum(word[:1].isupper() for word in longer) * 2 > len(longer)


@frozen
class Stretch:
    """Pieces that read on from one to the next; mostly just one. Never empty."""

    pieces: tuple[Piece, ...]

    @property
    def start(self) -> int:
        return self.pieces[0].start

    @property
    def stop(self) -> int:
        return self.pieces[-1].stop

    @property
    def kind(self) -> PieceKind:
        return self.pieces[0].kind

    def piece_at(self, offset: int) -> Piece:
        """The piece in which `offset` of the section's text lies."""
        return next((p for p in self.pieces if offset < p.stop), self.pieces[-1])

    def boxes(self, start: int, stop: int) -> tuple[PageBox, ...]:
        """Where the words of the span [start, stop) stand, line by line."""
        return tuple(
            line.place_of(start, stop)
            for piece in self.pieces
            for line in piece.lines
            if line.start < stop and line.stop > start
        )


def stretches(text: str, pieces: Sequence[Piece]) -> list[Stretch]:
    """The pieces of a section in order, those that read on put together."""
    joined: list[list[Piece]] = []
    for piece in pieces:
        if joined and _reads_on(text, joined[-1], piece):
            joined[-1].append(piece)
        else:
            joined.append([piece])
    return [Stretch(tuple(each)) for each in joined]


def _reads_on(text: str, before: Sequence[Piece], piece: Piece) -> bool:
    last = before[-1]
    if last.kind not in _FLOWING or piece.kind is not PieceKind.TEXT:
        return False
    said = text[before[0].start : last.stop]
    following = text[piece.start : piece.stop]
    if has_open_bracket(said):
        return not has_open_bracket(f"{said} {following}")
    if _ENDED.search(said) or len(said.split()) < _FEWEST_WORDS:
        return False
    # Only print cuts a sentence anywhere: in other sources a paragraph is what its maker made one.
    if not (last.lines and piece.lines) and not _HANGS.search(said):
        return False
    if _GOES_ON.match(following):
        return len(following.split()) > 1 or following.rstrip().endswith(".")
    # "… the risk is greater. Discontinue" at the foot of a page, "ALDRIN in patients …" overleaf.
    turns = bool(last.lines and piece.lines) and (
        piece.lines[0].place.page == last.lines[-1].place.page + 1
    )
    if not turns or last.kind is not PieceKind.TEXT:
        return False
    ends = sentence_ends(said)
    left_over = said[ends[-2] :].split() if len(ends) > 1 else []
    return len(left_over) == 1 or (bool(left_over) and not is_titled(left_over))


def announces(text: str) -> bool:
    """True when the text ends with the colon of a lead-in."""
    return bool(_ANNOUNCES.search(text))


@frozen
class _Item:
    """A list item that is still open: others may stand under it."""

    piece: Piece
    lead_in: Span
    announces: bool
    marker: str
    ends_list: bool = False  # it goes on as a paragraph does, which leads in to what follows


class OpenList:
    """The list that is being read, section text in hand: given every stretch, in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lead_in: Span | None = None
        self._items: list[_Item] = []
        self._last: Piece | None = None

    def above(self, item: Stretch) -> tuple[Span, ...]:
        """The spans that `item` needs to be understood, outermost first."""
        piece = item.pieces[0]
        while self._items and not self._stands_under(piece, self._items[-1]):
            if self._items[-1].ends_list:
                self._lead_in, self._items = self._items[-1].lead_in, []
                break
            self._items.pop()
        parents = tuple(open_item.lead_in for open_item in self._items)
        return (self._lead_in, *parents) if self._lead_in else parents

    def add_item(self, item: Stretch, sentences: list[Span]) -> None:
        """`item` was read; its parents were asked for just before."""
        piece = item.pieces[0]
        lead_in = (item.start, item.stop)
        announced = announces(self._text[slice(*lead_in)])
        if announced and sentences:
            lead_in = sentences[-1]
        # "- iron. Do not take it with any of these:" ends with a paragraph of its own.
        others = (self._text[slice(*each)] for each in sentences[:-1])
        goes_on = announced and any(map(_FINISHED.search, others))
        self._items.append(_Item(piece, lead_in, announced, self._marker(piece), goes_on))
        self._last = piece

    def add_text(self, text: Stretch, sentences: list[Span], following: Stretch | None) -> None:
        """A paragraph was read; `following` is the next stretch that is no caption or row."""
        if not sentences or _CONNECTOR.match(self._text[text.start : text.stop].strip()):
            return
        is_before_list = following is not None and following.kind is PieceKind.LIST_ITEM
        if self._introduces(sentences[-1], is_before_list):
            self._lead_in, self._items = sentences[-1], []
        elif not (is_before_list and self._is_inside_item(text.pieces[0])):
            self._lead_in, self._items = None, []

    def _introduces(self, sentence: Span, is_before_list: bool) -> bool:
        text = self._text[slice(*sentence)]
        if announces(text):
            return True
        if not is_before_list:
            return False
        # "Ask a doctor before use if you have", "Who should not use it?": the list finishes it.
        return not _FINISHED.search(text) or bool(lead_in_pattern().search(text))

    def _is_inside_item(self, paragraph: Piece) -> bool:
        """True for a paragraph that goes on with the item before it: set in, like its text."""
        if self._last is None or not (paragraph.lines and self._last.lines):
            return False
        here, there = paragraph.lines[0].place, self._last.lines[0].place
        indent = here.box.left - there.box.left
        return 0 <= here.page - there.page <= 1 and _INDENTED <= indent <= _COLUMN

    def _stands_under(self, piece: Piece, above: _Item) -> bool:
        if piece.level > above.piece.level:
            return True
        if not above.announces:
            return False
        if piece.lines and above.piece.lines:
            indent = piece.lines[0].place.box.left - above.piece.lines[0].place.box.left
            if abs(indent) >= _DEEPER:
                return _DEEPER <= indent <= _COLUMN
        # Set no deeper: "1. Tell your doctor if:" and then bullets, until number 2.
        return piece.level == above.piece.level and above.marker != self._marker(piece)

    def _marker(self, piece: Piece) -> str:
        text = self._text[piece.start : piece.stop]
        if _NUMBERED.match(text):
            return "number"
        return "letter" if _LETTERED.match(text) else "bullet"
