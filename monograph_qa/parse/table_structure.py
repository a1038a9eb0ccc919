"""Rows, columns and cells of one table: by its drawn rules, else by the whitespace in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.lines import joined, segments_of
from monograph_qa.parse.layout.page import Found
from monograph_qa.parse.layout.rows import rows_of
from monograph_qa.parse.layout.shapes import THIN, Shapes, distinct
from monograph_qa.parse.table_columns import MEET, closed, column_edges, crossings, gaps_of, slot

_MOST_HEADERS = 4


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


@dataclass(frozen=True, slots=True)
class _Rules:
    level: tuple[Box, ...]
    upright: tuple[Box, ...]


def structure_of(table: Found, shapes: Shapes) -> tuple[int, int, list[GridCell]]:
    """Row count, column count and the cells of `table`, in row order."""
    words = [word for line in table.lines for word in line.words]
    rules = _rules_in(table.box, shapes, words)
    xs, soft = column_edges(table, rules.upright, words)
    ys = _row_edges(table, rules, words, ruled=len(rules.upright) > 0)
    owner = _spans(xs, ys, rules, crossings(xs, ys, soft, words))
    texts: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        at = (slot(ys, word.box.center_y), slot(xs, word.box.center_x))
        texts.setdefault(owner[at][:2], []).append(word)
    headers = _header_rows(len(ys) - 1, texts, rules, ys)
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
            )
        )
    return len(ys) - 1, len(xs) - 1, cells


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
    return _Rules(tuple(level), tuple(upright))


def _frames_cell(shape: Box, box: Box, words: Sequence[Word]) -> bool:
    if shape.width <= 14 or shape.height <= 7 or shape.area > 1.3 * box.area:
        return False
    return any(shape.contains(word.box.center_x, word.box.center_y) for word in words)


def _row_edges(table: Found, rules: _Rules, words: Sequence[Word], ruled: bool) -> list[float]:
    box = table.box
    drawn = distinct((rule.center_y for rule in rules.level if rule.width > 12), MEET)
    inner = [y for y in drawn if box.top + 5 < y < box.bottom - 5]
    if not ruled:
        first_column = inner_left_edge(words, box)
        inner = _rows_by_text(words, inner, first_column)
    return closed(inner, drawn, box.top, box.bottom)


def inner_left_edge(words: Sequence[Word], box: Box) -> float:
    """x at which the first column of a table without upright rules ends."""
    gaps = gaps_of(words, box)
    return gaps[0] if gaps else box.right


def _rows_by_text(
    words: Sequence[Word], rules: Sequence[float], first_column: float
) -> list[float]:
    """Edges between rows: at each rule, and between lines of text that are rows of their own."""
    bands: list[Box] = []
    firsts: list[list[Word]] = []  # the words of each band in the first column
    for word in sorted(words, key=lambda word: word.box.center_y):
        box = word.box
        first = [word] if box.center_x < first_column else []
        if bands:
            low = min(bands[-1].height, box.height) or 1.0
            if min(bands[-1].bottom, box.bottom) - max(bands[-1].top, box.top) > 0.45 * low:
                if box.height < 1.5 * bands[-1].height:
                    bands[-1] = bands[-1].union(box)
                firsts[-1] += first
                continue
        bands.append(box)
        firsts.append(first)
    gaps = [lower.top - upper.bottom for upper, lower in pairwise(bands)]
    widest = max(gaps, default=0.0)
    edges = []
    for at, (upper, lower) in enumerate(pairwise(bands)):
        between = [y for y in rules if upper.center_y < y < lower.center_y]
        if between:
            edges.append(between[0])
        elif not (gaps[at] < 0.5 * widest and _goes_on(firsts[at + 1])):
            edges.append((upper.bottom + lower.top) / 2)
    return edges


def _goes_on(first: Sequence[Word]) -> bool:
    """Does a line of a table go on from the row above: nothing new in its first column?"""
    if not first:
        return True
    return min(first, key=lambda word: word.box.left).text[:1].islower()


def _spans(
    xs: Sequence[float],
    ys: Sequence[float],
    rules: _Rules,
    crossed: dict[tuple[int, int], bool],
) -> dict[tuple[int, int], tuple[int, int, int, int]]:
    """For each slot the cell (row, column, row_stop, column_stop) that covers it."""
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
        for column in range(columns):
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


def _header_rows(
    rows: int,
    texts: dict[tuple[int, int], list[Word]],
    rules: _Rules,
    ys: Sequence[float],
) -> int:
    """How many rows at the top are headers: the bold ones, else those above the first rule."""
    bold = 0
    for row in range(min(rows, _MOST_HEADERS)):
        words = [word for (at, _), held in texts.items() if at == row for word in held]
        filled = [column for (at, column), held in texts.items() if at == row and held]
        if bold and filled == [0]:
            break  # names the group of rows below it
        if words and sum(word.bold for word in words) >= 0.8 * len(words):
            bold = row + 1
        elif words:
            break
    if 0 < bold < rows:
        return bold
    if not rules.upright:
        under = [
            at
            for at in range(1, min(rows, _MOST_HEADERS + 1))
            if any(abs(rule.center_y - ys[at]) <= MEET for rule in rules.level)
        ]
        if under:
            return under[0]
    first = min((row for (row, _), held in texts.items() if held), default=0)
    return first + 1 if first + 1 < rows else 0
