"""How deep each list item is nested, by its indent, over the breaks of columns and pages."""

from collections import Counter
from collections.abc import Sequence

from monograph_qa.domain.parsed import BlockKind
from monograph_qa.parse.layout.page import PageLayout

_STEP = 3.0  # points; a smaller difference of indent is none
_DEEPEST = 4
_FLUSH = frozenset({BlockKind.HEADING, BlockKind.TEXT, BlockKind.LIST_ITEM})


def set_list_levels(layouts: Sequence[PageLayout]) -> None:
    """Give each list item its nesting, from 0, by its indent within its list.

    Indents count from the margin of their column, so that a list goes on over a break. A heading
    ends a list; a text that stands further left ends what is nested deeper.
    """
    margins = _margins(layouts)
    lefts: list[float] = []
    for layout in layouts:
        for block in layout.blocks:
            if block.kind is BlockKind.HEADING:
                lefts = []
            if block.kind not in (BlockKind.LIST_ITEM, BlockKind.TEXT) or not block.lines:
                continue
            first = block.lines[0]
            left = first.box.left if first.indent is None else first.indent
            left -= margins[(layout.number, block.column)]
            while lefts and lefts[-1] > left + _STEP:
                lefts.pop()
            if block.kind is BlockKind.TEXT:
                continue
            if not lefts or left > lefts[-1] + _STEP:
                lefts.append(left)
            block.level = min(len(lefts) - 1, _DEEPEST)


def _margins(layouts: Sequence[PageLayout]) -> dict[tuple[int, float], float]:
    """x of the left margin of each page and column of text.

    A page may hold nothing at its margin, so the margin that most left or most right pages keep
    counts for the first column.
    """
    own: dict[tuple[int, float], float] = {}
    for layout in layouts:
        for block in layout.blocks:
            if block.kind in _FLUSH and block.lines:
                left = min(line.box.left for line in block.lines)
                at = (layout.number, block.column)
                own[at] = min(own.get(at, left), left)
    first = {number: float(round(left)) for (number, column), left in own.items() if not column}
    usual: dict[int, float] = {}
    for side in (0, 1):
        lefts = Counter(left for number, left in first.items() if number % 2 == side)
        left, count = lefts.most_common(1)[0] if lefts else (0.0, 0)
        if count < max(2, 0.5 * lefts.total()):  # too few to tell: left and right pages together
            left = Counter(first.values()).most_common(1)[0][0] if first else 0.0
        usual[side] = left
    return {
        (number, column): left if column else usual[number % 2]
        for (number, column), left in own.items()
    }
