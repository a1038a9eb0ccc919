"""A page of a PDF as a picture, with places on it boxed."""

import io
from collections.abc import Sequence
from pathlib import Path

from monograph_qa.domain.geometry import Box
from monograph_qa.errors import UnreadableLabel
from monograph_qa.parse.preflight import PDFIUM

DPI = 132  # dots an inch: small print is read with ease
_QUOTE, _BESIDE = (200, 30, 30), (40, 90, 200)  # the line itself, and what it is read with
_MARGIN = 2.0  # points around a box
_WIDTH = 2  # dots


def page_image(
    path: Path, page: int, boxes: Sequence[Box], beside: Sequence[Box] = (), dpi: int = DPI
) -> bytes:
    """The page (from 1 on) as PNG; `boxes` framed in red, `beside` in blue.

    Boxes are in points from the page's top left. Raises UnreadableLabel for a file that is no PDF,
    and for a page that it has not.
    """
    import pypdfium2
    from PIL import ImageDraw

    try:
        with PDFIUM, pypdfium2.PdfDocument(path) as document:
            if not 1 <= page <= len(document):
                raise UnreadableLabel(path, f"has no page {page}")
            image = document[page - 1].render(scale=dpi / 72).to_pil().convert("RGB")
    except pypdfium2.PdfiumError as error:
        raise UnreadableLabel(path, f"its pages cannot be shown ({error})") from error
    draw = ImageDraw.Draw(image)
    for colour, places in ((_BESIDE, beside), (_QUOTE, boxes)):
        for box in places:
            start = (box.left - _MARGIN, box.top - _MARGIN)
            edges = (*start, box.right + _MARGIN, box.bottom + _MARGIN)
            draw.rectangle([edge * dpi / 72 for edge in edges], outline=colour, width=_WIDTH)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
