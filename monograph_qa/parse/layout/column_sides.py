"""Whether what stands on the two sides of a gutter reads as columns, or as the cells of a table.

Two columns may be read row by row, what stands on the right belonging to what is on its left:
"Adults … 2 mg to 10 mg daily". On both sides the paragraphs begin on one height, over and over. Two
columns of prose have paragraphs of their own.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.rows import gaps_of

USUAL_WORDS = 4  # of a row of prose
LEAST_ROWS = 6  # rows on each side of a gutter
_LONG = 30  # rows on each side of what are columns by their heights alone
_LEVEL = 1.2  # points between the feet of two lines of one height
_BESIDE = 0.15  # share of a line's height that one beside it has in common
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?(?:\s|$)")


@frozen
class Row:
    """Lines of one height, from `top` to `bottom` in points; `ink` is where words stand."""

    top: float
    bottom: float
    segments: tuple[Line, ...]
    ink: tuple[tuple[float, float], ...]

    def crossed(self, x: float) -> bool:
        return any(left < x < right for left, right in self.ink)


def read_as_columns(
    rows: Sequence[Row], x: float, least: int, is_usual: bool, words: int = USUAL_WORDS
) -> bool:
    """Are there columns on both sides of `x`, `least` rows long: of prose, numbered entries, or of
    lines at heights of their own? `is_usual`: most pages of the file have their gutter there.
    `words` are those that a row of prose has."""
    left, right = (
        [side for row in rows if (side := [s for s in row.segments if (s.box.center_x >= x) == on])]
        for on in (False, True)
    )
    if min(len(left), len(right)) < least:
        return False
    whole = [sum(len(row) == 1 for row in side) >= 0.55 * len(side) for side in (left, right)]
    if not (any(whole) if is_usual else all(whole)):
        return False  # the rows of a table
    if _numbered(left) > 0.35 or _numbered(right) > 0.35:
        return True
    if min(len(left), len(right)) < LEAST_ROWS:
        return False
    edge = min(row[0].box.left for row in left)
    far = max(row[-1].box.right for row in right)
    prose = [
        whole[0] and _is_prose(left, x - edge, words),
        whole[1] and _is_prose(right, far - x, words),
    ]
    return any(prose) if is_usual or _run_apart(left, right) else all(prose)


def _run_apart(left: Sequence[Sequence[Line]], right: Sequence[Sequence[Line]]) -> bool:
    """Do the lines of two long sides stand at heights of their own, as no cells do?"""
    if min(len(left), len(right)) < _LONG:
        return False
    one, other = ([line.box for row in side for line in row] for side in (left, right))
    beside = [
        [b for b in other if min(a.bottom, b.bottom) - max(a.top, b.top) > _BESIDE * a.height]
        for a in one
    ]
    apart = [
        min(abs(a.bottom - b.bottom) for b in near) > _LEVEL
        for a, near in zip(one, beside, strict=True)
        if near
    ]
    return len(apart) >= LEAST_ROWS and sum(apart) >= 0.5 * len(apart)


def read_in_rows(rows: Sequence[Row], x: float) -> bool:
    """Are there two columns, without bullets, whose paragraphs begin together? A heading that
    stands in the right one, below its first line, opens a text of its own."""
    segments = [segment for row in rows for segment in row.segments]
    if any(segment.bullet or segment.dotted for segment in segments):
        return False
    if any(segment.bold and segment.box.left >= x for segment in segments[2:]):
        return False
    left = [row for row in rows if any(stop <= x for _, stop in row.ink)]
    right = [row for row in rows if any(start >= x for start, _ in row.ink)]
    sides = [[Box(0.0, row.top, 0.0, row.bottom) for row in side] for side in (left, right)]
    return are_paired(sides[0], sides[1]) and not _has_more_columns(rows, x)


def _has_more_columns(rows: Sequence[Row], x: float) -> bool:
    """Is there a gap down one of the sides of `x`? Words set far apart to fill lines leave none."""
    words = [word for row in rows for segment in row.segments for word in segment.words]
    sides = ([w for w in words if (w.box.center_x >= x) == is_right] for is_right in (False, True))
    return any(side and gaps_of(side, bounding(word.box for word in side)) for side in sides)


def _is_prose(side: Sequence[Sequence[Line]], reach: float, least: int) -> bool:
    """Whether the rows are mostly of some words and fill their column of `reach` points."""
    words = median(sum(len(s.words) for s in row) for row in side)
    fill = median(row[-1].box.right - row[0].box.left for row in side) / max(reach, 1.0)
    return words >= least and fill >= 0.5


def _numbered(side: Sequence[Sequence[Line]]) -> float:
    return sum(1 for row in side if _NUMBERED.match(row[0].text)) / len(side)


_APART = 0.35  # of a line's height, over the closest lines: between paragraphs
_SAME_HEIGHT = 0.4  # of a line's height
_LEAST_LEVEL = 4  # paragraphs that begin level with one on the other side
_PAIRED, _NAMED = 0.8, 0.6  # share of the paragraphs of the right side, and of the left
_MOST_LINES = 5  # the most lines of a paragraph on the right, on average


def are_paired(left: Sequence[Box], right: Sequence[Box]) -> bool:
    """Do the lines of two sides, from top to bottom, begin their paragraphs together?"""
    ones, others = _starts(left), _starts(right)
    if min(len(ones), len(others)) < _LEAST_LEVEL or len(right) > _MOST_LINES * len(others):
        return False
    level = sum(any(_is_level(one, other) for one in ones) for other in others)
    back = sum(any(_is_level(one, other) for other in others) for one in ones)
    return level >= max(_LEAST_LEVEL, _PAIRED * len(others)) and back >= _NAMED * len(ones)


def _starts(side: Sequence[Box]) -> list[Box]:
    """The first lines of paragraphs; none where all lines stand equally far apart."""
    gaps = [lower.top - upper.bottom for upper, lower in pairwise(side)]
    least = [min(gaps) + _APART * lower.height for lower in side[1:]]
    after = [lower for gap, x, lower in zip(gaps, least, side[1:], strict=True) if gap > x]
    return [side[0], *after] if gaps else []


def _is_level(one: Box, other: Box) -> bool:
    return abs(one.center_y - other.center_y) <= _SAME_HEIGHT * max(one.height, other.height)
