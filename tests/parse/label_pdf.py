"""A label drawn at test time: every layout that the rules must know, on few pages."""

from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = letter
SENTENCES = (
    "Zentrolol lowers blood pressure by relaxing the walls of the small arteries",
    "Measure blood pressure before the first dose and again after two weeks",
    "Patients who feel faint should sit down at once and call their clinic",
)


def draw_label(path: Path) -> Path:
    """A four-page label of the made-up drug zentrolol."""
    canvas = Canvas(str(path), pagesize=letter)
    _highlights(canvas)
    _body(canvas)
    _tables(canvas)
    _continued(canvas)
    canvas.save()
    return path


def _furniture(canvas: Canvas, page: int) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(72, HEIGHT - 30, "ZENTROLOL tablets prescribing information")
    canvas.drawCentredString(WIDTH / 2, 30, f"Page {page} of 4")


def _lines(canvas: Canvas, x: float, y: float, lines: tuple[str, ...], size: float = 10) -> float:
    canvas.setFont("Times-Roman", size)
    for line in lines:
        canvas.drawString(x, y, line)
        y -= 1.2 * size
    return y


def _highlights(canvas: Canvas) -> None:
    _furniture(canvas, 1)
    for column, x in enumerate((54.0, 318.0)):
        y = HEIGHT - 72
        for block in range(5):
            canvas.setFont("Times-Bold", 8)
            canvas.drawCentredString(x + 120, y, f"SECTION {'AB'[column]}{block}")
            y -= 12
            side = ("left", "right")[column]
            y = _lines(
                canvas,
                x,
                y,
                (
                    f"Column {side} part {block} tells how the tablets are to be given to adults",
                    f"and to children who weigh enough, in the {side} column of this first page",
                    "without running over into the text that stands beside it.",
                ),
                8,
            )
            y -= 12
    canvas.showPage()


def _body(canvas: Canvas) -> None:
    _furniture(canvas, 2)
    y = HEIGHT - 80
    canvas.setFont("Times-Bold", 12)
    canvas.drawString(72, y, "5")
    canvas.drawString(108, y, "WARNINGS AND PRECAUTIONS")
    y -= 26
    canvas.drawString(72, y, "5.1")
    canvas.drawString(108, y, "Low Blood Pressure in Patients Who Take Other Medicines that")
    y -= 14
    canvas.drawString(108, y, "Lower Blood Pressure")
    y -= 26
    y = (
        _lines(
            canvas,
            72,
            y,
            (
                SENTENCES[0] + ", and the",
                "effect lasts about one day. The dose-",
                "related fall is largest in the first week.",
            ),
        )
        - 14
    )
    for text in (
        "Stop treatment when the systolic pressure is < 90 mmHg",
        "Start again with half of the dose",
    ):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(80, y, "•")
        canvas.drawString(94, y, text)
        y -= 13
    y -= 16
    canvas.rect(72, y - 50, 440, 62)
    canvas.setFont("Times-Bold", 10)
    canvas.drawCentredString(292, y - 4, "WARNING: FAINTING")
    _lines(
        canvas,
        80,
        y - 20,
        (
            "Fainting has been seen after the first dose of zentrolol tablets.",
            "Give the first dose at bedtime.",
        ),
    )
    y -= 80
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(72, y, "The clearance was 1.73 m")
    width = canvas.stringWidth("The clearance was 1.73 m", "Times-Roman", 10)
    canvas.setFont("Times-Roman", 6)
    canvas.drawString(72 + width, y + 4, "2")
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(72 + width + 3.2, y, " in adults.")
    canvas.showPage()


def _tables(canvas: Canvas) -> None:
    _furniture(canvas, 3)
    y = HEIGHT - 80
    canvas.setFont("Times-Bold", 10)
    canvas.drawString(72, y, "Table 1. Dose by kidney function")
    y -= 10
    rows = (
        ("Clearance", "Dose", "Interval"),
        ("> 60 mL/min", "20 mg", "daily"),
        ("< 30 mL/min", "5 mg", "every other day"),
    )
    for at in range(4):
        canvas.line(72, y - 18 * at, 432, y - 18 * at)
    for x in (72, 192, 312, 432):
        canvas.line(x, y, x, y - 54)
    for at, row in enumerate(rows):
        canvas.setFont("Times-Bold" if at == 0 else "Times-Roman", 10)
        for column, text in enumerate(row):
            canvas.drawString(76 + 120 * column, y - 13 - 18 * at, text)
    y -= 66
    _lines(canvas, 72, y, ("* Measured before the first dose.",), 8)
    y -= 40
    _lines(canvas, 72, y, (SENTENCES[1] + ".",))
    y -= 30
    for at, row in enumerate(
        (
            ("Reaction", "Zentrolol", "Placebo"),
            ("Headache", "8%", "6%"),
            ("Dizziness", "5%", "2%"),
            ("Cough", "3%", "3%"),
        )
    ):
        canvas.setFont("Times-Roman", 10)
        for column, text in enumerate(row):
            canvas.drawString(72 + 130 * column, y - 14 * at, text)
    _lines(
        canvas,
        72,
        90,
        (SENTENCES[2] + ", because the fall in", "pressure that follows the first tablet"),
    )
    canvas.showPage()


def _continued(canvas: Canvas) -> None:
    _furniture(canvas, 4)
    _lines(canvas, 72, HEIGHT - 80, ("can last for several hours in people of higher age.",))
    canvas.showPage()
