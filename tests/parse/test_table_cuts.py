"""Rows told by where the upright rules of a table are cut, with no level rule between them."""

import itertools
from collections.abc import Sequence
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.sections.tables import row_texts
from parse.drawn_tables import HEIGHT, LEFT, TOP, drawn, grid_of, rows, rules, say, texts

XS = (LEFT, 220.0, 300.0, 380.0, 460.0)


def cut(canvas: Canvas, ys: Sequence[float], xs: Sequence[float]) -> None:
    """Upright rules at `xs`, in pieces of one row each."""
    for top, bottom in itertools.pairwise(ys):
        for x in xs:
            canvas.line(x, HEIGHT - top, x, HEIGHT - bottom)


def test_upright_rules_cut_at_each_row_part_rows_of_words_and_figures(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 66), XS[0], XS[-1])
        cut(canvas, [TOP, TOP + 16, TOP + 28, TOP + 40, TOP + 52, TOP + 66], XS)
        xs = [x + 4 for x in XS[:-1]]
        rows(canvas, xs, TOP + 12, [("Reaction", "All, %", "Severe, %", "Frequency")])
        say(canvas, xs[0], TOP + 25, "Infections", bold=True)
        body = [
            ("Pneumonia", "13", "2.8", "Very common"),
            ("Sepsis", "7.7", "7.0", "Common"),
            ("Herpes", "3.5", "0", "Common"),
        ]
        rows(canvas, xs, TOP + 37, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[2:] == [
        ["Pneumonia", "13", "2.8", "Very common"],
        ["Sepsis", "7.7", "7.0", "Common"],
        ["Herpes", "3.5", "0", "Common"],
    ]


def test_rows_that_begin_beside_an_empty_first_column_stand_under_the_name(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 180.0, 280.0, 460.0)
        for y in (TOP, TOP + 38, TOP + 88):
            rules(canvas, (y,), *xs)
        cut(canvas, [TOP, TOP + 12, TOP + 26, TOP + 38], (xs[0], xs[-1]))
        cut(canvas, [TOP + 38, TOP + 50, TOP + 74, TOP + 88], (xs[0], xs[-1]))
        say(canvas, LEFT + 4, TOP + 10, "Disorders of the blood", bold=True)
        rows(canvas, (184, 284), TOP + 22, [("Common:", "Anaemia"), ("Rare:", "Leukopenia")])
        say(canvas, LEFT + 4, TOP + 48, "Disorders of the heart and its vessels", bold=True)
        body = [("Common:", "Hypertension that may lead"), ("", "to syncope"), ("Rare:", "Angina")]
        rows(canvas, (184, 284), TOP + 60, body)

    found = [(row.group, row.text) for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert found[1] == ("Disorders of the blood", "Common: | Anaemia")
    assert found[4:] == [
        (
            "Disorders of the heart and its vessels",
            "Common: | Hypertension that may lead to syncope",
        ),
        ("Disorders of the heart and its vessels", "Rare: | Angina"),
    ]


def test_lines_of_one_header_are_none_where_the_rules_are_cut(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 28, TOP + 44), XS[0], XS[-2])
        cut(canvas, [TOP, TOP + 14, TOP + 28, TOP + 44], XS[:-1])
        for at, line in enumerate((("", "Zentrolol", "Placebo"), ("Measure", "N = 12", "N = 13"))):
            for x, text in zip(XS, line, strict=False):
                say(canvas, x + 4, TOP + 11 + 14 * at, text, bold=True)
        rows(canvas, [x + 4 for x in XS[:3]], TOP + 40, [("Deaths", "2", "3")])

    assert texts(grid_of(drawn(tmp_path, paint))) == [
        ["Measure", "Zentrolol N = 12", "Placebo N = 13"],
        ["Deaths", "2", "3"],
    ]
