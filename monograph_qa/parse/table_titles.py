"""Titles within a ruled column of a table, over the columns in it that only gaps part."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.rows import printed_rows, runs_of
from monograph_qa.parse.layout.shapes import MEET, end_to_end
from monograph_qa.parse.table_columns import Columns, is_title, slot, titles_at_top
from monograph_qa.parse.table_row_kinds import is_value

_CENTRED = 0.1  # of the table's width
_WHOLE = 0.8  # of the table's width: a rule under all columns stands over none
_UNDER = 3.0  # points
_OFF = 3.0  # points off the middle of the columns that a title stands over
_JOINT = 1.5  # points between the parts of one rule
_NEAR = 0.5  # of a line's height, between a title's lines and above its rule


def titles_in(
    columns: Columns, ys: Sequence[float], words: Sequence[Word], upright: Sequence[Box]
) -> list[Box]:
    """Where "4 Months" stands in one ruled cell with "6 h", "24 h" and "48 h" below it. Each box
    reaches from the cell's top, one of `ys`, to its first line that gaps part, or to its bottom
    where the cells right below are parted."""
    titles: list[Box] = []
    ruled = [x for x in columns.edges if x not in columns.soft]
    if len(ruled) < 3:
        return titles
    for at, (top, bottom) in enumerate(pairwise(ys)):
        middle = (top + bottom) / 2
        sides = [rule.center_x for rule in upright if rule.top < middle < rule.bottom]
        walls = [x for x in ruled[1:-1] if not sides or any(abs(y - x) <= MEET for y in sides)]
        for left, right in pairwise([ruled[0], *walls, ruled[-1]]):
            inner = [x for x in columns.soft if left < x < right]
            held = [word for word in words if inner and left < word.box.center_x < right]
            lines = printed_rows([word for word in held if top < word.box.center_y < bottom])
            set_left = _are_set_left(lines)
            count = len(lines) if set_left else titles_at_top(lines, left, right)
            if 0 < count < len(lines) and _is_parted(lines[count], inner):
                titles.append(Box(left, top, right, _between(lines[count - 1], lines[count])))
            elif 0 < count == len(lines) and at + 2 < len(ys):
                next_band = [word for word in held if bottom < word.box.center_y < ys[at + 2]]
                if any(_is_parted(line, inner) for line in printed_rows(next_band)):
                    titles.append(Box(left, top, right, bottom))
    return titles


def _are_set_left(lines: Sequence[Sequence[Word]]) -> bool:
    """Are they several lines of one run each, words and no figures, on one edge?"""
    lefts = [line[0].box.left for line in lines]
    runs = all(len(runs_of(line)) == 1 and not is_value(line) for line in lines)
    return len(lines) > 1 and runs and max(lefts) - min(lefts) < 1


def is_centred_title(texts: Mapping[tuple[int, int], Sequence[Word]], rows: int) -> bool:
    """Is the first of the rows one line in the middle of the table?"""
    if rows < 3 or [column for row, column in texts if row == 0] != [0]:
        return False
    title = bounding(word.box for word in texts[0, 0])
    whole = bounding(word.box for words in texts.values() for word in words)
    off = abs(title.center_x - whole.center_x)
    return off < _CENTRED * whole.width < title.left - whole.left


def titles_over(level: Sequence[Box], columns: Columns, words: Sequence[Word]) -> list[Box]:
    """Where "Placebo (N = 104)" stands over a rule below which are "Baseline" and "6 months". Each
    box reaches from the top of its lines, each one run in the middle, to the rule."""
    titles: list[Box] = []
    whole = end_to_end(level, _JOINT)
    # Where borders meet, those under one cell alone are pieces as well.
    rules = list(dict.fromkeys([*level, *whole])) if columns.joints else whole
    for rule, _ in _over_columns(rules, columns):
        near = [w for w in words if rule.left - MEET < w.box.center_x < rule.right + MEET]
        above = [word for word in near if word.box.center_y < rule.center_y]
        below = printed_rows([word for word in near if word.box.center_y > rule.center_y])
        if 2 * sum(len(runs_of(line)) > 1 for line in below) < max(len(below), 1):
            continue
        top = rule.center_y
        for line in reversed(printed_rows(above)):
            height = line[0].box.height
            is_near = top - max(word.box.bottom for word in line) < _NEAR * height
            if not (is_near and is_title(line, rule.left, rule.right)):
                break
            top = min(word.box.top for word in line)
        if top < rule.center_y:
            titles.append(Box(max(rule.left, columns.edges[1]), top, rule.right, rule.center_y))
    return titles


def _over_columns(level: Sequence[Box], columns: Columns) -> Iterator[tuple[Box, list[float]]]:
    """The rules over several columns, not the first and not all, with the edges between these."""
    xs = columns.edges
    for rule in level:
        inner = [x for x in xs[2:-1] if rule.left + MEET < x < rule.right - MEET]
        is_whole = rule.width > _WHOLE * (xs[-1] - xs[0])
        if inner and 2 * rule.left >= xs[0] + xs[1] and not is_whole:
            yield rule, inner


def titles_under(
    level: Sequence[Box], columns: Columns, ys: Sequence[float], words: Sequence[Word]
) -> list[Box]:
    """Where "Patients at target" stands in one cell with "< 7%" and "≤ 6.5%" below it, which no
    upright rule parts: the upper border of the cell is over both. Each box reaches from that border
    to the first line that stands in each of the columns."""
    titles: list[Box] = []
    for rule, inner in _over_columns(level, columns):
        bottom = min((y for y in ys if y > rule.center_y + MEET), default=columns.edges[-1])
        held = [w for w in words if rule.left < w.box.center_x < rule.right]
        lines = printed_rows([w for w in held if rule.center_y < w.box.center_y < bottom])
        count = titles_at_top(lines, rule.left, rule.right)
        runs = len(runs_of(lines[count])) if 0 < count < len(lines) else 0
        if runs > len(inner) and _is_parted(lines[count], inner):
            below = _between(lines[count - 1], lines[count])
            titles.append(Box(rule.left, rule.center_y, rule.right, below))
    return titles


def _between(upper: Sequence[Word], lower: Sequence[Word]) -> float:
    """y of the middle between two lines."""
    return (max(word.box.bottom for word in upper) + min(word.box.top for word in lower)) / 2


def titles_between(columns: Columns, words: Sequence[Word], level: Sequence[Box]) -> list[Box]:
    """Where "Study 1" and "Study 2" stand in the middle, each over its share of the columns, or
    each over one round of names that come again. Together they stand over all columns but the
    first, in a line above the figures, and no shorter rule is under them. Each box holds one line.
    """
    xs = columns.edges
    lines = printed_rows(words)
    body = next((at for at, line in enumerate(lines) if _has_figures(line, xs[1])), 0)
    if len(xs) < 4 or not body or not (columns.soft or columns.joints):
        return []
    below = [word.box for line in lines[body:] for word in line]
    held = [[b for b in below if x < b.center_x < y] or [Box(x, 0, y, 0)] for x, y in pairwise(xs)]
    middles = [bounding(boxes).center_x for boxes in held]
    titles: list[Box] = []
    above: list[Box] = []
    level = end_to_end(level, _JOINT)  # what is drawn piece by piece is under no title alone
    for upper, lower in pairwise(lines[: body + 1]):
        if min(w.box.top for w in lower) < max(w.box.bottom for w in upper) - _UNDER:
            continue  # names of other columns begin a little lower
        runs = _beside(upper, xs[1])
        middle = [run.center_x for run in runs]
        spans = _shared_out(middle, xs, middles) or _rounds(middle, xs, lower)
        low = (max(run.bottom for run in runs) + min(w.box.top for w in lower)) / 2 if runs else 0.0
        for run, (start, stop) in zip(runs, spans, strict=False):
            first = [r for r in above if abs(r.center_x - run.center_x) < _OFF]
            box = Box(xs[start], min(r.top for r in [*runs, *first]), xs[stop], low)
            near = (r for r in level if run.bottom - 2 < r.center_y < low + _UNDER)
            under = [r for r in near if r.left < run.left + 2 and run.right - 2 < r.right]
            fits = all(r.left < middles[start] and middles[stop - 1] < r.right for r in under)
            beside = (b for b in titles if b.right > box.left and box.right > b.left)
            nested = all(b.left <= box.left and box.right <= b.right for b in beside)
            if stop > start + 1 and fits and nested:
                titles.append(box)
        above = [run for run in runs if low - run.bottom < run.height]
    return titles


def _shared_out(
    runs: Sequence[float], xs: Sequence[float], middles: Sequence[float]
) -> list[tuple[int, int]]:
    """The columns [start, stop) in whose middle each run stands; none if there is no way."""
    spans: list[tuple[int, int]] = []
    start, last = 1, len(middles)
    for at, run in enumerate(runs):
        for stop in [last] if at + 1 == len(runs) else range(start + 1, last):
            middle, half = (middles[start] + middles[stop - 1]) / 2, (xs[start] + xs[stop]) / 2
            if min(abs(run - middle), abs(run - half)) < _OFF:
                break
        else:
            return []
        spans.append((start, stop))
        start = stop
    return spans


def _rounds(
    runs: Sequence[float], xs: Sequence[float], lower: Sequence[Word]
) -> list[tuple[int, int]]:
    """The columns [start, stop) of each run, where those have the same names in the line below."""
    size, rest = divmod(len(xs) - 2, max(len(runs), 1))
    columns = range(1, len(xs) - 1)
    names = [[w.text for w in lower if slot(xs, w.box.center_x) == column] for column in columns]
    apart = {tuple(name) for name in names if name}
    if len(runs) < 2 or rest or len(apart) != size or names != names[:size] * len(runs):
        return []
    spans = [(start, start + size) for start in columns[::size]]
    fits = all(xs[a] < run < xs[b] for run, (a, b) in zip(runs, spans, strict=True))
    return spans if fits else []


def _has_figures(line: Sequence[Word], first_column: float) -> bool:
    """Do most of the cells beside the first column begin with a figure?"""
    runs = _beside(line, first_column)
    first = [next(word for word in line if word.box.left >= run.left).text[:1] for run in runs]
    return bool(runs) and 2 * sum(char.isdigit() for char in first) > len(runs)


def _beside(line: Sequence[Word], first_column: float) -> list[Box]:
    return [run for run in runs_of(line) if run.center_x > first_column]


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
