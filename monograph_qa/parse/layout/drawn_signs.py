"""Signs that are drawn in two strokes: a ">" with a rule of its own below it is printed "≥".

Word processors underline ">" for want of "≥", and the text of the file then says another number
than the page does.
"""

from collections.abc import Sequence

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.glyphs import Glyph
from monograph_qa.parse.layout.shapes import THIN, Shapes

_WITH_RULE = {">": "≥", "<": "≤"}
_OVERHANG = 2.0  # points by which such a rule may differ from its sign at each end
_BELOW = 0.3  # of a glyph's height, below its line


def with_drawn_signs(glyphs: Sequence[Glyph], shapes: Shapes) -> list[Glyph]:
    """The glyphs, each ">" and "<" over a rule that is just as wide as the sign that is seen."""
    if not any(glyph.text in _WITH_RULE for glyph in glyphs):
        return list(glyphs)
    rules = [box for box in shapes.drawn if box.height <= THIN]
    return [
        glyph._replace(text=_WITH_RULE[glyph.text])
        if glyph.text in _WITH_RULE and any(_is_under(rule, glyph) for rule in rules)
        else glyph
        for glyph in glyphs
    ]


def _is_under(rule: Box, glyph: Glyph) -> bool:
    height = glyph.bottom - glyph.top
    middle = (glyph.top + glyph.bottom) / 2
    is_below = middle < rule.center_y < glyph.bottom + _BELOW * height
    is_as_wide = max(abs(rule.left - glyph.left), abs(rule.right - glyph.right)) < _OVERHANG
    return is_below and is_as_wide
