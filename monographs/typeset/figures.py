"""The drawings of a monograph: a formula, a concentration-time curve, a maker's mark."""

from __future__ import annotations

import io
import math
from typing import Any, Literal

from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String
from reportlab.lib import colors
from reportlab.platypus import Flowable, Image, Paragraph, Spacer

from monographs.typeset.inline import to_xml
from monographs.typeset.look import Look
from monographs.typeset.source import Figure
from monographs.typeset.structures import draw_bitmap, draw_vector, read_molecule

_Anchor = Literal["start", "middle", "end"]
_BLUE = colors.HexColor(0x1F4E79)
_DASHES: tuple[list[int] | None, ...] = (None, [4, 2], [1, 2])


def draw_figure(figure: Figure, look: Look, width: float) -> list[Flowable]:
    """The drawing and the caption under it; raises ``KeyError`` for a kind it cannot draw."""
    drawn: Flowable
    match figure.kind:
        case "structure":
            bond = float(figure.settings.get("bond", "19"))
            drawn = draw_vector(read_molecule(figure.settings["molecule"]), bond, look.family)
        case "bitmap":
            drawn = _picture(figure.settings["molecule"], float(figure.settings.get("bond", "19")))
        case "curve":
            drawn = draw_curve(figure, look, min(width, 340.0))
        case "logo":
            drawn = draw_logo(figure.settings["name"], look)
        case unknown:
            raise KeyError(f"no figure is drawn as {unknown!r}")
    drawn.hAlign = "LEFT" if figure.settings.get("align") == "left" else "CENTER"
    story: list[Flowable] = [drawn]
    if caption := figure.settings.get("caption"):
        story.append(Paragraph(to_xml(caption), look.caption()))
    return [*story, Spacer(1, look.gap)]


def _picture(molecule: str, bond: float) -> Flowable:
    # Four pixels a point is 288 dpi, as a scanned formula has.
    bitmap = draw_bitmap(read_molecule(molecule), bond * 4, "Roboto")
    buffer = io.BytesIO()
    bitmap.save(buffer, "PNG")
    buffer.seek(0)
    return Image(buffer, bitmap.width / 4, bitmap.height / 4)


def concentration(time: float, peak: float, absorption: float, half_life: float) -> float:
    """One-compartment oral concentration at ``time`` h, scaled so that its top is ``peak``.

    ``absorption`` is the first-order rate per hour; the Bateman function gives the shape.
    """
    elimination = math.log(2) / half_life
    top = math.log(absorption / elimination) / (absorption - elimination)

    def shape(t: float) -> float:
        return math.exp(-elimination * t) - math.exp(-absorption * t)

    return peak * shape(time) / shape(top)


def draw_curve(figure: Figure, look: Look, width: float) -> Drawing:
    """Concentration-time curves; each row is name, peak, absorption rate (1/h), half-life (h)."""
    hours, ceiling = float(figure.settings["hours"]), float(figure.settings["ceiling"])
    height, left, low = 190.0, 46.0, 34.0
    plot_width, plot_height = width - left - 12, height - low - 12
    drawing = Drawing(width, height)

    def put(x: float, y: float, words: str, anchor: _Anchor = "middle") -> None:
        text = String(x, y, words, textAnchor=anchor)
        text.fontName, text.fontSize = look.family, 7.5
        drawing.add(text)

    drawing.add(_rectangle((left, low, plot_width, plot_height), None, 0.7))
    for step in range(int(figure.settings.get("ticks", "6")) + 1):
        share = step / int(figure.settings.get("ticks", "6"))
        x, y = left + plot_width * share, low + plot_height * share
        drawing.add(Line(x, low, x, low - 3, strokeWidth=0.5))
        drawing.add(Line(left, y, left - 3, y, strokeWidth=0.5))
        put(x, low - 12, f"{hours * share:g}")
        put(left - 5, y - 2.5, f"{ceiling * share:g}", "end")
    put(left + plot_width / 2, 6, figure.settings.get("x", "Time after dose (h)"))
    put(left - 40, height - 7, figure.settings["y"], "start")
    for number, (name, peak, absorption, half_life) in enumerate(figure.rows):
        points: list[float] = []
        for tick in range(121):
            time = hours * tick / 120
            level = concentration(time, float(peak), float(absorption), float(half_life))
            points += [left + plot_width * tick / 120, low + plot_height * level / ceiling]
        style: dict[str, Any] = {"strokeDashArray": _DASHES[number % 3]} if number % 3 else {}
        drawing.add(PolyLine(points, strokeWidth=1.1, **style))
        key_y = height - 28 - number * 11
        drawing.add(Line(width - 130, key_y, width - 108, key_y, strokeWidth=1.1, **style))
        put(width - 104, key_y - 2.5, name, "start")
    return drawing


def draw_logo(name: str, look: Look) -> Drawing:
    """A made-up maker's mark: a capsule in a ring, and ``name`` beside it."""
    drawing = Drawing(150, 40)
    drawing.add(Circle(20, 20, 16, fillColor=None, strokeWidth=2, strokeColor=_BLUE))
    drawing.add(_rectangle((10, 16, 20, 8), _BLUE, 0, radius=4))
    drawing.add(_rectangle((20, 17, 9, 6), colors.white, 0, radius=3))
    text = String(44, 14, name)
    text.fontName, text.fontSize = f"{look.family}-Bold", 15
    text.fillColor = _BLUE
    drawing.add(text)
    return drawing


def _rectangle(
    place: tuple[float, float, float, float],
    fill: colors.Color | None,
    stroke: float,
    radius: float = 0.0,
) -> Rect:
    shape = Rect(*place, rx=radius, ry=radius)
    shape.fillColor, shape.strokeWidth = fill, stroke
    return shape
