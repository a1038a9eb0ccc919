"""Rows that have a name of their own though no rule parts it from the one above."""

import re
from collections.abc import Container, Sequence
from itertools import pairwise

from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.rows import printed_rows, runs_of
from monograph_qa.parse.table_columns import slot
from monograph_qa.parse.table_lines import LEVEL, is_open
from monograph_qa.parse.table_rows import value_runs

_FAR = 1.5  # of a line's height: lines of one name stand closer
_SMALL = 0.75  # of a name's height: a note to it
_P_VALUE = re.compile(r"[pP] ?[=<>≤≥]")


def named_apart(
    edges: Sequence[float], xs: Sequence[float], words: Sequence[Word], going_on: Container[int]
) -> set[int]:
    """The rows whose name stands well below that of the row above, or is plain under a bold one,
    and begins anew, but for those that rules tell to be `going_on`; and those beside whose name
    figures stand, as beside the one above."""
    names, beside = (
        printed_rows([word for word in words if (slot(xs, word.box.center_x) == 0) == is_name])
        for is_name in (True, False)
    )
    found = set()
    for upper, lower in pairwise(names):
        low = min(word.box.top for word in lower)
        gap = low - max(word.box.bottom for word in upper)
        rows = slot(edges, upper[0].box.center_y), slot(edges, lower[0].box.center_y)
        height = lower[0].box.height
        is_plain = all(word.bold for word in upper) and not any(word.bold for word in lower)
        is_far = gap > _FAR * height and rows[1] not in going_on
        is_apart = (is_far or is_plain) and lower[0].text[:1].isupper()
        if not (is_open(upper) or is_open(lower[:1])):  # the rest of one name
            is_apart = is_apart or all(_has_figures(line, beside) for line in (upper, lower))
        is_note = height < _SMALL * upper[0].box.height
        if is_apart and not is_note and rows[1] == rows[0] + 1:
            found.add(rows[1])
    return found


def _has_figures(name: Sequence[Word], beside: Sequence[Sequence[Word]]) -> bool:
    """Do figures alone stand on the height of the name, and no p values of the line above?"""
    box = name[0].box
    level = [b for b in beside if abs(b[0].box.center_y - box.center_y) < LEVEL * box.height]
    if level and all(_P_VALUE.match(line[0].text) for line in level):
        return False
    return bool(level) and all(len(value_runs(line)) == len(runs_of(line)) for line in level)
