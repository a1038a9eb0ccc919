"""The layout engine: one page's glyphs and shapes in, its blocks in reading order out."""

from collections.abc import Sequence

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.domain.parsed import BlockKind, Style
from monograph_qa.parse.layout.blocks import Setting, blocks_of
from monograph_qa.parse.layout.columns import (
    Zone,
    cut_at_gutters,
    dividers,
    without_pairs,
    zones_of,
)
from monograph_qa.parse.layout.drawn_signs import with_drawn_signs
from monograph_qa.parse.layout.furniture import Furniture, without_furniture, without_line_numbers
from monograph_qa.parse.layout.glyphs import Glyph, body_size, set_on_baselines, words_of
from monograph_qa.parse.layout.headings import contents_span
from monograph_qa.parse.layout.lines import Found, Line, PageLayout, joined, mark_underlines
from monograph_qa.parse.layout.lists import whole_lines
from monograph_qa.parse.layout.open_tables import open_tables
from monograph_qa.parse.layout.pictures import labels_in, paragraphs_in, pictures_on
from monograph_qa.parse.layout.rows import lines_within, rows_of
from monograph_qa.parse.layout.segments import segments_of
from monograph_qa.parse.layout.shapes import Path, Shapes, end_to_end, sort_shapes
from monograph_qa.parse.layout.tables import ruled_tables, with_own_titles

_JOINT = 1.5  # points between the parts of a rule that is drawn cell by cell


def lay_out(
    number: int,
    size: tuple[float, float],
    glyphs: Sequence[Glyph],
    paths: Sequence[Path],
    bitmaps: Sequence[Box],
    furniture: Furniture,
) -> PageLayout:
    """The layout of page `number`; `size` is its width and height in points."""
    width, height = size
    shapes = sort_shapes(paths, bitmaps, width, height)
    seen = with_drawn_signs(set_on_baselines(glyphs), shapes)
    words = words_of(seen, shapes.upright_rules)
    is_draft = furniture.is_draft and number not in furniture.contents
    segments = without_line_numbers(segments_of(words), width, is_draft=is_draft)
    underlines = mark_underlines(segments, shapes)
    typed = [line.box for line in segments if line.is_rule]
    segments = [line for line in segments if not line.is_rule]
    segments, dropped = without_furniture(segments, furniture, height, number, shapes.upright_rules)

    tables = ruled_tables(shapes, segments, underlines, width, height)
    tables = with_own_titles(tables, _outside(segments, tables))
    free = _outside(segments, tables)
    drawn = pictures_on(shapes, free, tables, width, height)
    for box, _ in drawn:
        taken = {id(line) for line in labels_in(box, free)}
        free = [line for line in free if id(line) not in taken]

    solids = tables + [box for box, _ in drawn]
    rules = shapes.rules_without(underlines)
    solids += dividers((*end_to_end(rules, _JOINT), *typed), free, width)
    gutter = furniture.gutters.get(number)
    zones = zones_of(free, solids, width, height, number in furniture.contents, gutter, rules)
    free = cut_at_gutters(free, zones)
    zones = without_pairs(zones)
    body = body_size(words)
    columns = [[line for line in free if _home(zones, line.box) is zone] for zone in zones]
    for at, zone in enumerate(zones):
        if columns[at]:
            edges = zone.left, zone.right
            found = open_tables(shapes, columns[at], underlines, edges, body, tables)
            tables = tables + found
            columns[at] = _outside(columns[at], found)

    columns = [whole_lines(column) for column in columns]
    ordered = [line for column in columns for line in column]
    span = contents_span(ordered, furniture.contents.get(number))
    setting = Setting(body, tables, frozenset(id(ordered[at]) for at in span))

    solid_blocks = [_table(box, segments) for box in tables]
    for box, vector in drawn:
        solid_blocks += _picture(box, vector, segments)
    blocks: list[Found] = []
    for zone, column in zip(zones, columns, strict=True):
        here = [block for block in solid_blocks if _home(zones, block.box) is zone]
        ordered_blocks = _in_order(blocks_of(column, setting), here)
        for block in ordered_blocks:
            block.column = zone.left
        blocks += ordered_blocks
    hidden = bool(words) and all(word.hidden for word in words)
    return PageLayout(number, *size, body, blocks, shapes, dropped, len(words), hidden)


def plain_layout(number: int, size: tuple[float, float], glyphs: Sequence[Glyph]) -> PageLayout:
    """The layout of a page that `lay_out` could not read: every printed row as plain text."""
    words = words_of(glyphs)
    rows = [joined(row) for row in rows_of(segments_of(words))]
    blocks = [Found(BlockKind.TEXT, row.box, [row], Style(size=row.size)) for row in rows]
    hidden = bool(words) and all(word.hidden for word in words)
    return PageLayout(number, *size, body_size(words), blocks, Shapes(), [], len(words), hidden)


def _outside(lines: Sequence[Line], boxes: Sequence[Box]) -> list[Line]:
    held = {id(line) for box in boxes for line in lines_within(lines, box)}
    return [line for line in lines if id(line) not in held]


def _home(zones: Sequence[Zone], box: Box) -> Zone:
    def away(zone: Zone) -> float:
        return max(zone.top - box.center_y, box.center_y - zone.bottom, 0.0)

    return next((zone for zone in zones if zone.holds(box)), min(zones, key=away))


def _table(box: Box, segments: Sequence[Line]) -> Found:
    lines = lines_within(segments, box)
    return Found(BlockKind.TABLE, bounding([box, *(line.box for line in lines)]), lines)


def _picture(box: Box, vector: bool, segments: Sequence[Line]) -> list[Found]:
    """The picture, and the paragraphs that stand in it."""
    lines = labels_in(box, segments)
    whole = bounding([box, *(line.box for line in lines)])
    told = paragraphs_in(lines)
    lines = [line for line in lines if not any(line in held for held in told)]
    texts = (
        Found(BlockKind.TEXT, bounding(line.box for line in held), held, Style(size=held[0].size))
        for held in told
    )
    return [Found(BlockKind.PICTURE, whole, lines, vector=vector), *texts]


def _in_order(texts: Sequence[Found], solids: Sequence[Found]) -> list[Found]:
    """Text blocks with tables and pictures put in where they stand."""
    result = list(texts)
    across = sorted(solids, key=lambda block: (round(block.box.top), block.box.left), reverse=True)
    for solid in across:
        below = (at for at, block in enumerate(texts) if block.box.center_y > solid.box.center_y)
        result.insert(next(below, len(texts)), solid)
    return result
