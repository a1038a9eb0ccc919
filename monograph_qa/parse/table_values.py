"""Lines of values that share one band of a table: which of them are rows of their own."""

import re
from collections.abc import Sequence
from typing import Protocol

from monograph_qa.parse.layout.gaps import printed_rows
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.table_columns import slot

Lines = list[list[Word]]


class Lettered(Protocol):
    """A word of a table, wherever it is read from."""

    @property
    def text(self) -> str: ...
    @property
    def bold(self) -> bool: ...


_VALUE = re.compile(r"[<>≤≥~±+\-–−]?\s?\d")
_NONE = frozenset({"-", "--", "–", "—", "−", "NA", "N/A", "NR", "ND", "NE"})
_LONGEST = 8  # words of a value: "1.86 (±0.52)", "12 (10 to 15) %"
_EXACT, _LEVEL = 0.1, 0.4  # of a line's height, that a value may stand off that of its name


def lines_of_values(words: Sequence[Word], xs: Sequence[float]) -> Lines:
    """The words of a band row by row, names first; none where its lines are not rows."""
    columns: dict[int, Lines] = {}
    for column in range(len(xs) - 1):
        held = [word for word in words if slot(xs, word.box.center_x) == column]
        if held:
            columns[column] = printed_rows(held)
    names = columns.pop(0, [])
    values = list(columns.values())
    if len(names) < 2 or not values:
        return []
    if not all(is_value(line) for lines in values for line in lines):
        return []
    return _level(names, values, _EXACT) or _counted(names, values) or _level(names, values, _LEVEL)


def is_value(words: Sequence[Lettered]) -> bool:
    """Is it a figure with what may stand around one: "12 (10 to 15) %", "4 mg", "NA"?"""
    said = " ".join(word.text for word in words[:2])
    if words[0].text in _NONE:
        return len(words) == 1
    spoken = sum(len(word.text) > 2 and word.text.isalpha() for word in words)
    return _VALUE.match(said) is not None and len(words) <= _LONGEST and 3 * spoken <= len(words)


def _goes_on(line: Sequence[Word]) -> bool:
    return line[0].text[:1].islower() or line[0].text[:1] in "(," or not _speaks(line)


def _speaks(name: Sequence[Word]) -> bool:
    """Has a name a letter or a figure? "%" below one is a part of it."""
    return any(char.isalnum() for word in name for char in word.text)


def _level(names: Lines, values: Sequence[Lines], most: float) -> Lines:
    """Rows whose values stand on the height of their names, a value in most columns.

    Whatever leaves a doubt which name a value has leaves the band whole: values beside a title or
    beside the second line of a name, names at the end without any.
    """
    heights: list[list[int]] = []
    for lines in values:
        heights.append([])
        for line in lines:
            near = [at for at, name in enumerate(names) if _is_level(name, line, most)]
            if not near:
                return []
            heights[-1].append(near[0])
    valued = {at for column in heights for at in column}
    held = sum(map(len, heights))
    if len(valued) < 2 or 2 * held < len(valued) * len(values) or len(names) - 1 not in valued:
        return []
    rows: Lines = []
    was_valued = False
    for at, name in enumerate(names):
        if at in valued and name[-1].text.endswith(":"):
            return []
        beside = [
            word
            for column, lines in zip(heights, values, strict=True)
            for found, line in zip(column, lines, strict=True)
            if found == at
            for word in line
        ]
        if not (rows and _goes_on(name)) or (beside and was_valued and _speaks(name)):
            rows.append([*name, *beside])
        else:
            rows[-1] += [*name, *beside]
        was_valued = at in valued
    return rows if len(rows) > 1 else []


def _is_level(name: Sequence[Word], line: Sequence[Word], most: float) -> bool:
    one, other = name[0].box, line[0].box
    return abs(one.center_y - other.center_y) < most * max(one.height, other.height)


def _counted(names: Lines, values: Sequence[Lines]) -> Lines:
    """Rows told by their number: as many names as values in each column, under one title at most.

    The values may stand a little off their names, in the middle of the band.
    """
    counts = {len(lines) for lines in values}
    if len(values) < 2 or len(counts) != 1:
        return []
    count = counts.pop()
    names = _whole(names)
    if count < 2 or len(names) not in (count, count + 1):
        return []
    title = names[:-count]
    if any(name[-1].text.endswith(":") for name in names[-count:]):
        return []
    if title and not (title[0][-1].text.endswith(":") or all(word.bold for word in title[0])):
        return []
    rows = [
        [*names[at - count], *(word for lines in values for word in lines[at])]
        for at in range(count)
    ]
    return [*title, *rows]


def _whole(names: Lines) -> Lines:
    """The names, each with the lines on which it goes on."""
    whole: Lines = []
    for name in names:
        if whole and _goes_on(name):
            whole[-1] = [*whole[-1], *name]
        else:
            whole.append(list(name))
    return whole
