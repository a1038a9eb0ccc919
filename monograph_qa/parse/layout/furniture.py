"""Running heads, running feet and page numbers: what stands in one place on most pages; and the
numbers that a draft prints in its margin, one beside each line."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from itertools import pairwise
from typing import NamedTuple

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.lines import Line, joined
from monograph_qa.parse.layout.rows import rows_of
from monograph_qa.parse.layout.shapes import distinct
from monograph_qa.parse.layout.signs import CAPTION

EDGE = 0.12  # share of the page's height looked at, top and bottom
_PAGE_NUMBER = re.compile(
    r"[-–—\[(]*(?:page|pg\.?|p\.)?[-–—]*#(?:(?:of|/)#)?[-–—\])]*|(?:page)?[ivxl]{1,6}"
    r"|referenceid:?#"
)
_COUNTED = re.compile(r"page#(?:(?:of|/)#)?|referenceid:?#")  # furniture even of a single page
_LEVEL = 7.0  # points a running head may move up or down from page to page
_ASIDE = 14.0  # points it may move sideways
_LONG, _ALIKE = 24, 3.0  # letters; points
_MOST_NEEDED = 10  # pages; on so many a line is a running head in a file of any length
_MEET, _SIDES = 2.0, 3  # points between rules that meet; rules beside two columns
_UNBROKEN = 0.4  # share of the pages between the first and last with a running head


class EdgeLine(NamedTuple):
    """A line near the edge of a page: its `edge_key`, sides and middle height in points."""

    key: str
    left: float
    right: float
    middle: float

    def is_where(self, other: "EdgeLine") -> bool:
        """Do both stand at one height, with a side or the middle of the line in common? A page
        number may move with the depth of the page, a running head may not."""
        if abs(self.middle - other.middle) > _LEVEL and not _PAGE_NUMBER.fullmatch(self.key):
            return False
        left, right = self.left - other.left, self.right - other.right
        return min(abs(left), abs(right), abs(left + right) / 2) < _ASIDE

    def is_as_long(self, other: "EdgeLine") -> bool:
        """Are both so long that they are no title, and of one length?"""
        length, another = self.right - self.left, other.right - other.left
        return len(self.key) >= _LONG and abs(length - another) < _ALIKE


@frozen
class Furniture:
    """What the whole file tells of a page: edge lines that repeat in one place, which pages print
    the table of contents, and where pages like it have a gutter. `contents` maps a page number to
    whether the contents list starts and ends on that page; `gutters` maps page numbers to points
    from the left; pages in one column have none. `is_draft` tells that most pages number their
    lines."""

    top: tuple[EdgeLine, ...] = ()
    bottom: tuple[EdgeLine, ...] = ()
    contents: dict[int, tuple[bool, bool]] = field(default_factory=dict)
    gutters: dict[int, float] = field(default_factory=dict)
    is_draft: bool = False


def edge_key(text: str) -> str:
    """`text` without spaces, case and the value of its numbers."""
    return re.sub(r"\s+", "", re.sub(r"\d+", "#", text)).lower()


def edge_lines(pieces: Iterable[Box], read: Callable[[Box], str]) -> list[EdgeLine]:
    """The lines that pieces of text at one edge of a page form: whole rows, and their parts. `read`
    gives the text within a box."""
    rows: list[list[Box]] = []
    for piece in sorted(pieces, key=lambda piece: piece.center_y):
        last = rows[-1][-1] if rows else None
        low = min(last.height, piece.height) if last else 0.0
        if last and min(last.bottom, piece.bottom) - max(last.top, piece.top) > 0.4 * low:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    lines: list[EdgeLine] = []
    for row in rows:
        runs: list[Box] = []
        for piece in sorted(row, key=lambda piece: piece.left):
            if runs and piece.left - runs[-1].right < piece.height:
                runs[-1] = runs[-1].union(piece)
            else:
                runs.append(piece)
        whole = [bounding(runs)] if len(runs) > 1 else []
        lines += [
            EdgeLine(edge_key(read(box)), box.left, box.right, box.center_y)
            for box in [*whole, *runs]
        ]
    return lines


def repeating(pages: Sequence[Sequence[EdgeLine]]) -> tuple[EdgeLine, ...]:
    """The lines that stand in one place on most of `pages`, of each of which these are the lines at
    one edge. A line on every other page counts too; so does one that moves within a few points."""
    places: dict[str, list[list[tuple[int, EdgeLine]]]] = defaultdict(list)
    for number, lines in enumerate(pages, start=1):
        for line in (line for line in lines if line.key):
            here = places[line.key]
            place = next((place for place in here if place[-1][1].is_where(line)), None)
            if place is None:
                here.append([(number, line)])
            else:
                place.append((number, line))
    found = [place for here in places.values() for place in here]
    return tuple(p[0][1] for p in found if _runs({number for number, _ in p}, len(pages)))


def _runs(on: set[int], count: int) -> bool:
    """Do the pages `on` which a line stands, of `count`, make it a running head?"""
    if len(on) < 2 or len(on) < _UNBROKEN * (max(on) - min(on) + 1):
        return False
    is_one_sided = len({number % 2 for number in on}) == 1
    sides = (count + 1) // 2 if min(on) % 2 else count // 2
    is_on_most = len(on) > min(0.5 * count, _MOST_NEEDED - 1)
    return is_on_most or (is_one_sided and len(on) >= sides - 1)


def without_furniture(
    lines: Sequence[Line],
    known: Furniture,
    height: float,
    number: int = 0,
    upright: Sequence[Box] = (),
) -> tuple[list[Line], list[Line]]:
    """The page's lines without its furniture, and the furniture. Only what stands outermost at its
    edge goes: the first row of text ends the search, and so does a table, by its `upright` rules,
    whose header is printed on each page. `number` is the page's own."""
    dropped: set[int] = set()
    top = min(EDGE * height, _grid_top(upright, EDGE * height))
    upper = rows_of([line for line in lines if line.box.center_y <= top])
    lower = rows_of([line for line in lines if line.box.center_y >= (1 - EDGE) * height])
    for rows, places in ((upper, known.top), (lower[::-1], known.bottom)):
        for row in rows:
            gone = _furniture_of(row, places)
            if not gone and _is_number_of(row, number, places):
                gone = {id(line) for line in row}
            if not gone:
                break
            dropped |= gone
    kept = [line for line in lines if id(line) not in dropped]
    return kept, [line for line in lines if id(line) in dropped]


def _grid_top(upright: Sequence[Box], edge: float) -> float:
    """y from which the upright rules of several columns run down over `edge`."""
    rules = sorted(upright, key=lambda rule: -rule.top)
    tops = []
    for x in distinct((rule.center_x for rule in rules), _MEET):
        top = edge
        for rule in rules:
            if abs(rule.center_x - x) <= _MEET and rule.top < top <= rule.bottom + _MEET:
                top = rule.top
        tops.append(top)
    return sorted([*tops, edge, edge, edge])[_SIDES - 1]


def _is_number_of(row: Sequence[Line], page: int, places: Sequence[EdgeLine]) -> bool:
    """Is it the page's number, set in another place than on the other pages?"""
    text = joined(row).text.strip()
    if text == str(page):
        return True
    numbered = any(_PAGE_NUMBER.fullmatch(place.key) for place in places)
    return numbered and _PAGE_NUMBER.fullmatch(edge_key(text)) is not None


def _furniture_of(row: Sequence[Line], places: Sequence[EdgeLine]) -> set[int]:
    """The ids of the lines of `row` that are furniture."""
    whole = joined(row)
    if CAPTION.match(whole.text):
        return set()
    if _COUNTED.fullmatch(edge_key(whole.text)) or _stands_in(whole, places):
        return {id(line) for line in row}
    return {
        id(line)
        for line in row
        if (len(line.text) > 3 or len(row) == 1) and _stands_in(line, places)
    }


def _stands_in(line: Line, places: Sequence[EdgeLine]) -> bool:
    """Is the line one of those, in its place or, where it is long, shifted as a whole?"""
    box = line.box
    here = EdgeLine(edge_key(line.text), box.left, box.right, box.center_y)
    return any(
        place.key == here.key and (place.is_where(here) or place.is_as_long(here))
        for place in places
    )


_FEWEST = 12  # on a page, where the file does not tell that it is a draft
_FEWEST_SEEN = 8  # on a page that tells so
_MARGIN, _WIDEST = 0.2, 30.0  # share of a page's width; points
_ON_EDGE = 6.0  # points; the numbers of a page end at one x
_STEPS = 0.7  # share of them that count on by one
_BESIDE = 0.5  # share of a page's lines that have one: the weeks of a table are beside fewer
_APART = 5.0  # points between one line and the next
_MOST_BEYOND = 0.15  # share of the lines that may begin left of them


def are_numbered(pieces: Iterable[Box], width: float, read: Callable[[Box], str]) -> bool:
    """Do pieces in the left margin number the lines? `read` gives the text within a box."""
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
    """Lines without the numbers in the margin; a page of a draft may have few of them."""
    numbers = {
        line.words[0].box: line
        for line in lines
        if line.words[0].box.right < _MARGIN * width and _is_number(line.words[0].text)
    }
    column = _in_column(numbers)
    least = 1 if is_draft else max(_FEWEST, _BESIDE * _lines_of(line.box for line in lines))
    if len(column) < least or not _count_on([numbers[box].words[0].text for box in column]):
        return list(lines)
    margin = {id(numbers[box]) for box in column}
    edge = max(box.right for box in column)
    beyond = sum(id(line) not in margin and line.box.left < edge for line in lines)
    if beyond > _MOST_BEYOND * len(lines):
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
