"""Pages that know how many pages there are, so that a foot can say "Page 3 of 12"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reportlab.pdfgen.canvas import Canvas

Furniture = Callable[[Canvas, int, int], None]
"""Draws the running head and foot; takes the canvas, this page from 1, and the page count."""


def counting_canvas(furnish: Furniture) -> type[Canvas]:
    """A canvas class that calls ``furnish`` on each page once the page count is known."""

    class CountingCanvas(Canvas):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            # Same source, same bytes: no clock and no random document id.
            super().__init__(*args, **{**kwargs, "invariant": 1})
            self._kept: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802 - ReportLab's name
            self._kept.append(dict(self.__dict__))
            self._startPage()  # type: ignore[attr-defined]

        def save(self) -> None:
            total = len(self._kept)
            for number, state in enumerate(self._kept, 1):
                self.__dict__.update(state)
                furnish(self, number, total)
                Canvas.showPage(self)
            super().save()

    return CountingCanvas


def head_and_foot(
    font: str,
    size: float,
    width: float,
    height: float,
    margin: float,
    *,
    head: tuple[str, str] = ("", ""),
    foot: tuple[str, str, str] = ("", "", ""),
    rule: bool = False,
    skip_first: bool = False,
) -> Furniture:
    """Furniture from texts at left and right (head) and left, middle and right (foot).

    ``{page}`` and ``{total}`` in a text are filled in; a text that is empty is not drawn.
    """

    def furnish(canvas: Canvas, page: int, total: int) -> None:
        if skip_first and page == 1:
            return
        canvas.setFont(font, size)
        top, bottom = height - margin * 0.62, margin * 0.55
        left, right = (text.format(page=page, total=total) for text in head)
        canvas.drawString(margin, top, left)
        canvas.drawRightString(width - margin, top, right)
        low_left, middle, low_right = (text.format(page=page, total=total) for text in foot)
        canvas.drawString(margin, bottom, low_left)
        canvas.drawCentredString(width / 2, bottom, middle)
        canvas.drawRightString(width - margin, bottom, low_right)
        if rule:
            canvas.setLineWidth(0.5)
            canvas.line(margin, bottom + size + 3, width - margin, bottom + size + 3)

    return furnish
