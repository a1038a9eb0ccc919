"""Pages that are only pictures of text, read by RapidOCR where the extra `ocr` is installed, and
laid out like any other: its lines become glyphs, our rules do the rest."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import BlockKind
from monograph_qa.errors import ScannedLabel
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.engine import lay_out
from monograph_qa.parse.layout.furniture import EDGE, EdgeLine, Furniture, edge_key, repeating
from monograph_qa.parse.layout.glyphs import Glyph
from monograph_qa.parse.layout.lines import PageLayout
from monograph_qa.parse.layout.shapes import Path as Stroke
from monograph_qa.parse.pdfium import PDFIUM, rendered
from monograph_qa.parse.table_structure import set_grids

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


_FEWEST_LETTERS = 20  # of a label; with fewer there is nothing to read
_FILLED = 0.6  # share of a page; a picture of text is larger than most figures
_FEWEST_WORDS = 120  # in the long lines of such a picture; a carton or a figure has fewer
_LONG_LINE = 7  # words
_SNAP = 0.17  # sizes of lines differ so much by chance
_SHORT = 6  # characters; a shorter line tells no size
_BOLD = 1.22  # times the usual stroke
_SPACE_IN_EMS = 0.25  # of the Times faces, which the layout rules assume of an unknown font

# Widths in ems of letters in common text faces: to tell a line's type size from its length.
_NARROW, _WIDE = frozenset("iljtfrI.,;:'!|()[]-/ "), frozenset("mwMW@%—")


def with_scans(path: Path, data: bytes, layouts: Sequence[PageLayout]) -> list[PageLayout]:
    """`layouts` with the scanned pages among them read by OCR. A page is a scan when nothing was
    found on it, or when no page of the file has a word, or when one picture fills most of it and
    nothing but running heads is printed; its layout is `hidden`, so that its blocks are marked as
    OCR. Without the extra `ocr` pages stay silent. Raises ScannedLabel when OCR finds no text in a
    file that has none of its own."""
    wordless = not any(layout.words for layout in layouts)
    scans = [one for one in layouts if _is_scan(one, wordless=wordless)]
    if not scans or not is_installed():
        return list(layouts)
    seen = dict(seen_pages(data, [layout.number for layout in scans]))
    letters = sum(sum(map(str.isalnum, line.text)) for each in seen.values() for line in each.lines)
    if wordless and letters < _FEWEST_LETTERS:
        raise ScannedLabel(path, f"{len(layouts)} pages without text, and OCR finds none either")
    furniture = _furniture(scans, seen)
    fresh = {layout.number: _laid_out(layout, seen[layout.number], furniture) for layout in scans}
    return [fresh.get(layout.number, layout) for layout in layouts]


def _is_scan(layout: PageLayout, *, wordless: bool) -> bool:
    is_empty = not layout.words and (wordless or not layout.blocks)
    return is_empty or (not wordless and is_pictured(layout))


def may_be_text(layout: PageLayout) -> bool:
    """Is the page one large picture, which no OCR was there to look at?"""
    return is_pictured(layout) and not is_installed()


def is_pictured(layout: PageLayout) -> bool:
    """Does one picture fill most of the page, with nothing but running heads beside it?"""
    if [block.kind for block in layout.blocks] != [BlockKind.PICTURE] or layout.blocks[0].vector:
        return False
    body = layout.words - sum(len(line.words) for line in layout.furniture)
    return body <= 0 and layout.blocks[0].box.area > _FILLED * layout.width * layout.height


def _laid_out(layout: PageLayout, seen: SeenPage, furniture: Furniture) -> PageLayout:
    words = [len(line.text.split()) for line in seen.lines]
    running = sum(count for count in words if count >= _LONG_LINE)
    if not words or (is_pictured(layout) and running < _FEWEST_WORDS):
        return layout
    size = (layout.width, layout.height)
    strokes = [Stroke(box) for box in (*seen.rules, *seen.dots)]
    laid = lay_out(layout.number, size, list(_glyphs(seen.lines)), strokes, (), furniture)
    set_grids(laid)
    return replace(laid, hidden=True)


def _furniture(scans: Sequence[PageLayout], seen: dict[int, SeenPage]) -> Furniture:
    tops: list[list[EdgeLine]] = []
    bottoms: list[list[EdgeLine]] = []
    for layout in scans:
        edge = EDGE * layout.height
        seen_lines = ((edge_key(line.text), line.box) for line in seen[layout.number].lines)
        lines = [EdgeLine(key, box.left, box.right, box.center_y) for key, box in seen_lines]
        tops.append([line for line in lines if line.middle < edge])
        bottoms.append([line for line in lines if line.middle > layout.height - edge])
    return Furniture(repeating(tops), repeating(bottoms))


def _glyphs(lines: Sequence[SeenLine]) -> Iterator[Glyph]:
    """Each line's characters side by side in its box, in the size and weight it seems to have."""
    usual = _weighted_median((_size(line), len(line.text)) for line in lines)
    stroke = _weighted_median((line.stroke / _size(line), len(line.text)) for line in lines)
    for line in lines:
        seems = _size(line)
        is_far = abs(seems - usual) > _SNAP * usual and len(line.text) >= _SHORT
        size = seems if is_far else usual
        font = "OCR-Bold" if line.stroke / size > _BOLD * stroke else "OCR"
        top, bottom = line.box.center_y - 0.6 * size, line.box.center_y + 0.6 * size
        scale = line.box.width / sum(map(_ems, line.text))
        left, space = line.box.left, _SPACE_IN_EMS * size
        for char in line.text:
            right = left + _ems(char) * scale
            yield Glyph(char, left, top, right, bottom, font, space, hidden=True)
            left = right


def _size(line: SeenLine) -> float:
    """The type size in points: how large its letters must be to fill the line."""
    return max(line.box.width / sum(map(_ems, line.text)), 1.0)


def _ems(char: str) -> float:
    if char in _NARROW:
        return 0.29
    if char in _WIDE:
        return 0.82
    return 0.68 if char.isupper() else 0.49


def _weighted_median(values: Iterable[tuple[float, int]]) -> float:
    return median([value for value, weight in values for _ in range(weight)])
