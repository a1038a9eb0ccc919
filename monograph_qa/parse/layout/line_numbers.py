"""The numbers that a draft prints in its margin, one beside each line, from its first page on."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.lines import Line

_FEWEST = 12  # on a page, where the file does not tell that it is a draft
_FEWEST_SEEN = 8  # on a page that tells so
_MARGIN, _WIDEST = 0.2, 30.0  # share of a page's width; points
_ON_EDGE = 6.0  # points; the numbers of a page end at one x
_STEPS = 0.7  # share of them that count on by one
_BESIDE = 0.5  # share of a page's lines that have one: the weeks of a table are beside fewer
_APART = 5.0  # points between one line and the next
_MOST_BEYOND = 0.15  # share of the lines that may begin left of them


def are_numbered(pieces: Iterable[Box], width: float, read: Callable[[Box], str]) -> bool:
    """Do the pieces of text in the left margin of a page number its lines? `read` gives the text
    within a box."""
    pieces = list(pieces)
    narrow = [p for p in pieces if p.right < _MARGIN * width and p.width < _WIDEST]
    column = _in_column(narrow)
    if len(column) < _FEWEST_SEEN or len(column) < _BESIDE * _lines_of(pieces):
        return False
    numbers = [text for piece in column if _is_number(text := read(piece).strip())]
    return len(numbers) >= _FEWEST_SEEN and _count_on(numbers)


def without_line_numbers(
    lines: Sequence[Line], width: float, *, is_draft: bool = False
) -> list[Line]:
    """Lines without the numbers in the margin; a page of a draft may have few of them, beside its
    tables and pictures."""
    numbers = {
        line.words[0].box: line
        for line in lines
        if line.words[0].box.right < _MARGIN * width and _is_number(line.words[0].text)
    }
    column = _in_column(numbers)
    if len(column) < (1 if is_draft else _FEWEST):
        return list(lines)
    if not is_draft and len(column) < _BESIDE * _lines_of(line.box for line in lines):
        return list(lines)
    margin = {id(numbers[box]) for box in column}
    edge = max(box.right for box in column)
    beyond = sum(1 for line in lines if id(line) not in margin and line.box.left < edge)
    counted = [numbers[box].words[0].text for box in column]
    if not _count_on(counted) or beyond > _MOST_BEYOND * len(lines):
        return list(lines)
    without = [Line(line.words[1:]) if id(line) in margin else line for line in lines]
    return [line for line in without if line.words]


def _lines_of(boxes: Iterable[Box]) -> int:
    """At how many heights of a page text stands."""
    heights = sorted(box.center_y for box in boxes)
    return sum(two - one > _APART for one, two in pairwise(heights)) + bool(heights)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= 4


def _in_column(boxes: Iterable[Box]) -> list[Box]:
    """Those that end where most of them do, from top to bottom."""
    near = sorted(boxes, key=lambda box: box.top)
    if not near:
        return []
    x = Counter(round(box.right / _ON_EDGE) for box in near).most_common(1)[0][0]
    return [box for box in near if abs(box.right / _ON_EDGE - x) <= 1.2]


def _count_on(numbers: Sequence[str]) -> bool:
    steps = sum(int(two) == int(one) + 1 for one, two in pairwise(numbers))
    return steps >= _STEPS * (len(numbers) - 1)
