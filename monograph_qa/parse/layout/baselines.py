"""Glyphs set on their baselines, where the parser gives each glyph no more than its ink.

For some embedded fonts docling-parse tells the ink of a glyph and not its font's line: an "a" is
then lower than the "b" beside it, and lines can no longer be told by the height of their glyphs.
"""

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from monograph_qa.parse.layout.glyphs import Glyph

_LOW = frozenset("acemnorsuvwxz")
_TALL = frozenset("bdfhklABCDEFGHIKLMNOPRSTUVWXYZ0123456789")
_STANDING = (_LOW | _TALL) - {"f"}  # an italic f hangs below the line
_FEWEST = 3  # glyphs of either height
_UNLIKE = 1.2  # times as high; in a font with one height for all, tall and low are alike
_TALL_EMS, _UP, _DOWN = 0.67, 0.69, 0.22  # ems above and below the baseline


def set_on_baselines(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs, those of fonts that tell only their ink given one height above one line."""
    ems = _ems_of_inked(glyphs)
    if not ems:
        return list(glyphs)
    bases = _bases(glyphs, ems)
    return [
        glyph._replace(top=base - _UP * ems[_font(glyph)], bottom=base + _DOWN * ems[_font(glyph)])
        if base is not None
        else glyph
        for glyph, base in zip(glyphs, bases, strict=True)
    ]


def _font(glyph: Glyph) -> tuple[str, float]:
    return glyph.font, round(glyph.space, 1)


def _ems_of_inked(glyphs: Sequence[Glyph]) -> dict[tuple[str, float], float]:
    """Fonts at their sizes that tell only their ink, with the size in points."""
    low: defaultdict[str, list[float]] = defaultdict(list)
    tall: defaultdict[str, list[float]] = defaultdict(list)
    spaces = set()
    for text, _, top, _, bottom, font, space, _, turned, _ in glyphs:
        if turned or space <= 0:
            continue
        spaces.add((font, space))
        if text in _LOW:
            low[font].append((bottom - top) / space)
        elif text in _TALL:
            tall[font].append((bottom - top) / space)
    ems = {}
    for font, heights in tall.items():
        if min(len(heights), len(low[font])) < _FEWEST:
            continue
        high = median(heights)
        if high > _UNLIKE * median(low[font]):
            for space in {round(space, 1) for each, space in spaces if each == font}:
                ems[(font, space)] = high * space / _TALL_EMS
    return ems


def _bases(glyphs: Sequence[Glyph], ems: dict[tuple[str, float], float]) -> list[float | None]:
    """The baseline of each glyph of such a font; None for every other glyph."""
    bases: list[float | None] = [None] * len(glyphs)
    hanging: list[int] = []
    for at, glyph in enumerate(glyphs):
        if glyph.turned or _font(glyph) not in ems:
            continue
        if glyph.text in _STANDING:
            bases[at] = glyph.bottom
        else:
            hanging.append(at)
    for at in hanging:
        glyph = glyphs[at]
        em = ems[_font(glyph)]
        beside = (
            (
                max(glyphs[other].left - glyph.right, glyph.left - glyphs[other].right, 0),
                away,
                other,
            )
            for away in range(1, 9)
            for other in (at - away, at + away)
            if 0 <= other < len(glyphs) and _font(glyphs[other]) == _font(glyph)
        )  # the file may draw another cell, a line lower, right before a minus
        near = (bases[other] for *_, other in sorted(beside))
        middle = (glyph.top + glyph.bottom) / 2
        bases[at] = next(
            (base for base in near if base is not None and -0.9 * em < middle - base < 0.25 * em),
            glyph.bottom if glyph.text not in "gjpqy" else glyph.bottom - _DOWN * em,
        )
    return bases
