"""Rows of segments, and the measures of tables and columns that rest on them."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.lines import Line, joined
from monograph_qa.parse.layout.marks import CAPTION

_DEEP = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?")
NUMBER_ONLY = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.|\(?[a-z]\)|\(?\d{1,2}\))")

SECTION_TITLE = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+[A-Z*]")
_MARKER_GAP = 75.0  # points between a number or bullet and its text
_MARK, _LEAST_MARKS = re.compile(r"-?\d+(?:\.\d+)?"), 3
_STEPS = 0.8  # share of the marks of an axis
_LONE_MARKS = frozenset("•-–—o*")


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


def with_markers_joined(row: Sequence[Line]) -> list[Line]:
    """The row with each bullet or section number joined to what it counts."""
    result: list[Line] = []
    marker: Line | None = None
    for at, line in enumerate(row):
        if marker is not None:
            gap = line.box.left - marker.box.right
            counted = line.text[:1].isalpha() or _is_section(marker, line)
            if gap < _MARKER_GAP and (counted or _is_raised(marker, line)):
                line = joined([marker, line])
            else:
                result.append(marker)
            marker = None
        following = row[at + 1] if at + 1 < len(row) else None
        if len(line.words) == 1 and (_is_marker(line) or _is_raised(line, following)):
            marker = line
        else:
            result.append(line)
    return [*result, marker] if marker is not None else result


def _is_section(number: Line, title: Line) -> bool:
    """Are they a bold section number and its bold title, as in "16.3 10 mg Tablets"?"""
    worded = any(char.isalpha() for char in title.text)
    return number.bold and title.bold and worded and _DEEP.fullmatch(number.text) is not None


def _is_raised(line: Line, following: Line | None) -> bool:
    """Is it the raised mark of a note, before the note itself?"""
    if following is None or len(line.text) > 2 or line.size >= 0.8 * following.size:
        return False
    return line.box.bottom < following.box.bottom - 0.1 * following.size


def _is_marker(line: Line) -> bool:
    return line.bullet or line.text in _LONE_MARKS or NUMBER_ONLY.fullmatch(line.text) is not None


def share_of_several(lines: Sequence[Line]) -> float:
    """The share of rows with two or more segments; 0.0 for no lines."""
    rows = [with_markers_joined(row) for row in rows_of(lines)]
    return sum(1 for row in rows if len(row) > 1) / len(rows) if rows else 0.0


def most_in_a_row(lines: Sequence[Line]) -> int:
    """The largest number of segments on one row."""
    return max((len(with_markers_joined(row)) for row in rows_of(lines)), default=0)


def lists_sections(lines: Sequence[Line]) -> bool:
    """Do the lines read as a table of contents: numbers rising, titles after them?"""
    rows = [line for row in rows_of(lines) for line in with_markers_joined(row)]
    numbers = [
        tuple(int(part) for part in found.group(1).split("."))
        for found in (SECTION_TITLE.match(line.text) for line in rows)
        if found
    ]
    deep = sum(1 for number in numbers if len(number) > 1)
    return deep >= 5 and len(numbers) >= 0.4 * len(rows)


def without_sections_above(box: Box, inside: Sequence[Line]) -> Box:
    """The table's box from its caption down, where sections stand above that: rules and shades of a
    page can take in the headings and paragraphs over a table."""
    rows = [with_markers_joined(row) for row in rows_of(inside)]
    above = 0
    while above < len(rows) and len(rows[above]) == 1 and not CAPTION.match(rows[above][0].text):
        above += 1
    is_over = any(row[0].bold and SECTION_TITLE.match(row[0].text) for row in rows[:above])
    if not is_over or above >= len(rows) - 1 or not CAPTION.match(rows[above][0].text):
        return box
    return Box(box.left, rows[above][0].box.top - 1, box.right, box.bottom)


def lists_items(lines: Sequence[Line]) -> bool:
    """Are most of the segments list items, set side by side?"""
    rows = [line for row in rows_of(lines) for line in with_markers_joined(row)]
    return sum(1 for line in rows if line.bullet) >= 0.5 * len(rows)


def lines_within(lines: Sequence[Line], box: Box) -> list[Line]:
    """The lines whose middle lies in `box`."""
    near = box.grow(1)
    return [line for line in lines if near.contains(line.box.center_x, line.box.center_y)]


def are_in_columns(inside: Sequence[Line]) -> bool:
    """Do the lines stand side by side on many rows?"""
    return most_in_a_row(inside) >= 2 and share_of_several(inside) >= 0.4


def is_scale(rows: Sequence[Sequence[Line]]) -> bool:
    """Are the rows the marks of a chart's axis: bare numbers, nearly all of them a step apart?"""
    marks = [row[0].text for row in rows if _MARK.fullmatch(row[0].text)]
    steps = Counter(round(float(one) - float(other), 3) for one, other in pairwise(marks))
    bare = sum(all(_MARK.fullmatch(line.text) for line in row) for row in rows)
    if len(marks) <= _LEAST_MARKS or 2 * bare <= len(rows):
        return False
    return max(steps.values()) >= _STEPS * steps.total()
