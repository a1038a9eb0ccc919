"""Upright gaps that stay empty in nearly every row of words: where columns part."""

from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.glyphs import Word

_NARROWEST = 6  # points
_LEAST_PARTED = 3  # rows with words on both sides of a gap that some rows cross
_CROSSING = 0.06  # share of the rows that may cross in any case


def printed_rows(words: Sequence[Word]) -> list[list[Word]]:
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


def runs_of(row: Sequence[Word]) -> list[Box]:
    """Boxes of the words of a row that stand no further apart than words do."""
    runs: list[Box] = []
    last: Word | None = None
    for word in row:
        widest = min(1.6 * max(word.space, last.space if last else 0.0), _NARROWEST - 0.5)
        if last is not None and word.box.left - last.box.right <= widest:
            runs[-1] = runs[-1].union(word.box)
        else:
            runs.append(word.box)
        last = word
    return runs


def gaps_of(words: Sequence[Word], box: Box, most: int | None = None) -> list[float]:
    """x of the gaps that stay empty in nearly every row, in points; `most` rows may cross.

    Without `most`, titles may cross: rows that are one run of words, and a few others where twice
    as many rows are parted by the gap.
    """
    if not words:
        return []
    width = int(box.width) + 2
    crossed, parted, titled = [0] * width, [0] * width, [0] * width
    rows = printed_rows(words)
    for row in rows:
        runs = runs_of(row)
        alone = len(runs) == 1 and len(row) > 1
        for run in runs if alone else [word.box for word in row]:
            for x in _steps(run.left, run.right, box, width):
                (titled if alone else crossed)[x] += 1
        for one, other in pairwise(runs):
            for x in _steps(one.right, other.left, box, width):
                parted[x] += 1
    few = int(_CROSSING * len(rows))

    def is_open(x: int) -> bool:
        if most is not None:
            return crossed[x] + titled[x] <= most
        if crossed[x] + titled[x] <= few:
            return True
        return parted[x] >= _LEAST_PARTED and (
            crossed[x] <= max(few, parted[x] // 4) and titled[x] <= 2 * parted[x]
        )

    gaps = []
    x = 0
    while x < width:
        if not is_open(x):
            x += 1
            continue
        stop = x
        while stop < width and is_open(stop):
            stop += 1
        if x > 0 and stop < width and stop - x >= _NARROWEST:
            gaps.append(box.left + (x + stop) / 2)
        x = stop
    return gaps


def _steps(left: float, right: float, box: Box, width: int) -> range:
    return range(max(0, int(left - box.left)), min(width, int(right - box.left) + 1))
