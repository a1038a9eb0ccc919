"""Pieces that are one text: a sentence that a page's end cut in two is put together again.

Only neighbours are joined, and only where the first half says that it is not finished.
"""

import re
from collections.abc import Sequence

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.sectioned import Piece, PieceKind
from monograph_qa.facts.boundaries import has_open_bracket, sentence_ends
from monograph_qa.frozen import frozen

_FLOWING = (PieceKind.TEXT, PieceKind.LIST_ITEM, PieceKind.FOOTNOTE)
_FINISHED = re.compile(r"[.?!:;][)\]”\"'’*†‡]*(?:\d{1,2})?\s*$")
_HANGS = re.compile(r"\b(?:an?|the|of|to|in|on|for|with|by|from|at|than)\s*$", re.I)
_GOES_ON = re.compile(r"[a-z][a-z’'-]+[\s,.;]")
_FEWEST_WORDS = 4


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
    if _FINISHED.search(said) or len(said.split()) < _FEWEST_WORDS:
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
