"""Tables: ruled, lined or held apart by white space alone; the head repeats on a new page."""

from __future__ import annotations

from typing import Any

from reportlab.lib import colors
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from monographs.typeset.inline import to_xml
from monographs.typeset.look import Look
from monographs.typeset.source import Grid

_RULES: dict[str, list[tuple[Any, ...]]] = {
    "ruled": [("GRID", (0, 0), (-1, -1), 0.5, colors.black)],
    "lined": [
        ("LINEABOVE", (0, 0), (-1, 0), 0.9, colors.black),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, colors.black),
        ("LINEBELOW", (0, -1), (-1, -1), 0.9, colors.black),
    ],
    "plain": [],
}


def draw_table(grid: Grid, look: Look, width: float) -> list[Flowable]:
    """Caption, table and footnotes of ``grid``, as wide as the column.

    The first row is the head. A row with fewer cells than the head has columns is stretched:
    its last cell spans what is left, as a subhead inside a table does.
    """
    columns = len(grid.widths)
    rules = list(_RULES[grid.kind])
    rows: list[list[Any]] = []
    for number, row in enumerate(grid.rows):
        cells: list[Any] = [Paragraph(to_xml(c), look.cell(bold=number == 0)) for c in row]
        if len(row) < columns:
            rules.append(("SPAN", (len(row) - 1, number), (-1, number)))
            cells.extend([""] * (columns - len(row)))
        rows.append(cells)
    total = sum(grid.widths)
    table = Table(
        rows,
        colWidths=[width * part / total for part in grid.widths],
        repeatRows=1,
        spaceAfter=3,
    )
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
            ("LEFTPADDING", (0, 0), (-1, -1), 4),
            ("RIGHTPADDING", (0, 0), (-1, -1), 4),
            *rules,
        ]
    )
    caption = [Paragraph(to_xml(grid.caption), look.caption())] if grid.caption else []
    notes = [Paragraph(to_xml(note), look.note()) for note in grid.notes]
    return [*caption, table, *notes, Spacer(1, look.gap)]
