"""Glyphs of fonts that tell only their ink stand on one line again."""

from monograph_qa.parse.layout.glyphs import Glyph, set_on_baselines, words_of
from monograph_qa.parse.layout.segments import segments_of

LOW, HANGING = frozenset("acemnorsuvwxz"), frozenset("gpqy")


def inked(text: str, base: float, left: float = 72.0) -> list[Glyph]:
    """`text` with each glyph's box around its ink, on a baseline at `base`, in 10 points."""
    made = []
    for char in text:
        top = base - (4.7 if char in LOW or char in HANGING else 6.8)
        bottom = base + (2.1 if char in HANGING else 0.0)
        if char != " ":
            made.append(Glyph(char, left, top, left + 5, bottom, "/Times", 2.5))
        left += 2.5 if char == " " else 5
    return made


def test_a_line_of_inked_glyphs_is_read_as_one_line() -> None:
    lines = ("patients who were evaluable had measurable", "disease by group and were followed")
    glyphs = [g for at, line in enumerate(lines) for g in inked(line, 100 + 13 * at)]
    read = [line.text for line in segments_of(words_of(set_on_baselines(glyphs)))]
    assert read == list(lines)


def test_every_glyph_of_such_a_line_has_one_height() -> None:
    set_again = set_on_baselines(inked("disease by group and were followed", 100))
    assert len({(round(g.top, 3), round(g.bottom, 3)) for g in set_again}) == 1


def test_glyphs_of_other_fonts_stay_as_they_are() -> None:
    plain = [Glyph(c, 5.0 * at, 90, 5.0 * at + 5, 101, "/F", 2.5) for at, c in enumerate("dose of")]
    assert set_on_baselines(plain) == plain


def test_spaces_that_are_drawn_twice_part_words_the_second_time_too() -> None:
    drawn = [
        Glyph(c, 72 + 5.0 * at, 90, 77 + 5.0 * at, 101, "/F", 2.5) for at, c in enumerate("a b")
    ]
    words = words_of([drawn[1], *drawn])
    assert [word.text for word in words] == ["a", "b"]
