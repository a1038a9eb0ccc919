"""The rows of one table: drawn edges, printed lines, values that share a band."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from monograph_qa.domain.geometry import Box
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.rows import printed_rows, runs_of
from monograph_qa.parse.layout.shapes import MEET, distinct
from monograph_qa.parse.layout.signs import is_mark
from monograph_qa.parse.table_columns import closed, slot
from monograph_qa.parse.table_lines import LEVEL, closes, is_open, is_spread_under, value_runs
from monograph_qa.parse.table_names import with_middles
from monograph_qa.parse.table_row_kinds import is_value

_WHOLE = 0.6  # share of the table's width that a rule between rows runs
_RULED = 4  # rules, and rows of several lines between them
_CLEAR, _LOOSE = 0.45, 0.2  # of a line's height, over the closest lines: between rows, within one
_BESIDE = 0.6  # of a line's height, between the lines of one cell
_PHRASE = 4  # words
_EDGE = 1.0  # points between the left sides of lines of one name
_PROSE = 0.6  # share of the close lines in which a cell goes on


@frozen
class Rows:
    """y of the edges between rows; rows in `apart` begin a line of values, and no rule is above.
    `places` are the rows of words that stand a little off the values they name; rows in `named`
    have a name of their own, though no rule parts it from the one above; those in `within` have
    that above, and all else of their own."""

    edges: list[float]
    apart: frozenset[int] = frozenset()
    named: frozenset[int] = frozenset()
    within: frozenset[int] = frozenset()
    places: Mapping[int, int] = field(default_factory=dict)

    def row(self, word: Word) -> int:
        """The row of a word, from 0."""
        return self.places.get(id(word), slot(self.edges, word.box.center_y))


def row_edges(
    box: Box, level: Sequence[Box], xs: Sequence[float], words: Sequence[Word], *, ruled: bool
) -> list[float]:
    """y of the edges: the level rules; the gaps between lines too, unless it is `ruled` upright."""
    drawn = distinct((rule.center_y for rule in level if rule.width > 12), MEET)
    inner = [y for y in drawn if box.top + 5 < y < box.bottom - 5]
    if not ruled:
        at = {y: [rule for rule in level if abs(rule.center_y - y) <= MEET] for y in inner}
        whole = [y for y in inner if sum(r.width for r in at[y]) >= _WHOLE * box.width]
        if not _rules_part_rows(words, whole, xs[1]):
            whole = with_middles(_rows_by_text(words, inner, xs[1]), whole, xs, words)
        inner = whole
    return closed(inner, drawn, box.top, box.bottom)


@dataclass(slots=True)
class _Line:
    """Words on one height, from left to right; those within the first column are `names`."""

    words: list[Word]
    box: Box
    first_column: float

    @property
    def names(self) -> list[Word]:
        return [word for word in self.words if word.box.center_x < self.first_column]

    @property
    def beside(self) -> list[Word]:
        return [word for word in self.words if word.box.center_x >= self.first_column]


def _lines_of(words: Sequence[Word], first_column: float) -> list[_Line]:
    lines: list[_Line] = []
    for word in sorted(words, key=lambda word: word.box.center_y):
        box, last = word.box, lines[-1] if lines else None
        low = min(last.box.height, box.height) or 1.0 if last else 1.0
        if last and min(last.box.bottom, box.bottom) - max(last.box.top, box.top) > 0.45 * low:
            if all(is_mark(other.text) for other in last.words):
                last.box = box  # what stands raised begins no line
            elif box.height < 1.5 * last.box.height:
                last.box = last.box.union(box)
            last.words.append(word)
        else:
            lines.append(_Line([word], box, first_column))
    for line in lines:
        line.words.sort(key=lambda word: word.box.left)
    return lines


def _rows_by_text(
    words: Sequence[Word], rules: Sequence[float], first_column: float
) -> list[float]:
    lines = _lines_of(words, first_column)
    gaps = [lower.box.top - upper.box.bottom for upper, lower in pairwise(lines)]
    if wide := _gaps_that_part(lines, gaps, rules):
        return [_edge(lines[at].box, lines[at + 1].box, rules) for at in wide]
    widest = max(gaps, default=0.0)
    edges = []
    row = lines[:1]
    for at, (upper, lower) in enumerate(pairwise(lines)):
        between = any(upper.box.center_y < y < lower.box.center_y for y in rules)
        first, is_alone = lower.names, not lower.beside
        last = _last_name(upper)
        is_near = gaps[at] < _BESIDE * lower.box.height
        goes_on = bool(last and first and (is_open(last) or closes(last, first)))
        if not _is_set_apart(upper, lower):
            is_begun = not row[0].words[0].text[:1].islower()  # as rows begin
            rests = is_alone or (is_begun and _ends_cells(lower))
            is_close = gaps[at] < 0.5 * widest or (rests and is_near)
            goes_on = goes_on or (is_close and _goes_on(first))
        below = _gaps_below(lines, gaps, at + 1) or [widest]  # none is below the last
        goes_on = goes_on or (is_alone and _hangs(row, lower, below))
        goes_on = goes_on or (is_near and _is_wrapped(upper, lower, words))
        goes_on |= is_near and is_spread_under(upper.words, lower.words, first_column)
        values = (_has_values_too(line, lower) for line in row)
        above = [word for line in row for word in line.words]
        closed_in = not first and closes(above, lower.words)
        if not between and (closed_in or (goes_on and not any(values))):
            row.append(lower)
        else:
            edges.append(_edge(upper.box, lower.box, rules))
            row = [lower]
    return edges


def _edge(upper: Box, lower: Box, rules: Sequence[float]) -> float:
    """y of the edge between two lines: the rule there, else the middle of the gap."""
    between = (y for y in rules if upper.center_y < y < lower.center_y)
    return next(between, (upper.bottom + lower.top) / 2)


def _rules_part_rows(words: Sequence[Word], rules: Sequence[float], first_column: float) -> bool:
    """Does a rule stand between every two rows: is all that is between two rules one row? It is
    where the name of the row has fewer lines than the longest of its cells."""
    bands: dict[int, list[Word]] = {}
    for word in words:
        bands.setdefault(sum(y < word.box.center_y for y in rules), []).append(word)
    taller = 0
    for held in bands.values():
        names = printed_rows([word for word in held if word.box.center_x < first_column])
        cells = printed_rows([word for word in held if word.box.center_x >= first_column])
        if max(len(names), len(cells)) > 1:
            begun = [name[0].box for name in names if not name[0].text[:1].islower()]
            values = [line[0].box.center_y for line in cells if is_value(line[:1])]
            valued = [
                b for b in begun if any(abs(b.center_y - y) < LEVEL * b.height for y in values)
            ]
            if len(names) >= len(cells) or len(valued) > 1:
                return False
            taller += 1
    return len(rules) >= _RULED and taller >= _RULED


def _gaps_that_part(
    lines: Sequence[_Line], gaps: Sequence[float], rules: Sequence[float]
) -> list[int]:
    """The wide gaps between rows of prose, each of which has lines set close; none if unsure. Close
    lines are no rows of their own where a cell goes on from one to the next, or in brackets where
    as many names go on alone."""
    if not gaps:
        return []
    size = sorted(line.box.height for line in lines)[len(lines) // 2]
    close = min(gaps)
    wide = [at for at, gap in enumerate(gaps) if gap > close + _CLEAR * size]
    narrow = [at for at in range(len(gaps)) if at not in wide]
    pairs = [(lines[at], lines[at + 1]) for at in narrow]
    ruled = any(one.box.center_y < y < two.box.center_y for one, two in pairs for y in rules)
    if len(wide) < 2 or ruled or any(gaps[at] > close + _LOOSE * size for at in narrow):
        return []
    beside = [lower.beside for _, lower in pairs]
    bracketed = sum(line[0].text[:1] in "([" for line in beside if line)
    opens = "([" if bracketed <= beside.count([]) else ""
    on = [_cell_goes_on(*pair, opens) for pair in pairs]
    named = [one for one in on if one is not None]
    return wide if len(named) >= 2 and sum(named) >= _PROSE * len(named) else []


def _cell_goes_on(upper: _Line, lower: _Line, opens: str) -> bool | None:
    """Goes a cell on below, in lower case or with one of `opens`? None where no cell is."""
    above, below = upper.beside, lower.beside
    if not above or not below or is_value(below):
        return False if below else None
    first = below[0].text[:1]
    return first.islower() or first in opens or above[-1].text.endswith(",")


def _has_values_too(upper: _Line, lower: _Line) -> bool:
    """Do figures stand right under figures in several columns? "(12)" belongs to its value. Below a
    title it is not sure which names they stand beside."""
    if any(word.text.endswith(":") for word in upper.names):
        return False
    above, below = value_runs(upper.words), value_runs(lower.words)
    return sum(any(a.left < b.right and b.left < a.right for a in above) for b in below) > 1


def _goes_on(names: Sequence[Word]) -> bool:
    """Does a line of a table go on from the row above: nothing new in its first column?"""
    sign = names[0].text[:1] if names else ""
    return sign.islower() or sign in "(/"


def _is_set_apart(upper: _Line, lower: _Line) -> bool:
    """Is the line the title of what follows, in bold below a plain one, or the first row below such
    a title: plain, with a value beside its name?"""
    if all(word.bold for word in lower.words):
        return not all(word.bold for word in upper.names)
    is_title = all(word.bold for word in upper.words) and not upper.beside
    is_row = bool(lower.names and lower.beside)
    return is_title and is_row and not any(word.bold for word in lower.names)


def _last_name(line: _Line) -> list[Word]:
    """The last line of what ends within the first column."""
    row = printed_rows(line.names)[-1:]
    ends = [run.right for each in printed_rows(line.words) for run in runs_of(each)]
    return row[0] if row and row[0][-1].box.right in ends else []


def _gaps_below(lines: Sequence[_Line], gaps: Sequence[float], at: int) -> Sequence[float]:
    """The gaps from that below the line `at` on, those left out to lines of names alone that stand
    as close as it does: a name may have three lines."""
    close = gaps[at - 1] + _CLEAR * lines[at].box.height
    while at < len(gaps) and not lines[at + 1].beside and gaps[at] < close:
        at += 1
    return gaps[at:]


def _hangs(row: Sequence[_Line], line: _Line, below: Sequence[float]) -> bool:
    """Is the row's own name, beside which something stands, set as this one under it is, and much
    nearer to it than the next line, after the first gap `below`?"""
    names = [word for each in row for word in each.names]
    if not names or not any(each.beside for each in row):
        return False
    one, two = min(names, key=lambda word: word.box.left), line.words[0]
    same_face = (one.bold, one.italic) == (two.bold, two.italic)
    gap = two.box.top - max(word.box.bottom for word in names)
    is_near = gap + _CLEAR * two.box.height < max(below[:1], default=0.0)
    return is_near and same_face and abs(one.box.left - two.box.left) < _EDGE


def _is_wrapped(upper: _Line, lower: _Line, words: Sequence[Word]) -> bool:
    """Had the line above no room for the first word of each cell? A name's rest has no capital."""
    column = lower.first_column
    for line, above, is_name in (
        (lower.names, upper.names, True),
        (lower.beside, upper.beside, False),
    ):
        if not line:
            continue
        if len(above) < _PHRASE or len(runs_of(line)) > 1 or len(runs_of(above)) > 1:
            return False
        edge = max(w.box.right for w in words if (w.box.center_x < column) == is_name)
        first = line[: 2 if line[0].text.isdigit() else 1]  # a figure and its unit stay together
        end = above[-1].box.right + line[0].space + first[-1].box.right - line[0].box.left
        if end <= edge or (is_name and line[0].text[:1].isupper()):
            return False
    return True


def _ends_cells(line: _Line) -> bool:
    """Does each cell on the line go on in the middle of a phrase?"""
    starts = {run.left for run in runs_of(line.words)}
    begun = [word.text[:1] for word in line.words if word.box.left in starts]
    return all(sign.islower() or sign in "(%" for sign in begun)
