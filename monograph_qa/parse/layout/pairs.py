"""Two columns that are read row by row: what stands on the right belongs to what is on its left.

"Adults … 2 mg to 10 mg daily": on both sides the paragraphs begin on one height, over and over. Two
columns of prose have paragraphs of their own.
"""

from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box

_APART = 0.35  # of a line's height, over the closest lines: between paragraphs
_LEVEL = 0.4  # of a line's height
_LEAST = 4  # paragraphs that begin level with one on the other side
_PAIRED, _NAMED = 0.8, 0.6  # share of the paragraphs of the right side, and of the left
_LINES = 5  # the most lines of a paragraph on the right, on average


def are_paired(left: Sequence[Box], right: Sequence[Box]) -> bool:
    """Do the lines of two sides, from top to bottom, begin their paragraphs together?"""
    ones, others = _starts(left), _starts(right)
    if min(len(ones), len(others)) < _LEAST or len(right) > _LINES * len(others):
        return False
    level = sum(any(_is_level(one, other) for one in ones) for other in others)
    back = sum(any(_is_level(one, other) for other in others) for one in ones)
    return level >= max(_LEAST, _PAIRED * len(others)) and back >= _NAMED * len(ones)


def _starts(side: Sequence[Box]) -> list[Box]:
    """The first lines of paragraphs; none where all lines stand equally far apart."""
    gaps = [lower.top - upper.bottom for upper, lower in pairwise(side)]
    if not gaps:
        return []
    close = min(gaps)
    after = [
        lower
        for gap, lower in zip(gaps, side[1:], strict=True)
        if gap > close + _APART * lower.height
    ]
    return [side[0], *after]


def _is_level(one: Box, other: Box) -> bool:
    return abs(one.center_y - other.center_y) <= _LEVEL * max(one.height, other.height)
