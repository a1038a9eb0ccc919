"""Rows, columns and cells of one table: by its drawn rules, else by the whitespace in it."""

import logging
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.domain.parsed import BlockKind, Cell, Grid, Style
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.lines import Found, PageLayout, joined
from monograph_qa.parse.layout.rows import printed_rows, rows_of
from monograph_qa.parse.layout.segments import segments_of
from monograph_qa.parse.layout.shapes import MEET, THIN, Shapes, cells_among, sides_of
from monograph_qa.parse.set_out import is_of_chart, only_sets_out, texts_in
from monograph_qa.parse.table_bands import (
    cuts_of,
    rows_at_cuts,
    rows_below_titles,
    with_values_apart,
)
from monograph_qa.parse.table_columns import columns_of, joints_of, slot, with_known, within_frame
from monograph_qa.parse.table_headers import Heads, heads_of
from monograph_qa.parse.table_names import named_apart
from monograph_qa.parse.table_order import under_heads
from monograph_qa.parse.table_rows import Rows, row_edges
from monograph_qa.parse.table_spans import (
    TableRules,
    apart_by_words,
    crossings,
    parts_of_head,
    spans_of,
)
from monograph_qa.parse.table_titles import (
    is_centred_title,
    titles_between,
    titles_in,
    titles_over,
    titles_under,
    with_titles_apart,
)

_UNDER = 4.0  # points by which a rule under words may stand out beside them
_TIGHT = 4.0  # points between a column's edge and words of two cells that nearly touch
_WHOLE = 0.8  # share of the table's width
_ALIGNED = 0.5  # points between the left sides of cells of one column
_CENTRED, _INSET = 3.0, 8.0  # points off the middle of a cell, and away from its edge

_log = logging.getLogger(__name__)


def set_grids(layout: PageLayout) -> None:
    """Give each table of the page its grid; what is none becomes a picture, or text."""
    blocks: list[Found] = []
    for block in layout.blocks:
        found = [block]
        if block.kind is BlockKind.TABLE and is_of_chart(block, blocks[-1] if blocks else None):
            block.kind, block.vector = BlockKind.PICTURE, True
        elif block.kind is BlockKind.TABLE:
            block.grid = _grid_of(block, layout)
            if only_sets_out(block.grid, block.lines):
                found = list(texts_in(block, block.grid, layout.body))
        blocks += found
    layout.blocks = blocks


def _grid_of(table: Found, layout: PageLayout) -> Grid:
    """The table's grid; its printed rows in one column where the rules fail."""
    try:
        return structure_of(table, layout.shapes)
    except Exception as error:
        _log.warning("a table on page %d is read as plain rows: %r", layout.number, error)
        rows = [joined(row) for row in rows_of(table.lines)]
        cells = (Cell(at, 0, row.text, box=row.box) for at, row in enumerate(rows))
        return Grid(len(rows), 1, tuple(cells))


def structure_of(table: Found, shapes: Shapes, known: Sequence[float] = ()) -> Grid:
    """The rows, columns and cells of `table`, in row order; `known` are edges of the columns on the
    page before, where it goes on."""
    words = [word for line in table.lines for word in line.words]
    rules = _rules_in(table.box, shapes, words)
    columns = columns_of(table, rules.upright, rules.level, words)
    columns = within_frame(with_known(columns, known, words), words)
    xs = columns.edges
    words = [piece for word in words for piece in _unjoined(word, xs)]
    drawn = row_edges(table.box, rules.level, xs, words, ruled=rules.part_columns)
    titles = [
        *titles_in(columns, drawn, words, rules.upright),
        *titles_over(rules.level, columns, words),
        *titles_between(columns, words, rules.level),
        *(titles_under(rules.level, columns, drawn, words) if rules.part_columns else ()),
    ]
    drawn = with_titles_apart(drawn, titles)
    # Rules beside the text, or behind it, part no rows: an edge at which no cell begins is none.
    cells_of = spans_of(xs, Rows(drawn), rules, crossings(columns, drawn, words, titles))
    tops = {row for row, *_ in cells_of.values()}
    drawn = [y for at, y in enumerate(drawn) if at in tops or at == len(drawn) - 1]
    drawn = sorted([*drawn, *rows_below_titles(drawn, xs, words)])
    cut = rows_at_cuts(drawn, cuts_of(rules.upright), xs, words)
    rows = with_values_apart(sorted([*drawn, *cut]), xs, words)
    ys = rows.edges
    apart = rows.apart.union(map(ys.index, cut))
    named = named_apart(ys, xs, words, _open_names(xs, ys, rules))
    beside = {rows.row(word) for word in words if word.box.center_x < xs[1]}
    rows = replace(rows, apart=apart, named=(apart & beside).union(named))
    parted = apart_by_words(rows, xs, rules, words)
    told = {(rows.row(word), slot(xs, word.box.center_x)) for word in words}
    begun = {(row, at) for row, at in told & parted.keys() if (row - 1, at) not in told}
    over = {**parted, **crossings(columns, ys, words, titles)}
    owner = spans_of(xs, rows, rules, over, begun)
    texts: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        at = (rows.row(word), slot(xs, word.box.center_x))
        texts.setdefault(owner[at][:2], []).append(word)
    heads = _heads(ys, xs, texts, owner, rules)
    placed = [
        (start, column, stop, column_stop)
        for row, column, row_stop, column_stop in set(owner.values())
        for start, stop in heads.parts(row, row_stop)
    ]
    cells = []
    for row, column, row_stop, column_stop in sorted(placed):
        held = texts.get((row, column), [])
        is_head = heads.hold(row, row_stop)
        parts = parts_of_head(held, xs, column, column_stop) if is_head else {}
        edges = [*(parts or [column]), column_stop]
        for (start, own), stop in zip((parts or {column: held}).items(), edges[1:], strict=True):
            box = Box(xs[start], ys[row], xs[stop], ys[row_stop])
            cells.append(_cell(own, box, (row, start), (row_stop, stop), is_head=is_head))
    cells = under_heads(cells, len(xs) - 1)
    return Grid(len(ys) - 1, len(xs) - 1, tuple(_truly_centered(cells, _indented(texts, xs))))


def _cell(
    held: Sequence[Word], box: Box, first: tuple[int, int], stop: tuple[int, int], *, is_head: bool
) -> Cell:
    if not any(box.contains(word.box.center_x, word.box.center_y) for word in held):
        box = bounding([box, *(word.box for word in held)])  # it stands off its name
    text = " ".join(joined(line).text for line in rows_of(segments_of(held)))
    spans = stop[0] - first[0], stop[1] - first[1]
    return Cell(*first, text, *spans, is_head, _style(held, box) if held else None, box)


def _truly_centered(cells: Sequence[Cell], indented: Container[int]) -> Iterator[Cell]:
    """The cells, none centred right under one that is not, or as the name of an `indented` row."""
    edges: dict[int, list[float]] = {}
    for cell in cells:
        if cell.style is not None and not cell.style.centered:
            edges.setdefault(cell.column, []).append(cell.style.left)
    for cell in cells:
        style = cell.style
        if style is not None and style.centered:
            beside = any(abs(style.left - left) < _ALIGNED for left in edges.get(cell.column, ()))
            is_set = beside or (cell.column == 0 and cell.row in indented)
            cell = replace(cell, style=replace(style, centered=not is_set))
        yield cell


def _indented(texts: Mapping[tuple[int, int], Sequence[Word]], xs: Sequence[float]) -> set[int]:
    """The rows whose names are in the middle, where others are set left: parts of these."""
    several = {row for row, column in texts if column}
    names = [
        (row, bounding(word.box for word in words).center_x - (xs[0] + xs[1]) / 2)
        for (row, column), words in texts.items()
        if column == 0 and row in several
    ]
    is_set_left = any(off < -_INSET for _, off in names)
    return {row for row, off in names if is_set_left and abs(off) < _CENTRED}


def _heads(
    ys: Sequence[float],
    xs: Sequence[float],
    texts: Mapping[tuple[int, int], Sequence[Word]],
    owner: Mapping[tuple[int, int], tuple[int, int, int, int]],
    rules: TableRules,
) -> Heads:
    level = [] if rules.part_columns else rules.level
    if rules.upright:  # a frame has whole rules: shorter ones are those of titles
        level = [rule for rule in level if rule.width > _WHOLE * (xs[-1] - xs[0])]
    ys_ruled = [rule.center_y for rule in level]
    ruled = [at for at, top in enumerate(ys[:-1]) if any(abs(y - top) <= MEET for y in ys_ruled)]
    stops = [(row, column, stop) for row, column, stop, _ in owner.values()]
    titled = not ruled and is_centred_title(texts, len(ys) - 1)
    return heads_of(texts, (len(ys) - 1, len(xs) - 1), stops, ruled, titled=titled)


def _style(words: Sequence[Word], cell: Box) -> Style:
    lines = printed_rows(words)
    whole = bounding(word.box for word in words)
    off = abs(whole.center_x - cell.center_x)
    ends = [line[-1].box.right for line in lines]
    is_set_right = cell.right - whole.right < _INSET and max(ends) - min(ends) < _ALIGNED
    is_inset = whole.left - cell.left > _INSET
    return Style(
        bold=lines[0][0].bold,
        italic=all(word.italic for word in words),
        centered=is_inset and (off < _CENTRED or is_set_right),
        left=lines[0][0].box.left,
    )


def _unjoined(word: Word, xs: Sequence[float]) -> tuple[Word, ...]:
    """The word, or its pieces where they stand in cells of their own without a gap."""
    cells = {slot(xs, piece.box.center_x) for piece in word.pieces}
    near = all(
        any(abs(one.box.right - x) < _TIGHT for x in xs)
        for one, two in pairwise(word.pieces)
        if slot(xs, one.box.center_x) != slot(xs, two.box.center_x)
    )
    return word.pieces if len(cells) > 1 and near else (word,)


def _rules_in(box: Box, shapes: Shapes, words: Sequence[Word]) -> TableRules:
    near = box.grow(3)
    level: list[Box] = []
    upright: list[Box] = []
    panels: list[Box] = []
    for shape in shapes.drawn:
        if near.overlap(shape.grow(0.2)) <= 0:
            continue
        part = Box(
            max(shape.left, box.left - 3),
            max(shape.top, box.top - 3),
            min(shape.right, box.right + 3),
            min(shape.bottom, box.bottom + 3),
        )
        if shape.height <= THIN and part.width >= 6:
            level.append(part)
        elif shape.width <= THIN and part.height >= 5:
            upright.append(part)
        elif (
            shape not in shapes.blanks
            and (shape.width > 14 and shape.height > 7 and shape.area <= 1.3 * box.area)
            and any(shape.contains(word.box.center_x, word.box.center_y) for word in words)
        ):
            panels.append(part)
    rows = ([p for p in panels if _is_level(p, panel)] for panel in panels)
    is_whole = (sum(p.width for p in row) > _WHOLE * box.width for row in rows)
    if joints_of(level, box) and not any(is_whole):
        panels = []  # paint within some of the cells, whose borders meet
    across, down = sides_of(cells_among(panels, upright))
    level += across
    upright += down
    inner = any(box.left + 8 < rule.center_x < box.right - 8 for rule in upright)
    return TableRules(tuple(r for r in level if not _underlines(r, words)), tuple(upright), inner)


def _is_level(panel: Box, other: Box) -> bool:
    return max(abs(panel.top - other.top), abs(panel.bottom - other.bottom)) < MEET


def _underlines(rule: Box, words: Sequence[Word]) -> bool:
    """Does the rule run through the feet of one line's words, from the first to the last? The
    border of a cell keeps clear of the words."""
    y = rule.center_y
    over = [
        word.box
        for word in words
        if word.box.top < y < word.box.bottom
        and word.box.center_y < y
        and word.box.left < rule.right
        and word.box.right > rule.left
    ]
    return (
        bool(over)
        and abs(min(box.left for box in over) - rule.left) < _UNDER
        and abs(max(box.right for box in over) - rule.right) < _UNDER
    )


def _open_names(xs: Sequence[float], ys: Sequence[float], rules: TableRules) -> set[int]:
    """The rows ruled off but for their first column, where others are: a name goes on."""
    ruled: list[set[int]] = [set(), set()]
    for row, y in enumerate(ys[1:-1], 1):
        level = [rule for rule in rules.level if abs(rule.center_y - y) <= MEET]
        for at, x in enumerate(((xs[0] + xs[1]) / 2, *((a + b) / 2 for a, b in pairwise(xs[1:])))):
            if any(rule.left < x < rule.right for rule in level):
                ruled[min(at, 1)].add(row)
    return ruled[1] - ruled[0] if ruled[0] else set()
