"""The lines of one band of a table, column by column, and which of them go on from one another."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.rows import printed_rows, runs_of
from monograph_qa.parse.layout.signs import BULLETS
from monograph_qa.parse.table_columns import slot
from monograph_qa.parse.table_row_kinds import is_figure, is_value

Lines = list[list[Word]]

LEVEL = 0.4  # of a line's height, that a value may stand off that of its name
_PADDING = 4.0  # points between a cell's edge and its words
_OUT = 2.0  # points by which a title stands out from the names under it
_CENTRED = 3.0  # points off the middle of a cell
_LISTED = 3  # names with figures of their own
_P_VALUE = re.compile(r"p[-‑ ]?values?", re.IGNORECASE)  # names a row
_OPEN_ENDS = (",", "-", "/", "(", "–", "→")
_OPEN_WORDS = frozenset(
    {"and", "or", "of", "with", "the", "for", "to", "in", "per", "by", "than", "+"}
)


@dataclass(slots=True)
class Part:
    """Lines of one cell that go on from one another."""

    lines: Lines

    @property
    def words(self) -> list[Word]:
        return [word for line in self.lines for word in line]

    def stands_out(self, below: "Part") -> bool:
        """Does it begin further left than the one below, which is no longer line in its middle?"""
        one, two = bounding(w.box for w in self.words), bounding(w.box for w in below.words)
        return one.left < two.left - _OUT and abs(one.center_x - two.center_x) > _OUT

    @property
    def is_titled(self) -> bool:
        return self.lines[-1][-1].text.endswith(":")


def is_bold(words: Sequence[Word]) -> bool:
    """Is all bold that is said, but for marks and signs: "HBV DNA" with a plain "(%)"?"""
    said = [word for word in words if sum(map(str.isalnum, word.text)) > 1]
    return all(word.bold for word in said or words)


def lines_by_column(words: Sequence[Word], xs: Sequence[float]) -> dict[int, Lines]:
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
    """Does the run go on over the edge, and not with a whole figure on each side of it?"""
    if not run[0].box.left + _OUT < x < run[-1].box.right - _OUT:
        return False
    before = [word for word in run if word.box.center_x < x]
    after = [word for word in run if word.box.center_x >= x]
    said = " ".join(word.text for word in before)
    if after and after[0].text[:1] in "([" and said[:1] not in ("(", "["):
        return True  # the spread of one value
    is_whole = bool(before and after) and is_figure(before) and is_figure(after)
    return not (is_whole and said.count("(") == said.count(")"))


def by_column(columns: Mapping[int, Lines], xs: Sequence[float] = ()) -> dict[int, list[Part]]:
    """What each column says, lines together that go on: from a full line too, where the edges of
    the columns are told. A name goes on beside lines that all go on, and not where cells begin
    beside each of its lines, nor where figures begin beside each of the column's, if these are
    several; what stands beside an item of a list does not, nor what is said once more of the next
    name."""
    items = [line for line in columns[0] if line[0].text in BULLETS]
    parts: dict[int, list[Part]] = {}
    for column in sorted(columns, reverse=True):
        beside = [part.lines for each in parts.values() for part in each]
        begun = [lines[0] for lines in beside]
        hung = [line for lines in beside for line in lines[1:]] if column == 0 else []
        figures = [line for line in begun if is_figure(line)]
        each = column == 0 and len(columns[0]) >= _LISTED
        each = each and all(_is_beside(figures, name) for name in columns[0])
        held = parts.setdefault(column, [])
        for line in columns[column]:
            above = held[-1].lines[-1] if held else None
            if (
                above
                and [word.text for word in above] != [word.text for word in line]
                and not _is_beside(items, line)
                and not (_P_VALUE.match(line[0].text) and _is_beside(figures, line))
                and not (column == 0 and _is_first_below(above, line, begun))
                and not (each and line[0].text[:1].isalpha())
                and (
                    _goes_on(above, line)
                    or (
                        xs
                        and _is_full(above, line, xs[column : column + 2])
                        and not (column == 0 and all(_is_beside(begun, n) for n in (above, line)))
                    )
                    or (_is_beside(hung, line) and not _is_beside(begun, line))
                )
            ):
                held[-1].lines.append(line)
            else:
                held.append(Part([line]))
    return parts


def _is_first_below(above: Sequence[Word], line: Sequence[Word], begun: Lines) -> bool:
    """Is the line a plain name, beside which cells begin, below a bold one that has none?"""
    is_titled = is_bold(above) and not any(word.bold for word in line)
    return is_titled and _is_beside(begun, line) and not _is_beside(begun, above)


def _is_beside(lines: Lines, line: Sequence[Word]) -> bool:
    return any(is_level(other, line, LEVEL) for other in lines)


def _goes_on(above: Sequence[Word], line: Sequence[Word]) -> bool:
    """Does the line go on in the middle of a phrase?"""
    first = line[0].text
    # A p value stands under the value it is of, or under that of the name above.
    is_anew = is_value(line) and (first[:1] != "p" or above[0].text[:1] == "p")
    if first[:1].islower() and not is_anew:
        return True
    is_silent = not any(char.isalnum() for word in line for char in word.text)  # "%", "(%)"
    if first[:1] in "([," or (is_silent and not is_value(line)) or closes(above, line):
        return True
    return is_open(above) and (not is_value(above) or above[-1].text.endswith("/"))


def closes(above: Sequence[Word], line: Sequence[Word]) -> bool:
    """Does the line close brackets that the words above leave open?"""
    said, closing = (" ".join(w.text for w in words) for words in (above, line))
    return said.count("(") > said.count(")") and closing.count(")") > closing.count("(")


def is_open(line: Sequence[Word]) -> bool:
    """Does the line end in the middle of a phrase?"""
    last = line[-1].text
    return last.endswith(_OPEN_ENDS) or last in _OPEN_WORDS


def _is_full(above: Sequence[Word], line: Sequence[Word], edges: Sequence[float]) -> bool:
    """Had the line above no room for the first word of this one, which is set like it?"""
    (left, right), (begin, end) = edges, (above[0].box.left, above[-1].box.right)
    if line[0].box.left < begin - _OUT or line[0].bold != above[-1].bold:
        return False
    if all(word.italic for word in above) and not any(word.italic for word in line):
        return False  # a title
    if above[-1].text.endswith(":") or (is_figure(above) and is_value(line)):
        return False
    if line[-1].box.right > right:
        return False  # names here run over the edge
    room = right - _PADDING - end
    if abs((begin + end) - (left + right)) < 2 * _CENTRED:
        room += begin - left - _PADDING
    return line[0].box.width + line[0].space > room


def is_level(line: Sequence[Word], other: Sequence[Word], most: float) -> bool:
    one, two = (words[words[0].text in BULLETS and len(words) > 1].box for words in (line, other))
    return abs(one.center_y - two.center_y) < most * max(one.height, two.height)


def is_spread_under(upper: Sequence[Word], lower: Sequence[Word], first_column: float) -> bool:
    """Are the upper ones figures without a name, each over its spread in brackets?"""
    runs = runs_of(sorted(upper, key=lambda word: word.box.left))
    opened = [word.box for word in lower if word.text.startswith(("[", "("))]
    return min(run.left for run in runs) > first_column and all(
        any(run.left < box.right and box.left < run.right for box in opened) for run in runs
    )


def value_runs(line: Sequence[Word]) -> list[Box]:
    """The boxes of the runs of words on the line that are figures."""
    row = sorted(line, key=lambda word: word.box.left)
    return [
        run
        for run in runs_of(row)
        if is_value([word for word in row if run.left <= word.box.center_x <= run.right])
    ]
