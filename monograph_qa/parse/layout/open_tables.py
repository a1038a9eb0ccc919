"""Tables without upright rules within one column of text."""

from collections.abc import Sequence

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.pictures import is_chart
from monograph_qa.parse.layout.rows import (
    SECTION_TITLE,
    are_in_columns,
    joined_rows,
    lines_within,
    lists_items,
    rows_of,
    starts_of,
    without_sections_above,
)
from monograph_qa.parse.layout.shapes import Shapes, end_to_end, merged
from monograph_qa.parse.layout.signs import CAPTION, NOTE
from monograph_qa.parse.layout.spaced_tables import goes_on, spaced_tables

_TALL = 330.0  # points between two rules of one table
_LIKE = 12.0  # points between the ends of rules of one width
_SAME = 1.0  # points between the ends of rules of one table
_RULED = 4  # rules of one width, over and under rows
_SHARED = 0.4  # of a line's height, that stands in the table
_INDENT, _HEADED = 20.0, 0.3  # points; share of a table's width over which a rule heads columns
_OWN = 2.0  # points from a table's box to its outer rules
_NEARER = 0.3  # of the way from the rule above to a title, from there to the rule below
_MANY, _WIDE = 4, 3  # cells of a wide row, and such rows
_NAME = 0.35  # of a table's width, that the name of a row may fill


def open_tables(
    shapes: Shapes,
    lines: Sequence[Line],
    underlines: set[int],
    edges: tuple[float, float],
    body: float,
    known: Sequence[Box],
) -> list[Box]:
    """Boxes of tables without upright rules within one column of some lines. `edges` are where the
    column begins and ends; the rules of the tables `known` are theirs alone."""
    width = max(line.box.right for line in lines) - min(line.box.left for line in lines)
    own = shapes.rules_without(underlines)
    rules = [
        rule
        for at, rule in enumerate(shapes.level_rules)
        if (at not in underlines or _is_first(rule, own))
        and rule.width > 12
        and rule.left >= edges[0] - 8
        and rule.right <= edges[1] + 8
        and not any(t.grow(_OWN).contains(rule.center_x, rule.center_y) for t in known)
    ]
    rows = joined_rows(lines)
    whole = [rule for rule in end_to_end(rules) if rule.width > 0.3 * width]
    tables = [_with_open_ends(box, rows, body, lines) for box in _between_rules(whole, lines)]
    free = [
        line
        for line in lines
        if not any(t.contains(line.box.center_x, line.box.center_y) for t in tables)
    ]
    whole = _stacked(merged(tables + spaced_tables(free, width, body)), lines, body)
    joined = end_to_end(rules)
    whole = [_with_head_over_rule(table, joined, rows, body) for table in whole]
    return [table for table in whole if not is_chart(table, lines)]


def _with_head_over_rule(
    table: Box, rules: Sequence[Box], rows: Sequence[Sequence[Line]], body: float
) -> Box:
    """The table with the line right above it that heads several of its columns: it is centred over
    a rule at the top of the table that reaches over these alone."""
    for rule in rules:
        is_at_top = abs(rule.center_y - table.top) < 0.8 * body
        if not is_at_top or rule.left < table.left + _INDENT or rule.width < _HEADED * table.width:
            continue
        for row in rows:
            line = row[0].box
            is_above = -_OWN < rule.center_y - line.bottom < 0.8 * body
            is_centred = abs(line.center_x - rule.center_x) < _LIKE / 2
            is_within = rule.left < line.left and line.right < rule.right
            if len(row) == 1 and is_above and is_centred and is_within:
                return table.union(line)
    return table


def _is_first(rule: Box, others: Sequence[Box]) -> bool:
    """Does a rule under words match the next one below: a table's first, and no underline?"""
    below = [other for other in others if rule.top < other.top <= rule.top + _TALL]
    return any(max(abs(o.left - rule.left), abs(o.right - rule.right)) < _SAME for o in below)


def _stacked(tables: Sequence[Box], lines: Sequence[Line], body: float) -> list[Box]:
    """Tables of one width that stand right under one another, as one. Nothing stands between them
    but the beginning of a row's name."""
    whole: list[Box] = []
    for table in sorted(tables, key=lambda table: table.top):
        last = whole[-1] if whole else None
        if last is not None and _goes_on_below(last, table, lines, body):
            whole[-1] = last.union(table)
        else:
            whole.append(table)
    return whole


def _goes_on_below(upper: Box, lower: Box, lines: Sequence[Line], body: float) -> bool:
    narrow, wide = sorted((upper.width, lower.width))
    between = [line for line in lines if upper.bottom < line.box.center_y < lower.top]
    if _heads(upper, lower, lines, body) or _stand_over(upper, lower, lines, body):
        return True
    is_unlike = abs(upper.left - lower.left) > 12 or narrow < 0.85 * wide
    if is_unlike or _is_title(upper.bottom, lower.top, rows_of(between)):
        return False
    free = lower.top - upper.bottom - sum(max(line.box.height, line.size) for line in between)
    return -2 <= free < 1.5 * body and all(
        line.box.right < upper.left + _NAME * wide for line in between
    )


def _heads(upper: Box, lower: Box, lines: Sequence[Line], body: float) -> bool:
    """Is the upper table but the names of columns of the lower one, over numbers of patients?"""
    inside = lines_within(lines, lower)
    ends = abs(upper.right - lower.right) < _LIKE and lower.left <= upper.left
    if not ends or not inside or not -2 <= lower.top - upper.bottom < 2.5 * body:
        return False
    first = rows_of(inside)[0]
    between = [line for line in lines if upper.bottom < line.box.center_y < lower.top]
    return (
        not between
        and len(first) > 1
        and all(line.text.startswith("(") and line.box.left > upper.left - 4 for line in first)
    )


def _stand_over(upper: Box, lower: Box, lines: Sequence[Line], body: float) -> bool:
    """Does the upper table stand over all columns of the lower one but the first, as heads?"""
    rows = rows_of(lines_within(lines, lower))
    between = [line for line in lines if upper.bottom < line.box.center_y < lower.top]
    names = [row[0] for row in rows if row[0].box.right < upper.left]
    beside = [line for row in rows for line in row if line not in names]
    return (
        -2 <= lower.top - upper.bottom < 2.5 * body
        and len(names) == len(rows) < len(beside)
        and all(upper.left - 4 < line.box.left < upper.right for line in beside)
        and all(one.box.right < upper.left and not CAPTION.match(one.text) for one in between)
    )


def _between_rules(rules: Sequence[Box], lines: Sequence[Line]) -> list[Box]:
    """Boxes from a rule to the last like it with no text between; short rules within are heads'."""
    tables = []
    rest = list(rules)
    while rest:
        run = [rest[0]]
        starts = _starts_under(rest, lines)
        for rule in rest[1:]:
            if not _is_like(rule, run[0]):
                if rule.left < run[0].left - _LIKE or rule.right > run[0].right + _LIKE:
                    break
            elif rule.top - run[-1].top < _TALL and not _text_between(run[-1], rule, lines, starts):
                run.append(rule)
            else:
                break
        if len(run) > 1:
            box = bounding(run)
            box = without_sections_above(box, lines_within(lines, box))
            inside = lines_within(lines, box)
            # In columns, or several rows with cells in many, whatever stands a little off.
            wide = sum(len(row) >= _MANY for row in joined_rows(inside))
            are_rows = len(inside) >= 4 and (wide >= _WIDE or are_in_columns(inside))
            if are_rows and not lists_items(inside):
                within = [rule for rule in rest[1:] if rule.top < run[-1].top]
                tables.append(_without_caption(box, within, inside))
        rest = [rule for rule in rest[1:] if len(run) == 1 or rule.top > run[-1].top]
    return tables


def _is_like(rule: Box, other: Box) -> bool:
    return abs(rule.left - other.left) < _LIKE and abs(rule.right - other.right) < _LIKE


def _starts_under(rules: Sequence[Box], lines: Sequence[Line]) -> list[float]:
    """x of the columns that begin under the first of the rules, down to the last like it."""
    like = [rule for rule in rules if _is_like(rule, rules[0])]
    if len(like) < _RULED:
        return []
    inside = lines_within(lines, bounding(like))
    return starts_of([word for line in inside for word in line.words])


def _without_caption(box: Box, rules: Sequence[Box], inside: Sequence[Line]) -> Box:
    """The table without a caption that stands under its first rule, over the header row."""
    rows = rows_of(inside)
    if not CAPTION.match(" ".join(line.text for line in rows[0])):
        return box
    below = next((rule.center_y for rule in rules), box.bottom)
    beside = max(rows[0][0].box.left, box.left + _NAME * box.width)  # where names of columns stand
    at = 1
    while len(rows[at]) == 1 and rows[at][0].box.bottom < below:
        if rows[at][0].box.left > beside:
            break
        at += 1
    top = min(below, min(line.box.top for line in rows[at]) - 1)
    return Box(box.left, top, box.right, box.bottom)


def _text_between(upper: Box, lower: Box, lines: Sequence[Line], starts: Sequence[float]) -> bool:
    """Does a paragraph, a section heading or the title of another table stand between two rules of
    one width? A line with words at the `starts` of several columns is none."""
    inside = [
        line
        for line in lines
        if upper.top < line.box.center_y < lower.top
        and upper.left - 4 < line.box.center_x < upper.right + 4
    ]
    rows = joined_rows(inside)
    if _is_title(upper.center_y, lower.center_y, rows) or _are_notes(rows):
        return True
    for row in rows:
        line = row[0]
        if len(row) > 1 or _columns_begun(line, starts):
            continue
        wide = line.box.width > 0.55 * upper.width and len(line.words) >= 8
        if wide or (line.bold and SECTION_TITLE.match(line.text)):
            return True
    return False


def _are_notes(rows: Sequence[Sequence[Line]]) -> bool:
    """Is each line alone, the first one, after its raised mark or with others, a note?"""
    if not rows or any(len(row) > 1 for row in rows):
        return False
    first = rows[0][0]
    return first.is_noted or (len(rows) > 1 and NOTE.match(first.text) is not None)


def _is_title(top: float, bottom: float, rows: Sequence[Sequence[Line]]) -> bool:
    """Is there one line alone, an empty line below the upper rule, right above the lower one?"""
    if len(rows) != 1 or len(rows[0]) != 1:
        return False
    box = rows[0][0].box
    above, below = box.top - top, bottom - box.bottom
    return above > box.height and below < _NEARER * above


def _columns_begun(line: Line, starts: Sequence[float]) -> int:
    """How many columns begin with a word of the line."""
    return sum(any(abs(word.box.left - x) <= 1 for word in line.words) for x in starts)


def _with_open_ends(
    box: Box, rows: Sequence[Sequence[Line]], body: float, lines: Sequence[Line]
) -> Box:
    """The table with rows of cells right above its first and right below its last rule."""
    starts = starts_of([word for line in lines_within(lines, box) for word in line.words])
    upward = sorted(rows, key=lambda row: -row[0].box.top)
    for ordered, end in ((upward, CAPTION), (rows, NOTE)):
        for row in ordered:
            edge = bounding(line.box for line in row)
            gap = box.top - edge.bottom if end is CAPTION else edge.top - box.bottom
            if gap >= -2 and end.match(" ".join(line.text for line in row)):
                break
            cells = len(row) > 1 or _columns_begun(row[0], starts)
            if cells and -2 <= gap < 0.8 * body and _within(edge, box):
                box = box.union(edge)
    box = _with_loose_rows(box, rows, body)
    # Cells of one row need not stand on one height: a raised mark lifts the line that has it.
    shared = [line.box for line in lines if _overlap(line.box, box) and _within(line.box, box)]
    return bounding([box, *shared])


def _with_loose_rows(box: Box, rows: Sequence[Sequence[Line]], body: float) -> Box:
    """The table with the loosely set rows under its header, where rules stand round that alone."""
    run = [row for row in rows if box.contains(row[0].box.center_x, row[0].box.center_y)]
    if not all(line.bold for row in run for line in row):
        return box
    below = [row for row in rows if min(line.box.top for line in row) >= box.bottom - 2]
    for at, row in enumerate(below):
        if not goes_on(below[at : at + 2], run, body):
            break
        box, run = box.union(bounding(line.box for line in row)), [*run, row]
    return box


def _overlap(line: Box, table: Box) -> bool:
    height = min(line.bottom, table.bottom) - max(line.top, table.top)
    return height > _SHARED * line.height


def _within(row: Box, table: Box) -> bool:
    return row.left > table.left - 8 and row.right < table.right + 8
