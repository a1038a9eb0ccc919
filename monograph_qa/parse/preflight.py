"""A first look at a PDF with pdfium: may it be opened, has it text, what repeats on its pages.

pdfium tells an encrypted file from a broken one, and reads the text at page edges in a few
milliseconds a page; it also renders the pictures in the end.
"""

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import Picture
from monograph_qa.errors import EncryptedLabel, LabelTooLarge, UnreadableLabel
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.furniture import (
    EDGE,
    EdgeLine,
    Furniture,
    edge_lines,
    repeating,
)
from monograph_qa.parse.layout.gutters import by_page, page_gutter

if TYPE_CHECKING:
    from PIL.Image import Image

_PASSWORD = 4  # FPDF_ERR_PASSWORD
_SECURITY = 5  # FPDF_ERR_SECURITY
_FEWEST_LETTERS = 20  # of a text layer; a scanner's stamp may have a few
_SAMPLE = 80  # pages whose edges are compared
_FRONT = 14  # pages at the beginning in which a contents list may stand
_SCALE = 2.0  # pixels per point of rendered pictures
_WIDEST = 2400  # pixels
_STROKE = 3.0  # points around a drawing: its strokes have a width, and letters hang over

_CONTENTS = re.compile(r"PRESCRIBING INFORMATION\s*:?\s*CONTENTS|TABLE OF CONTENTS", re.IGNORECASE)
_CONTENTS_END = re.compile(r"sections or subsections omitted", re.IGNORECASE)

PDFIUM = threading.Lock()  # pdfium keeps global state and is not thread-safe


@frozen
class Preflight:
    """Page count, and what the layout rules must know of the whole file beforehand.

    `has_text` is false of a scan without a text layer.
    """

    page_count: int
    furniture: Furniture
    has_text: bool = True


def preflight(path: Path, data: bytes, most_pages: int) -> Preflight:
    """What a first look at the PDF tells.

    Raises EncryptedLabel, UnreadableLabel, or LabelTooLarge (more than `most_pages`).
    """
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
        letters = 0
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
                pieces = _pieces(text, height)
                gutters[index + 1] = page_gutter(pieces, page.get_width())
                upper, lower = _edges(text, height, pieces)
                # Sampled pages count on without gaps, left and right pages kept apart.
                at = len(tops) + 1
                tops.append((at, upper))
                bottoms.append((at, lower))
            text.close()
            page.close()
    contents = contents_pages(front)
    # Highlights and contents stand in two columns in labels of one.
    body = {number: x for number, x in gutters.items() if number > max(contents, default=0)}
    furniture = Furniture(repeating(tops), repeating(bottoms), contents, by_page(body, count))
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


def written(path: Path, data: bytes, pages: Sequence[int]) -> list[int]:
    """Those of `pages` (from 1) on which pdfium finds text."""
    if not pages:
        return []
    with opened(path, data) as document:
        return [
            number
            for number in pages
            if number <= len(document)
            and any(map(str.isalnum, document[number - 1].get_textpage().get_text_bounded()))
        ]


def pictures(
    path: Path, data: bytes, places: Mapping[int, Sequence[tuple[Box, bool]]]
) -> dict[tuple[int, Box], Picture]:
    """The pictures at `places` (page -> boxes in points, drawn as vectors or not) as PNG."""
    found: dict[tuple[int, Box], Picture] = {}
    if not places:
        return found
    with opened(path, data) as document:
        for number, boxes in sorted(places.items()):
            page = document[number - 1]
            width, height = page.get_size()
            for box, vector in boxes:
                picture = _picture(page, width, height, box, vector)
                if picture is not None:
                    found[(number, box)] = picture
            page.close()
    return found


def _picture(page: Any, width: float, height: float, box: Box, vector: bool) -> Picture | None:
    around = box.grow(_STROKE if vector else 0)
    left, top = max(around.left, 0.0), max(around.top, 0.0)
    right, bottom = min(around.right, width), min(around.bottom, height)
    if right - left < 2 or bottom - top < 2:
        return None
    scale = min(_SCALE, _WIDEST / (right - left), _WIDEST / (bottom - top))
    image = rendered(page, scale, (left, height - bottom, width - right, top))
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=4)
    return Picture(buffer.getvalue(), image.width, image.height, vector)


def rendered(
    page: Any, scale: float, crop: tuple[float, float, float, float] = (0, 0, 0, 0)
) -> "Image":
    """A page at so many dots a point, less what is cropped: left, bottom, right, top in points."""
    bitmap = page.render(scale=scale, crop=crop)
    image: Image = bitmap.to_pil().convert("RGB")
    bitmap.close()
    return image


def _pieces(text: Any, height: float) -> list[Box]:
    """The boxes of a page's text as pdfium runs it together, in points from the upper left."""
    rects = (text.get_rect(at) for at in range(text.count_rects()))
    return [Box(left, height - top, right, height - bottom) for left, bottom, right, top in rects]


def _edges(
    text: Any, height: float, pieces: Sequence[Box]
) -> tuple[list[EdgeLine], list[EdgeLine]]:
    """The lines near the upper and near the lower edge of a page."""
    outer = [p for p in pieces if not EDGE * height < p.center_y < (1 - EDGE) * height]
    upper = [box for box in outer if box.center_y < height / 2]
    lower = [box for box in outer if box.center_y >= height / 2]

    def read(box: Box) -> str:
        inside = text.get_text_bounded(box.left, height - box.bottom, box.right, height - box.top)
        return str(inside)

    return edge_lines(upper, read), edge_lines(lower, read)


@contextmanager
def opened(path: Path, data: bytes) -> Iterator[Any]:
    """A PDF as pdfium opens it, for one thread at a time. Raises LabelError."""
    import pypdfium2

    with PDFIUM:
        try:
            document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            code = getattr(error, "err_code", None)
            if code in (_PASSWORD, _SECURITY) or "password" in str(error).lower():
                raise EncryptedLabel(path, "the PDF opens only with a password") from error
            raise UnreadableLabel(path, "not a readable PDF (damaged or cut off)") from error
        try:
            yield document
        except pypdfium2.PdfiumError as error:
            raise UnreadableLabel(path, f"a page of the PDF is damaged ({error})") from error
        finally:
            document.close()
