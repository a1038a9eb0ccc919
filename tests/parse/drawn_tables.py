"""Pages with tables, drawn at test time, and the grids that are read of them."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind, Grid, ParsedLabel
from monograph_qa.parse import read

HEIGHT = letter[1]


LEFT, TOP = 72.0, 150.0


def drawn(tmp_path: Path, paint: Callable[[Canvas], None]) -> ParsedLabel:
    """A label whose one page has some running text and what `paint` puts on it."""
    path = tmp_path / "label.pdf"
    canvas = Canvas(str(path), pagesize=letter)
    say(canvas, LEFT, 90, "Zentrolol tablets lower blood pressure in adults who take them daily.")
    say(canvas, LEFT, 102, "The tables below tell what was measured in two trials with adults.")
    paint(canvas)
    canvas.save()
    return read(path)


def say(
    canvas: Canvas, x: float, y: float, text: str, *, bold: bool = False, size: float = 10
) -> None:
    canvas.setFont("Times-Bold" if bold else "Times-Roman", size)
    canvas.drawString(x, HEIGHT - y, text)


def rows(canvas: Canvas, xs: Sequence[float], y: float, cells: Sequence[Sequence[str]]) -> None:
    for row in cells:
        for x, text in zip(xs, row, strict=True):
            if text:
                say(canvas, x, y, text)
        y += 12


def rule(canvas: Canvas, y: float, *xs: float) -> None:
    """A level rule at `y`, drawn in parts that meet at each of `xs`."""
    for left, right in pairwise(xs):
        canvas.line(left, HEIGHT - y, right, HEIGHT - y)


def rules(canvas: Canvas, ys: Iterable[float], *xs: float) -> None:
    """Level rules at `ys`, each as `rule` draws it."""
    for y in ys:
        rule(canvas, y, *xs)


def grid_of(label: ParsedLabel) -> Grid:
    grids = [block.grid for block in label.blocks if block.kind is BlockKind.TABLE]
    assert len(grids) == 1 and grids[0] is not None
    return grids[0]


def texts(grid: Grid) -> list[list[str]]:
    """The cells' texts row by row."""
    return [[cell.text for cell in grid.cells if cell.row == at] for at in range(grid.rows)]


def headers(grid: Grid) -> int:
    return len({cell.row for cell in grid.cells if cell.is_header})


def prose_rows(canvas: Canvas, xs: Sequence[float], y: float) -> None:
    """Rows of two columns with lines set close, and a gap before each row."""
    body = [
        [("Zentrolol tablets with", "lactose, maize starch, yellow iron oxide,"),
         ("film coat", "magnesium stearate and water")],
        [("Zentrolol syrup", "sorbitol, glycerol, citric acid, a flavour,"),
         ("", "methylparaben and purified water")],
        [("Zentrolol drops for", "alcohol, menthol, sorbitol, a flavour,"),
         ("small children", "propylene glycol and purified water")],
        [("Zentrolol powder", "mannitol, aspartame, citric acid, talc,"),
         ("in sachets", "silicon dioxide and a flavour")],
    ]  # fmt: skip
    for row in body:
        rows(canvas, xs, y, row)
        y += 12 * len(row) + 10


def grid_lines(canvas: Canvas, ys: Sequence[float], xs: Sequence[float]) -> None:
    rules(canvas, ys, xs[0], xs[-1])
    for x in xs:
        canvas.line(x, HEIGHT - ys[0], x, HEIGHT - ys[-1])


def framed(canvas: Canvas, bottom: float, xs: Sequence[float]) -> None:
    """A box of level rules, with upright rules at `xs`, from the top of the table to `bottom`."""
    rules(canvas, (TOP, TOP + 16, bottom), LEFT, 430)
    for x in xs:
        canvas.line(x, HEIGHT - TOP, x, HEIGHT - bottom)
