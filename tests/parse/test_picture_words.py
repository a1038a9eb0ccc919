"""What is said between the drawings of a picture, and what only letters it."""

from dataclasses import replace

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.layout.headings import is_heading
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.measure import Measure
from monograph_qa.parse.layout.pictures import paragraphs_in, pictures_on
from monograph_qa.parse.layout.shapes import Shapes
from parse.test_composition import line


def _stack(left: float, top: float, *texts: str) -> list[Line]:
    return [line(text, top=top + 12 * at, left=left) for at, text in enumerate(texts)]


def _said(lines: list[Line]) -> list[str]:
    return [" ".join(one.text for one in held) for held in paragraphs_in(lines)]


def test_sentences_between_drawings_are_read_paragraph_by_paragraph() -> None:
    one = _stack(72, 100, "Step 1", "Hold the inhaler upright", "and press both buttons.")
    two = _stack(300, 100, "Step 2", "Breathe in as deeply", "as you can.")
    three = _stack(300, 200, "Empty")
    assert _said([*one, *two, *three]) == [
        "Step 1 Hold the inhaler upright and press both buttons.",
        "Step 2 Breathe in as deeply as you can.",
        "Empty",
    ]


def test_one_call_out_is_read_and_the_lettering_of_a_drawing_is_not() -> None:
    note = _stack(72, 100, "Do not block the air", "vent with your fingers.")
    assert _said([*note, line("Cap", top=200)]) == ["Do not block the air vent with your fingers."]


def test_the_legend_of_a_chart_is_no_paragraph() -> None:
    assert _said(_stack(72, 100, "Median (months) 95% CI", "Placebo: 6.3", "(4.1, 10.0)")) == []


def test_a_bitmap_behind_a_heading_is_no_picture() -> None:
    heading = line("KEEP OUT OF THE REACH OF CHILDREN", top=100)
    behind = Shapes(bitmaps=(heading.box.grow(2),))
    assert pictures_on(behind, [heading], [], 600, 800) == []
    beside = Shapes(bitmaps=(Box(300, 100, 400, 200),))
    assert len(pictures_on(beside, [heading], [], 600, 800)) == 1


def test_captions_side_by_side_are_no_heading() -> None:
    words = line("Insert Pierce Inhale").words
    spread = [
        replace(word, bold=True, box=Box(90.0 * at, 100, 90.0 * at + word.box.width, 110))
        for at, word in enumerate(words)
    ]
    near = [replace(word, bold=True) for word in words]
    apart, together = Line(spread), Line(near)
    assert not is_heading([apart], Measure([apart]), 10)
    assert is_heading([together], Measure([together]), 10)
    two = line("Grey grips White sleeve").words
    pair = [
        replace(word, bold=True, box=Box(left, 100, left + word.box.width, 110))
        for word, left in zip(two, (90, 115, 220, 250), strict=True)
    ]
    beside = Line(pair)
    assert not is_heading([beside], Measure([beside]), 10)
