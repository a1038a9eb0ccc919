"""The United States label since 2006: highlights, contents, then numbered full information."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BalancedColumns,
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    FrameBreak,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
)

from monographs.typeset.blocks import flow
from monographs.typeset.inline import to_xml
from monographs.typeset.look import HeadingLook, Look
from monographs.typeset.pages import counting_canvas, head_and_foot
from monographs.typeset.source import Block, Boxed, Heading, Prose, Source

_MARGIN = 52.0
_GUTTER = 20.0
_BAND = 30.0  # height of the sample statement above the two columns of page one


def _looks(family: str) -> tuple[Look, Look]:
    highlights = Look(
        family,
        8.0,
        9.6,
        (HeadingLook(8.4, before=5, after=2, centred=True), HeadingLook(8.0, before=3)),
        gap=2.5,
        table_size=7.6,
    )
    full = Look(
        family,
        9.8,
        12.4,
        (
            HeadingLook(10.8, before=10, after=4, tab=28),
            HeadingLook(10, before=7, tab=28),
            HeadingLook(9.8, before=4, bold=False, underlined=True),
            HeadingLook(9.8, before=3, bold=False, italic=True),
        ),
        table_size=8.8,
        bullets=("•", "o"),
    )
    return highlights, full


def typeset(source: Source, target: Path) -> None:
    """Write the PDF of ``source`` (``notice``, ``highlights``, ``full``) to ``target``.

    The contents page is made from the headings of ``full``; it carries no page numbers.
    """
    wide, high = letter
    settings = source.settings
    small, large = _looks(settings.get("family", "Roboto"))
    full = wide - 2 * _MARGIN
    column = (full - _GUTTER) / 2
    tall = high - 2 * _MARGIN

    low = tall - _BAND
    band = Frame(_MARGIN, _MARGIN + low, full, _BAND, 0, 0, 0, 0, id="band")
    document = BaseDocTemplate(
        str(target), pagesize=letter, title=settings["title"], author=settings["author"]
    )
    first = [band, Frame(_MARGIN, _MARGIN, full, low, 0, 0, 0, 0, id="page")]
    rest = [Frame(_MARGIN, _MARGIN, full, tall, 0, 0, 0, 0, id="page")]
    document.addPageTemplates([PageTemplate("highlights", first), PageTemplate("rest", rest)])
    story: list[Flowable] = [NextPageTemplate("rest")]
    story += flow(source.parts["notice"], small, full)
    story.append(FrameBreak())
    story.append(_columns(flow(source.parts["highlights"], small, column)))
    story += [PageBreak(), _columns(_contents(source.parts["full"], small))]
    story += [PageBreak(), *flow(source.parts["full"], large, full)]
    furniture = head_and_foot(
        large.family,
        8,
        wide,
        high,
        _MARGIN,
        head=(settings.get("head", ""), ""),
        foot=("", "", "Page {page} of {total}"),
    )
    document.build(story, canvasmaker=counting_canvas(furniture))


def _columns(story: list[Flowable]) -> Flowable:
    # Breaks that keep a heading off the foot of a page have no place inside balanced columns.
    kept = [flowable for flowable in story if not isinstance(flowable, CondPageBreak)]
    return BalancedColumns(kept, nCols=2, innerPadding=_GUTTER, needed=72)


def _contents(blocks: tuple[Block, ...], look: Look) -> list[Flowable]:
    """The contents list: section headings bold, subsections set in."""
    style = look.prose()
    inner = ParagraphStyle("inner", parent=style, leftIndent=34, firstLineIndent=-20)
    story: list[Flowable] = [Paragraph("<b>FULL PRESCRIBING INFORMATION: CONTENTS*</b>", style)]
    for block in blocks:
        if isinstance(block, Boxed) and isinstance(block.blocks[0], Prose):
            story.append(Paragraph(to_xml(block.blocks[0].text), style))
        if isinstance(block, Heading) and block.level <= 2 and block.text != _FULL_TITLE:
            words = to_xml(block.text)
            entry = f"<b>{words}</b>" if block.level == 1 else words
            story.append(Paragraph(entry, style if block.level == 1 else inner))
    omitted = (
        "\\*Sections or subsections omitted from the full prescribing information are not listed."
    )
    return [*story, *flow([Prose(omitted)], look, 0)]


_FULL_TITLE = "FULL PRESCRIBING INFORMATION"
