"""The Canadian product monograph: title page, contents with leaders, then Parts I to III."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
)
from reportlab.platypus.tableofcontents import TableOfContents

from monographs.typeset.blocks import Marked, flow
from monographs.typeset.look import HeadingLook, Look
from monographs.typeset.pages import counting_canvas, head_and_foot
from monographs.typeset.source import Source

_LOOK = Look(
    "SourceSerif",
    10.5,
    13.2,
    (
        HeadingLook(12.5, before=0, after=8, centred=True),
        HeadingLook(11.5, before=10),
        HeadingLook(10.5, before=6, underlined=True),
        HeadingLook(10.5, before=4, italic=True),
        HeadingLook(10.5, before=4, bold=False, italic=True),
    ),
    table_size=9.5,
)
_MARGIN = 68.0


class _Listing(BaseDocTemplate):
    """Tells the table of contents of each part and section heading as it lands on a page."""

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - ReportLab's name
        if isinstance(flowable, Marked) and flowable.contents_level <= 2:
            entry = (flowable.contents_level - 1, flowable.contents_text, self.page)
            self.notify("TOCEntry", entry)


def typeset(source: Source, target: Path) -> None:
    """Write the PDF of ``source`` (parts ``title`` and ``body``) to ``target``."""
    wide, high = letter
    column = wide - 2 * _MARGIN
    contents = TableOfContents(
        dotsMinLevel=0,
        levelStyles=[
            ParagraphStyle(
                f"contents{level}",
                fontName=_LOOK.family + ("-Bold" if level == 0 else ""),
                fontSize=10,
                leading=14,
                leftIndent=12.0 * level,
            )
            for level in range(2)
        ],
    )
    title = Paragraph("<b>Table of Contents</b>", _LOOK.prose(centred=True))
    story: list[Flowable] = [Spacer(1, 40), *flow(source.parts["title"], _LOOK, column)]
    story += [PageBreak(), title, Spacer(1, 8), contents, PageBreak()]
    story += flow(source.parts["body"], _LOOK, column)
    settings = source.settings
    furniture = head_and_foot(
        _LOOK.family,
        8.5,
        wide,
        high,
        _MARGIN,
        foot=(settings["foot"], "", "Page {page} of {total}"),
        rule=True,
    )
    document = _Listing(
        str(target), pagesize=letter, title=settings["title"], author=settings["author"]
    )
    frame = Frame(_MARGIN, _MARGIN, column, high - 2 * _MARGIN, 0, 0, 0, 0)
    document.addPageTemplates([PageTemplate("page", [frame])])
    document.multiBuild(story, canvasmaker=counting_canvas(furniture))
