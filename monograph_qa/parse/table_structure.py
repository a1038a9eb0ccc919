"""Rows, columns and cells of one table: by its drawn rules, else by the whitespace in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.lines import joined
from monograph_qa.parse.layout.page import Found
from monograph_qa.parse.layout.rows import rows_of
from monograph_qa.parse.layout.segments import segments_of
from monograph_qa.parse.layout.shapes import THIN, Shapes
from monograph_qa.parse.table_columns import MEET, columns_of, crossings, slot
from monograph_qa.parse.table_groups import ends_of_groups
from monograph_qa.parse.table_headers import header_rows
from monograph_qa.parse.table_rows import Rows, named_apart, row_edges, with_values_apart
from monograph_qa.parse.table_titles import titles_in, with_titles_apart

_UNDER = 4.0  # points by which a rule under words may stand out beside them
_TIGHT = 4.0  # points between a column's edge and words of two cells that nearly touch


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell: slots [row, row_stop) x [column, column_stop), box in points, its words' text."""

    row: int
    row_stop: int
    column: int
    column_stop: int
    box: Box
    text: str
    is_header: bool = False
    ends_group: bool = False


@dataclass(frozen=True, slots=True)
class _Rules:
    level: tuple[Box, ...]
    upright: tuple[Box, ...]


def structure_of(table: Found, shapes: Shapes) -> tuple[int, int, list[GridCell]]:
    """Row count, column count and the cells of `table`, in row order."""
    words = [word for line in table.lines for word in line.words]
    rules = _rules_in(table.box, shapes, words)
    columns = columns_of(table, rules.upright, rules.level, words)
    xs = columns.edges
    words = [piece for word in words for piece in _unjoined(word, xs)]
    drawn = row_edges(table.box, rules.level, xs, words, ruled=len(rules.upright) > 0)
    titles = titles_in(columns, drawn, words)
    drawn = with_titles_apart(drawn, titles)
    # Rules beside the text, or behind it, part no rows: an edge at which no cell begins is none.
    cells_of = _spans(xs, Rows(drawn), rules, crossings(columns, drawn, words, titles))
    begun = {row for row, *_ in cells_of.values()}
    drawn = [y for at, y in enumerate(drawn) if at in begun or at == len(drawn) - 1]
    rows = with_values_apart(drawn, xs, words)
    ys = rows.edges
    rows = replace(rows, named=frozenset(named_apart(ys, xs, words)))
    owner = _spans(xs, rows, rules, crossings(columns, ys, words, titles))
    texts: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        at = (rows.row(word), slot(xs, word.box.center_x))
        texts.setdefault(owner[at][:2], []).append(word)
    level = [y for y in ys if any(abs(rule.center_y - y) <= MEET for rule in rules.level)]
    ends = ends_of_groups(texts, len(ys) - 1)
    headers = header_rows(rows, len(xs) - 1, texts, [] if rules.upright else level)
    cells = []
    for row, column, row_stop, column_stop in sorted(set(owner.values())):
        held = texts.get((row, column), [])
        cells.append(
            GridCell(
                row,
                row_stop,
                column,
                column_stop,
                Box(xs[column], ys[row], xs[column_stop], ys[row_stop]),
                cell_text(held),
                row_stop <= headers,
                column == 0 and row in ends,
            )
        )
    return len(ys) - 1, len(xs) - 1, cells


def _unjoined(word: Word, xs: Sequence[float]) -> tuple[Word, ...]:
    """The word, or its pieces where they stand in cells of their own without a gap."""
    cells = {slot(xs, piece.box.center_x) for piece in word.pieces}
    near = all(
        any(abs(one.box.right - x) < _TIGHT or abs(two.box.left - x) < _TIGHT for x in xs)
        for one, two in pairwise(word.pieces)
        if slot(xs, one.box.center_x) != slot(xs, two.box.center_x)
    )
    return word.pieces if len(cells) > 1 and near else (word,)


def plain_rows(table: Found) -> tuple[int, int, list[GridCell]]:
    """A grid of one column, for a table in which no structure was found: its printed rows."""
    rows = [joined(row) for row in rows_of(table.lines)]
    cells = [GridCell(at, at + 1, 0, 1, row.box, row.text) for at, row in enumerate(rows)]
    return len(rows), 1, cells


def cell_text(words: Sequence[Word]) -> str:
    """The words of one cell in reading order, lines joined with a space."""
    rows: list[list[Word]] = []
    for line in segments_of(list(words)):
        box = line.words[0].box
        last = rows[-1][0].box if rows else None
        low = min(box.height, last.height) if last else 1.0
        if last and min(box.bottom, last.bottom) - max(box.top, last.top) > 0.5 * low:
            rows[-1].extend(line.words)
        else:
            rows.append(list(line.words))
    return " ".join(
        word.text for row in rows for word in sorted(row, key=lambda word: word.box.left)
    )


def _rules_in(box: Box, shapes: Shapes, words: Sequence[Word]) -> _Rules:
    near = box.grow(3)
    level: list[Box] = []
    upright: list[Box] = []
    for shape in shapes.drawn:
        if near.overlap(shape.grow(0.2)) <= 0:
            continue
        part = Box(
            max(shape.left, box.left - 3),
            max(shape.top, box.top - 3),
            min(shape.right, box.right + 3),
            min(shape.bottom, box.bottom + 3),
        )
        if shape.height <= THIN and part.width >= 6:
            level.append(part)
        elif shape.width <= THIN and part.height >= 5:
            upright.append(part)
        elif _frames_cell(shape, box, words):
            level.append(Box(part.left, part.top, part.right, part.top))
            level.append(Box(part.left, part.bottom, part.right, part.bottom))
            upright.append(Box(part.left, part.top, part.left, part.bottom))
            upright.append(Box(part.right, part.top, part.right, part.bottom))
    return _Rules(tuple(r for r in level if not _underlines(r, words)), tuple(upright))


def _underlines(rule: Box, words: Sequence[Word]) -> bool:
    """Does the rule run through the feet of one line's words, from the first to the last?

    The border of a cell keeps clear of the words.
    """
    over = [
        word.box
        for word in words
        if word.box.center_y < rule.center_y < word.box.bottom
        and word.box.left < rule.right
        and word.box.right > rule.left
    ]
    return (
        bool(over)
        and abs(min(box.left for box in over) - rule.left) < _UNDER
        and abs(max(box.right for box in over) - rule.right) < _UNDER
    )


def _frames_cell(shape: Box, box: Box, words: Sequence[Word]) -> bool:
    if shape.width <= 14 or shape.height <= 7 or shape.area > 1.3 * box.area:
        return False
    return any(shape.contains(word.box.center_x, word.box.center_y) for word in words)


def _spans(
    xs: Sequence[float],
    parted: Rows,
    rules: _Rules,
    crossed: dict[tuple[int, int], bool],
) -> dict[tuple[int, int], tuple[int, int, int, int]]:
    """For each slot the cell (row, column, row_stop, column_stop) that covers it."""
    ys = parted.edges
    rows, columns = len(ys) - 1, len(xs) - 1
    cells = {(r, c): (r, c, r + 1, c + 1) for r in range(rows) for c in range(columns)}

    def divided(row: int, column: int) -> bool:
        if (row, column) in crossed:
            return not crossed[(row, column)]
        top, bottom = ys[row], ys[row + 1]
        run = sum(
            max(0.0, min(rule.bottom, bottom) - max(rule.top, top))
            for rule in rules.upright
            if abs(rule.center_x - xs[column]) <= MEET + 0.5
        )
        return run >= 0.5 * (bottom - top)

    def ruled_off(row: int, column: int) -> bool:
        left, right = xs[column], xs[column + 1]
        run = sum(
            max(0.0, min(rule.right, right) - max(rule.left, left))
            for rule in rules.level
            if abs(rule.center_y - ys[row]) <= MEET
        )
        return run >= 0.5 * (right - left)

    for row in range(rows):
        column = 0
        while column < columns:
            stop = column + 1
            while stop < columns and not divided(row, stop):
                stop += 1
            for at in range(column, stop):
                cells[(row, at)] = (row, column, row + 1, stop)
            column = stop
    if not rules.upright:
        return cells
    for row in range(1, rows):
        if row in parted.apart:
            continue
        for column in range(columns):
            if column == 0 and row in parted.named:
                continue
            here, above = cells[(row, column)], cells[(row - 1, column)]
            if here[1] != column or (here[1], here[3]) != (above[1], above[3]):
                continue
            if any(ruled_off(row, at) for at in range(here[1], here[3])):
                continue
            whole = (above[0], above[1], here[2], above[3])
            for r in range(whole[0], whole[2]):
                for c in range(whole[1], whole[3]):
                    cells[(r, c)] = whole
    return cells
