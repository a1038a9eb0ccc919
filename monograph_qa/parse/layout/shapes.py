"""Drawn shapes of a page: rules, frames, painted boxes, dots."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.frozen import frozen

MEET = 6.0  # points; rules closer than this are one edge of a table: a border may be drawn double
THIN = 2.6  # points; a shape no thicker than this is a rule
_SIDE, _INSIDE = 1.5, 3.0  # points between the side of a panel and an upright rule
_COVERED, _WIDE = 0.95, 0.7  # share of a panel within another, and of the width of that one
_LINE = 24.0  # points; the highest panel of one line
_MANY = 1500  # panels
_MOST = 6000  # shapes looked at on one page; a map or chart may draw far more


class Path(NamedTuple):
    """One painted subpath: is a part neither level nor upright, is it filled with white?"""

    box: Box
    slanted: bool = False
    white: bool = False


@frozen
class Shapes:
    """The shapes of one page by what they can be; boxes in points."""

    level_rules: tuple[Box, ...] = ()
    upright_rules: tuple[Box, ...] = ()
    panels: tuple[Box, ...] = ()  # rectangles that can frame or shade text
    blanks: frozenset[Box] = frozenset()  # white ones behind lines of text, which show no cell
    dots: tuple[Box, ...] = ()  # small, about as high as wide: drawn bullets
    drawn: tuple[Box, ...] = ()  # everything, for telling a drawing
    slanted: frozenset[int] = frozenset()  # which of `drawn` have slanted or curved parts
    bitmaps: tuple[Box, ...] = ()

    def rules_without(self, underlines: Collection[int]) -> list[Box]:
        """The level rules but those at the places that underline words."""
        return [rule for at, rule in enumerate(self.level_rules) if at not in underlines]


def sort_shapes(
    paths: Iterable[Path], bitmaps: Iterable[Box], width: float, height: float
) -> Shapes:
    """Shapes within the page, sorted; whole-page backgrounds are left out."""
    page = width * height
    boxed = ((path, clipped(path.box, width, height)) for path in paths)
    marks = [path._replace(box=box) for path, box in boxed if box and box.area < 0.8 * page]
    if len(marks) > _MOST:
        marks = sorted(marks, key=lambda mark: -(mark.box.width + mark.box.height))[:_MOST]
    kept = [mark.box for mark in marks]
    least = [mark for mark in marks if mark.box.width > 14 and mark.box.height > 7]
    panels = [mark for mark in least if mark.box.area < 0.75 * page]
    blanks = _unseen(panels)
    images = [clipped(bitmap, width, height) for bitmap in bitmaps]
    return Shapes(
        level_rules=tuple(b for b in kept if b.height <= THIN and b.width >= 6),
        upright_rules=tuple(b for b in kept if b.width <= THIN and b.height >= 6),
        panels=tuple(mark.box for mark in panels if mark.box not in blanks),
        blanks=blanks,
        dots=tuple(b for b in kept if _is_dot(b.width, b.height)),
        drawn=tuple(kept),
        slanted=frozenset(at for at, mark in enumerate(marks) if mark.slanted),
        bitmaps=tuple(b for b in images if b is not None and b.area < 0.9 * page),
    )


def _is_dot(width: float, height: float) -> bool:
    return min(width, height) >= 1.5 and max(width, height) <= 6.5 and abs(width - height) < 1.0


def _unseen(panels: Sequence[Path]) -> frozenset[Box]:
    """The white panels behind single lines, with no paint behind them: they are no cells."""
    painted = [panel.box for panel in panels if not panel.white]
    white = [panel.box for panel in panels if panel.white and panel.box.height < _LINE]
    return frozenset(
        box for box in white if not any(p.overlap(box) > _COVERED * box.area for p in painted)
    )


def clipped(box: Box, width: float, height: float) -> Box | None:
    """The part of `box` on the page; None where nothing of it is."""
    if box.right < 0 or box.bottom < 0 or box.left > width or box.top > height:
        return None
    return Box(max(box.left, 0), max(box.top, 0), min(box.right, width), min(box.bottom, height))


def grouped(boxes: Sequence[Box], gap: float) -> list[list[int]]:
    """Indices of boxes that lie within `gap` points of one another, group by group."""
    parent = list(range(len(boxes)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    active: list[int] = []
    for at in sorted(range(len(boxes)), key=lambda index: boxes[index].left):
        box = boxes[at]
        active = [other for other in active if boxes[other].right + gap >= box.left]
        for other in active:
            near = boxes[other]
            if near.top - gap <= box.bottom and box.top - gap <= near.bottom:
                parent[root(at)] = root(other)
        active.append(at)
    groups: dict[int, list[int]] = {}
    for at in range(len(boxes)):
        groups.setdefault(root(at), []).append(at)
    return list(groups.values())


def distinct(values: Iterable[float], tolerance: float) -> list[float]:
    """Ascending values, those within `tolerance` of the last kept one left out."""
    kept: list[float] = []
    for value in sorted(values):
        if not kept or value - kept[-1] > tolerance:
            kept.append(value)
    return kept


def sides_of(boxes: Sequence[Box]) -> tuple[list[Box], list[Box]]:
    """The level and the upright sides of boxes, as rules."""
    level = [Box(box.left, y, box.right, y) for box in boxes for y in (box.top, box.bottom)]
    upright = [Box(x, box.top, x, box.bottom) for box in boxes for x in (box.left, box.right)]
    return level, upright


def cells_among(panels: Sequence[Box], upright: Sequence[Box]) -> Sequence[Box]:
    """The panels but those of lines within a cell, which has rules at both sides alone."""
    if len(panels) > _MANY:
        return panels
    cells = []
    for panel in panels:
        beside = [rule for rule in upright if rule.top < panel.bottom and panel.top < rule.bottom]
        at = [rule.center_x for rule in beside]
        sides = [any(abs(x - side) < _SIDE for x in at) for side in (panel.left, panel.right)]
        if all(sides) and not any(panel.left + _INSIDE < x < panel.right - _INSIDE for x in at):
            cells.append(panel)
    return [panel for panel in panels if not any(_is_within(panel, cell) for cell in cells)]


def _is_within(panel: Box, cell: Box) -> bool:
    """Is the panel a part of the cell, nearly as wide, and not the same once more?"""
    covered = cell.overlap(panel) > _COVERED * panel.area and panel.width > _WIDE * cell.width
    less = max(cell.width - panel.width, cell.height - panel.height)
    return covered and less > 2 * _SIDE


def merged(boxes: Sequence[Box]) -> list[Box]:
    """The boxes, those that touch as one."""
    return [bounding(boxes[at] for at in group) for group in grouped(boxes, 1.0)]


def end_to_end(rules: Iterable[Box], joint: float = 8.0) -> list[Box]:
    """Rules on one height that meet, `joint` points apart at most, as one; top to bottom."""
    whole: list[Box] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.top), rule.left)):
        for at in range(len(whole) - 1, max(-1, len(whole) - 8), -1):
            other = whole[at]
            if (
                abs(other.top - rule.top) < 1.5
                and rule.left - other.right < joint
                and other.left - rule.right < joint
            ):
                whole[at] = other.union(rule)
                break
        else:
            whole.append(rule)
    return sorted(whole, key=lambda rule: rule.top)
