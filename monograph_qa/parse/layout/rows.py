"""Rows of segments and of words, by which tables and columns are found, and the gaps in them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import median

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.lines import Line, joined
from monograph_qa.parse.layout.signs import CAPTION, is_mark

_DEEP = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?")
NUMBER_ONLY = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.|\(?[a-z]\)?|\(?\d{1,2}\))")

SECTION_TITLE = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+[A-Z*]")
_MARKER_GAP = 75.0  # points between a number or bullet and its text
_LONE_MARKS = frozenset("•-–—o*†‡§¶#")  # of items and of notes


def rows_of(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand on one height, from top to bottom, each row from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.box.center_y):
        if rows:
            box = rows[-1][0].box
            low = min(box.height, line.box.height) or 1.0
            shared = min(box.bottom, line.box.bottom) - max(box.top, line.box.top)
            if shared > 0.5 * low:
                rows[-1].append(line)
                continue
        rows.append([line])
    for row in rows:
        row.sort(key=lambda line: line.box.left)
    return rows


def joined_rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Rows of lines, each bullet or section number joined to what it counts."""
    return [with_markers_joined(row) for row in rows_of(lines)]


def gap_between(upper: Sequence[Line | Word], lower: Sequence[Line | Word]) -> float:
    """Points from the deepest foot of one row to the highest head of the next."""
    return min(each.box.top for each in lower) - max(each.box.bottom for each in upper)


def with_markers_joined(row: Sequence[Line]) -> list[Line]:
    """The row with each bullet or section number joined to what it counts."""
    result: list[Line] = []
    marker: Line | None = None
    for line in row:
        if marker is not None:
            gap = line.box.left - marker.box.right
            # "16.3" and "10 mg Tablets", both in bold, are a section's number and title.
            worded = marker.bold and line.bold and any(map(str.isalpha, line.text))
            is_section = worded and _DEEP.fullmatch(marker.text) is not None
            if gap < _MARKER_GAP and (line.text[:1].isalpha() or is_section):
                line = joined([marker, line])
            else:
                result.append(marker)
            marker = None
        is_marker = line.bullet or line.text in _LONE_MARKS or NUMBER_ONLY.fullmatch(line.text)
        if len(line.words) == 1 and is_marker:
            marker = line
        else:
            result.append(line)
    return [*result, marker] if marker is not None else result


def share_of_several(lines: Sequence[Line]) -> float:
    """The share of rows with two or more segments."""
    rows = joined_rows(lines)
    return sum(1 for row in rows if len(row) > 1) / len(rows)


def lists_sections(lines: Sequence[Line]) -> bool:
    """Do the lines read as a table of contents: numbers rising, titles after them?"""
    rows = [line for row in joined_rows(lines) for line in row]
    numbers = [found[1] for line in rows if (found := SECTION_TITLE.match(line.text))]
    deep = sum("." in number for number in numbers)
    return deep >= 5 and len(numbers) >= 0.4 * len(rows)


def without_sections_above(box: Box, inside: Sequence[Line]) -> Box:
    """The table's box from its caption down, where rules and shades take in sections above it."""
    rows = joined_rows(inside)
    above = 0
    while above < len(rows) and len(rows[above]) == 1 and not CAPTION.match(rows[above][0].text):
        above += 1
    is_over = any(row[0].bold and SECTION_TITLE.match(row[0].text) for row in rows[:above])
    if not is_over or above >= len(rows) - 1 or not CAPTION.match(rows[above][0].text):
        return box
    return Box(box.left, rows[above][0].box.top - 1, box.right, box.bottom)


def lists_items(lines: Sequence[Line]) -> bool:
    """Are most of the segments list items, set side by side?"""
    rows = [line for row in joined_rows(lines) for line in row]
    return sum(1 for line in rows if line.bullet) >= 0.5 * len(rows)


def lines_within(lines: Sequence[Line], box: Box) -> list[Line]:
    """The lines whose middle lies in `box`."""
    near = box.grow(1)
    return [line for line in lines if near.contains(line.box.center_x, line.box.center_y)]


def are_in_columns(inside: Sequence[Line]) -> bool:
    """Do the lines stand side by side on many rows?"""
    return share_of_several(inside) >= 0.4


_NARROWEST = 6  # points
_LEAST_PARTED = 3  # rows with words on both sides of a gap that some rows cross
_CROSSING = 0.06  # share of the rows that may cross in any case
_STARTS = 5  # words right under one another that begin a column
_ON_EDGE = 0.6  # points between the left sides of such words
_PARTED = 0.6  # share of the rows with words on both sides that begin there anew
_WIDE = 2.0  # spaces before such a word, in the middle of the rows


def printed_rows(words: Sequence[Word]) -> list[list[Word]]:
    """Words by the height they stand on, each row from left to right."""
    rows: list[list[Word]] = []
    last = 0.0
    size = max((word.size for word in words), default=0.0)
    heights = ((_height(word, size), word) for word in words)
    for height, word in sorted(heights, key=lambda each: each[0]):
        if rows and height - last < 0.4 * word.box.height:
            rows[-1].append(word)
        else:
            rows.append([word])
            last = height
    for row in rows:
        row.sort(key=lambda word: word.box.left)
    return rows


def _height(word: Word, size: float) -> float:
    """y of the middle of the line that the word stands on, or is a raised mark of; a comma of the
    text's own `size`, after one, stands on the line itself."""
    is_raised = is_mark(word.text) and not (word.text.endswith(",") and word.size == size)
    return word.box.bottom if is_raised else word.box.center_y


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
    """x of the gaps that stay empty in nearly every row, in points; `most` rows may cross. Without
    `most`, titles may cross: rows that are one run of words, and a few others where twice as many
    rows are parted by the gap."""
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
    for is_gap, points in groupby(range(width), is_open):
        xs = list(points)
        if is_gap and xs[0] > 0 and xs[-1] + 1 < width and len(xs) >= _NARROWEST:
            gaps.append(box.left + (xs[0] + xs[-1] + 1) / 2)
    return gaps


def _steps(left: float, right: float, box: Box, width: int) -> range:
    return range(max(0, int(left - box.left)), min(width, int(right - box.left) + 1))


def starts_of(words: Sequence[Word]) -> list[float]:
    """x of columns told by their left sides: words that begin right under one another. Cells that
    fill their column leave no gap that is wider than a space; but words of running text do not
    begin at one x on row after row. A unit behind a figure does, one space away: most rows must
    leave more."""
    rows = printed_rows(words)
    margin = min((word.box.left for word in words), default=0.0)
    lefts = sorted(
        word.box.left for row in rows for word in row if word.box.left > margin + _NARROWEST
    )
    tried: list[float] = []
    for left in lefts:
        if tried and left - tried[-1] < _NARROWEST:
            continue
        near = lefts[bisect_left(lefts, left - 1) : bisect_right(lefts, left + 1)]
        if sum(abs(other - left) <= _ON_EDGE for other in near) >= _STARTS:
            tried.append(left)
    found = [x for x in tried if _begins_column(rows, x, [])]
    found += [x for x in tried if found and x not in found and _begins_column(rows, x, found)]
    return sorted(found)


def _begins_column(rows: Sequence[Sequence[Word]], x: float, known: Sequence[float]) -> bool:
    """Do words begin at `x` wherever words stand on both sides, but for rows of a `known` one?"""
    begun = parted = crossing = 0
    spaces: list[float] = []
    for row in rows:
        before = [word for word in row if word.box.left < x - _ON_EDGE]
        after = [word for word in row if word.box.left >= x - _ON_EDGE]
        crossing += any(word.box.right > x for word in before)
        if not after:
            continue
        if after[0].box.left - x <= 2 * _ON_EDGE:
            begun += 1
            if before:
                parted += 1
                wide = (x - before[-1].box.right) / max(before[-1].space, after[0].space, 1.0)
                is_marked = len(before) == 1 and len(before[0].text) <= 3  # a bullet, a number
                spaces.append(0.0 if after[0].text.startswith("(") or is_marked else wide)
        elif before and not any(abs(after[0].box.left - each) <= 2 * _ON_EDGE for each in known):
            parted += 1
    return (
        crossing <= int(_CROSSING * len(rows))
        and begun >= _STARTS
        and len(spaces) >= max(_LEAST_PARTED, _PARTED * parted)
        and median(spaces) >= _WIDE
    )
