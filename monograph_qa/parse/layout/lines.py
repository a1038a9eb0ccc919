"""Lines of words, and the blocks they make; what is underlined and bulleted."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.domain.parsed import BlockKind, Grid, Picture, Style
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.shapes import Shapes, end_to_end
from monograph_qa.parse.layout.signs import BULLETS

_DASHES = frozenset("-–—−*")
_JOINT = 1.0  # points between rules that meet
_LABEL, _TAB = 5, 2.5  # words, and spaces behind them
SPLIT = 4.4  # spaces: a wider gap parts two cells or columns


@dataclass(eq=False)
class Line:
    """Words on one printed line, from left to right, within one column or cell. `text` joins the
    words with one space. `bold` and `italic` hold for nearly all letters; `lead` counts the
    characters of a bold, italic or underlined beginning."""

    words: list[Word]
    underline: bool = False
    underlined: int = 0  # words at the beginning that a rule underlines
    dotted: bool = False  # a bullet is drawn (not written) before it
    indent: float | None = None  # x that counts for nesting, where it is not the line's own

    @cached_property
    def box(self) -> Box:
        return bounding(word.box for word in self.words)

    @cached_property
    def foot(self) -> float:
        """y of the feet of most of its letters, in points: lowered ones stand deeper."""
        pieces = [piece for word in self.words for piece in (word.pieces or (word,))]
        feet = sorted(piece.box.bottom for piece in pieces for _ in piece.text)
        return feet[len(feet) // 2]

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @cached_property
    def size(self) -> float:
        sizes = sorted(word.size for word in self.words for _ in range(len(word.text)))
        return sizes[len(sizes) // 2]

    @cached_property
    def bold(self) -> bool:
        return self._share("bold") >= 0.85

    @cached_property
    def italic(self) -> bool:
        return self._share("italic") >= 0.85

    @property
    def face(self) -> tuple[bool, bool, bool]:
        """Is it bold, italic, underlined?"""
        return self.bold, self.italic, self.underline

    @cached_property
    def bullet(self) -> bool:
        """Is its first word a list bullet (a dot, or a dash standing alone)?"""
        first = self.words[0].text
        if first == "o":  # the hollow bullet of word processors, set in Courier
            return len(self.words) > 1
        return (first[0] in BULLETS and (len(first) == 1 or first[1:].isalnum())) or (
            first in _DASHES and len(self.words) > 1 and first != "*"
        )

    @property
    def is_noted(self) -> bool:
        """Does it begin with the raised mark of a note?"""
        first = self.words[0]
        return (
            len(self.words) > 1
            and len(first.text) <= 2
            and first.size < 0.9 * self.size
            and first.box.bottom < self.words[1].box.bottom - 0.1 * self.size
        )

    @property
    def is_parted(self) -> bool:
        """Is there a gap in it as wide as between columns?"""
        return any(
            right.box.left - left.box.right > SPLIT * max(left.space, right.space)
            for left, right in pairwise(self.words)
        )

    @property
    def is_labelled(self) -> bool:
        """Does it begin with a label to a colon, and its text well apart from that?"""
        for left, right in pairwise(self.words[:_LABEL]):
            if left.text.endswith(":"):
                return right.box.left - left.box.right > _TAB * max(left.space, right.space)
        return False

    @property
    def is_rule(self) -> bool:
        """Is it a rule typed with dashes or underscores?"""
        return len(self.text) >= 8 and not self.text.strip("_-–—=*. ")

    def _share(self, trait: str) -> float:
        total = marked = 0
        for word in self.words:
            letters = sum(map(str.isalnum, word.text))
            total += letters
            marked += letters if getattr(word, trait) else 0
        return marked / total if total else float(all(getattr(w, trait) for w in self.words))


def joined(lines: Iterable[Line]) -> Line:
    """One line of several that stand side by side."""
    parts = sorted(lines, key=lambda line: line.box.left)
    if len(parts) == 1:
        return parts[0]
    words = [word for part in parts for word in part.words]
    underline = all(part.underline for part in parts)
    return Line(words, underline, parts[0].underlined, parts[0].dotted)


def mark_underlines(lines: Sequence[Line], shapes: Shapes) -> set[int]:
    """Mark what is underlined, and bullets drawn as dots; gives the rules so used (indices)."""
    used: set[int] = set()
    rules = sorted(enumerate(shapes.level_rules), key=lambda item: item[1].top)
    tops = [rule.top for _, rule in rules]
    # The borders of cells run on beyond a line that each of them might underline a part of.
    runs = end_to_end(shapes.level_rules, _JOINT)
    for line in lines:
        box = line.box
        first = bisect_left(tops, box.bottom - box.height)
        hits = [
            (at, rule)
            for at, rule in rules[first : bisect_right(tops, box.bottom + 4)]
            if -0.32 * box.height <= rule.top - box.bottom <= 3.2
            and any(
                box.left - 6 <= run.left <= rule.left and rule.right <= run.right <= box.right + 9
                for run in runs
                if run.top <= rule.top <= run.bottom
            )
        ]
        line.dotted |= any(
            1 < box.left - dot.right < 28 and box.top <= dot.center_y <= box.bottom
            for dot in shapes.dots
        )
        if not hits:
            continue
        used.update(at for at, _ in hits)
        covered = [
            any(rule.left - 1 <= word.box.center_x <= rule.right + 1 for _, rule in hits)
            for word in line.words
        ]
        line.underline = all(covered)
        line.underlined = next((i for i, on in enumerate(covered) if not on), len(covered))
    return used


@dataclass(eq=False)
class Found:
    """One block on a page: its kind, lines in reading order, box in points. `level` is the nesting
    of a list item; `column` the x at which its column of text begins, 0 for the first; `vector`
    holds for drawings. A table has a `grid`, a picture its pixels."""

    kind: BlockKind
    box: Box
    lines: list[Line] = field(default_factory=list)
    style: Style | None = None
    level: int | None = None
    column: float = 0.0
    vector: bool = False
    grid: Grid | None = None
    picture: Picture | None = None


@dataclass(eq=False)
class PageLayout:
    """The blocks of one page in reading order; sizes in points. `words` counts the page's words,
    furniture included, so that an empty page can be told."""

    number: int
    width: float
    height: float
    body: float
    blocks: list[Found]
    shapes: Shapes
    furniture: list[Line] = field(default_factory=list)
    words: int = 0
    hidden: bool = False
