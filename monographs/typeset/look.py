"""How a layout looks: its family, sizes and heading styles, as ReportLab paragraph styles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT
from reportlab.lib.styles import ParagraphStyle


@dataclass(frozen=True, slots=True)
class HeadingLook:
    """One heading level. ``tab`` is the width of the number column, 0 for none."""

    size: float
    before: float = 8.0
    after: float = 3.0
    bold: bool = True
    italic: bool = False
    underlined: bool = False
    centred: bool = False
    tab: float = 0.0


@dataclass(frozen=True, slots=True)
class Look:
    """The type of one layout; lengths are points, heading levels count from 1."""

    family: str
    size: float
    leading: float
    headings: tuple[HeadingLook, ...]
    justified: bool = False
    gap: float = 5.0
    bullets: tuple[str, ...] = ("•", "–")
    table_size: float = 9.0
    caption_centred: bool = False

    def prose(self, *, centred: bool = False) -> ParagraphStyle:
        """Running text."""
        plain = TA_JUSTIFY if self.justified else TA_LEFT
        return self._style("prose", alignment=TA_CENTER if centred else plain)

    def item(self, depth: int) -> ParagraphStyle:
        """A list item; each depth is indented by one and a half letters more."""
        step = self.size * 1.5
        return self._style(
            f"item{depth}",
            leftIndent=step * (depth + 1),
            bulletIndent=step * depth + 2,
            spaceAfter=self.gap * 0.4,
        )

    def cell(self, *, bold: bool = False) -> ParagraphStyle:
        """A table cell, smaller and without space below."""
        return self._style(
            "cell",
            fontName=f"{self.family}-Bold" if bold else self.family,
            fontSize=self.table_size,
            leading=self.table_size * 1.2,
            spaceAfter=0,
        )

    def caption(self) -> ParagraphStyle:
        """The line over a table or under a figure."""
        return self._style(
            "caption",
            fontName=f"{self.family}-Bold",
            alignment=TA_CENTER if self.caption_centred else TA_LEFT,
            spaceBefore=4,
        )

    def note(self) -> ParagraphStyle:
        """A footnote of a table."""
        return self._style(
            "note", fontSize=self.table_size * 0.92, leading=self.table_size * 1.1, spaceAfter=1
        )

    def heading(self, level: int) -> ParagraphStyle:
        """The heading of ``level``; a level deeper than the layout has takes the deepest."""
        look = self.headings[min(level, len(self.headings)) - 1]
        cut = {(True, False): "-Bold", (False, True): "-Italic", (True, True): "-BoldItalic"}
        return self._style(
            f"heading{level}",
            fontName=self.family + cut.get((look.bold, look.italic), ""),
            fontSize=look.size,
            leading=look.size * 1.2,
            alignment=TA_CENTER if look.centred else TA_LEFT,
            spaceBefore=look.before,
            spaceAfter=look.after,
            leftIndent=look.tab,
            bulletIndent=0,
        )

    def heading_look(self, level: int) -> HeadingLook:
        """The settings that ``heading`` of the same level was made from."""
        return self.headings[min(level, len(self.headings)) - 1]

    def _style(self, name: str, **settings: Any) -> ParagraphStyle:
        ground: dict[str, Any] = {
            "fontName": self.family,
            "fontSize": self.size,
            "leading": self.leading,
            "spaceAfter": self.gap,
            "bulletFontName": self.family,
            "bulletFontSize": self.size,
        }
        return ParagraphStyle(name, **{**ground, **settings})
