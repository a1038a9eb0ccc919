"""The rows that share one band of a table: lines that begin cells side by side."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from monograph_qa.domain.geometry import bounding
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.rows import printed_rows, runs_of
from monograph_qa.parse.layout.signs import BULLETS
from monograph_qa.parse.table_columns import slot
from monograph_qa.parse.table_row_kinds import is_figure, is_value

Lines = list[list[Word]]

_WORD = re.compile(r"[A-Z][^\W\d_]")

_EXACT, _LEVEL = 0.1, 0.4  # of a line's height, that a value may stand off that of its name
_EMPTY = 0.8  # of a line's height, between two parts
_FIGURES = 0.8  # share of what stands beside the names
_PADDING = 4.0  # points between a cell's edge and its words
_OUT = 2.0  # points by which a title stands out from the names under it
_CENTRED = 3.0  # points off the middle of a cell
_OPEN_ENDS = (",", "-", "/", "(", "–", "→")
_OPEN_WORDS = frozenset({"and", "or", "of", "with", "the", "for", "to", "in", "per", "by", "than"})


@dataclass(slots=True)
class _Part:
    """Lines of one cell that go on from one another."""

    lines: Lines

    @property
    def words(self) -> list[Word]:
        return [word for line in self.lines for word in line]

    @property
    def left(self) -> float:
        return self.lines[0][0].box.left

    def stands_out(self, below: "_Part") -> bool:
        """Does it begin further left than the one below, which is no longer line in its middle?"""
        one, two = bounding(w.box for w in self.words), bounding(w.box for w in below.words)
        return one.left < two.left - _OUT and abs(one.center_x - two.center_x) > _OUT

    @property
    def is_titled(self) -> bool:
        return self.lines[-1][-1].text.endswith(":")


def rows_in_band(words: Sequence[Word], xs: Sequence[float]) -> Lines:
    """The words of a band row by row, names first; none where it is one row.

    It is several where names stand under one another, and what is beside each begins on its
    height, or as often in each column as there are names. A name without anything beside it is the
    title of those below.
    """
    columns = _lines_by_column(words, xs)
    if 0 not in columns or len(columns) < 2:
        return []
    valued = [all(map(is_figure, lines)) for column, lines in columns.items() if column]
    if any(valued) and (rows := _level(_by_column(columns, xs), _EXACT)):
        return rows
    if not all(valued):
        return []  # prose
    parts = _by_column(columns)
    return _level(parts, _EXACT) or _counted(parts) or _level(parts, _LEVEL)


def paragraphs_in_band(words: Sequence[Word], xs: Sequence[float]) -> Lines:
    """The words of a band of prose part by part, the name with the first; none where it is one.

    Its parts are set apart by an empty line, below which each column beside the name, of two at
    least, begins anew: "Very common | Angina", "Common | Arrhythmias", both beside "Heart". A name
    that an empty line sets apart as well is that of the part beside which it begins.
    """
    columns = _lines_by_column(words, xs)
    beside = [lines for column, lines in columns.items() if column]
    if 0 not in columns or len(beside) < 2:
        return []
    parts: Lines = [[]]
    for line in printed_rows([word for lines in beside for each in lines for word in each]):
        top, height = min(word.box.top for word in line), max(word.box.height for word in line)
        low = max((word.box.bottom for word in parts[-1]), default=top)
        begun = [each for lines in beside for each in lines if _is_level(line, each, _LEVEL)]
        is_anew = all(_WORD.match(each[0].text) for each in begun)  # no "N = 80" of a header
        if top - low > _EMPTY * height and len(begun) == len(beside) and is_anew:
            parts.append([])
        parts[-1] += line
    tops = [min(word.box.top for word in part) for part in parts]
    at, low = 0, tops[0]
    for line in columns[0]:
        top, height = min(word.box.top for word in line), max(word.box.height for word in line)
        if top - low > _EMPTY * height:
            beside_it = [each for each in tops if abs(each - top) < _LEVEL * height]
            if not beside_it:
                return []
            at = tops.index(beside_it[0])
        low = max(word.box.bottom for word in line)
        parts[at] += line
    return parts if len(parts) > 1 else []


def _lines_by_column(words: Sequence[Word], xs: Sequence[float]) -> dict[int, Lines]:
    """The lines of each column; what runs over several stands in the first of them."""
    columns: dict[int, Lines] = {}
    for line in printed_rows(words):
        held: dict[int, list[Word]] = {}
        for run in runs_of(line):
            inside = [word for word in line if run.left <= word.box.center_x <= run.right]
            edges = [x for x in xs if x in (xs[0], xs[-1]) or not _runs_over(inside, x)]
            for word in inside:
                column = xs.index(edges[slot(edges, word.box.center_x)])
                held.setdefault(column, []).append(word)
        for column, part in held.items():
            columns.setdefault(column, []).append(part)
    return columns


def _runs_over(run: Sequence[Word], x: float) -> bool:
    """Does the run go on over the edge: has it not a whole figure on each side, of two cells that
    nearly touch?"""
    if not run[0].box.left + _OUT < x < run[-1].box.right - _OUT:
        return False
    before = [word for word in run if word.box.center_x < x]
    after = [word for word in run if word.box.center_x >= x]
    said = " ".join(word.text for word in before)
    is_whole = bool(before and after) and is_figure(before) and is_figure(after)
    return not (is_whole and said.count("(") == said.count(")"))


def _by_column(columns: Mapping[int, Lines], xs: Sequence[float] = ()) -> dict[int, list[_Part]]:
    """What each column says, lines together that go on: from a full line too, where the edges of
    the columns are told.

    A name goes on beside lines that all go on; what stands beside an item of a list does not.
    """
    items = [line for line in columns[0] if line[0].text in BULLETS]
    parts: dict[int, list[_Part]] = {}
    for column in sorted(columns, reverse=True):
        beside = [part.lines for each in parts.values() for part in each]
        begun = [lines[0] for lines in beside]
        hung = [line for lines in beside for line in lines[1:]] if column == 0 else []
        held = parts.setdefault(column, [])
        for line in columns[column]:
            above = held[-1].lines[-1] if held else None
            if (
                above
                and not _is_beside(items, line)
                and not (column == 0 and _is_first_below(above, line, begun))
                and (
                    _goes_on(above, line)
                    or (xs and _is_full(above, line, xs[column : column + 2]))
                    or (_is_beside(hung, line) and not _is_beside(begun, line))
                )
            ):
                held[-1].lines.append(line)
            else:
                held.append(_Part([line]))
    return parts


def _is_first_below(above: Sequence[Word], line: Sequence[Word], begun: Lines) -> bool:
    """Is the line a plain name, beside which cells begin, below a bold one that has none?"""
    is_titled = all(word.bold for word in above) and not any(word.bold for word in line)
    return is_titled and _is_beside(begun, line) and not _is_beside(begun, above)


def _is_beside(lines: Lines, line: Sequence[Word]) -> bool:
    return any(_is_level(other, line, _LEVEL) for other in lines)


def _goes_on(above: Sequence[Word], line: Sequence[Word]) -> bool:
    """Does the line go on in the middle of a phrase?"""
    first = line[0].text
    if first[:1].islower() or first[:1] in "([," or is_silent(line) or closes(above, line):
        return True
    return not is_value(above) and is_open(above)


def closes(above: Sequence[Word], line: Sequence[Word]) -> bool:
    """Does the line close brackets that the words above leave open?"""
    said, closing = (" ".join(w.text for w in words) for words in (above, line))
    return said.count("(") > said.count(")") and closing.count(")") > closing.count("(")


def is_silent(line: Sequence[Word]) -> bool:
    """Says the line nothing of its own: "%", "(%)"?"""
    return not is_value(line) and not any(char.isalnum() for word in line for char in word.text)


def is_open(line: Sequence[Word]) -> bool:
    """Does the line end in the middle of a phrase?"""
    last = line[-1].text
    return last.endswith(_OPEN_ENDS) or last in _OPEN_WORDS


def _is_full(above: Sequence[Word], line: Sequence[Word], edges: Sequence[float]) -> bool:
    """Had the line above no room for the first word of this one, which is set like it?"""
    (left, right), (begin, end) = edges, (above[0].box.left, above[-1].box.right)
    if line[0].box.left < begin - _OUT or line[0].bold != above[-1].bold:
        return False
    if above[-1].text.endswith(":") or (is_figure(above) and is_value(line)):
        return False
    if line[-1].box.right > right:
        return False  # names here run over the edge
    room = right - _PADDING - end
    if abs((begin + end) - (left + right)) < 2 * _CENTRED:
        room += begin - left - _PADDING
    return line[0].box.width + line[0].space > room


def _level(parts: Mapping[int, Sequence[_Part]], most: float) -> Lines:
    """Rows whose cells begin on the height of their names, in most columns, or in all where they
    hold words.

    Whatever leaves a doubt which name a cell belongs to leaves the band whole: cells beside a title
    or beside the second line of a name, names at the end without any.
    """
    names = parts[0]
    beside: list[list[Word]] = [[] for _ in names]
    held = [0] * len(names)
    told = [part for column in parts if column for part in parts[column]]
    figures = sum(is_figure(part.lines[0]) for part in told) >= _FIGURES * len(told)
    for part in told:
        near = (at for at, name in enumerate(names) if _stands_beside(name, part, most))
        at = next(near, None)
        if at is None:
            return []
        beside[at] += part.words
        held[at] += 1
    valued = [at for at, count in enumerate(held) if count]
    if len(names) < 2 or len(names) - 1 not in valued:
        return []
    bare = [at for at in range(len(names)) if at not in valued]
    if len(valued) == 1:
        titled = all(names[at].stands_out(names[at + 1]) for at in bare)
    else:
        titled = figures or all(_is_title(names[at], names[at + 1]) for at in bare)
    if not titled:
        return []
    least = (len(parts) - 1) * (0.5 if figures else 1)
    if sum(held) < least * len(valued):
        return []
    rows: Lines = []
    for at, (name, words) in enumerate(zip(names, beside, strict=True)):
        if {at - 1, at} <= set(bare):
            rows[-1] += name.words  # a title of several lines
        else:
            rows.append([*name.words, *words])
    return rows


def _stands_beside(name: _Part, part: _Part, most: float) -> bool:
    """Does it begin on the height of the name, or stand in the middle beside it?"""
    one, two = (bounding(word.box for word in each.words) for each in (name, part))
    off = abs(one.center_y - two.center_y)
    return _is_level(name.lines[0], part.lines[0], most) or off < most * name.words[0].box.height


def _is_level(line: Sequence[Word], other: Sequence[Word], most: float) -> bool:
    one, two = (words[words[0].text in BULLETS and len(words) > 1].box for words in (line, other))
    return abs(one.center_y - two.center_y) < most * max(one.height, two.height)


def _is_title(name: _Part, below: _Part) -> bool:
    """Is a name with nothing beside it set as the title of the one below?"""
    is_bold = [all(word.bold for word in part.words) for part in (name, below)]
    return name.is_titled or is_bold == [True, False] or name.stands_out(below)


def _counted(parts: Mapping[int, Sequence[_Part]]) -> Lines:
    """Rows told by their number: as many names as values in each column, under one title at most.

    The values may stand a little off their names, in the middle of the band.
    """
    names, columns = parts[0], [parts[column] for column in parts if column]
    count = len(columns[0])
    if len(columns) < 2 or count < 2 or any(len(column) != count for column in columns):
        return []
    title, named = names[:-count], names[-count:]
    if len(title) > 1 or len(named) < count or any(name.is_titled for name in named):
        return []
    if title and not _is_title(title[0], named[0]):
        return []
    rows = [
        [*name.words, *(word for column in columns for word in column[at].words)]
        for at, name in enumerate(named)
    ]
    return [*(part.words for part in title), *rows]
