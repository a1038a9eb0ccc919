"""Lists set side by side: bulleted columns within a column of text, read one after another."""

import re
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.parse.layout.lines import Line, joined
from monograph_qa.parse.layout.measure import CLOSED
from monograph_qa.parse.layout.rows import gap_between, rows_of, with_markers_joined
from monograph_qa.parse.layout.signs import CAPTION

_BULLET_GAP = 2.5  # spaces before a bullet that opens a new column
_SHORT_CAPTION = 3  # words
_RUNNING = 3.0  # words a row, in text that runs on
_SLACK = 4.0  # points
_LABELLED = re.compile(r"[A-Z][A-Za-z ]{2,30}(?::|\s.*\d{4}$)")  # "Revised: 4/2025"
_PITCH = 1.45  # times the type size, from line to line within a paragraph
_APART = 3.0  # times the type size: a gap between texts that only share a height


def whole_lines(column: Sequence[Line]) -> list[Line]:
    """The printed lines of one column in reading order; lists side by side one after the other."""
    rows = [with_markers_joined(_cut_at_bullets(row)) for row in rows_of(column)]
    lines: list[Line] = []
    late: list[Line] = []  # texts at the right, kept until the paragraph at their left ends
    at = 0
    while at < len(rows):
        if late and (not _goes_on(lines[-1], rows[at]) or lines[-1].text.endswith(CLOSED)):
            lines += late
            late = []
        starts = [segment.box.left for segment in rows[at] if segment.bullet]
        if len(starts) < 2 and (stop := _side_by_side(rows, at)) > at:
            second = rows[at][1].box.left
            lines.extend(_column_by_column(rows[at:stop], [rows[at][0].box.left, second]))
            at = stop
            continue
        if len(starts) < 2:
            beside = [line for line in rows[at][1:] if _is_side_caption(line)]
            if at and len(rows[at]) == 2 and _goes_on_beside(rows[at - 1], rows[at]):
                beside = [rows[at][0]]
            whole, *apart = _parted([line for line in rows[at] if line not in beside])
            lines.append(whole)
            late += apart
            for caption in beside:
                lines.insert(_paragraph_start(lines), caption)
            at += 1
            continue
        stop = at + 1
        while stop < len(rows) and _belongs(rows[stop], rows[stop - 1], starts):
            stop += 1
        lines.extend(_column_by_column(rows[at:stop], starts))
        at = stop
    return lines + late


def _parted(row: Sequence[Line]) -> list[Line]:
    """The row as one line, or as several where texts share no more than its height. A label and its
    value, a date at the margin and rows set in columns stay together."""
    parts = [[row[0]]]
    for last, line in pairwise(row):
        gap = line.box.left - last.box.right
        if gap > _APART * max(last.size, line.size) and _stands_apart(last, line):
            parts.append([line])
        else:
            parts[-1].append(line)
    return [joined(part) for part in parts]


def _goes_on(line: Line, row: Sequence[Line]) -> bool:
    """Does `row` stand right under `line`, at the pitch of one paragraph?"""
    step = row[0].box.bottom - line.box.bottom
    return step < _PITCH * line.size and abs(row[0].box.left - line.box.left) < 2 * line.size


def _stands_apart(last: Line, line: Line) -> bool:
    value = len(line.words) == 1 and not line.text.isalpha()
    is_label = last.text.endswith(":") or CAPTION.match(last.text)
    if value or is_label or not any(map(str.isalpha, last.text)):
        return False
    # Else they are the cells of one row.
    return _LABELLED.match(line.text) is not None or last.text.endswith(CLOSED)


def _side_by_side(rows: Sequence[Sequence[Line]], at: int) -> int:
    """Where rows end that set a narrow text beside a wide one; `at` where none start. Labels that
    end with a colon, and dates at the margin, belong to the words on their row."""
    if len(rows[at]) != 2 or _is_side_caption(rows[at][1]):
        return at
    edge = rows[at][1].box.left
    stop = at
    while stop < len(rows) and (stop == at or _near(rows[stop - 1], rows[stop])):
        *before, last = rows[stop]
        is_on_edge = abs(last.box.left - edge) <= _SLACK
        if len(before) > 1 or not (is_on_edge or (not before and last.box.right < edge)):
            break
        stop += 1
    pairs = [row for row in rows[at:stop] if len(row) == 2]
    if len(pairs) < 2 or all(row[0].text.endswith(":") for row in pairs):
        return at
    words = sum(len(row[1].words) for row in pairs) / len(pairs)
    return stop if words >= _RUNNING else at


def _goes_on_beside(upper: Sequence[Line], row: Sequence[Line]) -> bool:
    """Does a text go on from the row above, with a label to its left that does not?"""
    same_edge = abs(upper[-1].box.left - row[1].box.left) <= _SLACK
    return len(upper) == 1 and same_edge and _near(upper, row) and not row[0].bullet


def _near(upper: Sequence[Line], lower: Sequence[Line]) -> bool:
    return gap_between(upper, lower) <= 0.5 * lower[0].size


def _is_side_caption(line: Line) -> bool:
    """Is it the caption of a picture that stands beside running text?"""
    return len(line.words) <= _SHORT_CAPTION and CAPTION.match(line.text) is not None


def _paragraph_start(lines: Sequence[Line]) -> int:
    """Where to put what stands beside the last line, so that it parts no paragraph."""
    at = len(lines) - 1
    while at > 0 and not lines[at].bullet:
        above, here = lines[at - 1], lines[at]
        if here.box.top - above.box.bottom > 0.6 * here.size:
            break
        at -= 1
    return at


def _cut_at_bullets(row: Sequence[Line]) -> list[Line]:
    pieces: list[Line] = []
    for line in row:
        start = 0
        for at in range(1, len(line.words)):
            word, last = line.words[at], line.words[at - 1]
            opens = Line([word, *line.words[at + 1 :]]).bullet
            if opens and word.box.left - last.box.right > _BULLET_GAP * last.space:
                pieces.append(Line(line.words[start:at]))
                start = at
        pieces.append(Line(line.words[start:]) if start else line)
    return pieces


def _belongs(row: Sequence[Line], last: Sequence[Line], starts: Sequence[float]) -> bool:
    """Does the row go on in the side-by-side lists above it?"""
    if gap_between(last, row) > last[0].size:
        return False
    return all(
        line.box.left >= starts[0] - _SLACK
        and all(line.box.right <= x + _SLACK for x in starts[_column(line, starts) + 1 :][:1])
        for line in row
    )


def _column(line: Line, starts: Sequence[float]) -> int:
    return max(
        (at for at, start in enumerate(starts) if start <= line.box.left + _SLACK), default=0
    )


def _column_by_column(rows: Sequence[Sequence[Line]], starts: Sequence[float]) -> list[Line]:
    columns: list[list[Line]] = [[] for _ in starts]
    for row in rows:
        for at in {_column(line, starts): None for line in row}:
            line = joined(part for part in row if _column(part, starts) == at)
            line.indent = starts[0] + line.box.left - starts[at]
            columns[at].append(line)
    return [line for column in columns for line in column]
