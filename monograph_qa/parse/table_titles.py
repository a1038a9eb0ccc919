"""Titles within a ruled column of a table, over the columns in it that only gaps part."""

from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.gaps import printed_rows
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.table_columns import MEET, Columns, is_title


def titles_in(columns: Columns, ys: Sequence[float], words: Sequence[Word]) -> list[Box]:
    """Where "4 Months" stands in one ruled cell with "6 h", "24 h" and "48 h" below it.

    Each box reaches from the cell's top, one of `ys`, to its first line that gaps part.
    """
    titles: list[Box] = []
    ruled = [x for x in columns.edges if x not in columns.soft]
    for left, right in pairwise(ruled if len(ruled) > 2 else []):
        inner = [x for x in columns.soft if left < x < right]
        held = [word for word in words if inner and left < word.box.center_x < right]
        for top, bottom in pairwise(ys):
            lines = printed_rows([word for word in held if top < word.box.center_y < bottom])
            count = 0
            while count < len(lines) and is_title(lines[count], left, right):
                count += 1
            if count and count < len(lines) and _is_parted(lines[count], inner):
                above = max(word.box.bottom for word in lines[count - 1])
                below = min(word.box.top for word in lines[count])
                titles.append(Box(left, top, right, (above + below) / 2))
    return titles


def with_titles_apart(ys: Sequence[float], titles: Sequence[Box]) -> list[float]:
    """The edges between rows, and one below each title."""
    edges = list(ys)
    for title in titles:
        if all(abs(title.bottom - y) > MEET for y in edges):
            edges.append(title.bottom)
    return sorted(edges)


def _is_parted(line: Sequence[Word], inner: Sequence[float]) -> bool:
    """Do its words stand in every one of the columns?"""
    held = {sum(x < word.box.center_x for x in inner) for word in line}
    return len(held) == len(inner) + 1
