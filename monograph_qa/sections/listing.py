"""The tables of a product listing, as prints of DailyMed end with: of which product and which block
each row is. One product's rows go over pages, and the next one's name may end a page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from monograph_qa.domain.label import BLOCK_SEPARATOR, CELL
from monograph_qa.domain.sectioned import Piece, PieceKind
from monograph_qa.vocabulary.rows import read_rows

_MOST_NAMES = 2  # lines above a product's first block: its brand, and its ingredient with the form
_ROWS = (PieceKind.TABLE_ROW, PieceKind.TABLE_HEADER)


def with_products(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a listing's `text`, each row under its own product and block alone."""
    said = [" ".join(text[piece.start : piece.stop].split()) for piece in pieces]
    named = dict(_names(said))
    product = block = ""
    found: list[Piece] = []
    for at, (piece, words) in enumerate(zip(pieces, said, strict=True)):
        if at in named:
            product, block = named[at], ""
        opens = _blocks().get(words.partition(" ")[0])
        if opens in ("ends", "foot"):  # "Registrant - …"
            product = block = ""
        is_title = words in _blocks()
        above = (product,) if is_title else (product, block)
        block = words if is_title else block
        is_name = not block and words in product.split(BLOCK_SEPARATOR)
        context = None if is_name else BLOCK_SEPARATOR.join(filter(None, above)) or None
        if piece.kind in _ROWS and (is_name or opens == "foot"):
            piece = replace(piece, kind=PieceKind.TEXT, context=None)
        is_listed = piece.kind in _ROWS and bool(product)
        found.append(replace(piece, context=context) if is_listed else piece)
    return found


def _names(said: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Where each product begins, with its names: the lines right above its first block."""
    for at, words in enumerate(said):
        if _blocks().get(words) != "yes":
            continue
        first = at
        while first and at - first < _MOST_NAMES and _is_name(said[first - 1]):
            first -= 1
        yield first, BLOCK_SEPARATOR.join(dict.fromkeys(said[first:at]))


def _is_name(words: str) -> bool:
    return words not in _blocks() and CELL not in words and ": " not in words


@cache
def _blocks() -> dict[str, str]:
    """The titles of the blocks that a product is listed in, which of them is the first (`yes`), the
    words of the lines on companies, with which the products end (`ends`), and of the line below the
    listing, which is none of its rows (`foot`)."""
    return {row["title"]: row["opens"] for row in read_rows("listing_blocks")}
