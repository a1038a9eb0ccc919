"""Charts, told from tables by their axes: numbers that rise or fall step by step."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.rows import lines_within, rows_of

_MARK, _LEAST_MARKS = re.compile(r"-?\d+(?:\.\d+)?%?"), 3
_STEPS = 0.8  # share of the marks of an axis
_ASIDE, _STEP = 3.0, 0.1  # points between the ends of such marks; share by which steps differ
_LEFT, _OVER = 40.0, 24.0  # points between a chart's frame and the marks around it


def is_chart(box: Box, lines: Sequence[Line]) -> bool:
    """Is it the frame, or the lines, of a chart, within which, at the left of which or at the foot
    of which its marks stand?"""
    around = Box(box.left - _LEFT, box.top - _OVER, box.right, box.bottom + _OVER)
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
    """Are bare numbers among the lines that fall step by step to 0, one right under the other and
    as far apart: the marks of a chart's upright axis?"""
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
