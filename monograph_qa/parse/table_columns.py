"""The columns of one table: drawn edges, gaps that stay empty, and the text that runs over them."""

from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.page import Found
from monograph_qa.parse.layout.shapes import distinct

MEET = 4.5  # points; rules closer than this are one edge
_WORD_GAP = 5.5  # points; gaps between columns are wider
_FEWEST_ROWS = 3  # printed rows in which a gap must stay empty
_PARTED = 0.6  # share of them with words on both sides


def column_edges(
    table: Found, upright: Sequence[Box], words: Sequence[Word]
) -> tuple[list[float], frozenset[float]]:
    """x of the edges between columns, and which of them no rule draws."""
    box = table.box
    drawn = [
        x
        for x in distinct((rule.center_x for rule in upright), MEET)
        if sum(rule.height for rule in upright if abs(rule.center_x - x) <= MEET) >= 8
    ]
    inner = [x for x in drawn if box.left + 8 < x < box.right - 8]
    soft = [] if inner else gaps_of(words, box)
    soft += _gaps_within(sorted([*inner, *soft]), words, box)
    inner = sorted([*inner, *soft])
    return closed(inner, drawn, box.left, box.right), frozenset(soft)


def _gaps_within(inner: Sequence[float], words: Sequence[Word], box: Box) -> list[float]:
    """x of gaps that part a drawn column in two wherever it has words."""
    soft: list[float] = []
    for left, right in pairwise([box.left, *inner, box.right]):
        held = [word for word in words if left < word.box.center_x < right]
        rows = _by_row(held)
        if len(rows) < _FEWEST_ROWS:
            continue
        part = Box(left, box.top, right, box.bottom)
        for x in gaps_of(held, part, max(int(len(rows) >= 5), int(0.15 * len(rows)))):
            after = [
                next(word.text for word in row if word.box.left > x)
                for row in rows
                if row[0].box.right < x < row[-1].box.left
            ]
            # What stands in brackets belongs to the value before it.
            bracketed = sum(text.startswith("(") for text in after)
            if len(after) >= _PARTED * len(rows) and bracketed < 0.5 * len(after):
                soft.append(x)
    return soft


def _by_row(words: Sequence[Word]) -> list[list[Word]]:
    """Words by the height they stand on, each row from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.box.center_y):
        if rows and abs(rows[-1][0].box.center_y - word.box.center_y) < 0.4 * word.box.height:
            rows[-1].append(word)
        else:
            rows.append([word])
    for row in rows:
        row.sort(key=lambda word: word.box.left)
    return rows


def crossings(
    xs: Sequence[float], ys: Sequence[float], soft: frozenset[float], words: Sequence[Word]
) -> dict[tuple[int, int], bool]:
    """For each row and each edge that no rule draws: does the text of the row run over the edge?

    It does where each of its lines beside the edge is one run of words that stands on both sides.
    """
    verdicts: dict[tuple[int, int], list[bool]] = {
        (row, column): []
        for row in range(len(ys) - 1)
        for column in range(1, len(xs) - 1)
        if xs[column] in soft
    }
    for line in _by_row(words) if verdicts else []:
        row = slot(ys, line[0].box.center_y)
        runs = _runs(line)
        for column in range(1, len(xs) - 1):
            if (row, column) not in verdicts:
                continue
            x, left, right = xs[column], xs[column - 1], xs[column + 1]
            near = [run for run in runs if run.right > left and run.left < right]
            if near:
                over = len(near) == 1 and near[0].left < x - 1 and near[0].right > x + 1
                verdicts[(row, column)].append(over)
    return {at: bool(found) and all(found) for at, found in verdicts.items()}


def _runs(line: Sequence[Word]) -> list[Box]:
    """Boxes of the words of a line that stand no further apart than words do."""
    runs: list[Box] = []
    last: Word | None = None
    for word in line:
        widest = min(1.6 * max(word.space, last.space if last else 0.0), _WORD_GAP)
        if last is not None and word.box.left - last.box.right <= widest:
            runs[-1] = runs[-1].union(word.box)
        else:
            runs.append(word.box)
        last = word
    return runs


def closed(inner: list[float], drawn: list[float], low: float, high: float) -> list[float]:
    """The edges `inner` with the outer ones: those drawn near `low` and `high`, else these."""
    first = min((x for x in drawn if x <= low + 8), default=low)
    last = max((x for x in drawn if x >= high - 8), default=high)
    return [min(first, low), *inner, max(last, high)]


def gaps_of(words: Sequence[Word], box: Box, most: int | None = None) -> list[float]:
    """x of the gaps that stay empty in nearly every row, in points; `most` rows may cross."""
    if not words:
        return []
    width = int(box.width) + 2
    hits = [0] * width
    for word in words:
        start = max(0, int(word.box.left - box.left))
        for x in range(start, min(width, int(word.box.right - box.left) + 1)):
            hits[x] += 1
    rows = len(distinct((word.box.center_y for word in words), 4.0))
    if most is None:
        most = int(0.06 * rows)
    gaps = []
    x = 0
    while x < width:
        if hits[x] > most:
            x += 1
            continue
        stop = x
        while stop < width and hits[stop] <= most:
            stop += 1
        if x > 0 and stop < width and stop - x >= 6:
            gaps.append(box.left + (x + stop) / 2)
        x = stop
    return gaps


def slot(edges: Sequence[float], value: float) -> int:
    """Between which of the ascending `edges` the value lies, from 0."""
    for at in range(len(edges) - 2, 0, -1):
        if value >= edges[at]:
            return at
    return 0
