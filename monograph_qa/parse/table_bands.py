"""The rows that share one band of a table: lines that begin cells side by side."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain, pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.rows import printed_rows, runs_of
from monograph_qa.parse.layout.shapes import MEET, distinct
from monograph_qa.parse.table_columns import slot
from monograph_qa.parse.table_lines import (
    LEVEL,
    Lines,
    Part,
    by_column,
    is_bold,
    is_level,
    lines_by_column,
)
from monograph_qa.parse.table_row_kinds import is_figure, is_of_counts, is_value, text_of
from monograph_qa.parse.table_rows import Rows

_WORD = re.compile(r"[A-Z][^\W\d_]")
_NAME = re.compile(r"[^\w(]*[A-Z]")

_EXACT = 0.1  # of a line's height, that a value may stand off that of its name
_EMPTY = 0.8  # of a line's height, between two parts
_FIGURES = 0.8  # share of what stands beside the names
_TOUCH = 1.5  # points between two pieces of one rule


def with_values_apart(edges: list[float], xs: Sequence[float], words: Sequence[Word]) -> Rows:
    """The rows, those parted that hold several lines of values with no rule between them, or of
    prose with an empty line between. Beside the first column only values may stand, each on the
    height of its name, or as many in each column as there are names. "(12)" under a value belongs
    to it, as does what a name goes on with."""
    bands: dict[int, list[Word]] = {}
    for word in words:
        bands.setdefault(slot(edges, word.box.center_y), []).append(word)
    parted: list[float] = [edges[0]]
    apart: set[int] = set()
    within: set[int] = set()
    places: dict[int, int] = {}
    for band in range(len(edges) - 1):
        held = bands.get(band, [])
        lines = _rows_in_band(held, xs)
        first, low = len(parted) - 1, edges[band]
        for at, line in enumerate(lines or _parts_in_band(held, xs)):
            # Names tell where lines begin, and what is beside the name where its parts do.
            boxes = [word.box for word in line if (word.box.center_x < xs[1]) == bool(lines)]
            boxes = boxes or [word.box for word in line]
            if at:
                parted.append((low + min(box.top for box in boxes)) / 2)
                (apart if lines else within).add(first + at)
            low = max(box.bottom for box in boxes)
            places |= {id(word): first + at for word in line}
        parted.append(edges[band + 1])
    return Rows(parted, frozenset(apart), within=frozenset(within), places=places)


def cuts_of(upright: Sequence[Box]) -> list[float]:
    """y at which upright rules are cut: each row has pieces of its own, and none runs on there."""
    return [
        y
        for y in distinct((rule.bottom for rule in upright), MEET)
        if len({round(rule.center_x) for rule in upright if abs(rule.bottom - y) <= _TOUCH}) > 1
        and any(abs(rule.top - y) <= _TOUCH for rule in upright)
        and not any(rule.top < y - _TOUCH and y + _TOUCH < rule.bottom for rule in upright)
    ]


def rows_at_cuts(
    edges: Sequence[float], cuts: Sequence[float], xs: Sequence[float], words: Sequence[Word]
) -> list[float]:
    """Those of the `cuts` that part a band between two edges: what stands below each begins in one
    column, with a name in capitals, and has something beside it."""
    found: list[float] = []
    for low, high in pairwise(edges):
        within = [low, *(y for y in cuts if low + MEET < y < high - MEET), high]
        held = [word for word in words if low <= word.box.center_y < high]
        parts: dict[float, list[Word]] = {}
        for word in held:
            parts.setdefault(within[slot(within, word.box.center_y)], []).append(word)
        columns = {y: lines_by_column(part, xs) for y, part in sorted(parts.items())}
        begun = [min(each) for each in columns.values()]
        if len({*begun[1:]}) != 1 or begun[0] > begun[1] or is_bold(held):
            continue
        _first, *rest = columns
        if all(len(columns[y]) > 1 and _NAME.match(columns[y][begun[1]][0][0].text) for y in rest):
            found += rest
    return found


def rows_below_titles(
    edges: Sequence[float], xs: Sequence[float], words: Sequence[Word]
) -> list[float]:
    """y below the lines with which a band between two edges begins, each alone and over several
    columns, where what stands below them keeps to its columns: a title over "n/N (%)" in each."""
    found: list[float] = []
    for low, high in pairwise(edges):
        lines = printed_rows([word for word in words if low <= word.box.center_y < high])
        runs = [runs_of(line) for line in lines]
        over = [any(run.left < x < run.right for run in each for x in xs[1:-1]) for each in runs]
        at = next((n for n, each in enumerate(runs) if len(each) > 1 or not over[n]), 0)
        if not at or any(over[at:]) or len({slot(xs, run.center_x) for run in runs[at]}) < 2:
            continue
        above = max(word.box.bottom for word in lines[at - 1])
        found.append((above + min(word.box.top for word in lines[at])) / 2)
    return found


def _rows_in_band(words: Sequence[Word], xs: Sequence[float]) -> Lines:
    """The words of a band row by row, names first; none where it is one row. It is several where
    names stand under one another, and what is beside each begins on its height, or as often in each
    column as there are names. A name without anything beside it is the title of those below. What
    stands beside no name, above them all, heads its columns."""
    columns = lines_by_column(words, xs)
    if 0 not in columns or len(columns) < 2 or any(map(_is_count, columns[0])):
        return []
    top = min(word.box.top for word in columns[0][0])
    over = [word for word in words if word.box.center_y < top]
    heads = lines_by_column(over, xs)
    if len(heads) == len(xs) - 2 and not any(is_value(line) for line in chain(*heads.values())):
        rows = _rows_in_band([word for word in words if word not in over], xs)
        return [over, *rows] if rows else []
    valued = [all(map(_is_figure, lines)) for column, lines in columns.items() if column]
    if any(valued) and (rows := _level(by_column(columns, xs), _EXACT)):
        return rows
    if sum(valued) < _FIGURES * len(valued):
        return []  # prose
    parts = by_column(columns)
    return _level(parts, _EXACT) or _counted(parts) or _level(parts, LEVEL)


def _is_figure(line: Sequence[Word]) -> bool:
    """Is it a figure, or the number of patients that those below are of?"""
    return is_figure(line) or _is_count(line)


def _is_count(line: Sequence[Word]) -> bool:
    """Is it "N = 154"? The name of a row may be but "n"."""
    has_figure = any(char.isdigit() for word in line for char in word.text)
    return has_figure and is_of_counts({1: line}) and not is_figure(line)


def _parts_in_band(words: Sequence[Word], xs: Sequence[float]) -> Lines:
    """The words of a band part by part, the name with the first; none where it is one. Beside the
    name, in two columns at least, parts begin together: after an empty line in all of them, line by
    line, or as rows of their own whose names stand in the second column."""
    columns = lines_by_column(words, xs)
    if len(columns.keys() - {0}) < 2:
        return []
    parts = (_paragraphs(columns) if 0 in columns else []) or _levels({0: [], **columns}, xs)
    told = [line for column in columns.keys() - {0, 1} for line in columns[column]]
    has_names = columns.keys() >= {0, 1} and not any(map(is_figure, columns[1]))
    if parts or not has_names or not all(map(is_figure, told)):
        return parts
    name = [word for line in columns[0] for word in line]
    first, *rest = _rows_in_band([word for word in words if word not in name], xs[1:]) or [[]]
    return [[*name, *first], *rest] if rest else []


def _paragraphs(columns: Mapping[int, Lines]) -> Lines:
    """Parts of prose that an empty line sets apart: "Very common | Angina", "Common | Arrhythmias",
    both beside "Heart". A name that an empty line sets apart is that of the part it begins with."""
    beside = [lines for column, lines in columns.items() if column]
    parts: Lines = [[]]
    for line in printed_rows([word for lines in beside for each in lines for word in each]):
        top, height = min(word.box.top for word in line), max(word.box.height for word in line)
        low = max((word.box.bottom for word in parts[-1]), default=top)
        begun = [each for lines in beside for each in lines if is_level(line, each, LEVEL)]
        is_anew = all(_WORD.match(each[0].text) for each in begun)  # no "N = 80" of a header
        if top - low > _EMPTY * height and len(begun) == len(beside) and is_anew:
            parts.append([])
        parts[-1] += line
    tops = [min(word.box.top for word in part) for part in parts]
    at, low = 0, tops[0]
    for line in columns[0]:
        top, height = min(word.box.top for word in line), max(word.box.height for word in line)
        if top - low > _EMPTY * height:
            beside_it = [each for each in tops if abs(each - top) < LEVEL * height]
            if not beside_it:
                return []
            at = tops.index(beside_it[0])
        low = max(word.box.bottom for word in line)
        parts[at] += line
    return parts if len(parts) > 1 else []


def _levels(columns: Mapping[int, Lines], xs: Sequence[float]) -> Lines:
    """Parts of one line each: every line of the second column names something anew, and all that is
    further right stands on the height of one of these: figures, or a word that comes again. What
    stands over the figures goes with the first."""
    second, *further = [columns[column] for column in sorted(columns) if column]
    told = [line for lines in further for line in lines]
    figures = sum(map(is_figure, told)) >= _FIGURES * len(told)
    words = [text_of(line) for line in further[-1]]
    if any(map(is_figure, second)) or not (figures or len(set(words)) < len(words)):
        return []
    parts = by_column(columns, () if figures else xs)  # beside figures a full line ends as well
    every = [part for column in parts if column for part in parts[column]]
    is_head = all(word.bold for part in every for word in part.words)
    is_head = is_head or any(is_of_counts({1: part.words}) for part in every)
    is_long = not figures and any(len(part.lines) > 1 for part in every)
    if is_head or is_long or max(map(len, further)) < 2:
        return []
    begun = parts[min(parts.keys() - {0})]
    cells = [part for part in every if part not in begun]
    if figures:  # a name beside which nothing stands goes on with the one above
        for upper, part in reversed([*pairwise(begun)]):
            if not any(is_level(part.lines[0], cell.lines[0], LEVEL) for cell in cells):
                upper.lines.extend(part.lines)
                begun.remove(part)
    rows: Lines = [[*part.words] for part in begun]
    for part in cells:
        if figures and part.lines[0][0].box.bottom < begun[0].lines[0][0].box.top:
            rows[0] += part.words
            continue
        for row, one in zip(rows, begun, strict=True):
            if is_level(one.lines[0], part.lines[0], LEVEL):
                row += part.words
                break
        else:
            return []
    rows[0] += [word for part in parts[0] for word in part.words]
    return rows


def _level(parts: Mapping[int, Sequence[Part]], most: float) -> Lines:
    """Rows whose cells begin on the height of their names, in most columns, or in all where they
    hold words. Whatever leaves a doubt which name a cell belongs to leaves the band whole: cells
    beside a title or beside the second line of a name, names at the end without any."""
    names = parts[0]
    beside: list[list[Word]] = [[] for _ in names]
    held, patients = [0] * len(names), [0] * len(names)
    told = [part for column in parts if column for part in parts[column]]
    figures = sum(_is_figure(part.lines[0]) for part in told) >= _FIGURES * len(told)
    for part in told:
        at = next((at for at, name in enumerate(names) if _is_beside(name, part, most)), None)
        if at is None:
            return []
        beside[at] += part.words
        held[at] += 1
        patients[at] += _is_count(part.lines[0])
    valued = [at for at, count in enumerate(held) if count]
    if len(names) < 2 or len(names) - 1 not in valued:
        return []
    bare = [at for at in range(len(names)) if at not in valued]
    counted = [at for at in valued[:-1] if held[at] == patients[at]]
    # The number of patients stands over the value of one name.
    titles = counted if figures and len(valued) > 1 else [*counted, *bare]
    least = (len(parts) - 1) * (0.5 if figures else 1)
    if sum(held) < least * len(valued) or not all(
        _is_title(names[at], names[at + 1]) for at in titles
    ):
        return []
    rows: Lines = []
    for at, (name, words) in enumerate(zip(names, beside, strict=True)):
        if {at - 1, at} <= set(bare) and not names[at - 1].stands_out(name):
            rows[-1] += name.words  # a title of several lines
        else:
            rows.append([*name.words, *words])
    return rows


def _is_beside(name: Part, part: Part, most: float) -> bool:
    """Does it begin on the height of the name, or stand in the middle beside it?"""
    one, two = (bounding(word.box for word in each.words) for each in (name, part))
    off = abs(one.center_y - two.center_y)
    return is_level(name.lines[0], part.lines[0], most) or off < most * name.words[0].box.height


def _is_title(name: Part, below: Part) -> bool:
    """Is a name with nothing beside it set as the title of the one below?"""
    is_over_plain = is_bold(name.words) and not is_bold(below.words)
    return name.is_titled or is_over_plain or name.stands_out(below)


def _counted(parts: Mapping[int, Sequence[Part]]) -> Lines:
    """Rows told by their number: as many names as values in each column, one title at most."""
    names, columns = parts[0], [parts[column] for column in parts if column]
    count = len(columns[0])
    if len(columns) < 2 or count < 2 or any(len(column) != count for column in columns):
        return []
    if any(_is_count(part.lines[0]) for column in columns for part in column):
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
