"""Page layouts become the label's blocks: text composed, paragraphs joined over page breaks, and
list items nested by their indent; directories of addresses are no tables."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from monograph_qa.domain.geometry import Box, PageBox, bounding
from monograph_qa.domain.parsed import Block, BlockKind, Grid, LineSpan
from monograph_qa.parse.composition import Hyphens, PlacedLine, compose
from monograph_qa.parse.continued import set_true_headers
from monograph_qa.parse.layout.gutters import in_order
from monograph_qa.parse.layout.lines import Found, Line, PageLayout
from monograph_qa.parse.layout.measure import CLOSED
from monograph_qa.parse.layout.rows import gaps_of, rows_of
from monograph_qa.parse.layout.signs import FIGURE
from monograph_qa.parse.table_columns import slot

_SKIPPED = frozenset({BlockKind.PICTURE, BlockKind.TABLE, BlockKind.CAPTION, BlockKind.FOOTNOTE})
_FLOWING = frozenset({BlockKind.TEXT, BlockKind.LIST_ITEM})
_LOOK_AHEAD = 12  # blocks


@dataclass(eq=False)
class _Placed:
    """A found block with the page of each of its lines."""

    page: PageLayout
    found: Found
    lines: list[PlacedLine]


def blocks_of(layouts: Sequence[PageLayout]) -> tuple[Block, ...]:
    """The label's blocks in reading order; pictures without pixels are left out."""
    set_list_levels(layouts)
    set_ratios(layouts)
    set_true_headers(layouts)
    placed = [
        _Placed(layout, found, [(layout.number, line) for line in found.lines])
        for layout, found in in_order(layouts)
    ]
    _join_over_breaks(placed)
    hyphens = Hyphens(line for one in placed for _, line in one.lines)
    return tuple(_made(placed, hyphens))


def _made(placed: Sequence[_Placed], hyphens: Hyphens) -> Iterator[Block]:
    for one in placed:
        found, number, ocr = one.found, one.page.number, one.page.hidden
        whole = (PageBox(number, found.box),)
        grid = found.grid
        entries = addresses_of(found) if grid is not None else []
        if entries:
            for entry in entries:
                placed_lines = [(number, line) for line in entry]
                text, spans = compose(placed_lines, hyphens)
                yield Block(BlockKind.TEXT, text, spans, _places(placed_lines), ocr=ocr)
        elif grid is not None and _is_of_captions(grid):
            yield from _captions(grid, number, ocr)
        elif grid is not None:
            yield Block(BlockKind.TABLE, places=whole, grid=grid, ocr=ocr)
        elif found.kind is BlockKind.PICTURE:
            if found.picture is not None:
                yield Block(BlockKind.PICTURE, places=whole, picture=found.picture)
        else:
            text, spans = compose(
                one.lines,
                hyphens,
                item=found.kind is BlockKind.LIST_ITEM,
                heading=found.kind is BlockKind.HEADING,
            )
            if text:
                style = found.style
                if style is not None and found.kind is BlockKind.TEXT:
                    style = replace(style, lead=_lead(one.lines, spans))
                places = _places(one.lines)
                yield Block(found.kind, text, spans, places, style, found.level, ocr=ocr)


def _is_of_captions(grid: Grid) -> bool:
    """Is a table the captions of figures side by side: "Figure 1. Cleanse both stoppers"?"""
    first = min((cell.row for cell in grid.cells if cell.text), default=0)
    heads = [cell.text for cell in grid.cells if cell.row == first and cell.text]
    return len(heads) > 1 and all(map(FIGURE.match, heads))


def _captions(grid: Grid, page: int, hidden: bool) -> Iterator[Block]:
    """Each caption by itself, from left to right."""
    for column in sorted({cell.column for cell in grid.cells}):
        own = [cell for cell in grid.cells if cell.column == column and cell.text]
        boxes = [cell.box for cell in own if cell.box is not None]
        if own and boxes:
            text = " ".join(cell.text for cell in sorted(own, key=lambda each: each.row))
            yield Block(BlockKind.TEXT, text, places=(PageBox(page, bounding(boxes)),), ocr=hidden)


def _lead(lines: Sequence[PlacedLine], spans: Sequence[LineSpan]) -> int:
    """Where the bold words at the beginning end with a colon, text of another face behind them."""
    if len(lines) != len(spans):
        return 0
    for at, (_, line) in enumerate(lines):
        bold = [word.text for word in takewhile(lambda word: word.bold, line.words)]
        if len(bold) == len(line.words):
            continue
        before = " ".join(bold)
        last = before or (lines[at - 1][1].text if at else "")
        return spans[at].start + len(before) if last.endswith(":") else 0
    return 0


def _places(lines: Sequence[PlacedLine]) -> tuple[PageBox, ...]:
    """One box a page and column that the lines cover."""
    runs: list[tuple[int, list[Box]]] = []
    for page, line in lines:
        if runs and runs[-1][0] == page and line.box.top > runs[-1][1][-1].top - 2:
            runs[-1][1].append(line.box)
        else:
            runs.append((page, [line.box]))
    return tuple(PageBox(page, bounding(boxes)) for page, boxes in runs)


def _join_over_breaks(placed: list[_Placed]) -> None:
    """Join paragraphs and captions that go on in the next column or on the next page, in place."""
    at = 0
    while at < len(placed):
        one = placed[at]
        rest = _continuation if one.found.kind in _FLOWING else _rest_of_caption
        following = rest(placed, at)
        if following is None:
            at += 1
            continue
        one.lines.extend(placed[following].lines)
        del placed[following]


def _continuation(placed: Sequence[_Placed], at: int) -> int | None:
    one = placed[at]
    last_page, last_line = one.lines[-1]
    text = last_line.text.rstrip()
    if text.endswith(CLOSED):
        return None
    for ahead in range(at + 1, min(at + 1 + _LOOK_AHEAD, len(placed))):
        other = placed[ahead]
        if other.found.kind in _SKIPPED:
            continue
        if other.found.kind is not BlockKind.TEXT:
            return None
        page, line = other.lines[0]
        if len(other.lines) == 1 and len(line.text) <= 2:
            continue  # a raised figure that the page break parted from its line
        broken = page != last_page or line.box.top < last_line.box.top - 4
        if page - last_page > 2 or not (broken or ahead > at + 1):
            return None
        if abs(line.size - last_line.size) > 0.1 * last_line.size or line.is_parted:
            return None
        if line.text[:1].islower():
            return ahead
        hangs = one.found.kind is BlockKind.TEXT or line.box.left > one.lines[0][1].box.left + 3
        runs_on = hangs and broken and _is_full(one, last_line.box)
        return ahead if runs_on and line.bold == last_line.bold else None
    return None


def _rest_of_caption(placed: Sequence[_Placed], at: int) -> int | None:
    """What goes on, over a table of the next page, with a caption at the end of this one."""
    one, *below = placed[at : at + 3]
    if one.found.kind is not BlockKind.CAPTION or len(below) < 2:
        return None
    rest, table = below
    if rest.found.kind in _SKIPPED or table.found.kind is not BlockKind.TABLE:
        return None
    (page, last), (next_page, line) = one.lines[-1], rest.lines[0]
    if next_page != page + 1 or table.page is not rest.page:
        return None
    is_like = line.bold == last.bold and abs(line.size - last.size) < 0.1 * last.size
    return at + 1 if is_like and not last.text.endswith(CLOSED) else None


def _is_full(one: _Placed, last: Box) -> bool:
    """Does the last line reach the right edge of its column?"""
    edge = max(
        (
            line.box.right
            for found in one.page.blocks
            if found.kind in _FLOWING
            for line in found.lines
            if line.box.left < last.right and line.box.right > last.left
        ),
        default=last.right,
    )
    return last.right > edge - 0.14 * (edge - last.left)


_STEP = 3.0  # points; a smaller difference of indent is none
_DEEPEST = 4
_FLUSH = frozenset({BlockKind.HEADING, BlockKind.TEXT, BlockKind.LIST_ITEM})


def set_list_levels(layouts: Sequence[PageLayout]) -> None:
    """Give each list item its nesting, from 0, by its indent within its list. Indents count from
    the margin of their column, so that a list goes on over a break. A heading ends a list; a text
    that stands further left ends what is nested deeper."""
    margins = _margins(layouts)
    lefts: list[float] = []
    for layout in layouts:
        for block in layout.blocks:
            if block.kind is BlockKind.HEADING:
                lefts = []
            if block.kind not in (BlockKind.LIST_ITEM, BlockKind.TEXT) or not block.lines:
                continue
            first = block.lines[0]
            left = first.box.left if first.indent is None else first.indent
            left -= margins[(layout.number, block.column)]
            while lefts and lefts[-1] > left + _STEP:
                lefts.pop()
            if block.kind is BlockKind.TEXT:
                continue
            if not lefts or left > lefts[-1] + _STEP:
                lefts.append(left)
            block.level = min(len(lefts) - 1, _DEEPEST)


def set_ratios(layouts: Sequence[PageLayout]) -> None:
    """Measure sizes, in place: by the body of the file on pages where text of its size stands
    beside more of another, since long notes and tables make no heading larger; else by the page's.
    """
    bodies = Counter(round(layout.body, 1) for layout in layouts)
    usual = max(bodies, key=lambda size: bodies[size], default=0.0)
    for layout in layouts:
        texts = [one.style for one in layout.blocks if one.kind is BlockKind.TEXT]
        body = usual if any(style and style.size == usual for style in texts) else layout.body
        for one in layout.blocks:
            if one.style is not None:
                one.style = replace(one.style, ratio=round(one.style.size / body, 2))


def _margins(layouts: Sequence[PageLayout]) -> dict[tuple[int, float], float]:
    """x of the left margin of each page and column of text. A page may hold nothing at its margin,
    so the margin that most left or most right pages keep counts for the first column."""
    margins: dict[tuple[int, float], float] = {}
    for layout in layouts:
        for block in layout.blocks:
            if block.kind in _FLUSH and block.lines:
                left = min(line.box.left for line in block.lines)
                at = (layout.number, block.column)
                margins[at] = min(margins.get(at, left), left)
    first = {number: float(round(left)) for (number, column), left in margins.items() if not column}
    usual: dict[int, float] = {}
    for side in (0, 1):
        lefts = Counter(left for number, left in first.items() if number % 2 == side)
        left, count = lefts.most_common(1)[0] if lefts else (0.0, 0)
        if count < max(2, 0.5 * lefts.total()):  # too few to tell: left and right pages together
            left = Counter(first.values()).most_common(1)[0][0] if first else 0.0
        usual[side] = left
    return {
        (number, column): left if column else usual[number % 2]
        for (number, column), left in margins.items()
    }


_TELEPHONES = 2
_NAMES = 3  # lines
_TELEPHONE = re.compile(r"(?<!\w)\+ ?\(?\d{1,3}\)?(?:[ ()./-]*\d){6,}")  # with its country's code


def addresses_of(table: Found) -> list[list[Line]]:
    """The lines of each address, column by column; none where the table is no directory. They begin
    with names in bold, else below telephone numbers."""
    if sum(len(_TELEPHONE.findall(line.text)) for line in table.lines) < _TELEPHONES:
        return []
    words = [word for line in table.lines for word in line.words]
    xs = [table.box.left, *gaps_of(words, table.box), table.box.right]
    columns: dict[int, list[Line]] = {}
    for row in rows_of(table.lines):
        for line in row:
            columns.setdefault(slot(xs, line.box.left), []).append(line)
    named = sum(line.bold for line in table.lines) >= _NAMES
    return [part for _, lines in sorted(columns.items()) for part in _entries(lines, named)]


def _entries(lines: list[Line], named: bool) -> Iterator[list[Line]]:
    entry = lines[:1]
    for above, line in pairwise(lines):
        begins = line.bold and not above.bold if named else _ends(above) and not _ends(line)
        if begins:
            yield entry
            entry = []
        entry.append(line)
    yield entry


def _ends(line: Line) -> bool:
    return _TELEPHONE.search(line.text) is not None
