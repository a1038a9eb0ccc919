"""A printer's sheet: a package insert laid flat, wider than any page that is read, often with one
leaflet printed on it several times, to be cut apart."""

from collections.abc import Iterable, Iterator, Sequence

from monograph_qa.parse.layout.lines import Found, PageLayout

_WIDEST_PAGE = 850.0  # points; Letter and A4 lie within it on their sides as well
_LEAST_GUTTER = 4.0  # points that no words stand in
_MOST_CROSSING = 0.02  # share of the lines that may run across a gutter, as titles do
_NARROWEST = 60.0  # points; what is narrower is a mark or a list's numbers
_SAME = 0.8  # share of the lines of a column that its copy has as well


def sheet_gutters(spans: Iterable[tuple[float, float]], width: float) -> tuple[float, ...]:
    """Where the columns of a sheet part, from left to right, in points; none on a page.

    `spans` are the stretches of its lines where words stand: x from left to right.
    """
    if not _is_sheet(width):
        return ()
    inked = list(spans)
    changes = [0] * (int(width) + 2)  # of how many lines stand at each point
    for left, right in inked:
        changes[max(0, int(left))] += 1
        changes[min(int(right) + 1, len(changes) - 1)] -= 1
    most = max(1.0, _MOST_CROSSING * len(inked))
    gutters: list[float] = []
    lines, begun = 0, 0
    for x, change in enumerate(changes):
        is_free, lines = lines <= most, lines + change
        if is_free and lines > most:
            middle, last = (begun + x) / 2, gutters[-1] if gutters else 0.0
            if x - begun >= _LEAST_GUTTER and middle - last >= _NARROWEST:
                gutters.append(middle)
        elif not is_free and lines <= most:
            begun = x
    return tuple(gutters)


def in_order(layouts: Sequence[PageLayout]) -> Iterator[tuple[PageLayout, Found]]:
    """The blocks of all pages as they are read, each with its page: a leaflet that a sheet prints
    several times once, behind what it prints once."""
    once: list[tuple[PageLayout, Found]] = []
    several: list[tuple[PageLayout, Found]] = []
    for layout in layouts:
        texts: dict[float, set[str]] = {}
        for found in layout.blocks if _is_sheet(layout.width) else ():
            texts.setdefault(found.column, set()).update(line.text for line in found.lines)
        first = {x: _first_alike(x, texts) for x in texts}
        repeated = {x for column, x in first.items() if column != x}
        for found in layout.blocks:
            x = found.column
            if first.get(x, x) == x:
                (several if x in repeated else once).append((layout, found))
    yield from once
    yield from several


def _is_sheet(width: float) -> bool:
    return width > _WIDEST_PAGE


def _first_alike(column: float, texts: dict[float, set[str]]) -> float:
    """The first column of the sheet that prints what this one prints."""
    own = texts[column]
    return next(x for x, text in texts.items() if len(own & text) >= _SAME * len(own | text))
