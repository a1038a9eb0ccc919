"""Tables set by white space alone, found by rows of cells that line up."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.column_sides import are_paired
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.pictures import is_scale
from monograph_qa.parse.layout.rows import (
    gap_between,
    gaps_of,
    joined_rows,
    lists_items,
    lists_sections,
    runs_of,
)
from monograph_qa.parse.layout.signs import CAPTION

_ANNOUNCED_WORDS = 12.0  # words a cell, under a caption or a bold header row, or row by row
_CLOSE, _LOOSE = 1.7, 3.2  # times the body size, between rows
_FEW_WORDS = 5  # of a cell in a row that stands apart
_UNDER = 4.0  # points
_NOTES = frozenset("*†‡§¶#")
_LABELLED = 0.8  # share of the rows
_HANGING = 6.0  # points by which a line of the second column may stand out


def spaced_tables(lines: Sequence[Line], width: float, body: float) -> list[Box]:
    """Boxes of tables that nothing but white space parts, within a column `width` points wide."""
    tables: list[Box] = []
    run: list[list[Line]] = []
    captioned = False  # did a table's caption stand right above the run?
    rows = joined_rows(lines)
    for at, row in enumerate(rows):
        titled = CAPTION.match(" ".join(line.text for line in row)) is not None
        if titled and len(row) == 2:  # its number is set off from what it says
            tables.extend(_whitespace_table(run, captioned))
            run, captioned = [], True
            continue
        if run:
            first, alone = row[0], len(row) == 1
            is_wide = alone and first.box.width > 0.6 * width
            is_note = not alone and first.text in _NOTES
            # A list item or a heading among the rows.
            is_text = alone and (first.bullet or (first.bold and not run[-1][0].bold))
            ends = is_text or gap_between(run[-1], row) > _CLOSE * body
            if is_wide or is_note or (ends and not goes_on(rows[at : at + 2], run, body)):
                tables.extend(_whitespace_table(run, captioned))
                run, captioned = [], False
        if len(row) > 1 or run:
            run.append(row)
        else:
            captioned = titled
    return tables + _whitespace_table(run, captioned)


def goes_on(rows: Sequence[Sequence[Line]], run: Sequence[Sequence[Line]], body: float) -> bool:
    """Does the first of the `rows` go on in a table that is set loosely, its cells right under
    those of `run`? It may be without cells: the name of the rows under it."""
    row, *below = rows
    if row[0].bullet or CAPTION.match(row[0].text) or gap_between(run[-1], row) > _LOOSE * body:
        return False
    if _has_cells_under(row, run):
        return True
    named = len(row) == 1 and bool(below) and gap_between(row, below[0]) <= _LOOSE * body
    return named and _has_cells_under(below[0], run)


def _has_cells_under(row: Sequence[Line], run: Sequence[Sequence[Line]]) -> bool:
    """Does each cell beside the first column, of a few words, stand right under one of `run`?"""
    above = [line.box for cells in run if len(cells) > 1 for line in cells[1:]]
    return len(row) > 1 and all(
        len(line.words) <= _FEW_WORDS
        and any(
            abs(line.box.left - box.left) < _UNDER or abs(line.box.center_x - box.center_x) < _UNDER
            for box in above
        )
        for line in row[1:]
    )


def _whitespace_table(run: list[list[Line]], captioned: bool) -> list[Box]:
    paired = _is_paired(run)
    is_headed = len(run) > 1 and all(line.bold for line in run[0])
    is_headed = is_headed and not any(line.bold for line in run[1])
    announced = captioned or paired or is_headed
    if announced and len(run) > 2:
        run = _cut_at_gaps(run)
    several = [row for row in run if len(row) > 1]
    every = [line for row in run for line in row]
    if len(several) < 3 or lists_items(every) or lists_sections(every):
        return []
    # A list, in which what stands on the left ends with a colon, or the marks of an axis.
    labels = sum(len(row) == 2 and row[0].text.endswith(":") for row in several)
    if labels >= _LABELLED * len(several) or is_scale(several):
        return []
    cells = [line for row in several for line in row[1:]]
    starts = Counter(round(line.box.left / 6) for line in cells)
    centers = Counter(round(line.box.center_x / 6) for line in cells)
    aligned = max(_aligned(starts), _aligned(centers))
    most = _ANNOUNCED_WORDS if announced else 5.0
    if mean(len(line.words) for line in cells) > most or aligned < 0.6 * len(cells):
        return []
    rows = list(run)
    while len(rows[-1]) < 2 and not _ends_cell(rows[-1][0], several):
        rows.pop()
    return [bounding(line.box for row in rows for line in row)]


def _ends_cell(line: Line, several: Sequence[Sequence[Line]]) -> bool:
    """Does a line that stands alone go on from a cell above: beside the first column, or within?"""
    second = min(row[1].box.left for row in several)
    is_rest = line.text[:1].islower() and len(line.words[0].text) > 1  # no mark of a note
    return is_rest or line.box.left > second - _HANGING


def _is_paired(run: Sequence[Sequence[Line]]) -> bool:
    """Are the rows two columns whose paragraphs begin together?"""
    several = [row for row in run if len(row) > 1]
    every = [line for row in run for line in row]
    if not several or any(len(row) > 2 for row in several) or any(line.bullet for line in every):
        return False
    second = min(row[1].box.left for row in several) - _HANGING
    left = [row[0].box for row in run if row[0].box.left < second]
    right = [row[-1].box for row in run if row[-1].box.left >= second]
    return all(box.right <= second for box in left) and are_paired(left, right)


def _cut_at_gaps(run: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The rows, lines cut where a column begins: a cell may nearly fill its width."""
    words = [word for row in run for line in row for word in line.words]
    gaps = gaps_of(words, bounding(word.box for word in words))

    def parts(line: Line) -> list[Line]:
        runs = runs_of(line.words)
        edges = [x for x in gaps if not any(run.left < x < run.right for run in runs)]
        held: dict[int, list[Word]] = {}
        for word in line.words:
            held.setdefault(sum(x < word.box.center_x for x in edges), []).append(word)
        return [Line(words) for words in held.values()]

    return [[part for line in row for part in parts(line)] for row in run]


def _aligned(places: Counter[int]) -> int:
    return sum(
        count
        for place, count in places.items()
        if count > 1 or places.get(place + 1, 0) or places.get(place - 1, 0)
    )
