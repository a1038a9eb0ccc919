"""Leaflets in three columns are read one column after the other, and tables are no such pages."""

from itertools import groupby, pairwise
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind
from monograph_qa.parse import read
from monograph_qa.parse.layout.gutters import Ink, even_columns

WIDTH, HEIGHT = A4
LEFTS = (42.0, 222.0, 402.0)
WORDS = ("morning", "evening", "night")


def test_three_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "leaflet.pdf"
    canvas = Canvas(str(path), pagesize=A4)
    for page in range(2):
        canvas.setFont("Times-Roman", 9)
        for left, word, shift in zip(LEFTS, WORDS, (0, 5, 8), strict=True):
            for at in range(48):
                stop = "." if at % 4 == 3 else ""
                canvas.drawString(
                    left,
                    HEIGHT - 60 - shift - 14 * at,
                    f"take one tablet with water in the {word} {at}{stop}",
                )
        canvas.drawString(42, 30, f"Zentrolol consumer medicine information, page {page + 1}")
        canvas.showPage()
    canvas.save()
    said = [block.text for block in read(path).blocks if block.kind is BlockKind.TEXT]
    assert said
    assert all(sum(word in text for word in WORDS) <= 1 for text in said)
    turns = [word for text in said for word in WORDS if word in text]
    changes = [word for word, _ in groupby(turns)]
    assert changes == list(WORDS * 2)


def _rows(
    lefts: tuple[float, ...], reach: float, *, level: bool, crossed: bool = False
) -> tuple[list[Ink], list[float]]:
    rows: list[Ink] = []
    for at in range(180):
        spans = [
            (left, left + reach) for n, left in enumerate(lefts) if level or at % len(lefts) == n
        ]
        rows.append(((lefts[0], lefts[-1] + reach),) if crossed and at % 9 == 0 else tuple(spans))
    return rows, [60.0 + 4 * at for at in range(180)]


@pytest.mark.parametrize(
    ("lefts", "reach", "level", "crossed", "is_set"),
    [
        pytest.param(LEFTS, 140.0, False, False, True, id="three columns"),
        pytest.param((42.0, 177.0, 312.0, 447.0), 110.0, False, False, True, id="four columns"),
        pytest.param(LEFTS, 140.0, True, False, False, id="rows that stand level are a table's"),
        pytest.param(LEFTS, 40.0, False, False, False, id="short cells are a table's"),
        pytest.param((42.0, 122.0, 402.0), 75.0, False, False, False, id="uneven columns"),
        pytest.param(LEFTS, 140.0, False, True, False, id="text that runs across"),
        pytest.param((42.0, 312.0), 220.0, False, False, False, id="two columns"),
    ],
)
def test_columns_of_one_width_are_told_from_tables(
    lefts: tuple[float, ...], reach: float, level: bool, crossed: bool, is_set: bool
) -> None:
    rows, tops = _rows(lefts, reach, level=level, crossed=crossed)
    found = even_columns(rows, tops, WIDTH, HEIGHT)
    assert (found is not None) == is_set
    if found:
        first, last, gutters = found
        assert (first, last) == (0, 179)
        assert all(a + reach < x < b for x, (a, b) in zip(gutters, pairwise(lefts), strict=True))
