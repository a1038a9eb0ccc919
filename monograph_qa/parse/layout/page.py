"""What the layout rules find on one page, in reading order."""

from dataclasses import dataclass, field

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import BlockKind, Style
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.shapes import Shapes


@dataclass(eq=False)
class Found:
    """One block on a page: its kind, lines in reading order, box in points.

    `level` is the nesting of a list item; `column` the x at which its column of text begins, 0
    for the first; `vector` holds for drawings.
    """

    kind: BlockKind
    box: Box
    lines: list[Line] = field(default_factory=list)
    style: Style | None = None
    level: int | None = None
    column: float = 0.0
    vector: bool = False


@dataclass(eq=False)
class PageLayout:
    """The blocks of one page in reading order; sizes in points.

    `words` counts the page's words, furniture included, so that an empty page can be told.
    """

    number: int
    width: float
    height: float
    body: float
    blocks: list[Found]
    shapes: Shapes
    furniture: list[Line] = field(default_factory=list)
    words: int = 0
    hidden: bool = False
