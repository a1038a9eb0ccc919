"""Package inserts laid flat, and watermarks: no word of another column or behind the text."""

from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind
from monograph_qa.parse import read
from monograph_qa.parse.layout.gutters import sheet_gutters

HEIGHT = 700.0
COLUMNS = ("morning", "evening", "night", "night")  # the last one is printed twice
STEP = 300.0


def _draw_sheet(path: Path, pages: int) -> Path:
    canvas = Canvas(str(path), pagesize=(len(COLUMNS) * STEP, HEIGHT))
    for page in range(pages):
        canvas.setFont("Times-Roman", 8)
        for at, word in enumerate(COLUMNS):
            for row in range(40):
                stop = "." if row % 4 == 3 else ""
                canvas.drawString(
                    20 + at * STEP,
                    HEIGHT - 50 - 3 * (at % 3) - 14 * row,
                    f"take one tablet with a whole glass of water, page {page}, {word} {row}{stop}",
                )
        canvas.showPage()
    canvas.save()
    return path


def test_a_sheet_is_read_column_by_column_and_what_it_prints_twice_once(tmp_path: Path) -> None:
    blocks = read(_draw_sheet(tmp_path / "sheet.pdf", 2)).blocks
    said = [block.text for block in blocks if block.kind is BlockKind.TEXT]
    turns = [(word, int(text.split("page ")[1][0])) for text in said for word in set(COLUMNS)
             if word in text]  # fmt: skip
    assert len(turns) == len(said)  # none holds words of two columns
    assert sum("night 20" in text for text in said) == 2  # once a page
    by_place = list(dict.fromkeys(turns))
    assert by_place == [
        ("morning", 0), ("evening", 0), ("morning", 1), ("evening", 1), ("night", 0), ("night", 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("width", "spans", "gutters"),
    [
        (1200.0, [(20, 280), (320, 580), (620, 880)] * 40, (300.5, 600.5)),
        (600.0, [(20, 280), (320, 580)] * 40, ()),  # no sheet, but a page
        (1200.0, [(20, 880)] * 40, ()),
        (1200.0, [(20, 30), (40, 880)] * 40, ()),  # numbers of a list
        (1200.0, [(20, 580), *[(20, 280), (320, 580)] * 40], (300.5,)),  # a title over both
    ],
)
def test_gutters_are_where_no_line_stands(
    width: float, spans: list[tuple[float, float]], gutters: tuple[float, ...]
) -> None:
    assert sheet_gutters(spans, width) == pytest.approx(gutters, abs=1)


def test_a_watermark_takes_no_text_away(tmp_path: Path) -> None:
    path = tmp_path / "marked.pdf"
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setStrokeGray(0.8)
    for mark in range(3):
        for letter in range(12):
            x, y = 60 + 32 * letter, 200 + 180 * mark + 6 * letter
            canvas.bezier(x, y, x + 10, y + 40, x + 14, y + 10, x + 24, y + 44)
            canvas.line(x, y, x + 24, y + 30)
    canvas.setFillGray(0)
    canvas.setFont("Times-Roman", 10)
    said = [f"Sentence {at} tells how the tablets are given to adults and to children who weigh "
            "enough." for at in range(40)]  # fmt: skip
    for at, line in enumerate(said):
        canvas.drawString(60, 780 - 15 * at, line)
    canvas.save()
    text = " ".join(block.text for block in read(path).blocks)
    assert [line for line in said if line not in text] == []
