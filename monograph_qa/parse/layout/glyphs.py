"""Glyphs as the file draws them, and the words they stand in.

A word is a run of glyphs without a space; the space itself is taken from the file where it
draws one, and from the gap between glyphs where it does not.

For some embedded fonts docling-parse tells the ink of a glyph and not its font's line: an "a" is
then lower than the "b" beside it, and lines can no longer be told by the height of their glyphs.
Such glyphs are set on their baselines first.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, takewhile
from operator import sub
from statistics import median
from typing import NamedTuple

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.signs import readable

# Width of a space in ems, by what the font name holds; tells the type size from the glyphs' own
# space, because glyph heights differ between fonts of one size.
_SPACE_IN_EMS = (
    ("courier", 0.6),
    ("mono", 0.6),
    ("dejavu", 0.318),
    ("verdana", 0.352),
    ("tahoma", 0.313),
    ("arialnarrow", 0.228),
    ("arial", 0.278),
    ("helvetica", 0.278),
    ("liberationsans", 0.278),
    ("calibri", 0.226),
    ("carlito", 0.226),
    ("cambria", 0.22),
)
_TIMES_SPACE = 0.25
_ALIGNED = 0.5  # points between the left sides of words of one column
_MARK_FONTS = ("courier", "symbol", "wingding", "webding")


class Glyph(NamedTuple):
    """One drawn character: text, box (points, origin top left), font, width of its font's space.
    `turned` is set for text that does not run from left to right along the page's width; `hidden`
    for text that paints no ink (the text layer under a scan)."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    font: str
    space: float
    stroked: bool = False
    turned: bool = False
    hidden: bool = False


class Face(NamedTuple):
    """What a font name tells."""

    bold: bool
    italic: bool
    space_in_ems: float


@cache
def face(font: str) -> Face:
    """The face that a font name such as `/ABCDEF+Arial-BoldMT` stands for."""
    name = font.rsplit("+", 1)[-1].lower().replace(" ", "")
    bold = any(mark in name for mark in ("bold", "black", "heavy", "semibd", "demi", "-bd", ",bd"))
    italic = "ital" in name or "obliq" in name
    space = next((ems for mark, ems in _SPACE_IN_EMS if mark in name), _TIMES_SPACE)
    return Face(bold, italic, space)


@dataclass(slots=True)
class Word:
    """Glyphs set together: text, box in points, type size in points, face. `spaced` tells that the
    file draws a space after it; `space` is its font's space in points. `pieces` are what it was put
    together from, where it was: two cells may stand so close."""

    text: str
    box: Box
    size: float
    bold: bool
    italic: bool
    space: float
    spaced: bool = False
    hidden: bool = False
    pieces: tuple["Word", ...] = ()
    marks: bool = False  # a letter that a font for code or signs draws as a bullet


def words_of(glyphs: Sequence[Glyph], walls: Sequence[Box] = ()) -> list[Word]:
    """The words of a page in the order the file draws them; text painted twice is taken once.
    `walls` are upright rules: what nearly touches on both sides of one is two words."""
    level = [g for g in _once(glyphs) if not g.turned]
    draws_spaces = sum(1 for g in level if g.text.isspace()) > 0.03 * len(level)
    break_at = 0.75 if draws_spaces else 0.5
    words: list[Word] = []
    run: list[Glyph] = []
    crossing: list[tuple[int, list[Glyph], float]] = []
    walls = sorted(walls, key=lambda wall: wall.left)

    def close() -> None:
        found = _close(run)
        if found and (x := _wall_across(walls, found[0].box)) is not None:
            crossing.append((len(words), run, x))
        words.extend(found)

    for glyph in level:
        is_space = glyph.text.isspace()
        if run and (is_space or not _continues(run[-1], glyph, break_at)):
            close()
            run = []
        if not is_space:
            run.append(glyph)
        elif words and _follows(words[-1].box, glyph):
            words[-1].spaced = True
    if run:
        close()
    return _cut_at_walls(words, crossing) if crossing else words


def _wall_across(walls: Sequence[Box], box: Box) -> float | None:
    """x of the first of the walls, sorted from left to right, that the word in `box` crosses."""
    first = bisect_right(walls, box.left + 1, key=lambda wall: wall.left)
    near = takewhile(lambda wall: wall.left <= box.right - 1, islice(walls, first, None))
    return next((wall.center_x for wall in near if wall.top < box.center_y < wall.bottom), None)


def _cut_at_walls(
    words: Sequence[Word], crossing: Sequence[tuple[int, list[Glyph], float]]
) -> list[Word]:
    """The words, those over a wall in two where the text behind it is aligned with another word."""
    lefts = sorted(word.box.left for word in words)
    cut = {at: _cut(run, x, lefts) for at, run, x in crossing}
    return [part for at, word in enumerate(words) for part in cut.get(at) or [word]]


def _cut(run: list[Glyph], x: float, lefts: Sequence[float]) -> list[Word]:
    at = next((at for at, g in enumerate(run) if (g.left + g.right) / 2 > x), 0)
    left = run[at].left
    near = bisect_left(lefts, left - _ALIGNED) < bisect_right(lefts, left + _ALIGNED)
    return [*_close(run[:at]), *_close(run[at:])] if at and near else []


def _once(glyphs: Iterable[Glyph]) -> list[Glyph]:
    seen: set[tuple[str, int, int]] = set()
    kept = []
    for glyph in glyphs:
        text, left, _, _, bottom, *_ = glyph
        if text < " ":  # a control character prints nothing and only leaves room
            text = " "
            glyph = glyph._replace(text=text)
        x, y = left * 0.8, bottom * 0.8
        at = (text, int(x), int(y))
        also = (text, int(x + 0.5) + 100_000, int(y + 0.5))
        # A space that stands apart first is needed between its words once more.
        if (at in seen or also in seen) and not text.isspace():
            continue
        seen.add(at)
        seen.add(also)
        kept.append(glyph)
    return kept


def _follows(box: Box, space: Glyph) -> bool:
    height = box.height or 1.0
    return (
        -height < space.left - box.right < 0.8 * height
        and min(box.bottom, space.bottom) - max(box.top, space.top) > 0.2 * height
    )


def _continues(last: Glyph, glyph: Glyph, break_at: float) -> bool:
    height = last.bottom - last.top
    gap = glyph.left - last.right
    return (
        glyph.font == last.font
        and abs(glyph.bottom - last.bottom) < 0.6
        and abs(glyph.top - last.top) < 0.6
        and -0.6 * height < gap <= break_at * (last.space or 0.25 * height)
    )


def _close(run: list[Glyph]) -> list[Word]:
    first = run[0]
    drawn, _, tops, _, bottoms, *_ = zip(*run, strict=True)
    text = readable("".join(drawn), first.font)
    if not text.strip():
        return []
    look = face(first.font)
    height = max(map(sub, bottoms, tops))
    space = first.space if first.space > 0.2 else 0.25 * height
    size = space / look.space_in_ems
    if not 0.4 * height < size < 2.6 * height:
        size = height
    box = Box(first.left, min(tops), run[-1].right, max(bottoms))
    return [
        Word(
            text=text,
            box=box,
            size=round(size, 1),
            bold=look.bold or first.stroked,
            italic=look.italic,
            space=space,
            hidden=first.hidden,
            marks=text == "o" and any(name in first.font.lower() for name in _MARK_FONTS),
        )
    ]


def body_size(words: Sequence[Word]) -> float:
    """The type size that most of the page's characters are set in; 10.0 for an empty page."""
    sizes = [word.size for word in words for _ in range(len(word.text))]
    return median(sizes) if sizes else 10.0


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

        def gap(other: int, glyph: Glyph = glyph) -> float:
            return max(glyphs[other].left - glyph.right, glyph.left - glyphs[other].right, 0)

        # The file may draw another cell, a line lower, right before a minus.
        beside = (
            (gap(other), away, other)
            for away in range(1, 9)
            for other in (at - away, at + away)
            if 0 <= other < len(glyphs) and _font(glyphs[other]) == _font(glyph)
        )
        near = (bases[other] for *_, other in sorted(beside))
        middle = (glyph.top + glyph.bottom) / 2
        bases[at] = next(
            (base for base in near if base is not None and -0.9 * em < middle - base < 0.25 * em),
            glyph.bottom if glyph.text not in "gjpqy" else glyph.bottom - _DOWN * em,
        )
    return bases
