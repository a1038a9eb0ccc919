"""Text that a program sets on white panels, line by line: paint that nobody sees shows no cells."""

from itertools import pairwise
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind
from parse.drawn_tables import (
    HEIGHT,
    LEFT,
    TOP,
    drawn,
    grid_lines,
    grid_of,
    rows,
    rules,
    say,
    texts,
)

XS = (LEFT, 200.0, 320.0, 440.0)


def on_white(canvas: Canvas, x: float, y: float, right: float, text: str) -> None:
    """A line of text at `x`, on a panel as high as the line that ends at `right`."""
    canvas.setFillGray(1)
    canvas.rect(x, HEIGHT - y - 3, right - x, 12, stroke=0, fill=1)
    canvas.setFillGray(0)
    say(canvas, x, y, text)


def test_white_behind_the_lines_of_a_ruled_table_parts_no_rows(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        on_white(canvas, LEFT - 5, TOP - 6, 445, "Table 2: Reactions to zentrolol")
        grid_lines(canvas, [TOP, TOP + 16, TOP + 58, TOP + 88], XS)
        rules(canvas, (TOP + 16, TOP + 58), XS[0], XS[-1])
        body = [
            (12, ("Organ class", "All grades", "Grade 3")),
            (28, ("Blood", "Anaemia", "")),
            (40, ("disorders", "Leukocyte count", "")),
            (52, ("", "decreased", "")),
            (70, ("Nervous", "Dizziness", "Dizziness")),
            (82, ("system", "", "Gait disturbance")),
        ]
        for y, row in body:
            for left, right, text in zip(XS, XS[1:], row, strict=False):
                if text:
                    on_white(canvas, left + 4, TOP + y, right - 4, text)
        on_white(canvas, LEFT - 5, TOP + 98, 445, "Zentrolol was given for two years.")

    assert texts(grid_of(drawn(tmp_path, paint))) == [
        ["Organ class", "All grades", "Grade 3"],
        ["Blood disorders", "Anaemia Leukocyte count decreased", ""],
        ["Nervous system", "Dizziness", "Dizziness Gait disturbance"],
    ]


def test_a_list_set_on_white_is_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        items = ["sucrose: it may be harmful to the teeth of children who take it",
                 "22 mg sorbitol in 1 mL, which is a source of fructose in the gut",
                 "less than 1 mmol of sodium in 5 mL, which is hardly any at all"]  # fmt: skip
        on_white(canvas, LEFT, TOP, 440, "Zentrolol contains:")
        for at, item in enumerate(items, 1):
            on_white(canvas, LEFT, TOP + 12 * at, LEFT + 20, "-")
            on_white(canvas, LEFT + 20, TOP + 12 * at, 440, item)

    assert all(block.kind is not BlockKind.TABLE for block in drawn(tmp_path, paint).blocks)


def test_cells_that_stand_out_white_from_paint_are_cells(tmp_path: Path) -> None:
    body = [["Colour", "Shape", "Size"], ["white", "oval", "21 mm"], ["red", "round", "8 mm"]]

    def paint(canvas: Canvas) -> None:
        canvas.setFillGray(0.85)
        canvas.rect(LEFT, HEIGHT - TOP - 60, 368, 60, stroke=0, fill=1)
        canvas.setFillGray(1)
        for band in range(3):
            for left, right in pairwise(XS):
                y = TOP + 2 + 19 * band
                canvas.rect(left + 2, HEIGHT - y - 17, right - left - 3, 17, stroke=0, fill=1)
        canvas.setFillGray(0)
        for at, row in enumerate(body):
            rows(canvas, [x + 5 for x in XS[:3]], TOP + 14 + 19 * at, [row])

    assert texts(grid_of(drawn(tmp_path, paint))) == body
