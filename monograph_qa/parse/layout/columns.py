"""Where a page is set in columns: bands of the page with a gutter, in reading order."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from statistics import median

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.column_sides import (
    LEAST_ROWS,
    USUAL_WORDS,
    Row,
    read_as_columns,
    read_in_rows,
)
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.gutters import NEAR, even_columns, sheet_gutters
from monograph_qa.parse.layout.headings import TITLE
from monograph_qa.parse.layout.lines import Line, joined
from monograph_qa.parse.layout.rows import rows_of, with_markers_joined

_FEW_ROWS = 2
_RULE = 3.0  # points: the height of the thickest rule
_GAP = 1.9  # spaces: the narrowest gutter between two words


@frozen
class _Least:
    """What columns have at least: rows, words in a row of prose, lines that the gutter is wide."""

    rows: int = LEAST_ROWS
    words: int = USUAL_WORDS
    gutter: float = 0.0
    keeps_gutter: bool = False  # those below stand at the gutter found, as the list of contents


_INNER = _Least(12, 3, 0.8, keeps_gutter=True)  # of a column: what has fewer rows is a small table


@frozen
class Zone:
    """A part of the page that is read from top to bottom; sides in points. At `paired` two columns
    meet that are read row by row."""

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
    rules: Sequence[Box] = (),
) -> list[Zone]:
    """Zones that cover the page, in reading order; `solids` are tables and pictures, `rules` what
    may part columns within a column. On a page that `lists_contents` a few rows are enough to make
    two columns. `usual` is where most pages of the file have their gutter: there, one column of a
    list or of short lines, beside one of prose, are columns too and no table."""
    of_sheet = sheet_gutters((span for line in lines for span in _ink([line])), width)
    if of_sheet:
        edges = (0.0, *of_sheet, width)
        return [Zone(left, right, 0.0, height) for left, right in pairwise(edges)]
    rows = _rows_with(lines, solids)
    zones: list[Zone] = []
    least = _Least(_FEW_ROWS) if lists_contents else _Least()
    many = even_columns([row.ink for row in rows], [row.top for row in rows], width, height)
    if many is None:
        _split(rows, Zone(0.0, width, 0.0, height), least, usual, zones)
        return _with_inner_columns(zones, lines, (*solids, *rules), width)
    first, last, gutters = many
    upper = (rows[first - 1].bottom + rows[first].top) / 2 if first else 0.0
    lower = (rows[last].bottom + rows[last + 1].top) / 2 if last + 1 < len(rows) else height
    _split(rows[:first], Zone(0.0, width, 0.0, upper), least, usual, zones)
    edges = (0.0, *gutters, width)
    zones += [Zone(left, right, upper, lower) for left, right in pairwise(edges)]
    _split(rows[last + 1 :], Zone(0.0, width, lower, height), least, usual, zones)
    return zones


def _rows_with(lines: Sequence[Line], solids: Sequence[Box]) -> list[Row]:
    rows = [Row(box.top, box.bottom, (), ((box.left, box.right),)) for box in solids]
    for row in rows_of(lines):
        box = bounding(line.box for line in row)
        rows.append(Row(box.top, box.bottom, tuple(with_markers_joined(row)), _ink(row)))
    return sorted(rows, key=lambda row: row.top)


def _with_inner_columns(
    zones: Sequence[Zone], lines: Sequence[Line], solids: Sequence[Box], width: float
) -> list[Zone]:
    """The zones, columns set in columns themselves parted: the highlights of a small insert."""
    result: list[Zone] = []
    for zone in zones:
        inner: list[Zone] = []
        if zone.right - zone.left < width and zone.paired is None:
            within = [line for line in lines if zone.holds(line.box)]
            across = [
                box
                for box in solids
                if zone.holds(box)
                and (box.height >= _RULE or _runs_across(box, zone.left, zone.right))
            ]
            rows = _rows_with(within, across)
            _split(rows, zone, _INNER, None, inner)
        result += inner if all(each.paired is None for each in inner) and inner else [zone]
    return result


def dividers(rules: Sequence[Box], lines: Sequence[Line], width: float) -> list[Box]:
    """What parts two-column bands: rules over both, drawn or typed, and the contents title."""
    boxes = [rule for rule in rules if _runs_across(rule, 0.0, width)]
    boxes += [
        Box(0.0, line.box.top, width, line.box.bottom)
        for line in lines
        if TITLE.fullmatch(line.text.strip())
        and sum(other.box.top < line.box.center_y < other.box.bottom for other in lines) == 1
    ]
    return boxes


def _runs_across(rule: Box, left: float, right: float) -> bool:
    """Whether a rule parts a band of this width into what is above and below it."""
    width = right - left
    return rule.left < left + 0.3 * width and rule.right > left + 0.7 * width


def cut_at_gutters(lines: Sequence[Line], zones: Sequence[Zone]) -> list[Line]:
    """Lines cut where their words stand on both sides of a gutter."""
    result: list[Line] = []
    for line in lines:
        here = (z for z in zones if z.top <= line.box.center_y <= z.bottom)
        gutters = {zone.left or zone.paired or 0.0 for zone in here}
        cuts = sorted(x for x in gutters if max(line.box.left, 0.0) < x < line.box.right)
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
        top, sides = zone.top, (zone.left, zone.right)
        if whole and (whole[-1].left, whole[-1].right, whole[-1].bottom) == (*sides, top):
            top = whole.pop().top
        whole.append(Zone(*sides, top, zone.bottom))
    return whole


def _ink(row: Sequence[Line]) -> tuple[tuple[float, float], ...]:
    spans: list[tuple[float, float]] = []
    for line in row:
        last: Word | None = None
        for word in line.words:
            space = max(last.space, word.space) if last else 0.0
            if last and word.box.left - last.box.right < _GAP * space:
                spans[-1] = (spans[-1][0], word.box.right)
            else:
                spans.append((word.box.left, word.box.right))
            last = word
    return tuple(spans)


def _split(
    rows: Sequence[Row], zone: Zone, least: _Least, usual: float | None, zones: list[Zone]
) -> None:
    """Adds the zones that a part of the page is read in, of which these are the rows."""
    left, right, top, bottom = zone.left, zone.right, zone.top, zone.bottom
    band = _best_band(rows, left, right, least, usual) if len(rows) >= least.rows else None
    if band is None:
        if bottom > top:
            zones.append(zone)
        return
    first, last, x, is_paired = band
    upper = (rows[first - 1].bottom + rows[first].top) / 2 if first else top
    lower = (rows[last].bottom + rows[last + 1].top) / 2 if last + 1 < len(rows) else bottom
    if first:
        _split(rows[:first], Zone(left, right, top, upper), least, usual, zones)
    if is_paired:
        zones.append(Zone(left, right, upper, lower, x))
    else:
        zones.append(Zone(left, x, upper, lower))
        zones.append(Zone(x, right, upper, lower))
    if last + 1 < len(rows):
        below = x if least.keeps_gutter else usual
        _split(rows[last + 1 :], Zone(left, right, lower, bottom), least, below, zones)


def _best_band(
    rows: Sequence[Row], left: float, right: float, least: _Least, usual: float | None
) -> tuple[int, int, float, bool] | None:
    """The widest band from row to row, its gutter, and whether its columns are read row by row."""
    low, high = (left + share * (right - left) for share in (0.3, 0.72))
    lefts = sorted(start for row in rows for start, _ in row.ink if low < start < high)
    candidates = {
        round(start - 3, 1)
        for at, start in enumerate(lefts)
        if at + least.rows - 2 < len(lefts) and lefts[at + least.rows - 2] - start < 6
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
            if at - start >= least.rows:
                run = _trimmed(rows, start, at - 1, x)
                is_usual = usual is not None and abs(x - usual) < NEAR
                band = rows[run[0] : run[1] + 1] if run is not None else []
                is_paired = bool(band) and read_in_rows(band, x)
                is_apart = is_paired or (
                    _gap_at(band, x) >= least.gutter
                    and read_as_columns(band, x, least.rows, is_usual, least.words)
                )
                if run is not None and is_apart:
                    weight = sum(len(row.segments) or 1 for row in band)
                    if weight > most:
                        best, most = (run[0], run[1], x, is_paired), weight
            start = at + 1
    return best


def _gap_at(rows: Sequence[Row], x: float) -> float:
    """How wide the gutter at `x` is, in heights of the rows."""
    ink = [span for row in rows for span in row.ink]
    left = max((stop for _, stop in ink if stop <= x), default=x)
    right = min((start for start, _ in ink if start >= x), default=x)
    height = median(row.bottom - row.top for row in rows) if rows else 0.0
    return (right - left) / max(height, 1.0)


def _trimmed(rows: Sequence[Row], first: int, last: int, x: float) -> tuple[int, int] | None:
    """The run without one-sided rows of its left side at either end."""

    two_sided = (
        at for at in range(first, last + 1) if any(start >= x for start, _ in rows[at].ink)
    )
    if (first := next(two_sided, last + 1)) > last:
        return None
    # Rows above that belong to the left column stand close to the first two-sided row.
    while (
        first > 0
        and not rows[first - 1].crossed(x)
        and rows[first].top - rows[first - 1].bottom < 14
    ):
        first -= 1
    return first, last
