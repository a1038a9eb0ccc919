"""Tables on a page: ruled grids, tables with level rules only, and tables set by whitespace."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.marks import CAPTION, NOTE
from monograph_qa.parse.layout.rows import (
    SECTION_TITLE,
    lists_items,
    lists_sections,
    most_in_a_row,
    rows_of,
    share_of_several,
    with_markers_joined,
)
from monograph_qa.parse.layout.shapes import Shapes, distinct, grouped

_MEET = 5.0  # points between rules of one grid
_TALL = 330.0  # points between two rules of one table


def ruled_tables(
    shapes: Shapes, lines: Sequence[Line], underlines: set[int], width: float, height: float
) -> list[Box]:
    """Boxes of tables with upright rules; a frame around plain text is none."""
    level, upright = table_rules(shapes, lines, underlines)
    rules = level + upright
    tables: list[Box] = []
    for group in grouped(rules, _MEET):
        members = [rules[at] for at in group]
        box = bounding(members)
        if box.width < 60 or box.height < 14:
            continue
        inside = _inside(lines, box)
        if not inside or lists_sections(inside):
            continue
        ys = distinct((rules[at].center_y for at in group if at < len(level)), 4.0)
        xs = _column_edges([rules[at] for at in group if at >= len(level)], box)
        if box.height > 0.93 * height and box.width > 0.9 * width:
            continue
        if _is_grid(xs, ys, inside):
            tables.append(_without_outer_rows(box, ys, members, inside))
        elif len(ys) >= 3 and len(xs) == 2 and _in_columns(inside):
            tables.append(box)
    return _merged(tables)


def table_rules(
    shapes: Shapes, lines: Sequence[Line], underlines: set[int]
) -> tuple[list[Box], list[Box]]:
    """Level and upright rules that can belong to a table, edges of painted cells included."""
    level = [rule for at, rule in enumerate(shapes.level_rules) if at not in underlines]
    upright = list(shapes.upright_rules)
    for panel in shapes.panels:
        if not any(panel.contains(line.box.center_x, line.box.center_y) for line in lines):
            continue
        left, top, right, bottom = panel.left, panel.top, panel.right, panel.bottom
        level += [Box(left, top, right, top), Box(left, bottom, right, bottom)]
        upright += [Box(left, top, left, bottom), Box(right, top, right, bottom)]
    return level, upright


def open_tables(
    shapes: Shapes,
    lines: Sequence[Line],
    underlines: set[int],
    left: float,
    right: float,
    body: float,
) -> list[Box]:
    """Boxes of tables without upright rules within one column (`left` to `right` points)."""
    rules = [
        rule
        for at, rule in enumerate(shapes.level_rules)
        if at not in underlines
        and rule.width > 12
        and rule.left >= left - 8
        and rule.right <= right + 8
    ]
    rows = [with_markers_joined(row) for row in rows_of(lines)]
    whole = [rule for rule in _end_to_end(rules) if rule.width > 0.3 * (right - left)]
    tables = [_with_open_ends(box, rows, body) for box in _between_rules(whole, lines)]
    free = [
        line
        for line in lines
        if not any(t.contains(line.box.center_x, line.box.center_y) for t in tables)
    ]
    return _merged(tables + _by_whitespace(free, right - left, body))


def _inside(lines: Sequence[Line], box: Box) -> list[Line]:
    near = box.grow(1)
    return [line for line in lines if near.contains(line.box.center_x, line.box.center_y)]


def _column_edges(upright: Sequence[Box], box: Box) -> list[float]:
    """x of the upright rules that run along a fair part of the table."""
    edges = []
    for x in distinct((rule.center_x for rule in upright), 5.0):
        run = sum(rule.height for rule in upright if abs(rule.center_x - x) <= 5)
        if run >= min(0.2 * box.height, 40) or run >= 12:
            edges.append(x)
    return edges


def _is_grid(xs: Sequence[float], ys: Sequence[float], inside: Sequence[Line]) -> bool:
    if len(xs) < 3 or len(ys) < 2 or len(inside) < 2:
        return False
    filled = Counter(sum(1 for x in xs[1:-1] if line.box.center_x > x) for line in inside)
    if len(filled) < 2:
        return False
    # A frame around two columns of prose has a rule between them and hardly any rows.
    rows = len(ys) - 1
    return not (rows <= 2 and len(inside) > 40 and min(filled.values()) > 12)


def _without_outer_rows(
    box: Box, ys: Sequence[float], rules: Sequence[Box], inside: Sequence[Line]
) -> Box:
    """The table without a caption in its first row and notes in its last, set over all columns."""
    if len(ys) < 4:
        return box

    def spans_all(top: float, bottom: float) -> bool:
        middle = (top + bottom) / 2
        return not any(
            rule.top < middle < rule.bottom and box.left + 8 < rule.center_x < box.right - 8
            for rule in rules
        )

    top, bottom = box.top, box.bottom
    first = [line for line in inside if ys[0] < line.box.center_y < ys[1]]
    if first and spans_all(ys[0], ys[1]) and CAPTION.match(first[0].text):
        top = ys[1]
    for upper, lower in zip(ys[-2:0:-1], ys[:1:-1], strict=True):
        row = [line for line in inside if upper < line.box.center_y < lower]
        if not spans_all(upper, lower) or any(line.bold for line in row):
            break
        if row and NOTE.match(row[0].text):
            bottom = upper
    return Box(box.left, top, box.right, bottom)


def _in_columns(inside: Sequence[Line]) -> bool:
    return most_in_a_row(inside) >= 2 and share_of_several(inside) >= 0.4


def _between_rules(rules: Sequence[Box], lines: Sequence[Line]) -> list[Box]:
    tables = []
    at = 0
    while at < len(rules):
        stop = at
        while (
            stop + 1 < len(rules)
            and abs(rules[stop + 1].left - rules[at].left) < 12
            and abs(rules[stop + 1].right - rules[at].right) < 12
            and rules[stop + 1].top - rules[stop].top < _TALL
            and not _text_between(rules[stop], rules[stop + 1], lines)
        ):
            stop += 1
        if stop > at:
            box = bounding(rules[at : stop + 1])
            inside = _inside(lines, box)
            if len(inside) >= 4 and _in_columns(inside) and not lists_items(inside):
                tables.append(box)
        at = stop + 1
    return tables


def _text_between(upper: Box, lower: Box, lines: Sequence[Line]) -> bool:
    """Does a paragraph or a section heading stand between two rules of one width?"""
    inside = [
        line
        for line in lines
        if upper.top < line.box.center_y < lower.top
        and upper.left - 4 < line.box.center_x < upper.right + 4
    ]
    for row in rows_of(inside):
        whole = with_markers_joined(row)
        if len(whole) > 1:
            continue
        line = whole[0]
        wide = line.box.width > 0.55 * upper.width and len(line.words) >= 8
        if wide or (line.bold and SECTION_TITLE.match(line.text)):
            return True
    return False


def _with_open_ends(box: Box, rows: Sequence[Sequence[Line]], body: float) -> Box:
    """The table with rows of cells right above its first and right below its last rule."""
    for row in sorted(rows, key=lambda row: -row[0].box.top):
        edge = bounding(line.box for line in row)
        if len(row) > 1 and -2 <= box.top - edge.bottom < 0.8 * body and _within(edge, box):
            box = box.union(edge)
    for row in rows:
        edge = bounding(line.box for line in row)
        if len(row) > 1 and -2 <= edge.top - box.bottom < 0.8 * body and _within(edge, box):
            box = box.union(edge)
    return box


def _within(row: Box, table: Box) -> bool:
    return row.left > table.left - 8 and row.right < table.right + 8


def _end_to_end(rules: Sequence[Box]) -> list[Box]:
    """Rules on one height that meet, as one rule; top to bottom."""
    whole: list[Box] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.top), rule.left)):
        for at in range(len(whole) - 1, max(-1, len(whole) - 8), -1):
            other = whole[at]
            if (
                abs(other.top - rule.top) < 1.5
                and rule.left - other.right < 8
                and other.left - rule.right < 8
            ):
                whole[at] = other.union(rule)
                break
        else:
            whole.append(rule)
    return sorted(whole, key=lambda rule: rule.top)


def _by_whitespace(lines: Sequence[Line], width: float, body: float) -> list[Box]:
    tables: list[Box] = []
    run: list[list[Line]] = []
    for row in [with_markers_joined(row) for row in rows_of(lines)]:
        top = min(line.box.top for line in row)
        if run:
            bottom = max(line.box.bottom for line in run[-1])
            lone_wide = len(row) == 1 and row[0].box.width > 0.6 * width
            if top - bottom > 1.7 * body or lone_wide or _starts_text(row, run):
                tables.extend(_whitespace_table(run))
                run = []
        if len(row) > 1 or run:
            run.append(row)
    return tables + _whitespace_table(run)


def _starts_text(row: Sequence[Line], run: Sequence[Sequence[Line]]) -> bool:
    """A list item or a heading among the rows ends the table."""
    return len(row) == 1 and (row[0].bullet or (row[0].bold and not run[-1][0].bold))


def _whitespace_table(run: list[list[Line]]) -> list[Box]:
    several = [row for row in run if len(row) > 1]
    every = [line for row in run for line in row]
    if len(several) < 3 or lists_sections(every) or lists_items(every):
        return []
    cells = [line for row in several for line in row[1:]]
    starts = Counter(round(line.box.left / 6) for line in cells)
    centers = Counter(round(line.box.center_x / 6) for line in cells)
    aligned = max(_aligned(starts), _aligned(centers))
    if mean(len(line.words) for line in cells) > 5.0 or aligned < 0.6 * len(cells):
        return []
    rows = list(run)
    while len(rows[-1]) < 2:
        rows.pop()
    return [bounding(line.box for row in rows for line in row)]


def _aligned(places: Counter[int]) -> int:
    return sum(
        count
        for place, count in places.items()
        if count > 1 or places.get(place + 1, 0) or places.get(place - 1, 0)
    )


def _merged(boxes: Sequence[Box]) -> list[Box]:
    return [bounding(boxes[at] for at in group) for group in grouped(boxes, 1.0)]
