"""A first look at a PDF with pdfium: may it be opened, has it text, what repeats on its pages.

pdfium tells an encrypted file from a broken one, and reads the text at page edges in a few
milliseconds a page.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from monograph_qa.domain.geometry import Box
from monograph_qa.errors import LabelTooLarge, UnreadableLabel
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.furniture import (
    EDGE,
    EdgeLine,
    Furniture,
    are_numbered,
    edge_lines,
    repeating,
)
from monograph_qa.parse.layout.gutters import by_page, page_gutter
from monograph_qa.parse.pdfium import opened

_FEWEST_LETTERS = 20  # of a text layer; a scanner's stamp may have a few
_SAMPLE = 80  # pages whose edges are compared
_FRONT = 14  # pages at the beginning in which a contents list may stand

_CONTENTS = re.compile(r"PRESCRIBING INFORMATION\s*:?\s*CONTENTS|TABLE OF CONTENTS", re.IGNORECASE)
_CONTENTS_END = re.compile(r"sections or subsections omitted", re.IGNORECASE)


@frozen
class Preflight:
    """Page count, and what the layout rules must know of the whole file beforehand. `has_text` is
    false of a scan without a text layer."""

    page_count: int
    furniture: Furniture
    has_text: bool = True


def preflight(path: Path, data: bytes, most_pages: int) -> Preflight:
    """What a first look at the PDF tells. Raises EncryptedLabel, UnreadableLabel, or LabelTooLarge
    (more than `most_pages`)."""
    with opened(path, data) as document:
        count = len(document)
        if count == 0:
            raise UnreadableLabel(path, "the PDF has no pages")
        if count > most_pages:
            raise LabelTooLarge(path, f"the PDF has {count} pages; the limit is {most_pages}")
        step = max(1, count // _SAMPLE)
        tops: list[tuple[int, list[EdgeLine]]] = []
        bottoms: list[tuple[int, list[EdgeLine]]] = []
        gutters: dict[int, float | None] = {}
        front: list[str] = []
        letters = drafted = 0
        for index in range(count):
            sampled = index // 2 % step == 0  # two pages in a row: heads may differ left and right
            if not (sampled or index < _FRONT or letters < _FEWEST_LETTERS):
                continue
            page = _page(path, document, index)
            text = page.get_textpage()
            height = page.get_height()
            if index < _FRONT or letters < _FEWEST_LETTERS:
                whole = text.get_text_bounded()
                letters += sum(map(str.isalnum, whole))
                if index < _FRONT:
                    front.append(whole)
            if sampled:
                pieces, read = _pieces(text, height), _reader(text, height)
                drafted += are_numbered(pieces, page.get_width(), read)
                gutters[index + 1] = page_gutter(pieces, page.get_width())
                outer = [p for p in pieces if not EDGE * height < p.center_y < (1 - EDGE) * height]
                # Sampled pages count on without gaps, left and right pages kept apart.
                at = len(tops) + 1
                tops.append((at, edge_lines((p for p in outer if p.center_y < height / 2), read)))
                lower = (p for p in outer if p.center_y >= height / 2)
                bottoms.append((at, edge_lines(lower, read)))
            text.close()
            page.close()
    contents = contents_pages(front)
    # Highlights and contents stand in two columns in labels of one.
    body = {number: x for number, x in gutters.items() if number > max(contents, default=0)}
    furniture = Furniture(
        repeating(tops),
        repeating(bottoms),
        contents,
        by_page(body, count),
        is_draft=2 * drafted >= len(tops) > 0,
    )
    return Preflight(count, furniture, has_text=letters >= _FEWEST_LETTERS)


def _page(path: Path, document: Any, index: int) -> Any:
    import pypdfium2

    try:
        return document[index]
    except pypdfium2.PdfiumError as error:
        raise UnreadableLabel(path, f"page {index + 1} of the PDF is damaged") from error


def contents_pages(front: Sequence[str]) -> dict[int, tuple[bool, bool]]:
    """Pages with a printed contents list: page number -> (starts here, ends here)."""
    pages: dict[int, tuple[bool, bool]] = {}
    running = False
    for number, text in enumerate(front, start=1):
        starts = not pages and _CONTENTS.search(text) is not None
        ends = _CONTENTS_END.search(text) is not None
        leaders = len(re.findall(r"(?:\.\s?){5,}\s*\d+", text)) >= 4
        listed = len(re.findall(r"^\s*\d{1,2}\.\d{1,2}\s+[A-Z]", text, re.MULTILINE)) >= 8
        if starts or (running and (ends or leaders or listed)):
            pages[number] = (starts, ends)
            running = not ends
        else:
            running = False
        if ends:
            break
    return pages


def _pieces(text: Any, height: float) -> list[Box]:
    """The boxes of a page's text as pdfium runs it together, in points from the upper left."""
    rects = (text.get_rect(at) for at in range(text.count_rects()))
    return [Box(left, height - top, right, height - bottom) for left, bottom, right, top in rects]


def _reader(text: Any, height: float) -> Callable[[Box], str]:
    """What pdfium reads within a box of the page."""

    return lambda box: str(
        text.get_text_bounded(box.left, height - box.bottom, box.right, height - box.top)
    )
