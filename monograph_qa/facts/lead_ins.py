"""What a list item stands under: the sentence that introduces the list, and the items above it."""

import re

from monograph_qa.domain.sectioned import Piece, PieceKind
from monograph_qa.facts.flow import Stretch
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.sentence_words import lead_in_pattern

Span = tuple[int, int]

_ANNOUNCES = re.compile(r":[\s*†‡§)\]”\"]*$")
_FINISHED = re.compile(r"[.!][)\]”\"'*†‡\d]*\s*$")
_CONNECTOR = re.compile(r"(?:and|or|and/or)\W*$", re.IGNORECASE)
_NUMBERED = re.compile(r"\W*(?:\d{1,2}|[A-Z])[.)]\s")
_LETTERED = re.compile(r"\W*(?:[a-z]|[ivx]{2,4})[.)]\s")
_DEEPER = 6.0  # points that a nested item stands further right, at least
_COLUMN = 70.0  # and at most: further right is another column
_INDENTED = 3.0  # points from an item's left edge to that of a paragraph inside it


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
        goes_on = announced and any(self._is_whole(each) for each in sentences[:-1])
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

    def _is_whole(self, sentence: Span) -> bool:
        return bool(_FINISHED.search(self._text[slice(*sentence)]))

    def _marker(self, piece: Piece) -> str:
        text = self._text[piece.start : piece.stop]
        if _NUMBERED.match(text):
            return "number"
        return "letter" if _LETTERED.match(text) else "bullet"
