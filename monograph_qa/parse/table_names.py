"""The rows of a table that no rule parts: those whose cells stand in the middle of their row, and
those that have a name of their own.

A value on the middle of a name in two lines is level with neither; the first line of a taller cell
beside it stands above the name. Read line by line, such lines would be rows without a name.
"""

import re
from collections.abc import Container, Mapping, Sequence
from itertools import chain, pairwise

from monograph_qa.domain.geometry import bounding
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.rows import gap_between, printed_rows, runs_of
from monograph_qa.parse.table_columns import slot
from monograph_qa.parse.table_lines import LEVEL, is_open, value_runs
from monograph_qa.parse.table_row_kinds import is_figure

_ONE, _TWO = 0.5, 0.7  # of a line's height: lines of a name stand closer, names further apart
_ON = 0.35  # of a line's height, that a cell may stand off the middle of its row
_OFF = 0.3  # of a line's height, from which on a value is not on the height of another line
_CLEAR = 0.8  # of the way to the next row's middle
_CENTRED = 0.5  # share of a row's cells

Lines = list[list[Word]]


def with_middles(
    edges: Sequence[float], whole: Sequence[float], xs: Sequence[float], words: Sequence[Word]
) -> list[float]:
    """The edges, those told anew in each band between `whole` rules whose cells are centred."""
    bands: dict[int, list[Word]] = {}
    for word in words:
        bands.setdefault(sum(y < word.box.center_y for y in whole), []).append(word)
    found = list(edges)
    for held in bands.values():
        rows = _rows_by_middles(held, xs)
        if rows:
            low, high = _ends(held)
            found = [y for y in found if not low < y < high]
            found += [(_ends(upper)[1] + _ends(lower)[0]) / 2 for upper, lower in pairwise(rows)]
    return sorted(found)


def _rows_by_middles(words: Sequence[Word], xs: Sequence[float]) -> Lines:
    """The words row by row, each line with the name whose middle is nearest; none if unsure."""
    lines = printed_rows(words)
    if any(
        run.left < x - 1 < x + 1 < run.right for r in map(runs_of, lines) for run in r for x in xs
    ):
        return []  # titles run over the columns
    columns: dict[int, Lines] = {}
    for line in lines:
        for column in range(len(xs) - 1):
            if part := [word for word in line if slot(xs, word.box.center_x) == column]:
                columns.setdefault(column, []).append(part)
    names = _names(columns.pop(0, []))
    beside = [line for held in columns.values() for line in held]
    if not names or len(columns) < 2 or not any(map(is_figure, beside)):
        return []
    middles = [bounding(word.box for word in name).center_y for name in names]
    cells: list[dict[int, Lines]] = [{} for _ in names]
    for column, held in columns.items():
        for one in held:
            off = [abs(_middle(one) - middle) for middle in middles]
            nearest, *others = sorted(off)
            if others and nearest > _CLEAR * others[0]:
                return []
            cells[off.index(nearest)].setdefault(column, []).append(one)
    if not any(map(_stand_off, names, cells)) or not all(map(_are_centred, middles, cells)):
        return []
    rows = [[*name, *chain(*chain(*row.values()))] for name, row in zip(names, cells, strict=True)]
    return rows if all(_ends(one)[1] < _ends(two)[0] for one, two in pairwise(rows)) else []


def _names(lines: Lines) -> Lines:
    """The words of each name, lines together that stand close; none where that is in doubt."""
    names: Lines = lines[:1]
    for upper, lower in pairwise(lines):
        gap = gap_between(upper, lower)
        height = min(upper[0].box.height, lower[0].box.height)
        if gap < _ONE * height:
            names[-1] = [*names[-1], *lower]
        elif gap > _TWO * height:
            names.append(lower)
        else:
            return []
    return names


def _stand_off(name: Sequence[Word], cells: Mapping[int, Lines]) -> bool:
    """Do lines of the row stand between or over the lines of its name, level with none?"""
    tops = printed_rows(name)
    return any(
        all(abs(_middle(line) - _middle(top)) > _OFF * top[0].box.height for top in tops)
        for line in chain(*cells.values())
    )


def _are_centred(middle: float, cells: Mapping[int, Lines]) -> bool:
    """Are most cells of a row in its middle, none of them several rows beside one name?"""
    whole = [bounding(word.box for word in chain(*lines)) for lines in cells.values()]
    height = next((lines[0][0].box.height for lines in cells.values()), 0.0)
    on = sum(abs(box.center_y - middle) < _ON * height for box in whole)
    pairs = [pair for lines in cells.values() for pair in pairwise(lines)]
    anew = [_middle(line) for above, line in pairs if not _goes_on(above, line)]
    is_one = all(abs(one - two) > _OFF * height for one, two in pairwise(sorted(anew)))
    return bool(whole) and on >= _CENTRED * len(whole) and is_one


def _goes_on(above: Sequence[Word], line: Sequence[Word]) -> bool:
    first = line[0].text
    is_rest = first[:1].islower() or first[:1] in "([%" or not any(map(str.isalnum, first))
    return is_rest or is_open(above)


def _middle(line: Sequence[Word]) -> float:
    return line[0].box.center_y


def _ends(row: Sequence[Word]) -> tuple[float, float]:
    """y of the middles of its first line and of its last."""
    middles = [word.box.center_y for word in row]
    return min(middles), max(middles)


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
        gap = gap_between(upper, lower)
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
    are_figures = all(len(value_runs(line)) == len(runs_of(line)) for line in level)
    return are_figures and not all(_P_VALUE.match(line[0].text) for line in level)
