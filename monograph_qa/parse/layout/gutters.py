"""Where the pages of a file are usually parted into two columns, told before any is laid out.

A page by itself may leave it open whether short lines beside a column of prose are a table or the
other column. The file settles it: a gutter stands in one place on most of its pages.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from statistics import median

from monograph_qa.domain.geometry import Box

NEAR = 9.0  # points between a gutter and the file's usual one
_ALIGNED = 6.0  # points between the left sides of one column's lines
_LEAST_ROWS = 8  # on each side
_MOST_CROSSING = 0.35  # share of the page's rows that may run across a gutter
_LEAST_FILL = 0.5  # share of its column that a line of prose fills
_LEAST_PAGES = 2
_MIDDLE = (0.3, 0.72)  # shares of the page's width between which a gutter may stand


def page_gutter(pieces: Sequence[Box], width: float) -> float | None:
    """Where the second column of a page begins, less 3 points; None on a page of one column.

    `pieces` are the boxes of its text, `width` that of the page, both in points.
    """
    low, high = (share * width for share in _MIDDLE)
    lefts = sorted(piece.left for piece in pieces if low < piece.left < high)
    many = {
        left: bisect_left(lefts, left + _ALIGNED) - at
        for at, left in reversed(list(enumerate(lefts)))
    }
    aligned = [left for left, count in many.items() if count >= _LEAST_ROWS]
    if not aligned:
        return None
    rows = _rows(pieces)
    # The side with most lines is tried first; lines that begin within a point try but one gutter.
    tried: set[int] = set()
    for left in sorted(aligned, key=lambda left: (-many[left], left)):
        if round(left) not in tried and _parts(rows, left - 3):
            return left - 3
        tried.add(round(left))
    return None


def usual_gutter(gutters: Sequence[float | None]) -> float | None:
    """Where most of these pages have their gutter; None where most have none."""
    found = [gutter for gutter in gutters if gutter is not None]
    if len(found) < _LEAST_PAGES:
        return None
    middle = median(found)
    near = sum(1 for gutter in found if abs(gutter - middle) < NEAR)
    return middle if 2 * near > len(gutters) else None


def _rows(pieces: Sequence[Box]) -> list[list[Box]]:
    rows: dict[int, list[Box]] = {}
    for piece in pieces:
        rows.setdefault(round(piece.bottom / 4), []).append(piece)
    return list(rows.values())


def _parts(rows: Sequence[Sequence[Box]], x: float) -> bool:
    """Whether prose stands on both sides of `x` and little runs across it."""
    crossing = sum(1 for row in rows if any(p.left < x < p.right for p in row))
    if crossing > _MOST_CROSSING * len(rows):
        return False
    left = _extents([p for p in row if p.right <= x] for row in rows)
    right = _extents([p for p in row if p.left >= x] for row in rows)
    if min(len(left), len(right)) < _LEAST_ROWS:
        return False
    edge = min(start for start, _ in left)
    far = max(stop for _, stop in right)
    fills = (
        median(stop - start for start, stop in left) / max(x - edge, 1.0),
        median(stop - start for start, stop in right) / max(far - x, 1.0),
    )
    return min(fills) >= _LEAST_FILL


def _extents(rows: Iterable[Sequence[Box]]) -> list[tuple[float, float]]:
    return [(min(p.left for p in row), max(p.right for p in row)) for row in rows if row]
