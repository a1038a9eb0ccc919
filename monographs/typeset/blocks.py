"""Blocks of a source turned into ReportLab flowables, in the look of a layout."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reportlab.lib import colors
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    PageBreak,
    Paragraph,
    Spacer,
    Table,
)

from monographs.typeset.figures import draw_figure
from monographs.typeset.inline import plain, to_xml
from monographs.typeset.look import Look
from monographs.typeset.source import (
    Block,
    Boxed,
    Figure,
    Grid,
    Heading,
    Item,
    NewPage,
    Prose,
)
from monographs.typeset.tables import draw_table

_NUMBERED = re.compile(r"^(\d+(?:\.\d+)*\.?) +(.+)$")


class Marked(Paragraph):
    """A heading that a table of contents can list: its level, and its words without marks."""

    def __init__(self, block: Heading, look: Look) -> None:
        style = look.heading(block.level)
        shape = look.heading_look(block.level)
        self.contents_level = block.level
        self.contents_text = plain(block.text)
        number = _NUMBERED.match(block.text) if shape.tab else None
        words = to_xml(number[2] if number else block.text)
        if shape.underlined:
            words = f"<u>{words}</u>"
        if number is None:
            style.leftIndent = 0
        style.bulletFontName, style.bulletFontSize = style.fontName, style.fontSize
        super().__init__(words, style, bulletText=number[1] if number else None)


def flow(blocks: Iterable[Block], look: Look, width: float) -> list[Flowable]:
    """The flowables of ``blocks`` for a column of ``width`` points, in order."""
    story: list[Flowable] = []
    following = tuple(blocks)
    for place, block in enumerate(following):
        opens = isinstance(block, Heading | Grid)
        after_heading = place > 0 and isinstance(following[place - 1], Heading)
        if opens and not after_heading:
            story.append(CondPageBreak(_room(following[place:])))
        story.extend(_flow_one(block, look, width))
    return story


def _room(blocks: tuple[Block, ...]) -> float:
    """Points that headings need below them so that none is left alone at the foot of a page.

    Keep-with-next would pull a long table to a new page as a whole; this lets it run over.
    """
    height = 0.0
    for block in blocks:
        if isinstance(block, Heading):
            height += 24.0
            continue
        if isinstance(block, Figure):
            return height + (270.0 if block.kind == "curve" else 170.0)
        return height + (80.0 if isinstance(block, Grid) else 30.0)
    return height


def _flow_one(block: Block, look: Look, width: float) -> list[Flowable]:
    match block:
        case Heading():
            return [Marked(block, look)]
        case Prose(text, centred):
            return [Paragraph(to_xml(text), look.prose(centred=centred))]
        case Item(marker, text, depth):
            bullet = look.bullets[min(depth, len(look.bullets) - 1)] if marker == "-" else marker
            return [Paragraph(to_xml(text), look.item(depth), bulletText=bullet)]
        case Grid():
            return draw_table(block, look, width)
        case Figure():
            return [KeepTogether(draw_figure(block, look, width))]
        case Boxed(inner):
            return [_boxed(inner, look, width), Spacer(1, look.gap)]
        case NewPage():
            return [PageBreak()]


def _boxed(blocks: tuple[Block, ...], look: Look, width: float) -> Flowable:
    frame = Table([[flow(blocks, look, width - 14)]], colWidths=[width])
    frame.setStyle(
        [
            ("BOX", (0, 0), (-1, -1), 1.0, colors.black),
            ("LEFTPADDING", (0, 0), (-1, -1), 7),
            ("RIGHTPADDING", (0, 0), (-1, -1), 7),
            ("TOPPADDING", (0, 0), (-1, -1), 5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
    )
    return frame
