"""Words set side by side become segments of lines: cells, or the lines of one column."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.lines import SPLIT, Line
from monograph_qa.parse.layout.signs import raised, stands_apart

_SPACED = 1.2  # spaces of the word that a mark stands beside
_MARK = 3  # letters of a word that may be raised or lowered
_SMALLER, _SHIFT = 0.94, 0.12  # times the height of the word beside it
_RAISED, _NEAR = 0.9, 0.05  # times the size of the line: of a mark, and by which words differ

_Row = tuple[Box, list[Word]]  # the box of its first word, and all


def segments_of(words: Sequence[Word]) -> list[Line]:
    """Lines cut wherever a gap is wide enough to part cells or columns, top to bottom."""
    lines = [line for row in _rows(words) for line in _segments(row)] if words else []
    return sorted(lines, key=lambda line: (line.box.top, line.box.left))


def _rows(words: Sequence[Word]) -> list[list[Word]]:
    heights = sorted(word.box.height for word in words)
    usual = heights[len(heights) // 2]
    rows: list[_Row] = []
    late: list[Word] = []
    shifted = _shifted(words)
    for word in sorted(words, key=lambda word: word.box.center_y):
        if id(word) in shifted or not 0.72 * usual <= word.box.height <= 1.5 * usual:
            late.append(word)
            continue
        best = _best_row(rows[-5:], word)
        if best is None:
            rows.append((word.box, [word]))
        else:
            best[1].append(word)
    # Raised, lowered and oversized characters look for the line they touch most.
    lone: list[_Row] = []
    for word in late:
        best = _row_beside(rows, word) or _best_row(rows, word) or _best_row(lone, word)
        if best is None:
            lone.append((word.box, [word]))
        else:
            best[1].append(word)
    return [row for _, row in rows + lone]


def _shifted(words: Sequence[Word]) -> set[int]:
    """Ids of short words, a little smaller, that are raised or lowered beside their neighbour."""
    found: set[int] = set()
    for one, other in pairwise(words):
        small, tall = sorted((one, other), key=lambda word: word.box.height)
        if len(small.text) > _MARK or small.box.height > _SMALLER * tall.box.height:
            continue
        gap = max(one.box.left, other.box.left) - min(one.box.right, other.box.right)
        beside = gap < max(small.space, tall.space) and _vertical_share(one.box, other.box) > 0.25
        if beside and abs(small.box.center_y - tall.box.center_y) > _SHIFT * tall.box.height:
            found.add(id(small))
    return found


def _row_beside(rows: Sequence[_Row], word: Word) -> _Row | None:
    """The row with a word right beside `word` at about its height."""
    least = max(word.space, 1.5)
    opens = 0.9 * word.box.height if len(word.text) <= 2 else least
    for row in rows:
        if row[0].top - 40 > word.box.top or row[0].bottom + 40 < word.box.bottom:
            continue
        for other in row[1]:
            box = other.box
            near = max(least, _SPACED * other.space)
            beside = -near < word.box.left - box.right < near or (
                -near < box.left - word.box.right < near
            )
            if not beside and 0 <= box.left - word.box.right < opens:
                # The mark of a note stands before all of its line.
                beside = all(box.left <= first.box.left for first in row[1])
            if beside and _vertical_share(box, word.box) > 0.25:
                return row
    return None


def _best_row(rows: Sequence[_Row], word: Word) -> _Row | None:
    best = max(rows, key=lambda row: _vertical_share(row[0], word.box), default=None)
    return best if best and _vertical_share(best[0], word.box) > 0.5 else None


def _vertical_share(one: Box, other: Box) -> float:
    top, bottom, above, below = one.top, one.bottom, other.top, other.bottom
    low = min(bottom - top, below - above)
    if low <= 0:
        return 0.0
    return ((bottom if bottom < below else below) - (top if top > above else above)) / low


def _segments(row: list[Word]) -> list[Line]:
    open_runs: list[list[Word]] = []
    for word in sorted(row, key=lambda word: word.box.left):
        home = None
        for run in open_runs:
            last = run[-1]
            gap = word.box.left - last.box.right
            wide = SPLIT * max(last.space, word.space)
            # Two lines caught in one row overlap sideways; keep them apart.
            if gap < -0.5 * max(last.space, 1.0) * 4 or gap > wide:
                continue
            tallest = max((other.box for other in run[-6:]), key=lambda box: box.height)
            if _vertical_share(tallest, word.box) < 0.25:
                continue
            if home is None or last.box.right > home[-1].box.right:
                home = run
        if home is None:
            open_runs.append([word])
            continue
        mark = raised(home[-1].text, word.text) if _is_raised(word, home) else None
        word = replace(word, text=mark) if mark is not None else word
        is_apart = mark is not None and stands_apart(home[-1].text, mark)
        if _touches(home[-1], word) and not is_apart:
            home[-1] = _merged(home[-1], word)
        else:
            home.append(word)
    return [Line(run) for run in open_runs]


def _is_raised(word: Word, run: Sequence[Word]) -> bool:
    """Is the word smaller than the last one of the line's usual size, and above its foot?"""
    pieces = [piece for other in run for piece in (other.pieces or (other,))]
    if word.size >= _RAISED * max(piece.size for piece in pieces):
        return False  # so it is beside the usual size, which costs more to tell
    size = median(piece.size for piece in pieces for _ in piece.text)
    usual = (each.box for each in reversed(pieces) if abs(each.size - size) < _NEAR * size)
    last = next(usual, run[-1].box)
    high = last.center_y - word.box.center_y > _SHIFT * last.height
    return word.size < _RAISED * size and high and word.box.bottom < last.bottom - 1


def _touches(left: Word, right: Word) -> bool:
    """Do both stand in one word (a raised or differently set part) with no space between?"""
    gap = right.box.left - left.box.right
    return not (left.marks or left.spaced) and gap < 0.55 * max(left.space, right.space)


def _merged(left: Word, right: Word) -> Word:
    main = left if len(left.text) >= len(right.text) else right
    return Word(
        text=left.text + right.text,
        box=left.box.union(right.box),
        size=max(left.size, right.size),
        bold=main.bold,
        italic=main.italic,
        space=max(left.space, right.space),
        spaced=right.spaced,
        hidden=left.hidden,
        pieces=(*(left.pieces or (left,)), *(right.pieces or (right,))),
    )
