"""The columns of one table: drawn edges, gaps that stay empty, and the text that runs over them."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise, takewhile
from statistics import median

from monograph_qa.domain.geometry import Box
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.lines import Found
from monograph_qa.parse.layout.rows import gaps_of, printed_rows, runs_of, starts_of
from monograph_qa.parse.layout.shapes import MEET, distinct

_LEAST_BORDER = 12.0  # points; the border of one cell
_MARGIN = 20.0  # points
_JOINT = 1.0  # points between the borders of neighbouring cells
_APART = 10.0  # points
_WHOLE = 0.8  # share of the table's width
_FEWEST_ROWS = 3  # printed rows in which a gap must stay empty
_CENTRED = 0.15  # of a column's width, between its middle and a title's
_MARK = re.compile(r"\W+|o|\(?\w{1,2}[.)]")  # of a list's item
FIGURE = re.compile(r"[<>≤≥~±+\-–−]?\d")
_PARTED = 0.6  # share of those in several runs that have words on both sides
_CROSSED = 0.4  # and of all: names and titles run on alone


@frozen
class Columns:
    """x of the edges between columns: `soft` ones are gaps only, at `joints` borders meet."""

    edges: list[float]
    soft: frozenset[float] = frozenset()
    joints: frozenset[float] = frozenset()


def columns_of(
    table: Found, upright: Sequence[Box], level: Sequence[Box], words: Sequence[Word]
) -> Columns:
    """The columns of `table`, by its upright rules, the ends of its level ones, its gaps."""
    box = table.box
    drawn = [
        x
        for x in distinct((rule.center_x for rule in upright), MEET)
        if sum(rule.height for rule in upright if abs(rule.center_x - x) <= MEET) >= 8
    ]
    inner = [x for x in drawn if box.left + 8 < x < box.right - 8]
    met = [] if inner else joints_of(level, box)
    soft = [] if inner or met else _gaps_and_starts(words, box)
    ys = distinct((rule.center_y for rule in level if rule.width >= _LEAST_BORDER), MEET)
    soft += _gaps_within(sorted([*inner, *met, *soft]), words, box, ys)
    edges = closed(sorted([*inner, *met, *soft]), drawn, box.left, box.right)
    return Columns(edges, frozenset(soft), frozenset(met))


def with_known(columns: Columns, known: Sequence[float], words: Sequence[Word]) -> Columns:
    """The columns, parted too at the `known` edges of the page before, if no cell crosses one."""
    edges = columns.edges
    added = [x for x in known if all(abs(x - edge) > 2 * MEET for edge in edges)]
    added = [x for x in added if edges[0] < x < edges[-1]]
    lines = [line for line in printed_rows(words) if len(runs_of(line)) > 1]
    boxes = [word.box for line in lines for word in line]
    if not added or any(box.left + 1 < x < box.right - 1 for x in added for box in boxes):
        return columns
    return Columns(sorted([*edges, *added]), columns.soft | frozenset(added), columns.joints)


def within_frame(columns: Columns, words: Sequence[Word]) -> Columns:
    """The columns, the outer ones with the empty margins between the frame and its words."""
    xs = columns.edges
    held = [slot(xs, word.box.center_x) for word in words]
    first, last = min(held), max(held)
    left = xs[:1] if xs[first] - xs[0] <= _MARGIN else xs[: first + 1]
    right = xs[-1:] if xs[-1] - xs[last + 1] <= _MARGIN else xs[last + 1 :]
    return Columns([*left, *xs[first + 1 : last + 1], *right], columns.soft, columns.joints)


def _gaps_and_starts(words: Sequence[Word], box: Box) -> list[float]:
    """x of the gaps, and of columns that begin where there is no gap between two others."""
    gaps = gaps_of(words, box)
    lefts = [word.box.left for word in words]
    for start in starts_of(words):
        # A gap stands for this column if no word begins between the two.
        if not any(
            all(not min(x, start) < left < max(x, start) - 1 for left in lefts) for x in gaps
        ):
            gaps.append(start - 1)
    rows = printed_rows(words)
    return sorted(_before_cells(x, rows) for x in gaps)


def _gaps_within(
    inner: Sequence[float], words: Sequence[Word], box: Box, ys: Sequence[float]
) -> list[float]:
    """x of gaps that part a drawn column in two wherever it has words, or that have some on both
    sides in each of the bands between the level rules at `ys`."""
    soft: list[float] = []
    over = {
        id(word)
        for row in printed_rows(words)
        for run in runs_of(row)
        if any(run.left < x - 1 and run.right > x + 1 for x in inner)
        for word in row
        if run.left <= word.box.center_x <= run.right
    }
    for left, right in pairwise([box.left, *inner, box.right]):
        held = [w for w in words if left < w.box.center_x < right and id(w) not in over]
        rows = printed_rows(held)
        rows = rows[titles_at_top(rows, left, right) :]
        # What stands alone in the middle of both columns tells of neither.
        beside = [
            row
            for row in rows
            if len(runs_of(row)) > 1 or _off_middle(row, left, right) >= _CENTRED * (right - left)
        ]
        if len(beside) >= _FEWEST_ROWS and all(len(runs_of(row)) > 1 for row in beside):
            rows = beside
            middle = (left + right) / 2
            if not any(run.left < middle < run.right for row in rows for run in runs_of(row)):
                soft.append(middle)
                continue
        if len(rows) < _FEWEST_ROWS:
            continue
        held = [word for row in rows for word in row]
        part = Box(left, box.top, right, box.bottom)
        clear = gaps_of(held, part, 0)
        crossed = gaps_of(held, part, max(int(len(rows) >= 5), int(0.15 * len(rows))))
        several = sum(len(runs_of(row)) > 1 for row in rows)
        for x in max(clear, crossed, gaps_of(held, part), key=len):
            split = [row for row in rows if row[0].box.right < x < row[-1].box.left]
            after = [next(word.text for word in row if word.box.left > x) for row in split]
            # What stands in brackets belongs to the value before it.
            bracketed = sum(text.startswith("(") for text in after)
            listed = any(_MARK.fullmatch(row[0].text) for row in split)
            is_clear = any(abs(x - each) < MEET for each in (*clear, *crossed))
            before, behind = (
                _bands([w for w in held if (w.box.center_x < x) == is_before], ys)
                for is_before in (True, False)
            )
            in_bands = is_clear and before == behind and len(before) >= _FEWEST_ROWS
            least = max(_PARTED * several, _CROSSED * len(rows), _FEWEST_ROWS)
            parted = in_bands or len(after) >= least or (is_clear and _is_named(x, rows, split))
            if parted and not listed and bracketed < 0.5 * len(after):
                soft.append(_before_cells(x, rows))
    return soft


def _is_named(x: float, rows: Sequence[Sequence[Word]], split: Sequence[Sequence[Word]]) -> bool:
    """Has the first of the rows in parts a name behind the gap, well apart, and others below but
    figures, be they few: p values?"""
    spaces = [around([word.box for word in row], x) for row in split]
    name, *behind = [next(word.text for word in row if word.box.left > x) for row in split] or [""]
    is_apart = all(after - before > _APART for before, after in spaces)
    is_first = split[:1] == [row for row in rows if len(runs_of(row)) > 1][:1]
    are_values = bool(behind) and all(map(FIGURE.match, behind)) and not FIGURE.match(name)
    return is_first and is_apart and are_values


def _off_middle(row: Sequence[Word], left: float, right: float) -> float:
    """How far the first run of the line stands off the middle between two edges."""
    return abs(runs_of(row)[0].center_x - (left + right) / 2)


def _bands(words: Sequence[Word], ys: Sequence[float]) -> set[int]:
    """In which bands between the level rules the words stand."""
    return {sum(y < word.box.center_y for y in ys) for word in words}


def _before_cells(x: float, rows: Sequence[Sequence[Word]]) -> float:
    """x moved to where the cells behind it begin, if names that go on alone run into the gap."""
    lines = [runs for runs in map(runs_of, rows) if len(runs) > 1]
    if not any(run.left < x < run.right for runs in lines for run in runs):
        return x
    low, high = _space(lines, x)
    if low > high:  # what stands in the middle of both columns is in neither
        within = [runs for runs in lines if not any(r.left < x < r.right for r in runs[1:])]
        low, high = _space(within, x)
    tried = [high - step for step in range(int(max(high - low, 0)) + 1)]
    return min(tried, key=lambda x: sum(run.left < x < run.right for runs in lines for run in runs))


def _space(lines: Sequence[Sequence[Box]], x: float) -> tuple[float, float]:
    """Where the cells before `x` end, and those behind it begin, in the lines that have both."""
    spaces = [(low, high) for low, high in (around(runs, x) for runs in lines) if high - low < 1e8]
    usual = median([high - low for low, high in spaces] or [0.0])
    wide = [(low, high) for low, high in spaces if high - low >= usual / 2]
    return max((low for low, _ in wide), default=x), min((high for _, high in wide), default=x)


def is_title(line: Sequence[Word], left: float, right: float) -> bool:
    """Does the line stand as one run, that is no value, in the middle between two edges?"""
    spoken = any(len(word.text) > 2 and word.text.isalpha() for word in line)
    goes_on = line[0].text[:1].islower() or (line[0].text[:1].isdigit() and not spoken)
    is_centred = _off_middle(line, left, right) < _CENTRED * (right - left)
    return len(runs_of(line)) == 1 and not goes_on and is_centred


def titles_at_top(lines: Sequence[Sequence[Word]], left: float, right: float) -> int:
    """How many of the first lines are titles between two edges."""
    return sum(1 for _ in takewhile(lambda line: is_title(line, left, right), lines))


def around(parts: Sequence[Box], x: float) -> tuple[float, float]:
    """Where what stands before `x` ends, and what stands behind it begins; far off for nothing."""
    before = max((part.right for part in parts if part.center_x < x), default=-1e9)
    after = min((part.left for part in parts if part.center_x > x), default=1e9)
    return before, after


def joints_of(level: Sequence[Box], box: Box) -> list[float]:
    """x at which rules on one height meet end to end: cells, each with a border of its own. Only
    what a rule over the whole table shows in at least three parts counts."""
    heights: dict[int, list[Box]] = {}
    for rule in level:
        if rule.width >= _LEAST_BORDER:
            heights.setdefault(round(rule.center_y), []).append(rule)
    found: list[float] = []
    for rules in heights.values():
        rules.sort(key=lambda rule: rule.left)
        ends = [
            (one.right + two.left) / 2
            for one, two in pairwise(rules)
            if abs(two.left - one.right) <= _JOINT
        ]
        whole = rules[-1].right - rules[0].left > _WHOLE * box.width
        if whole and len(ends) >= 2 and len(ends) == len(rules) - 1:
            found += ends
    return distinct(found, MEET)


def closed(inner: list[float], drawn: list[float], low: float, high: float) -> list[float]:
    """The edges `inner` with the outer ones: those drawn near `low` and `high`, else these."""
    first = min((x for x in drawn if x <= low + 8), default=low)
    last = max((x for x in drawn if x >= high - 8), default=high)
    return [min(first, low), *inner, max(last, high)]


def slot(edges: Sequence[float], value: float) -> int:
    """Between which of the ascending `edges` the value lies, from 0."""
    return max(0, min(bisect_right(edges, value) - 1, len(edges) - 2))
