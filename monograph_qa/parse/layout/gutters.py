"""Where pages are parted into columns: the usual gutter of a file, and columns of one width.

A page by itself may leave it open whether short lines beside a column of prose are a table or the
other column. The file settles it: a gutter stands in one place on most of its pages, or on most of
those around. Consumers' leaflets of Australia and New Zealand are set in three or four columns of
one width: a table has columns of many widths, and rows that stand level. A printer's sheet is a
package insert laid flat, wider than any page, often with one leaflet printed on it several times.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import inf
from statistics import median

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.lines import Found, PageLayout

NEAR = 9.0  # points between a gutter and the file's usual one
_ALIGNED = 6.0  # points between the left sides of one column's lines
_LEAST_ROWS = 8  # on each side
_MOST_CROSSING = 0.35  # share of the page's rows that may run across a gutter
_LEAST_FILL = 0.5  # share of its column that a line of prose fills
_LEAST_PAGES = 2
_NEIGHBOURS = 3  # pages before and behind
_MIDDLE = (0.3, 0.72)  # shares of the page's width between which a gutter may stand

_Span = tuple[float, float]  # x from left to right
Ink = Sequence[_Span]
"""The stretches of one row where words stand."""


def page_gutter(pieces: Sequence[Box], width: float) -> float | None:
    """Where the second column of a page begins, less 3 points; None on a page of one column.
    `pieces` are the boxes of its text, `width` that of the page, both in points."""
    low, high = (share * width for share in _MIDDLE)
    lefts = sorted(piece.left for piece in pieces if low < piece.left < high)
    many = {
        left: bisect_left(lefts, left + _ALIGNED) - at
        for at, left in reversed(list(enumerate(lefts)))
    }
    aligned = [left for left, count in many.items() if count >= _LEAST_ROWS]
    if not aligned:
        return None
    rows: dict[int, list[_Span]] = {}
    for piece in pieces:
        rows.setdefault(round(piece.bottom / 4), []).append((piece.left, piece.right))
    # The side with most lines is tried first; lines that begin within a point try but one gutter.
    tried: set[int] = set()
    for left in sorted(aligned, key=lambda left: (-many[left], left)):
        if round(left) not in tried and _parts(rows.values(), left - 3):
            return left - 3
        tried.add(round(left))
    return None


def by_page(gutters: Mapping[int, float | None], count: int) -> dict[int, float]:
    """The usual gutter of each page from 1 to `count`: that of the file, else of pages near."""
    usual = usual_gutter(list(gutters.values()))
    found = {}
    for page in range(1, count + 1):
        near = [x for number, x in gutters.items() if abs(number - page) <= _NEIGHBOURS]
        gutter = usual if usual is not None else usual_gutter(near)
        if gutter is not None:
            found[page] = gutter
    return found


def usual_gutter(gutters: Sequence[float | None]) -> float | None:
    """Where most of these pages have their gutter; None where most have none."""
    found = [gutter for gutter in gutters if gutter is not None]
    if len(found) < _LEAST_PAGES:
        return None
    middle = median(found)
    near = sum(1 for gutter in found if abs(gutter - middle) < NEAR)
    return middle if 2 * near > len(gutters) else None


def _parts(rows: Collection[Ink], x: float) -> bool:
    """Whether prose stands on both sides of `x` and little runs across it."""
    if sum(any(a < x < b for a, b in row) for row in rows) > _MOST_CROSSING * len(rows):
        return False
    before = ([span for span in row if span[1] <= x] for row in rows)
    behind = ([span for span in row if span[0] >= x] for row in rows)
    lefts, rights = (
        [(min(a for a, _ in row), max(b for _, b in row)) for row in side if row]
        for side in (before, behind)
    )
    if min(len(lefts), len(rights)) < _LEAST_ROWS:
        return False
    edge, far = min(start for start, _ in lefts), max(stop for _, stop in rights)
    fills = (
        median(stop - start for start, stop in lefts) / max(x - edge, 1.0),
        median(stop - start for start, stop in rights) / max(far - x, 1.0),
    )
    return min(fills) >= _LEAST_FILL


_COUNTS = (4, 3)
_NARROWEST = 0.17  # of the page's width, from one column's left edge to the next one's
_EVEN = 4.0  # points between distances that are equal
_EDGE = 3.0  # points; lines that begin together do so within these
_INDENT = 20.0  # points that items of a list stand further right
_FEWEST_ROWS = 12  # of a column
_LEAST_HEIGHT = 0.4  # of the page, that the columns take up
_LEAST_GUTTER = 8.0  # points
_MOST_LEVEL = 0.5  # share of rows that begin in every column; those of a table do


def even_columns(
    rows: Sequence[Ink], tops: Sequence[float], width: float, height: float
) -> tuple[int, int, tuple[float, ...]] | None:
    """The first and last row of the columns, and the middles of the gutters between them; None on
    other pages. `rows` are in order from the top, `tops` where they stand, in points."""
    begun = Counter(round(start) for row in rows for start, _ in row)
    edges = sorted(
        x for x in begun if sum(begun[x + by] for by in (-2, -1, 0, 1, 2)) >= _FEWEST_ROWS
    )
    for lefts in _candidates(edges, width):
        step = lefts[1] - lefts[0]
        # Items of lists may be most of what begins together, further right than the rest.
        first, last = max(
            (_band(rows, [x - back for x in lefts[1:]]) for back in (_EDGE, _INDENT)),
            key=lambda run: run[1] - run[0],
        )
        if tops[last] - tops[first] < _LEAST_HEIGHT * height:
            continue
        part = slice(first, last + 1)
        gutters = [_gutter(rows[part], x - step / 2, x + _EDGE) for x in lefts[1:]]
        found = tuple(x for x in gutters if x is not None)
        if len(found) == len(gutters) and _are_set(rows[part], tops[part], found, step):
            return first, last, found
    return None


def _candidates(edges: Sequence[int], width: float) -> Iterator[list[int]]:
    """The left sides of columns of one width: two edges, and others as far apart again."""
    for count in _COUNTS:
        for first, second in combinations(edges, 2):
            step = second - first
            lefts = [first + step * at for at in range(count)]
            is_far = step >= _NARROWEST * width and lefts[-1] + 0.6 * step <= width
            if is_far and all(any(abs(x - edge) <= _EVEN for edge in edges) for x in lefts[2:]):
                yield lefts


def _band(rows: Sequence[Ink], gutters: Sequence[float]) -> tuple[int, int]:
    """The longest run of rows in which no words stand across a gutter: its first and last row."""
    crossed = [any(left < x < right for x in gutters for left, right in row) for row in rows]
    ends = [-1, *(at for at, is_crossed in enumerate(crossed) if is_crossed), len(rows)]
    first, last = max(((a + 1, b - 1) for a, b in pairwise(ends)), key=lambda run: run[1] - run[0])
    return min(first, len(rows) - 1), max(first, last, 0)


def _gutter(rows: Sequence[Ink], low: float, high: float) -> float | None:
    """The middle of the widest stretch between `low` and `high` where no row has words."""
    inked = sorted(span for row in rows for span in row if span[0] < high and span[1] > low)
    best, end = (0.0, 0.0), low
    for left, right in [*inked, (high, high)]:
        best = max(best, (left - end, (left + end) / 2))
        end = max(end, right)
    return best[1] if best[0] >= _LEAST_GUTTER else None


def _are_set(
    rows: Sequence[Ink], tops: Sequence[float], gutters: Sequence[float], step: float
) -> bool:
    """Is there running text in each column, and do rows begin apart?"""
    level = Counter[float]()
    for low, high in pairwise((-inf, *gutters, inf)):
        own = [
            (top, [span for span in row if low <= span[0] < high])
            for top, row in zip(tops, rows, strict=True)
        ]
        own = [(top, spans) for top, spans in own if spans]
        longest = (max(stop - start for start, stop in spans) for _, spans in own)
        if median(longest) < _LEAST_FILL * step:
            return False
        level.update(top for top, _ in own)
    return sum(n > len(gutters) for n in level.values()) < _MOST_LEVEL * len(rows)


_WIDEST_PAGE = 850.0  # points; Letter and A4 lie within it on their sides as well
_SHEET_GUTTER = 4.0  # points that no words stand in
_MOST_ACROSS = 0.02  # share of the lines that may run across a gutter, as titles do
_NARROWEST_COLUMN = 60.0  # points; what is narrower is a mark or a list's numbers
_SAME = 0.8  # share of the lines of a column that its copy has as well


def sheet_gutters(spans: Iterable[tuple[float, float]], width: float) -> tuple[float, ...]:
    """Where the columns of a sheet part, from left to right, in points; none on a page. `spans` are
    the stretches of its lines where words stand: x from left to right."""
    if width <= _WIDEST_PAGE:
        return ()
    inked = list(spans)
    changes = [0] * (int(width) + 2)  # of how many lines stand at each point
    for left, right in inked:
        changes[max(0, int(left))] += 1
        changes[min(int(right) + 1, len(changes) - 1)] -= 1
    most = max(1.0, _MOST_ACROSS * len(inked))
    gutters: list[float] = []
    lines, begun = 0, 0
    for x, change in enumerate(changes):
        is_free, lines = lines <= most, lines + change
        if is_free and lines > most:
            middle, last = (begun + x) / 2, gutters[-1] if gutters else 0.0
            if x - begun >= _SHEET_GUTTER and middle - last >= _NARROWEST_COLUMN:
                gutters.append(middle)
        elif not is_free and lines <= most:
            begun = x
    return tuple(gutters)


def in_order(layouts: Sequence[PageLayout]) -> Iterator[tuple[PageLayout, Found]]:
    """The blocks of all pages as they are read; what a sheet prints several times comes last."""
    once: list[tuple[PageLayout, Found]] = []
    several: list[tuple[PageLayout, Found]] = []
    for layout in layouts:
        texts: dict[float, set[str]] = {}
        for found in layout.blocks if layout.width > _WIDEST_PAGE else ():
            texts.setdefault(found.column, set()).update(line.text for line in found.lines)
        first = {
            column: next(x for x, other in texts.items() if _are_alike(own, other))
            for column, own in texts.items()
        }
        repeated = {x for column, x in first.items() if column != x}
        for found in layout.blocks:
            x = found.column
            if first.get(x, x) == x:
                (several if x in repeated else once).append((layout, found))
    yield from once
    yield from several


def _are_alike(column: set[str], other: set[str]) -> bool:
    """Do two columns print nearly the same lines?"""
    return len(column & other) >= _SAME * len(column | other)
