"""What pdfium does beside the parser: opens files, names fonts, reads lost letters, draws pages.

The fourteen fonts every PDF reader has need no descriptor in the file; docling-parse then gives
their key (`/F2`) for a name. pdfium knows them. Some files name all fonts so ("CIDFont+F2"); what
the embedded font says of itself then tells its face.
"""

import ctypes
import re
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import BlockKind, Picture
from monograph_qa.errors import EncryptedLabel, UnreadableLabel
from monograph_qa.parse.layout.glyphs import Glyph
from monograph_qa.parse.layout.lines import PageLayout

if TYPE_CHECKING:
    from PIL.Image import Image

PDFIUM = threading.Lock()  # pdfium keeps global state and is not thread-safe

_PASSWORD = 4  # FPDF_ERR_PASSWORD
_SECURITY = 5  # FPDF_ERR_SECURITY
_SCALE = 2.0  # pixels per point of rendered pictures
_WIDEST = 2400  # pixels
_STROKE = 3.0  # points around a drawing: its strokes have a width, and letters hang over

_LOST = "\ufffd"
_ASIDE = 0.3  # of a glyph's width: its neighbours are kept out
_KEY = re.compile(r"/?(?:CIDFont\+)?(?:[A-Za-z]{1,4}[\d_.]*\d|[A-Za-z]\d?)")
_STYLES = ("", "-Bold", "-Italic", "-BoldItalic")  # by the style bits of a TrueType font
_NAME_BYTES = 256

DPI = 132  # dots an inch: small print is read with ease
_QUOTE, _BESIDE = (200, 30, 30), (40, 90, 200)  # the line itself, and what it is read with
_MARGIN = 2.0  # points around a box
_WIDTH = 2  # dots
_GREYS = 254  # of a palette of 256; the others are the colours of boxes


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


def rendered(
    page: Any, scale: float, crop: tuple[float, float, float, float] = (0, 0, 0, 0)
) -> "Image":
    """A page at so many dots a point, less what is cropped: left, bottom, right, top in points."""
    bitmap = page.render(scale=scale, crop=crop)
    image: Image = bitmap.to_pil().convert("RGB")
    bitmap.close()
    return image


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


def with_text_mended(glyphs: Sequence[Glyph], data: bytes, page: int) -> list[Glyph]:
    """The glyphs of `page` (from 1), the lost ones read and the fonts named as far as pdfium can.
    What neither parser can name stays as it is, and is a doubt of the label's reading."""
    is_lost = any(glyph.text == _LOST for glyph in glyphs)
    unnamed = {font for font in {glyph.font for glyph in glyphs} if _KEY.fullmatch(font)}
    if not is_lost and not unnamed:
        return list(glyphs)
    import pypdfium2

    with PDFIUM, pypdfium2.PdfDocument(data) as document:
        leaf = document[page - 1]
        height, text = leaf.get_height(), leaf.get_textpage()
        read = [
            glyph._replace(text=_seen(glyph, text, height)) if glyph.text == _LOST else glyph
            for glyph in glyphs
        ]
        names = _names(read, unnamed, text, height)
        return [glyph._replace(font=names.get(glyph.font, glyph.font)) for glyph in read]


def _seen(glyph: Glyph, text: Any, height: float) -> str:
    """The one letter that pdfium sees where the glyph stands."""
    aside = _ASIDE * (glyph.right - glyph.left)
    left, right = glyph.left + aside, glyph.right - aside
    seen = text.get_text_bounded(left, height - glyph.bottom, right, height - glyph.top).strip()
    return seen if len(seen) == 1 and seen.isprintable() else glyph.text


def _names(
    glyphs: Sequence[Glyph], unnamed: Collection[str], text: Any, height: float
) -> dict[str, str]:
    """The names of the fonts that pdfium knows, of glyphs matched with pdfium's by place."""
    from pypdfium2 import raw

    places = {
        (glyph.text, round(glyph.left)): glyph
        for glyph in glyphs
        if glyph.font in unnamed and not glyph.text.isspace()
    }
    names: dict[str, str] = {}
    buffer = ctypes.create_string_buffer(_NAME_BYTES)
    flags = ctypes.c_int()
    x, y = ctypes.c_double(), ctypes.c_double()
    for at in range(text.count_chars()):
        if len(names) == len(unnamed):
            break
        raw.FPDFText_GetCharOrigin(text, at, ctypes.byref(x), ctypes.byref(y))
        glyph = places.get((chr(raw.FPDFText_GetUnicode(text, at)), round(x.value)))
        if glyph is None or glyph.font in names:
            continue
        if not glyph.top - 2 <= height - y.value <= glyph.bottom + 2:
            continue
        length = raw.FPDFText_GetFontInfo(text, at, buffer, _NAME_BYTES, ctypes.byref(flags))
        if 1 < length <= _NAME_BYTES:
            name = buffer.value.decode("utf-8", errors="replace")
            names[glyph.font] = _embedded(text, at) or name if _KEY.fullmatch(name) else name
    return names


def _embedded(text: Any, at: int) -> str:
    """The family and style that the embedded TrueType font of a letter says of itself, if any."""
    from pypdfium2 import raw

    font = raw.FPDFTextObj_GetFont(raw.FPDFText_GetTextObject(text, at))
    size = ctypes.c_size_t()
    raw.FPDFFont_GetFontData(font, None, 0, ctypes.byref(size))
    data = (ctypes.c_uint8 * size.value)()
    raw.FPDFFont_GetFontData(font, data, size, ctypes.byref(size))
    style = style_of(bytes(data))
    family = ctypes.create_string_buffer(_NAME_BYTES)
    length = raw.FPDFFont_GetFamilyName(font, family, _NAME_BYTES)
    if style is None or not 1 < length <= _NAME_BYTES:
        return ""
    return family.value.decode("utf-8", errors="replace") + style


def style_of(font: bytes) -> str | None:
    """The style in the head of a TrueType font; nothing where it has none."""
    for entry in range(12, 12 + 16 * int.from_bytes(font[4:6]), 16):
        if font[entry : entry + 4] == b"head":
            head = int.from_bytes(font[entry + 8 : entry + 12])
            return _STYLES[int.from_bytes(font[head + 44 : head + 46]) & 3]
    return None


def draw_pictures(path: Path, data: bytes, layouts: Sequence[PageLayout]) -> None:
    """Give each picture of the pages its pixels, as PNG."""
    with opened(path, data) as document:
        for layout in layouts:
            found = [block for block in layout.blocks if block.kind is BlockKind.PICTURE]
            if found:
                page = document[layout.number - 1]
                for block in found:
                    block.picture = _picture(page, block.box, block.vector)
                page.close()


def _picture(page: Any, box: Box, vector: bool) -> Picture | None:
    width, height = page.get_size()
    around = box.grow(_STROKE if vector else 0)
    left, top = max(around.left, 0.0), max(around.top, 0.0)
    right, bottom = min(around.right, width), min(around.bottom, height)
    if right - left < 2 or bottom - top < 2:
        return None
    scale = min(_SCALE, _WIDEST / (right - left), _WIDEST / (bottom - top))
    image = rendered(page, scale, (left, height - bottom, width - right, top))
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=4)
    return Picture(buffer.getvalue(), image.width, image.height, vector, (width, height))


def page_image(path: Path, page: int, boxes: Sequence[Box], beside: Sequence[Box] = ()) -> bytes:
    """The page (from 1 on) as PNG; `boxes` framed in red, `beside` in blue. Boxes are in points
    from the page's top left. Raises LabelError for a file that cannot be opened as a PDF, and for a
    page that it has not."""
    from PIL import ImageDraw

    with opened(path, path.read_bytes()) as document:
        image = _in_a_palette(rendered(_page(path, document, page), DPI / 72))
    draw = ImageDraw.Draw(image)
    for colour, places in ((_BESIDE, beside), (_QUOTE, boxes)):
        for box in places:
            start = (box.left - _MARGIN, box.top - _MARGIN)
            edges = (*start, box.right + _MARGIN, box.bottom + _MARGIN)
            draw.rectangle([edge * DPI / 72 for edge in edges], outline=colour, width=_WIDTH)
    out = BytesIO()
    image.save(out, "PNG", compress_level=1)  # half the time, and pages come out no larger
    return out.getvalue()


def _in_a_palette(image: "Image") -> "Image":
    """A page of greys, as most are, at a byte a dot: written five times as fast, half as large.
    A page with any colour stays as it is."""
    red, green, blue = (band.tobytes() for band in image.split())
    if not red == green == blue:
        return image
    from PIL import Image

    greys = bytes(round(value * (_GREYS - 1) / 255) for value in range(256))
    small = Image.frombytes("P", image.size, red.translate(greys))
    shades = (round(value * 255 / (_GREYS - 1)) for value in range(_GREYS))
    small.putpalette([*(each for shade in shades for each in (shade,) * 3), *_BESIDE, *_QUOTE])
    return small


def page_sizes(path: Path, pages: Sequence[int]) -> list[tuple[float, float]]:
    """Width and height of the pages in points. Raises as `page_image` does."""
    with opened(path, path.read_bytes()) as document:
        return [_page(path, document, page).get_size() for page in pages]


def _page(path: Path, document: Any, page: int) -> Any:
    if not 1 <= page <= len(document):
        raise UnreadableLabel(path, f"has no page {page}")
    return document[page - 1]
