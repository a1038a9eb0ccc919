"""Where a page is set in columns: bands of the page with a gutter, in reading order."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from monograph_qa.domain.geometry import Box
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.column_sides import LEAST_ROWS, Row, read_as_columns, read_in_rows
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.gutters import NEAR, even_columns
from monograph_qa.parse.layout.headings import TITLE
from monograph_qa.parse.layout.lines import Line, joined
from monograph_qa.parse.layout.rows import rows_of, with_markers_joined
from monograph_qa.parse.layout.shapes import Shapes
from monograph_qa.parse.layout.sheets import sheet_gutters

_FEW_ROWS = 2
_GAP = 1.9  # spaces: the narrowest gutter between two words


@frozen
class Zone:
    """A part of the page that is read from top to bottom; sides in points.

    At `paired` two columns meet that are read row by row.
    """

    left: float
    right: float
    top: float
    bottom: float
    paired: float | None = None

    def holds(self, box: Box) -> bool:
        return self.left <= box.center_x <= self.right and self.top <= box.center_y <= self.bottom


def zones_of(
    lines: Sequence[Line],
    solids: Sequence[Box],
    width: float,
    height: float,
    lists_contents: bool = False,
    usual: float | None = None,
) -> list[Zone]:
    """Zones that cover the page, in reading order; `solids` are tables and pictures.

    On a page that `lists_contents` a few rows are enough to make two columns. `usual` is where most
    pages of the file have their gutter: there, one column of a list or of short lines, beside one
    of prose, are columns too and no table.
    """
    of_sheet = sheet_gutters((span for line in lines for span in _ink([line])), width)
    if of_sheet:
        edges = (0.0, *of_sheet, width)
        return [Zone(left, right, 0.0, height) for left, right in pairwise(edges)]
    rows = [
        Row(
            min(line.box.top for line in row),
            max(line.box.bottom for line in row),
            tuple(with_markers_joined(row)),
            _ink(row),
        )
        for row in rows_of(lines)
    ]
    rows += [Row(box.top, box.bottom, (), ((box.left, box.right),)) for box in solids]
    rows.sort(key=lambda row: row.top)
    zones: list[Zone] = []
    least = _FEW_ROWS if lists_contents else LEAST_ROWS
    many = even_columns([row.ink for row in rows], [row.top for row in rows], width, height)
    if many is None:
        _split(rows, 0.0, height, width, least, usual, zones)
        return zones
    first, last, gutters = many
    upper = (rows[first - 1].bottom + rows[first].top) / 2 if first else 0.0
    lower = (rows[last].bottom + rows[last + 1].top) / 2 if last + 1 < len(rows) else height
    _split(rows[:first], 0.0, upper, width, least, usual, zones)
    edges = (0.0, *gutters, width)
    zones += [Zone(left, right, upper, lower) for left, right in pairwise(edges)]
    _split(rows[last + 1 :], lower, height, width, least, usual, zones)
    return zones


def dividers(
    shapes: Shapes, typed: Sequence[Box], lines: Sequence[Line], underlines: set[int], width: float
) -> list[Box]:
    """What parts the page's two-column bands: rules over both columns, drawn or `typed` with
    dashes, and the contents title."""
    drawn = [rule for at, rule in enumerate(shapes.level_rules) if at not in underlines]
    boxes = [
        rule for rule in (*drawn, *typed) if rule.left < 0.3 * width and rule.right > 0.7 * width
    ]
    boxes += [
        Box(0.0, line.box.top, width, line.box.bottom)
        for line in lines
        if TITLE.fullmatch(line.text.strip()) and not _has_neighbour(line, lines)
    ]
    return boxes


def _has_neighbour(line: Line, lines: Sequence[Line]) -> bool:
    middle = line.box.center_y
    return any(other is not line and other.box.top < middle < other.box.bottom for other in lines)


def cut_at_gutters(lines: Sequence[Line], zones: Sequence[Zone]) -> list[Line]:
    """Lines cut where their words stand on both sides of a gutter."""
    gutters = [(zone, zone.left or zone.paired or 0.0) for zone in zones]
    gutters = [(zone, x) for zone, x in gutters if x > 0]
    result: list[Line] = []
    for line in lines:
        own = (x for z, x in gutters if z.top <= line.box.center_y <= z.bottom)
        cuts = sorted(x for x in own if line.box.left < x < line.box.right)
        if not cuts:
            result.append(line)
            continue
        for left, right in pairwise((-inf, *cuts, inf)):
            words = [word for word in line.words if left <= word.box.center_x < right]
            result += [Line(words)] if words else []
    for zone in zones:
        if zone.paired is not None:
            result = _with_whole_lines(result, zone, zone.paired)
    return result


def _with_whole_lines(lines: Sequence[Line], zone: Zone, x: float) -> list[Line]:
    """The lines, those in `zone` whole up to `x` and from there: words may be set far apart."""
    inside = [line for line in lines if zone.holds(line.box)]
    held = {id(line) for line in inside}
    whole = [line for line in lines if id(line) not in held]
    for row in rows_of(inside):
        for is_right in (False, True):
            side = [line for line in row if (line.box.center_x >= x) == is_right]
            if side:
                whole.append(joined(side))
    return sorted(whole, key=lambda line: (line.box.top, line.box.left))


def without_pairs(zones: Sequence[Zone]) -> list[Zone]:
    """The zones, those of paired columns joined to whole ones above and below."""
    whole: list[Zone] = []
    for zone in zones:
        last = whole[-1] if whole else None
        alike = last is not None and (last.left, last.right) == (zone.left, zone.right)
        if last is not None and alike and last.bottom == zone.top:
            whole[-1] = Zone(last.left, last.right, last.top, zone.bottom)
        else:
            whole.append(Zone(zone.left, zone.right, zone.top, zone.bottom))
    return whole


def _ink(row: Sequence[Line]) -> tuple[tuple[float, float], ...]:
    spans: list[tuple[float, float]] = []
    for line in row:
        last: Word | None = None
        for word in line.words:
            if last is not None and word.box.left - last.box.right < _GAP * max(
                last.space, word.space
            ):
                spans[-1] = (spans[-1][0], word.box.right)
            else:
                spans.append((word.box.left, word.box.right))
            last = word
    return tuple(spans)


def _split(
    rows: Sequence[Row],
    top: float,
    bottom: float,
    width: float,
    least: int,
    usual: float | None,
    zones: list[Zone],
) -> None:
    band = _best_band(rows, width, least, usual) if len(rows) >= least else None
    if band is None:
        if bottom > top:
            zones.append(Zone(0.0, width, top, bottom))
        return
    first, last, x, is_paired = band
    upper = (rows[first - 1].bottom + rows[first].top) / 2 if first else top
    lower = (rows[last].bottom + rows[last + 1].top) / 2 if last + 1 < len(rows) else bottom
    if first:
        _split(rows[:first], top, upper, width, least, usual, zones)
    if is_paired:
        zones.append(Zone(0.0, width, upper, lower, x))
    else:
        zones.append(Zone(0.0, x, upper, lower))
        zones.append(Zone(x, width, upper, lower))
    if last + 1 < len(rows):
        _split(rows[last + 1 :], lower, bottom, width, least, usual, zones)


def _best_band(
    rows: Sequence[Row], width: float, least: int, usual: float | None
) -> tuple[int, int, float, bool] | None:
    """The widest band from row to row, its gutter, and whether its columns are read row by row."""
    lefts = sorted(
        start for row in rows for start, _ in row.ink if 0.3 * width < start < 0.72 * width
    )
    candidates = {
        round(left - 3, 1)
        for at, left in enumerate(lefts)
        if at + least - 2 < len(lefts) and lefts[at + least - 2] - left < 6
    }
    if usual is not None:
        candidates.add(round(usual, 1))
    best: tuple[int, int, float, bool] | None = None
    most = 0
    for x in sorted(candidates):
        start = 0
        for at in range(len(rows) + 1):
            if at < len(rows) and not rows[at].crossed(x):
                continue
            if at - start >= least:
                run = _trimmed(rows, start, at - 1, x)
                is_usual = usual is not None and abs(x - usual) < NEAR
                band = rows[run[0] : run[1] + 1] if run is not None else []
                is_paired = bool(band) and read_in_rows(band, x)
                if run is not None and (is_paired or read_as_columns(band, x, least, is_usual)):
                    weight = sum(len(row.segments) or 1 for row in band)
                    if weight > most:
                        best, most = (run[0], run[1], x, is_paired), weight
            start = at + 1
    return best


def _trimmed(rows: Sequence[Row], first: int, last: int, x: float) -> tuple[int, int] | None:
    """The run without one-sided rows of its left side at either end."""

    def both(row: Row) -> bool:
        return any(start >= x for start, _ in row.ink)

    while first <= last and not both(rows[first]):
        first += 1
    if first > last:
        return None
    # Rows above that belong to the left column stand close to the first two-sided row.
    while (
        first > 0
        and not rows[first - 1].crossed(x)
        and rows[first].top - rows[first - 1].bottom < 14
    ):
        first -= 1
    return first, last
