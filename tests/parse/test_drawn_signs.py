"""A ">" over a short rule of its own is the sign that the page shows."""

import pytest

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.drawn_signs import with_drawn_signs
from monograph_qa.parse.layout.glyphs import Glyph
from monograph_qa.parse.layout.shapes import Shapes


def _glyph(text: str, left: float) -> Glyph:
    return Glyph(text, left, 100, left + 6, 112, "Times-Roman", 2.75)


def _read(text: str, *rules: Box) -> str:
    glyphs = [_glyph(each, 72 + 6 * at) for at, each in enumerate(text)]
    return "".join(glyph.text for glyph in with_drawn_signs(glyphs, Shapes(drawn=rules)))


@pytest.mark.parametrize(("typed", "seen"), [(">80", "≥80"), ("<80", "≤80")])
def test_a_sign_over_a_rule_as_wide_is_read_with_it(typed: str, seen: str) -> None:
    assert _read(typed, Box(71.5, 110, 78.5, 110.8)) == seen


def test_without_such_a_rule_it_stays() -> None:
    assert _read(">80") == ">80"
    assert _read(">80", Box(60, 110, 300, 110.8)) == ">80"  # the border of a cell
    assert _read(">80", Box(71.5, 99, 78.5, 99.8)) == ">80"  # above it
    assert _read(">80", Box(71.5, 130, 78.5, 130.8)) == ">80"  # far below
    assert _read("80", Box(71.5, 110, 78.5, 110.8)) == "80"
