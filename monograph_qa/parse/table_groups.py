"""Groups of rows in a table, told by the indents of their names."""

from collections import Counter
from collections.abc import Mapping, Sequence

from monograph_qa.parse.layout.glyphs import Word

_SEVERAL = 2
_SAME, _IN = 1.5, 3.0  # points: on one edge, and indented from it


def ends_of_groups(texts: Mapping[tuple[int, int], Sequence[Word]], rows: int) -> set[int]:
    """The rows that stand under a group's name no more, from 0.

    The first column of a row that fills no other names a group; where several names right below it
    are indented, the next one on its own edge is not of that group. A name that stands in several
    groups ("Examples:") is a part of each.
    """
    ends: set[int] = set()
    said = Counter(_said(texts.get((row, 0), ())) for row in range(rows))
    edge: float | None = None
    indented = 0
    for row in range(rows):
        name = texts.get((row, 0))
        if not name:
            continue
        left = min(word.box.left for word in name)
        if not any(words for (at, column), words in texts.items() if at == row and column):
            edge, indented = left, 0
        elif edge is not None and left > edge + _IN:
            indented += 1
        elif edge is not None:
            alone = said[_said(name)] == 1
            if alone and indented >= _SEVERAL and abs(left - edge) <= _SAME:
                ends.add(row)
            edge = None
    return ends


def _said(name: Sequence[Word]) -> str:
    return " ".join(word.text for word in name)
