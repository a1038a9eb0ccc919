"""Which slots of a table's rows and columns one cell covers: by rules, and by what runs over."""

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.rows import printed_rows, runs_of
from monograph_qa.parse.layout.shapes import MEET
from monograph_qa.parse.table_columns import FIGURE, Columns, around, slot
from monograph_qa.parse.table_rows import Rows

_INSET = 8.0  # points away from the edge of a table
_NEAR = 1.5  # points; nothing but a word that crosses it stands so near to an edge on both sides
_CLEAR, _APART, _ALIGNED = 6.0, 10.0, 3.0  # points


@frozen
class TableRules:
    level: tuple[Box, ...]
    upright: tuple[Box, ...]
    part_columns: bool  # do upright ones stand within the table, and not only round it?


def crossings(
    columns: Columns, ys: Sequence[float], words: Sequence[Word], titles: Sequence[Box] = ()
) -> dict[tuple[int, int], bool]:
    """For each row and each edge of which its words tell: does the text run over the edge? It does
    where each of its lines beside the edge is one run of words that stands on both sides; where
    borders meet, only a title that is alone on its line, or a word, runs over. What stands in one
    of the `titles` runs over all edges there."""
    xs, unruled = columns.edges, columns.soft | columns.joints
    verdicts: dict[tuple[int, int], list[bool]] = {
        (row, column): [] for row in range(len(ys) - 1) for column in range(1, len(xs) - 1)
    }
    begun: dict[tuple[int, int], float] = {}  # where the last run begins that runs over
    lines = printed_rows(words) if verdicts else []
    lefts = {x: _lefts(lines, x) for x in columns.joints}
    named = (slot(ys, w.box.center_y) for w in words if w.box.left < xs[1] - _NEAR)
    first_named = min(named, default=0)  # above it the first cell of all is empty
    for line in lines:
        row = slot(ys, line[0].box.center_y)
        runs = runs_of(line)
        y = line[0].box.center_y
        for column in range(1, len(xs) - 1):
            x, left, right = xs[column], xs[column - 1], xs[column + 1]
            here = [t for t in titles if t.top < y < t.bottom]
            if any(t.left - MEET < x < t.right + MEET for t in here):
                verdicts[(row, column)].append(
                    any(t.left + MEET < x < t.right - MEET for t in here)
                )
                continue
            if column == 1 and x not in unruled and len(runs) > 1 and row < first_named:
                verdicts[(row, column)].append(False)
                continue
            parts = runs
            if x in columns.joints and len(runs) > 1 and _starts_cell(line, x, lefts[x]):
                parts = [word.box for word in line]
                left, right = x - _NEAR, x + _NEAR
            near = [part for part in parts if part.right > left and part.left < right]
            # A rule that is drawn in other rows counts here where words stand well apart beside it.
            before, after = around(near, x)
            is_apart = _APART < after - before < 1e8 and before < x < after
            if near and (x in unruled or is_apart):
                over = len(near) == 1 and near[0].left < x - 1 and near[0].right > x + 1
                over = over and not (x in unruled and _parts_figures(line, x, left))
                if over:
                    begun[(row, column)] = near[0].left
                elif len(near) == 1 and abs(begun.get((row, column), -1e9) - near[0].left) < 1:
                    over = True  # the paragraph's last line is shorter
                verdicts[(row, column)].append(over)
    return {
        (row, column): bool(found) and all(found)
        for (row, column), found in verdicts.items()
        if found or xs[column] in unruled
    }


def _lefts(lines: Sequence[Sequence[Word]], x: float) -> list[float]:
    """Where the cells right of `x` begin, in the lines that leave a gap there."""
    lefts = []
    for line in lines:
        before, after = around([word.box for word in line], x)
        if _CLEAR < after - before < 1e8:
            lefts.append(after)
    return lefts


def _parts_figures(line: Sequence[Word], x: float, left: float) -> bool:
    """Does `x` stand between two figures, though no wider gap than a space is there?"""
    before = [word for word in line if left < word.box.left and word.box.right < x + 1]
    after = [word for word in line if word.box.left > x - 1]
    near = before and after and after[0].box.left - before[-1].box.right < _CLEAR
    return bool(near) and all(FIGURE.match(words[0].text) for words in (before, after))


def _starts_cell(line: Sequence[Word], x: float, lefts: Sequence[float]) -> bool:
    """Does a cell begin right of `x`: where others do, or after a gap?"""
    before, after = around([word.box for word in line], x)
    return after - before > _CLEAR or any(abs(left - after) < _ALIGNED for left in lefts)


def apart_by_words(
    rows: Rows, xs: Sequence[float], rules: TableRules, words: Sequence[Word]
) -> dict[tuple[int, int], bool]:
    """The edges over which nothing runs in rows of a body of which rules part the header alone."""
    inner = [r for r in rules.upright if xs[0] + _INSET < r.center_x < xs[-1] - _INSET]
    held: dict[int, list[Word]] = {}
    for word in words:
        held.setdefault(rows.row(word), []).append(word)
    middles = {row: (rows.edges[row] + rows.edges[row + 1]) / 2 for row in held}
    open_rows = [
        row for row, y in middles.items() if not any(rule.top < y < rule.bottom for rule in inner)
    ]
    apart: dict[tuple[int, int], bool] = {}
    for row in open_rows if 2 * len(open_rows) > len(held) else ():
        runs = [run for line in printed_rows(held[row]) for run in runs_of(line)]
        if len({slot(xs, run.center_x) for run in runs}) > 1:
            for column, x in enumerate(xs[1:-1], 1):
                if not any(run.left < x < run.right for run in runs):
                    apart[(row, column)] = False
    return apart


def parts_of_head(
    words: Sequence[Word], xs: Sequence[float], column: int, stop: int
) -> dict[int, list[Word]]:
    """The words of a head over some columns by column, each with those above it, where
    its lower lines have a run of words in each column: "5 mg/kg" and "10 mg/kg" under the name of
    the drug; nothing where they have not."""
    lines = printed_rows(words) if stop - column > 1 else []
    for at in range(1, len(lines)):
        own: dict[int, list[Word]] = {each: [] for each in range(column, stop)}
        for line in lines[at:]:
            for word in line:
                own.setdefault(slot(xs, word.box.center_x), []).append(word)
        runs = [run for line in lines[at:] for run in runs_of(line)]
        over = [x for x in xs[column + 1 : stop] for run in runs if run.left < x < run.right]
        if len(own) == stop - column and all(own.values()) and not over:
            above = [word for line in lines[:at] for word in line]
            return {each: [*above, *below] for each, below in own.items()}
    return {}


def spans_of(
    xs: Sequence[float],
    parted: Rows,
    rules: TableRules,
    crossed: Mapping[tuple[int, int], bool],
    begun: Container[tuple[int, int]] = (),
) -> dict[tuple[int, int], tuple[int, int, int, int]]:
    """For each slot the cell (row, column, row_stop, column_stop) that covers it; those in `begun`
    go on with none above."""
    ys = parted.edges
    rows, columns = len(ys) - 1, len(xs) - 1
    cells: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    upright = [[r for r in rules.upright if abs(r.center_x - x) <= MEET + 0.5] for x in xs]
    level = [[r for r in rules.level if abs(r.center_y - y) <= MEET] for y in ys]

    def divided(row: int, column: int) -> bool:
        if (row, column) in crossed:
            return not crossed[(row, column)]
        top, bottom = ys[row], ys[row + 1]
        run = sum(
            max(0.0, min(rule.bottom, bottom) - max(rule.top, top)) for rule in upright[column]
        )
        return run >= 0.5 * (bottom - top)

    def ruled_off(row: int, column: int) -> bool:
        left, right = xs[column], xs[column + 1]
        run = sum(max(0.0, min(rule.right, right) - max(rule.left, left)) for rule in level[row])
        return run >= 0.5 * (right - left)

    for row in range(rows):
        starts = [0, *(column for column in range(1, columns) if divided(row, column))]
        for start, stop in pairwise([*starts, columns]):
            cells |= {(row, column): (row, start, row + 1, stop) for column in range(start, stop)}
    if not rules.part_columns:
        return cells
    for row in range(1, rows):
        for column in range(columns):
            here, above = cells[(row, column)], cells[(row - 1, column)]
            if row in (parted.apart | parted.within if column else parted.named):
                continue
            if (row, column) in begun:
                continue
            if here[1] != column or here[1::2] != above[1::2]:
                continue
            if any(ruled_off(row, at) for at in range(column, here[3])):
                continue
            whole = (*above[:2], *here[2:])
            for r in range(above[0], here[2]):
                cells |= {(r, at): whole for at in range(column, here[3])}
    return cells
