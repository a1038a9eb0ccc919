"""pdfium's text of a PDF, page by page and box by box, and whether a quote stands in it."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import FactSpan

_PIECE = 6  # letters that must stand together where a quote is found in pieces
_APART = 0.15  # of the letters may stand elsewhere in the quote's box: raised and lowered ones
_MARGIN = 3.0  # points around a box, for what hangs over its line


def letters(text: str) -> str:
    """Letters and digits, case kept; ligatures and super- or subscript forms as plain letters."""
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isalnum())


@contextmanager
def printed_pages(path: Path) -> Iterator["PrintedPages"]:
    """The pages of the PDF at `path`, open for as long as the block runs."""
    document = pdfium.PdfDocument(path)
    try:
        yield PrintedPages(document)
    finally:
        document.close()


class PrintedPages:
    """`texts` is each page's text in pdfium's own order."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self.texts: list[str] = []
        for page in document:
            text = page.get_textpage()
            self.texts.append(text.get_text_bounded())
            text.close()
            page.close()
        self._letters = [letters(text) for text in self.texts]

    def holds(self, fact: FactSpan) -> bool:
        """True when the quote stands, in order, on the pages that it claims.

        A table's cells and their headings are looked for one by one. A quote may be parted at a
        page's end. Raised and lowered characters, which pdfium reads apart from their line, must
        stand in the quote's own boxes.
        """
        claimed = sorted({box.page for box in fact.boxes} | {fact.page or 0})
        texts = [self._letters[n - 1] for n in claimed if 1 <= n <= len(self._letters)]
        cells = [letters(cell) for cell in fact.quote.split(" | ")]
        if all(_stands(cell, texts) for cell in cells):
            return True
        if len(cells) > 1:
            parts = [letters(p) for c in fact.quote.split(" | ") for p in c.split(": ")]
            if all(_stands(part, texts) for part in parts):
                return True
        quote = "".join(cells)
        inside = letters("".join(self._inside(place) for place in fact.boxes))
        return not Counter(quote) - Counter(inside) and _in_pieces(quote, "".join(texts))

    def _inside(self, place: PageBox) -> str:
        page = self._document[place.page - 1]
        height = page.get_height()
        box = place.box.grow(_MARGIN)
        text = page.get_textpage()
        found: str = text.get_text_bounded(
            box.left, height - box.bottom, box.right, height - box.top
        )
        text.close()
        page.close()
        return found


def _stands(quote: str, texts: Sequence[str]) -> bool:
    if any(quote in text for text in texts):
        return True
    for first, second in pairwise(texts):
        cut = next((n for n in range(len(quote), 0, -1) if quote[:n] in first), 0)
        if cut and quote[cut:] in second:
            return True
    return False


def _in_pieces(quote: str, text: str) -> bool:
    """Whether nearly all of the quote stands in the text in pieces of some length, in any order."""
    at = apart = 0
    while at < len(quote):
        stop = min(at + _PIECE, len(quote))
        if stop - at < _PIECE or quote[at:stop] not in text:
            at, apart = at + 1, apart + 1
            continue
        while stop < len(quote) and quote[at : stop + 1] in text:
            stop += 1
        at = stop
    return apart <= max(_PIECE, _APART * len(quote))
