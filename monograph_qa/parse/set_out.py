"""Tables that are none: frames and grids that only set out prose on the page (medication guides,
instructions beside their pictures), and the words of charts."""

import re
from collections.abc import Iterator, Sequence

from monograph_qa.domain.parsed import BlockKind, Cell, Grid
from monograph_qa.parse.layout.blocks import Setting, blocks_of
from monograph_qa.parse.layout.lines import Found, Line
from monograph_qa.parse.layout.lists import whole_lines
from monograph_qa.parse.layout.signs import FIGURE

_PROSE = 250  # characters; a cell of a table of values holds less
_TITLE = re.compile(r"medication guide|patient information|instructions for use", re.I)
_AT_RISK = re.compile(r"\b(?:no\.?|numbers?)(?: of (?:patients|subjects))? at risk\b", re.I)


def is_of_chart(table: Found, above: Found | None) -> bool:
    """Whether the words are those of a chart: right below its caption, or with how many patients
    were still at risk, as below a curve of survival."""
    if above and above.kind is BlockKind.CAPTION and FIGURE.match(above.lines[0].text):
        return True
    return any(_AT_RISK.search(line.text) for line in table.lines)


def only_sets_out(grid: Grid, lines: Sequence[Line]) -> bool:
    """Whether the grid only arranges prose: it has no header, and each row has one cell at most, or
    a cell over all columns is a text with list items, or it is a list in columns, or the box
    with the title of the patient's part."""
    filled = [cell for cell in grid.cells if cell.text.strip()]
    if any(cell.is_header for cell in filled):
        return False
    if len({cell.row for cell in filled}) == len(filled) > 1:
        return True
    first = min(filled, key=lambda cell: (cell.row, cell.column), default=None)
    if is_list(grid) or (first and _TITLE.fullmatch(first.text.strip())):
        return True
    whole = (c for c in filled if c.column_span == grid.columns > 1 and len(c.text) > _PROSE)
    return any(any(line.bullet or line.dotted for line in _within(cell, lines)) for cell in whole)


def is_list(grid: Grid) -> bool:
    """Whether all cells are items of a list set in columns: symptoms, each in small letters."""
    said = [cell.text.strip() for cell in grid.cells if cell.text.strip()]
    return len(said) > 1 and all(
        text[0].islower() and not any(map(str.isdigit, text)) for text in said
    )


def texts_in(table: Found, grid: Grid, body: float) -> Iterator[Found]:
    """The headings, paragraphs and list items of such a grid, cell by cell; `body` is the size of
    the page's running text in points."""
    setting = Setting(body, ())
    left = list(table.lines)
    in_columns = is_list(grid)
    if in_columns and any(line.bullet for line in left):  # bullets tell the columns apart
        yield from _texts(left, setting, table.column)
        return
    by_row = sorted(grid.cells, key=lambda each: (each.row, each.column))
    for cell in sorted(by_row, key=lambda each: each.column) if in_columns else by_row:
        held = _within(cell, left)
        left = [line for line in left if line not in held]
        for line in held:  # items side by side are not below one another
            line.indent = line.box.left - (cell.box.left - table.box.left if cell.box else 0.0)
        yield from _texts(held, setting, table.column)
    yield from _texts(left, setting, table.column)


def _texts(lines: Sequence[Line], setting: Setting, column: float) -> Iterator[Found]:
    for found in blocks_of(whole_lines(lines), setting) if lines else ():
        found.column = column
        yield found


def _within(cell: Cell, lines: Sequence[Line]) -> list[Line]:
    box = cell.box
    if box is None:
        return []
    return [line for line in lines if box.contains(line.box.center_x, line.box.center_y)]
