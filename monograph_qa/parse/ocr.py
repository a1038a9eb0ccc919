"""Pages that are only pictures of text, read by RapidOCR where the extra `ocr` is installed."""

import logging
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monograph_qa.domain.geometry import Box
from monograph_qa.errors import ScannedLabel
from monograph_qa.frozen import frozen
from monograph_qa.parse.pdfium import PDFIUM, rendered

if TYPE_CHECKING:
    from PIL.Image import Image

_DPI = 200
_LONGEST = 3400  # pixels of a page's longer side
_DARK = 128  # grey level below which a pixel is ink
_LEAST_INK = 0.0005  # share of the page
_RULE = 30.0  # points; the shortest stroke that is a rule and no letter
_THICKEST = 4.0  # points of a rule, and what it is askew
_HALF = 0.4  # points; half the thickness that a rule is given
_LEAST_DOT, _MOST_DOT = 1.6, 6.0  # points
_SOLID = 0.7  # share of its box that a dot fills; a disc fills 0.79
_THREADS = 2  # labels are read side by side already

_log = logging.getLogger(__name__)


@frozen
class SeenLine:
    """A line as OCR saw it: text, box in points, mean width of its strokes in points."""

    text: str
    box: Box
    stroke: float


@frozen
class SeenPage:
    """What OCR saw on a page: its lines, and what is drawn between them, boxes in points. `dots`
    are small solid marks beside the lines: list bullets, which OCR takes for no letter."""

    lines: tuple[SeenLine, ...] = ()
    rules: tuple[Box, ...] = ()
    dots: tuple[Box, ...] = ()


def is_installed() -> bool:
    """Is the extra `ocr` here? Imports nothing."""
    return all(find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


def need_ocr(path: Path, pages: int) -> None:
    """Raises ScannedLabel, naming the extra, when a scan of `pages` pages cannot be read here."""
    if not is_installed():
        how = "to read scans: pip install 'monograph-qa[ocr]'"
        raise ScannedLabel(path, f"{pages} pages, but no text layer (a scan); {how}")


def seen_pages(data: bytes, pages: Sequence[int]) -> Iterator[tuple[int, SeenPage]]:
    """What stands on each of `pages` (from 1) of the PDF; nothing on a page that OCR fails on."""
    for number, image, scale in _rendered(data, pages):
        try:
            yield number, _seen(image, scale)
        except Exception:
            # One page that cannot be read stays silent and is listed as such.
            _log.exception("OCR failed on page %d", number)
            yield number, SeenPage()


def _rendered(data: bytes, pages: Sequence[int]) -> Iterator[tuple[int, "Image", float]]:
    import pypdfium2

    for number in pages:
        with PDFIUM, pypdfium2.PdfDocument(data) as document:
            page = document[number - 1]
            scale = min(_DPI / 72, _LONGEST / max(*page.get_size(), 1.0))
            image = rendered(page, scale)
            page.close()
        yield number, image, scale


def _seen(image: "Image", scale: float) -> SeenPage:
    import numpy as np

    ink = np.asarray(image.convert("L")) < _DARK
    if ink.mean() < _LEAST_INK:
        return SeenPage()
    rules = (*_rules(ink, scale, level=True), *_rules(ink, scale, level=False))
    lines = tuple(_lines(image, ink, scale))
    return SeenPage(lines, rules, tuple(_dots(ink, scale, [line.box for line in lines])))


def _dots(ink: Any, scale: float, lines: Sequence[Box]) -> Iterator[Box]:
    from scipy import ndimage

    names, _ = ndimage.label(ink)
    for at, (rows, columns) in enumerate(ndimage.find_objects(names), start=1):
        width, height = columns.stop - columns.start, rows.stop - rows.start
        if not (_LEAST_DOT <= width / scale <= _MOST_DOT and abs(width - height) <= 0.3 * width):
            continue
        left, top = columns.start / scale, rows.start / scale
        box = Box(left, top, left + width / scale, top + height / scale)
        if any(line.contains(box.center_x, box.center_y) for line in lines):
            continue
        if (names[rows, columns] == at).sum() > _SOLID * width * height:
            yield box


def _rules(ink: Any, scale: float, *, level: bool) -> Iterator[Box]:
    """Straight dark strokes much longer than any letter; the scan may be a little askew."""
    import numpy as np
    from scipy import ndimage

    along, across = (1, 0) if level else (0, 1)
    length = int(_RULE * scale)
    solid = ndimage.maximum_filter1d(ink.astype(np.uint8), 3, axis=across)
    solid = ndimage.minimum_filter1d(solid, length, axis=along)
    solid = ndimage.maximum_filter1d(solid, length, axis=along)
    names, _ = ndimage.label(solid, structure=np.ones((3, 3)))
    for rows, columns in ndimage.find_objects(names):
        left, right = columns.start / scale, columns.stop / scale
        top, bottom = rows.start / scale, rows.stop / scale
        x, y = (left + right) / 2, (top + bottom) / 2
        if level and bottom - top < _THICKEST:
            yield Box(left, y - _HALF, right, y + _HALF)
        elif not level and right - left < _THICKEST:
            yield Box(x - _HALF, top, x + _HALF, bottom)


def _lines(image: "Image", ink: Any, scale: float) -> Iterator[SeenLine]:
    import numpy as np

    found = _engine()(np.asarray(image)[:, :, ::-1])  # blue, green, red
    if found.boxes is None or found.txts is None:
        return
    for corners, said in zip(found.boxes, found.txts, strict=True):
        text = " ".join(said.split())
        xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
        sides = left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
        is_turned = bottom - top > 1.5 * (right - left) and len(text) > 2
        if text and not is_turned:
            crop = ink[int(top) : int(bottom) + 1, int(left) : int(right) + 1]
            box = Box(*(side / scale for side in sides))
            yield SeenLine(text, box, _stroke(crop) / scale)


def _stroke(ink: Any) -> float:
    """Mean length of a level run of dark pixels: bold letters have longer ones."""
    import numpy as np

    starts = np.count_nonzero(ink[:, 1:] & ~ink[:, :-1]) + np.count_nonzero(ink[:, 0])
    return float(np.count_nonzero(ink) / starts) if starts else 0.0


@cache
def _engine() -> Any:
    """RapidOCR with the weights of its own wheel; nothing is fetched."""
    from rapidocr import RapidOCR

    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,  # upside-down pages are not worth a second look at each line
            "Global.max_side_len": _LONGEST,
            "EngineConfig.onnxruntime.intra_op_num_threads": _THREADS,
        }
    )
