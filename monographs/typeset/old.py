"""The older United States insert: capital headings without numbers, in one or two columns."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

from monographs.typeset.blocks import flow
from monographs.typeset.look import HeadingLook, Look
from monographs.typeset.pages import counting_canvas, head_and_foot
from monographs.typeset.source import Source

_MARGIN = 62.0
_GUTTER = 18.0
_ONE_COLUMN = Look(
    "SourceSerif",
    10.5,
    13.4,
    (
        HeadingLook(11, before=10),
        HeadingLook(10.5, before=6, bold=False, underlined=True),
        HeadingLook(10.5, before=4, bold=False, italic=True),
    ),
)
_TWO_COLUMNS = Look(
    "SourceSans",
    10.0,
    12.2,
    (
        HeadingLook(10.6, before=8, centred=True),
        HeadingLook(10, before=5),
        HeadingLook(10, before=4, italic=True),
    ),
    justified=True,
    gap=4.0,
    table_size=8.0,
    caption_centred=True,
)


def typeset(source: Source, target: Path) -> None:
    """Write the PDF of ``source`` (parts ``top`` and ``body``) to ``target``."""
    wide, high = letter
    settings = source.settings
    doubled = settings.get("columns") == "2"
    look = _TWO_COLUMNS if doubled else _ONE_COLUMN
    full = wide - 2 * _MARGIN
    column = (full - _GUTTER) / 2 if doubled else full
    tall = high - 2 * _MARGIN
    lefts = [_MARGIN, _MARGIN + column + _GUTTER] if doubled else [_MARGIN]
    frames = [Frame(left, _MARGIN, column, tall, 0, 0, 0, 0) for left in lefts]
    furniture = head_and_foot(
        look.family,
        8.5,
        wide,
        high,
        _MARGIN,
        head=(settings["head"], "Page {page} of {total}"),
        foot=(settings["foot"], "", ""),
    )
    document = BaseDocTemplate(
        str(target), pagesize=letter, title=settings["title"], author=settings["author"]
    )
    document.addPageTemplates([PageTemplate("page", frames)])
    story = flow(source.parts["top"], look, column) + flow(source.parts["body"], look, column)
    document.build(story, canvasmaker=counting_canvas(furniture))
