"""Pictures on a page: bitmaps, and drawings made of many paths (structures, charts); and charts,
told from tables by their axes: numbers that rise or fall step by step."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.rows import lines_within, rows_of
from monograph_qa.parse.layout.shapes import THIN, Shapes, grouped

_NEAR = 9.0  # points between the strokes of one drawing
_FEWEST_STROKES = 6
_CURVE_WIDTH, _CURVE_HEIGHT = 60.0, 30.0  # points
_LETTERING = 22  # characters of an atom label, an axis mark or a legend
_FRAMED, _FRAME = 0.6, 3.0  # a frame holds so much of a drawing, and is no larger than so many
_REACHING = 0.3  # of a short line's area within a drawing makes it lettering
_LABEL = 60  # characters; a longer line inside a picture's box is prose
_BEHIND = 0.5  # of a bitmap's area, under words
_PARAGRAPH, _SAID = 5, 3  # words of a paragraph; letters of one that says something
_EDGE, _LEADING = 3.0, 0.6  # points between left sides of its lines; of their size, between them
_PRINTED_OVER = 3  # such lines across a watermark


def pictures_on(
    shapes: Shapes, lines: Sequence[Line], tables: Sequence[Box], width: float, height: float
) -> list[tuple[Box, bool]]:
    """Boxes of pictures, and whether each is drawn with paths; a bitmap behind text is none."""
    texts = [line.box for line in lines]
    bitmaps = [b for b in shapes.bitmaps if b.width > 1.5 and b.height > 1.5]
    bitmaps = [b for b in bitmaps if sum(map(b.overlap, texts)) < _BEHIND * b.area]
    kept = [at for at, b in enumerate(shapes.drawn) if _is_stroke(b, lines, tables)]
    kept = _before_text(kept, shapes, lines)
    strokes = [shapes.drawn[at] for at in kept]
    slanted = {len(bitmaps) + i for i, at in enumerate(kept) if at in shapes.slanted}
    if not bitmaps and len(strokes) < _FEWEST_STROKES:
        return []
    labels = [line.box for line in _labels(lines)] if len(strokes) >= _FEWEST_STROKES else []
    marks = bitmaps + strokes + labels
    stroked = range(len(bitmaps), len(bitmaps) + len(strokes))
    found: list[tuple[Box, bool]] = []
    small: list[Box] = []  # drawings too small to be one by themselves
    for group in grouped(marks, _NEAR):
        drawn = [at for at in group if at in stroked]
        has_bitmap = any(at < len(bitmaps) for at in group)
        if not drawn and not has_bitmap:
            continue
        if has_bitmap and len(drawn) < _FEWEST_STROKES:
            group = [at for at in group if at < len(bitmaps) or at in stroked]
        box = bounding(marks[at] for at in group)
        sloping = slanted.intersection(drawn)
        many = len(drawn) >= _FEWEST_STROKES and len(sloping) >= 3
        # One path as large as a plot: a chart's curve is often drawn in a single stroke.
        is_drawing = many or any(
            marks[at].width >= _CURVE_WIDTH and marks[at].height >= _CURVE_HEIGHT for at in sloping
        )
        least = (18, 18) if has_bitmap else (30, 24)
        if (has_bitmap or is_drawing) and box.width >= least[0] and box.height >= least[1]:
            found.append((box, not has_bitmap))
        elif not has_bitmap:
            small.append(box)
    boxes = [_whole(box, small, shapes, lines) if vector else box for box, vector in found]
    return [
        (bounding(boxes[at] for at in group), all(found[at][1] for at in group))
        for group in grouped(boxes, 4.0)
    ]


def _whole(drawing: Box, small: Sequence[Box], shapes: Shapes, lines: Sequence[Line]) -> Box:
    """The drawing with what belongs to it: drawn signs that reach into it ("· HCl"), short lines
    that do, and the frame or the curve that holds the rest and some lettering of its own."""
    signs = [box for box in small if box.overlap(drawing) > 0]
    lettering = [
        line.box
        for line in lines
        if len(line.text) <= _LETTERING and drawing.overlap(line.box) > _REACHING * line.box.area
    ]
    prose = _prose(lines)
    frames = [
        box
        for box in shapes.drawn
        if box.overlap(drawing) > _FRAMED * drawing.area
        and box.area < _FRAME * drawing.area
        and not any(box.overlap(line) > 0 for line in prose)
    ]
    return bounding([drawing, *signs, *lettering, *frames])


def _labels(lines: Sequence[Line]) -> list[Line]:
    """Short lines that can be lettering of a drawing: alone, away from running text."""
    prose = _prose(lines)
    return [
        line
        for line in lines
        if len(line.text) <= _LETTERING
        and not line.bullet
        and not any(
            box.top - 1.2 * line.size < line.box.center_y < box.bottom + 1.2 * line.size
            and box.left < line.box.right
            and line.box.left < box.right
            for box in prose
        )
    ]


def labels_in(picture: Box, lines: Sequence[Line]) -> list[Line]:
    """Lines that are part of the picture: atom labels, axis marks, legends."""
    near = picture.grow(2)
    return [
        line
        for line in lines
        if near.overlap(line.box) > (0.6 if len(line.text) < _LABEL else 0.97) * line.box.area
    ]


def paragraphs_in(lettering: Sequence[Line]) -> list[list[Line]]:
    """A picture's lettering in sentences; all that it says where these are instructions."""
    stacks: list[list[Line]] = []
    for line in sorted(lettering, key=lambda line: line.box.top):
        above = (stack for stack in stacks if _goes_on(stack, line))
        if stack := next(above, None):
            stack.append(line)
        else:
            stacks.append([line])
    paragraphs = [stack for stack in stacks if _is_paragraph(stack)]
    return paragraphs if len(paragraphs) < 2 else [stack for stack in stacks if _spoken(stack)]


def _goes_on(stack: Sequence[Line], line: Line) -> bool:
    """Does the line stand right under those of a paragraph, or of list items, on their edge?"""
    gap = line.box.top - stack[-1].box.bottom
    edges = [word.box.left for held in stack for word in held.words[: 1 + held.bullet]]
    is_level = any(abs(edge - line.box.left) < _EDGE for edge in edges)
    return is_level and -2 < gap < _LEADING * line.size


def _spoken(lines: Sequence[Line]) -> list[str]:
    words = (word.text.strip(".,:;()") for line in lines for word in line.words)
    return [word for word in words if len(word) >= _SAID and word.isalpha()]


def _is_paragraph(lines: Sequence[Line]) -> bool:
    words = [word.text for line in lines for word in line.words]
    is_closed = any(line.text.endswith(".") for line in lines)
    is_lower = 2 * sum(word[:1].islower() for word in words) > len(words)
    return len(words) >= _PARAGRAPH and len(lines) > 1 and is_closed and is_lower


def _is_stroke(box: Box, lines: Sequence[Line], tables: Sequence[Box]) -> bool:
    if (box.height <= THIN or box.width <= THIN) and max(box.width, box.height) > 60:
        return False  # a rule or the side of a frame
    middle = (box.center_x, box.center_y)
    if any(table.grow(4).contains(*middle) for table in tables):
        return False
    for line in lines:
        text = line.box
        if text.bottom < box.top - 4 or text.top > box.bottom:
            continue  # neither under nor beside it
        is_below = abs(box.top - text.bottom) < 4
        is_under = is_below and box.left >= text.left - 6 and box.right <= text.right + 8
        is_around = text.width > 25 and box.overlap(text) > 0.6 * text.area
        if is_around or (is_under and (line.underline or line.underlined)):
            return False  # shading, a frame around text, or an underline
    return True


def _before_text(kept: Sequence[int], shapes: Shapes, lines: Sequence[Line]) -> list[int]:
    """The strokes without those of a watermark, over which running text is printed; where a page
    has one, what stands behind any words is of it."""
    groups = [[kept[at] for at in own] for own in grouped([shapes.drawn[at] for at in kept], _NEAR)]
    prose = _prose(lines)
    if not any(_crosses(shapes, own, prose, _PRINTED_OVER) for own in groups):
        return list(kept)
    words = [line.box for line in lines if len(line.text) > _LETTERING]
    return sorted(at for own in groups if not _crosses(shapes, own, words, 1) for at in own)


def _crosses(shapes: Shapes, strokes: Sequence[int], lines: Sequence[Box], least: int) -> bool:
    """Whether strokes run across at least so many lines."""
    over = (box for box in lines if any(box.overlap(shapes.drawn[at]) > 0 for at in strokes))
    return len(list(islice(over, least))) == least


def _prose(lines: Sequence[Line]) -> list[Box]:
    """Where lines of running text stand."""
    return [line.box for line in lines if len(line.text) > _LABEL]


_MARK, _LEAST_MARKS = re.compile(r"-?\d+(?:\.\d+)?%?"), 3
_STEPS = 0.8  # share of the marks of an axis
_ASIDE, _STEP = 3.0, 0.1  # points between the ends of such marks; share by which steps differ
_BESIDE_FRAME, _OVER = 40.0, 24.0  # points between a chart's frame and the marks around it


def is_chart(box: Box, lines: Sequence[Line]) -> bool:
    """Is it a chart's frame or lines, with marks inside, at the left or at the foot?"""
    around = Box(box.left - _BESIDE_FRAME, box.top - _OVER, box.right, box.bottom + _OVER)
    near = lines_within(lines, around)
    foot = rows_of([line for line in near if line.box.center_y > box.bottom - _OVER])
    is_over = any(len(row) > _LEAST_MARKS and _counts_up(row) for row in foot)
    return is_over or is_scale(rows_of(lines_within(lines, box))) or _has_axis(near)


def is_scale(rows: Sequence[Sequence[Line]]) -> bool:
    """Are the rows the marks of a chart's axis, bare numbers, nearly all of them a step apart; or
    the figures over such an axis? The rows of a table that counts its weeks have figures beside
    these, each as many."""
    several = [row for row in rows if len(row) > _LEAST_MARKS]
    if len(several) > 1 and _counts_up(several[-1]) and not any(map(_counts_up, several[:-1])):
        return True
    marked = [row for row in rows if _MARK.fullmatch(row[0].text)]
    bare = sum(all(_MARK.fullmatch(line.text) for line in row) for row in marked)
    widths = Counter(map(len, marked))
    is_table = any(n > 1 and 2 * count > len(marked) for n, count in widths.items())
    if is_table or len(marked) <= _LEAST_MARKS or 2 * bare <= len(rows):
        return False
    marks = [_at(row[0].text) for row in marked]
    steps = Counter(round(one - other, 3) for one, other in pairwise(marks))
    return max(steps.values()) >= _STEPS * steps.total()


def _counts_up(row: Sequence[Line]) -> bool:
    """Does it hold bare numbers alone, which rise from 0 step by step?"""
    marks = [_at(line.text) for line in row if _MARK.fullmatch(line.text)]
    is_even = len({round(other - one, 3) for one, other in pairwise(marks)}) == 1
    return len(marks) == len(row) and is_even and 0 == marks[0] < marks[-1]


def _at(mark: str) -> float:
    return float(mark.removesuffix("%"))


def _has_axis(lines: Sequence[Line]) -> bool:
    """Do bare numbers fall step by step to 0, right under one another: the marks of an axis?"""
    marks = [line for line in lines if _MARK.fullmatch(line.text)]
    for zero in (line for line in marks if _at(line.text) == 0):
        above = [m for m in marks if abs(m.box.right - zero.box.right) < _ASIDE]
        axis = sorted((m for m in above if m.box.top <= zero.box.top), key=lambda m: m.box.top)
        values = [one - other for one, other in pairwise(_at(mark.text) for mark in axis)]
        heights = [other.box.top - one.box.top for one, other in pairwise(axis)]
        is_even = bool(values) and max(values) - min(values) < _STEP * max(values)
        is_level = len(axis) > _LEAST_MARKS and max(heights) < (1 + _STEP) * min(heights)
        if is_even and is_level and not all(_is_named(mark, lines) for mark in axis):
            return True
    return False


def _is_named(mark: Line, lines: Sequence[Line]) -> bool:
    """Do words stand beside the number, as in the row of a table?"""
    y, most = mark.box.center_y, mark.box.height / 2
    beside = (line.text for line in lines if abs(line.box.center_y - y) < most)
    return any(any(map(str.isalpha, said)) for said in beside)
