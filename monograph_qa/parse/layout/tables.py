"""Tables on a page that upright rules part into columns."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.pictures import is_chart
from monograph_qa.parse.layout.rows import (
    are_in_columns,
    joined_rows,
    lines_within,
    lists_sections,
    share_of_several,
    without_sections_above,
)
from monograph_qa.parse.layout.shapes import (
    MEET,
    Shapes,
    cells_among,
    distinct,
    end_to_end,
    grouped,
    merged,
    sides_of,
)
from monograph_qa.parse.layout.signs import CAPTION, NOTE

_TOUCH = 2.0  # points between rules that meet
_BAND = 24.0  # points; the highest band with one line in it
_MASK = 30.0  # points; the highest panel that hides a rule behind a title
_LEADER = 150.0  # points; the shortest such rule
_CENTRED = 3.0  # points off the middle of a frame
_PROSE = 8  # words of a line of running text
_WIDER = 1.1  # times as wide
_TALL = 330.0  # points between two rules of one table
_NARROWEST = 20.0  # points; the narrowest column at a side that is not drawn
_RULED = 4  # level rules that end at such a side
_FEW = 200  # panels; a page with more of them is full of painted cells


def ruled_tables(
    shapes: Shapes, lines: Sequence[Line], underlines: set[int], width: float, height: float
) -> list[Box]:
    """Boxes of tables with upright rules; a frame around plain text is none."""
    level, upright = table_rules(shapes, lines, underlines)
    rules = level + upright
    tables: list[Box] = []
    for group in _joined_by_titles(grouped(rules, MEET), rules, lines):
        members = [rules[at] for at in group]
        box = bounding(members)
        if box.width < 60 or box.height < 14:
            continue
        inside = lines_within(lines, box)
        if not inside or lists_sections(inside) or is_chart(box, lines):
            continue
        box = without_sections_above(box, inside)
        inside = lines_within(lines, box)
        across = [rules[at] for at in group if at < len(level)]
        ys = distinct((rule.center_y for rule in across), 4.0)
        xs = _column_edges([rules[at] for at in group if at >= len(level)], across, box)
        if box.height > 0.93 * height and box.width > 0.9 * width:
            continue
        upright_rules = [each for each in members if each in shapes.upright_rules]
        drawn = _column_edges(upright_rules, across, box)
        if _is_grid(xs, ys, inside, has_rules=len(drawn) > 2):
            tables.append(_without_outer_rows(box, ys, members, inside))
        elif (
            (len(ys) >= 3 and len(xs) == 2)
            and (are_in_columns(inside) or _is_list(ys, inside))
            and not _is_prose(inside)
        ):
            tables.append(_below_caption(box, ys, inside))
    whole = end_to_end(shapes.level_rules, _TOUCH)
    tables = [each for each in tables if not _is_paint_within(each, shapes.upright_rules, whole)]
    return merged([_with_title(table, level, lines) for table in tables])


def _joined_by_titles(
    groups: Sequence[Sequence[int]], rules: Sequence[Box], lines: Sequence[Line]
) -> list[list[int]]:
    """The groups of rules that meet; those as one that stand over one another, as wide, with no
    more between them than one line over all columns, which upright rules leave out."""
    whole: list[tuple[Box, list[int]]] = []
    for group in sorted(groups, key=lambda group: min(rules[at].top for at in group)):
        box = bounding(rules[at] for at in group)
        over = (n for n, (above, _) in enumerate(whole) if _is_title_between(above, box, lines))
        if (n := next(over, None)) is None:
            whole.append((box, [*group]))
        else:
            above, held = whole[n]
            whole[n] = above.union(box), [*held, *group]
    return [group for _, group in whole]


def _is_title_between(above: Box, below: Box, lines: Sequence[Line]) -> bool:
    """Are two boxes of rules as wide, and parted by one line that is no caption?"""
    is_as_wide = max(abs(above.left - below.left), abs(above.right - below.right)) < MEET
    if not is_as_wide or not 0 < below.top - above.bottom < _BAND:
        return False
    between = Box(above.left, above.bottom, above.right, below.top)
    rows = joined_rows(lines_within(lines, between))
    return len(rows) == 1 and not CAPTION.match(rows[0][0].text)


def _is_paint_within(table: Box, upright: Sequence[Box], level: Sequence[Box]) -> bool:
    """Have but painted cells upright sides there, between level rules of a wider table, which no
    upright ones meet?"""
    if any(table.overlap(rule.grow(_TOUCH)) > 0 for rule in upright):
        return False
    over = [
        rule.center_y
        for rule in level
        if rule.width > _WIDER * table.width
        and rule.left < table.left + _TOUCH
        and table.right < rule.right + _TOUCH
        and not any(rule.grow(_TOUCH).overlap(side) > 0 for side in upright)
    ]
    return any(0 < table.top - y < _TALL for y in over) and any(
        0 < y - table.bottom < _TALL for y in over
    )


def with_own_titles(tables: Sequence[Box], lines: Sequence[Line]) -> list[Box]:
    """The tables, those side by side each with the bold line right above it, where all have one."""
    titled = list(tables)
    for at, table in enumerate(tables):
        beside = [each for each in tables if abs(each.top - table.top) < MEET]
        over = [Box(t.left - _BAND, t.top - _BAND, t.right + _BAND, t.top) for t in beside]
        above = [
            [
                line
                for line in lines
                if each.left < line.box.left
                and line.box.right < each.right
                and each.top < line.box.bottom <= each.bottom
            ]
            for each in over
        ]
        if len(beside) > 1 and all(len(held) == 1 and held[0].bold for held in above):
            titled[at] = table.union(above[beside.index(table)][0].box)
    return titled


def _is_prose(inside: Sequence[Line]) -> bool:
    """Are there lines of running text among those of a frame?"""
    rows = joined_rows(inside)
    width = bounding(line.box for line in inside).width
    alone = [row[0] for row in rows if len(row) == 1]
    full = [line for line in alone if len(line.words) >= _PROSE and line.box.width > 0.55 * width]
    return len(full) > 0.1 * len(rows)


def _is_list(ys: Sequence[float], inside: Sequence[Line]) -> bool:
    """Are there bands of one bold line between those of the others: species under their kinds?"""
    bands = [[line for line in inside if a < line.box.center_y < b] for a, b in pairwise(ys)]
    titled = [len(held) == 1 and held[0].bold for held in bands]
    others = [
        line for held, is_title in zip(bands, titled, strict=True) if not is_title for line in held
    ]
    return sum(titled) > 1 and len(others) > len(titled) and not any(line.bold for line in others)


def _with_title(table: Box, level: Sequence[Box], lines: Sequence[Line]) -> Box:
    """The table with a line in a band of its own above the columns, under a rule as wide."""
    for rule in level:
        gap = table.top - rule.center_y
        ends = max(abs(rule.left - table.left), abs(rule.right - table.right))
        if MEET < gap < _BAND and ends < MEET:
            held = lines_within(lines, Box(table.left, rule.center_y, table.right, table.top))
            if len(held) == 1 and not CAPTION.match(held[0].text):
                return table.union(rule)
    return table


def table_rules(
    shapes: Shapes, lines: Sequence[Line], underlines: set[int]
) -> tuple[list[Box], list[Box]]:
    """Level and upright rules that can belong to a table, edges of painted cells included. A rule
    that runs through a title, and the panel that hides it there, belong to none; nor do the bars in
    the margin that mark what a revision changed."""
    level, masks = _unmasked(shapes, underlines)
    ends = sorted(end for rule in level for end in (rule.left, rule.right))
    upright = [rule for rule in shapes.upright_rules if not _is_change_bar(rule, ends, lines)]
    cells = cells_among([panel for panel in shapes.panels if panel not in masks], upright)
    centers = [(line.box.center_x, line.box.center_y) for line in lines]
    across, down = sides_of(
        [cell for cell in cells if any(cell.contains(*center) for center in centers)]
    )
    return level + across, upright + down


def _unmasked(shapes: Shapes, underlines: set[int]) -> tuple[list[Box], list[Box]]:
    """The level rules, and the panels that hide a part of one (such a rule is left out)."""
    low = [panel for panel in (*shapes.panels, *shapes.blanks) if panel.height < _MASK]
    level, masks = [], []
    for at, rule in enumerate(shapes.level_rules):
        wide = rule.width > _LEADER and len(low) < _FEW
        hidden = [panel for panel in low if wide and _masks(panel, rule)]
        masks += hidden
        if at not in underlines and not hidden:
            level.append(rule)
    return level, masks


def _is_change_bar(rule: Box, ends: Sequence[float], lines: Sequence[Line]) -> bool:
    """Does the upright rule stand where no level rule ends, to one side of all text beside it?

    `ends` are those of the level rules, in order."""
    near = bisect_right(ends, rule.center_x - _TOUCH)
    if near < len(ends) and ends[near] < rule.center_x + _TOUCH:
        return False
    boxes = [line.box for line in lines]
    beside = [box for box in boxes if box.top < rule.bottom and rule.top < box.bottom]
    is_left = all(box.left > rule.right for box in beside)
    return is_left or all(box.right < rule.left for box in beside)


def _masks(panel: Box, rule: Box) -> bool:
    """Does the panel interrupt the rule, so that a title can stand in the middle of it?"""
    is_within = rule.left < panel.left - 6 and rule.right > panel.right + 6
    return is_within and panel.top + 3 < rule.center_y < panel.bottom - 3


def _column_edges(upright: Sequence[Box], level: Sequence[Box], box: Box) -> list[float]:
    """x of the upright rules that run along a fair part of the table, and of sides that are not
    drawn, where level rules end."""
    xs = [
        x
        for x in distinct((rule.center_x for rule in upright), 5.0)
        if sum(rule.height for rule in upright if abs(rule.center_x - x) <= 5)
        >= min(0.2 * box.height, 12)
    ]
    ends = ((box.left, [rule.left for rule in level]), (box.right, [rule.right for rule in level]))
    open_sides = [
        side
        for side, at in ends
        if xs
        and min(abs(x - side) for x in xs) > _NARROWEST
        and sum(abs(end - side) < MEET for end in at) >= _RULED
    ]
    return sorted([*xs, *open_sides])


def _is_grid(
    xs: Sequence[float], ys: Sequence[float], inside: Sequence[Line], *, has_rules: bool
) -> bool:
    if len(xs) < 3 or len(ys) < 2 or not (has_rules or share_of_several(inside)):
        return False  # shading behind lines of text has sides where they end
    filled = Counter(sum(1 for x in xs[1:-1] if line.box.center_x > x) for line in inside)
    # A frame around two columns of prose has a rule between them and hardly any rows.
    rows = len(ys) - 1
    return not (rows <= 2 and len(inside) > 40 and min(filled.values()) > 12)


def _without_outer_rows(
    box: Box, ys: Sequence[float], rules: Sequence[Box], inside: Sequence[Line]
) -> Box:
    """The table without a caption in its first row and notes in its last, set over all columns."""

    def spans_all(top: float, bottom: float) -> bool:
        middle = (top + bottom) / 2
        return not any(
            rule.top < middle < rule.bottom and box.left + 8 < rule.center_x < box.right - 8
            for rule in rules
        )

    top, bottom = box.top, box.bottom
    first = [line for line in inside if ys[0] < line.box.center_y < ys[1]]
    if len(ys) > 3 and spans_all(ys[0], ys[1]) and any(CAPTION.match(line.text) for line in first):
        top = ys[1]
    for upper, lower in zip(ys[-2:0:-1], ys[:1:-1], strict=True):
        held = [line for line in inside if upper < line.box.center_y < lower]
        row = [line for joined in joined_rows(held) for line in joined]
        said = [line for line in row if any(map(str.isalpha, line.text))]  # marks may be bold
        if not spans_all(upper, lower) or (said and said[0].bold):
            break
        if any(
            NOTE.match(line.text)
            or line.is_noted
            or (len(line.words) >= _PROSE and line.text.endswith("."))
            for line in row
        ):
            bottom = upper
    return Box(box.left, top, box.right, bottom)


def _below_caption(box: Box, ys: Sequence[float], inside: Sequence[Line]) -> Box:
    """The frame without "TABLE 2" in its first band, and its words in the middle of the next."""
    top = box.top
    for upper, lower in pairwise(ys[:3]):
        held = [line for line in inside if upper < line.box.center_y < lower]
        is_number = all(CAPTION.fullmatch(line.text) for line in held)
        is_centred = all(abs(line.box.center_x - box.center_x) < _CENTRED for line in held)
        if not held or not is_centred or is_number == (upper > ys[0]):
            break
        top = lower
    return Box(box.left, top, box.right, box.bottom)
