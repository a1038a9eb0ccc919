"""The European product information: Annex I (summary) and Annex III B (package leaflet)."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate, Spacer

from monographs.typeset.blocks import flow
from monographs.typeset.look import HeadingLook, Look
from monographs.typeset.pages import counting_canvas, head_and_foot
from monographs.typeset.source import Source

_MARGIN = 70.0
_LOOK = Look(
    "SourceSans",
    10.5,
    12.9,
    (
        HeadingLook(10.5, before=12, after=6, tab=30),
        HeadingLook(10.5, before=8, after=4, tab=30),
        HeadingLook(10.5, before=4, bold=False, underlined=True),
        HeadingLook(10.5, before=3, bold=False, italic=True),
    ),
    table_size=9.3,
)


def typeset(source: Source, target: Path) -> None:
    """Write the PDF of ``source`` (each part opens a page) to ``target``.

    A part whose name begins with ``annex`` is a divider page: its lines stand centred, lower.
    """
    wide, high = A4
    column = wide - 2 * _MARGIN
    settings = source.settings
    furniture = head_and_foot(
        _LOOK.family,
        8.5,
        wide,
        high,
        _MARGIN,
        head=(settings["head"], ""),
        foot=("", "Page {page} of {total}", ""),
    )
    document = BaseDocTemplate(
        str(target), pagesize=A4, title=settings["title"], author=settings["author"]
    )
    frame = Frame(_MARGIN, _MARGIN, column, high - 2 * _MARGIN, 0, 0, 0, 0)
    document.addPageTemplates([PageTemplate("page", [frame])])
    story: list[Flowable] = []
    for name, blocks in source.parts.items():
        if story:
            story.append(PageBreak())
        if name.startswith("annex"):
            story.append(Spacer(1, 180))
        story.extend(flow(blocks, _LOOK, column))
    document.build(story, canvasmaker=counting_canvas(furniture))
