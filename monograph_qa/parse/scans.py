"""Scanned pages laid out like any other: OCR lines become glyphs, our rules do the rest."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from monograph_qa.domain.parsed import BlockKind
from monograph_qa.errors import ScannedLabel
from monograph_qa.parse.layout.engine import lay_out
from monograph_qa.parse.layout.furniture import EDGE, EdgeLine, Furniture, edge_key, repeating
from monograph_qa.parse.layout.glyphs import Glyph
from monograph_qa.parse.layout.lines import PageLayout
from monograph_qa.parse.layout.shapes import Path as Stroke
from monograph_qa.parse.ocr import SeenLine, SeenPage, is_installed, seen_pages
from monograph_qa.parse.table_structure import set_grids

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
    tops: list[tuple[int, list[EdgeLine]]] = []
    bottoms: list[tuple[int, list[EdgeLine]]] = []
    for at, layout in enumerate(scans, start=1):
        edge = EDGE * layout.height
        lines = [_edge_line(line) for line in seen[layout.number].lines]
        tops.append((at, [line for line in lines if line.middle < edge]))
        bottoms.append((at, [line for line in lines if line.middle > layout.height - edge]))
    return Furniture(repeating(tops), repeating(bottoms))


def _edge_line(line: SeenLine) -> EdgeLine:
    return EdgeLine(edge_key(line.text), line.box.left, line.box.right, line.box.center_y)


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
