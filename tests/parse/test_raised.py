"""Raised marks and exponents: characters that say so, never a part of the figure before them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.parse import read
from monograph_qa.parse.layout.signs import raised, stands_apart


@pytest.mark.parametrize(
    ("before", "mark", "said"),
    [
        ("10", "9", "⁹"),
        ("10", "-3", "⁻³"),
        ("0.78", "3", "³"),
        ("63%", "a", "ᵃ"),
        ("Nausea", "b", "ᵇ"),
        ("behaviour", "5,7", "⁵,⁷"),
        ("mg/m", "2", None),  # the unit is told on the line as well
        ("1.73 m", "2", None),
        ("21", "st", None),
        ("Zentrolol", "®", None),
    ],
)
def test_a_raised_mark_is_told_from_what_it_stands_behind(
    before: str, mark: str, said: str | None
) -> None:
    assert raised(before, mark) == said


@given(st.from_regex(r"[+-]?[0-9]{1,3}", fullmatch=True))
def test_what_is_raised_stays_raised_and_is_no_digit(mark: str) -> None:
    said = raised("10", mark)
    assert said is not None and raised("10", said) == said
    assert not any(char.isdecimal() for char in said)


def test_only_a_word_is_parted_from_its_mark() -> None:
    assert stands_apart("Nausea", "ᵃ") and not stands_apart("kg", "⁻¹")
    assert not stands_apart("10", "⁹") and not stands_apart("63%", "ᵃ")


def test_a_note_s_mark_and_an_exponent_leave_their_figures_as_printed(tmp_path: Path) -> None:
    path = tmp_path / "label.pdf"
    canvas = Canvas(str(path), pagesize=letter)
    text = canvas.beginText(72, 700)
    for piece, size, rise in (
        ("The ratio was 0.78", 11, 0),
        ("3", 7, 4),
        (" with nausea", 11, 0),
        ("a", 7, 4),
        (" in adults whose count was below 1.5 x 10", 11, 0),
        ("9", 7, 4),
        ("/L on 20 mg/m", 11, 0),
        ("2", 7, 4),
        (" daily.", 11, 0),
    ):
        text.setFont("Times-Roman", size)
        text.setRise(rise)
        text.textOut(piece)
    canvas.drawText(text)
    canvas.save()
    (block,) = read(path).blocks
    assert block.text == (
        "The ratio was 0.78³ with nausea ᵃ in adults whose count was below 1.5 x 10⁹/L on"
        " 20 mg/m2 daily."
    )
