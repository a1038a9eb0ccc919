"""Words set side by side become lines; what is underlined, bulleted or a draft's line number."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.shapes import Shapes
from monograph_qa.parse.layout.symbols import BULLETS

_DASHES = frozenset("-–—−*")
_SPLIT = 4.4  # spaces: a wider gap parts two cells or columns


@dataclass(eq=False)
class Line:
    """Words on one printed line, from left to right, within one column or cell.

    `text` joins the words with one space. `bold` and `italic` hold for nearly all letters;
    `lead` counts the characters of a bold, italic or underlined beginning.
    """

    words: list[Word]
    underline: bool = False
    underlined: int = 0  # words at the beginning that a rule underlines
    dotted: bool = False  # a bullet is drawn (not written) before it
    indent: float | None = None  # x that counts for nesting, where it is not the line's own

    @cached_property
    def box(self) -> Box:
        return bounding(word.box for word in self.words)

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
            and first.size < 0.8 * self.size
            and first.box.bottom < self.words[1].box.bottom - 0.1 * self.size
        )

    @property
    def is_parted(self) -> bool:
        """Is there a gap in it as wide as between columns?"""
        return any(
            right.box.left - left.box.right > _SPLIT * max(left.space, right.space)
            for left, right in pairwise(self.words)
        )

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
    line = Line([word for part in parts for word in part.words])
    line.underline = all(part.underline for part in parts)
    line.underlined = parts[0].underlined
    line.dotted = parts[0].dotted
    return line


def segments_of(words: Sequence[Word]) -> list[Line]:
    """Lines cut wherever a gap is wide enough to part cells or columns, top to bottom."""
    if not words:
        return []
    lines: list[Line] = []
    for row in _rows(words):
        lines.extend(_segments(row))
    lines.sort(key=lambda line: (line.box.top, line.box.left))
    return lines


def _rows(words: Sequence[Word]) -> list[list[Word]]:
    heights = sorted(word.box.height for word in words)
    usual = heights[len(heights) // 2]
    rows: list[tuple[Box, list[Word]]] = []
    late: list[Word] = []
    for word in sorted(words, key=lambda word: word.box.center_y):
        if not 0.72 * usual <= word.box.height <= 1.5 * usual:
            late.append(word)
            continue
        best = _best_row(rows[-5:], word)
        if best is None:
            rows.append((word.box, [word]))
        else:
            best[1].append(word)
    # Raised, lowered and oversized characters look for the line they touch most.
    lone: list[tuple[Box, list[Word]]] = []
    for word in late:
        best = _row_beside(rows, word) or _best_row(rows, word) or _best_row(lone, word)
        if best is None:
            lone.append((word.box, [word]))
        else:
            best[1].append(word)
    return [row for _, row in rows + lone]


def _row_beside(
    rows: Sequence[tuple[Box, list[Word]]], word: Word
) -> tuple[Box, list[Word]] | None:
    """The row with a word right beside `word` at about its height."""
    near = max(word.space, 1.5)
    opens = 0.9 * word.box.height if len(word.text) <= 2 else near
    for row in rows:
        if row[0].top - 40 > word.box.top or row[0].bottom + 40 < word.box.bottom:
            continue
        for other in row[1]:
            box = other.box
            beside = -near < word.box.left - box.right < near or (
                -near < box.left - word.box.right < near
            )
            if not beside and 0 <= box.left - word.box.right < opens:
                # The mark of a note stands before all of its line.
                beside = all(box.left <= first.box.left for first in row[1])
            if beside and _vertical_share(box, word.box) > 0.25:
                return row
    return None


def _best_row(
    rows: Sequence[tuple[Box, list[Word]]], word: Word, least: float = 0.5
) -> tuple[Box, list[Word]] | None:
    best = None
    most = least
    for row in rows:
        share = _vertical_share(row[0], word.box)
        if share > most:
            best, most = row, share
    return best


def _vertical_share(one: Box, other: Box) -> float:
    low = min(one.height, other.height)
    if low <= 0:
        return 0.0
    return (min(one.bottom, other.bottom) - max(one.top, other.top)) / low


def _segments(row: list[Word]) -> list[Line]:
    open_runs: list[list[Word]] = []
    for word in sorted(row, key=lambda word: word.box.left):
        home = None
        for run in open_runs:
            last = run[-1]
            gap = word.box.left - last.box.right
            wide = _SPLIT * max(last.space, word.space)
            # Two lines caught in one row overlap sideways; keep them apart.
            if gap < -0.5 * max(last.space, 1.0) * 4 or gap > wide:
                continue
            if _vertical_share(_tallest(run), word.box) < 0.3:
                continue
            if home is None or last.box.right > home[-1].box.right:
                home = run
        if home is None:
            open_runs.append([word])
        elif _touches(home[-1], word):
            home[-1] = _merged(home[-1], word)
        else:
            home.append(word)
    return [Line(run) for run in open_runs]


def _tallest(run: list[Word]) -> Box:
    return max((word.box for word in run[-6:]), key=lambda box: box.height)


def _touches(left: Word, right: Word) -> bool:
    """Do both stand in one word (a raised or differently set part) with no space between?"""
    gap = right.box.left - left.box.right
    if left.marks:
        return False
    return not left.spaced and gap < 0.55 * max(left.space, right.space)


def _merged(left: Word, right: Word) -> Word:
    main = left if len(left.text) >= len(right.text) else right
    return Word(
        text=left.text + right.text,
        box=left.box.union(right.box),
        size=max(left.size, right.size),
        bold=main.bold,
        italic=main.italic,
        space=max(left.space, right.space),
        spaced=right.spaced,
        hidden=left.hidden,
        pieces=(*(left.pieces or (left,)), *(right.pieces or (right,))),
    )


def mark_underlines(lines: Sequence[Line], shapes: Shapes) -> set[int]:
    """Mark what is underlined, and bullets drawn as dots; gives the rules so used (indices)."""
    used: set[int] = set()
    rules = sorted(enumerate(shapes.level_rules), key=lambda item: item[1].top)
    for line in lines:
        box = line.box
        hits = [
            (at, rule)
            for at, rule in rules
            if -0.32 * box.height <= rule.top - box.bottom <= 3.2
            and rule.left >= box.left - 6
            and rule.right <= box.right + 9
        ]
        for dot in shapes.dots:
            if 1 < box.left - dot.right < 28 and box.top <= dot.center_y <= box.bottom:
                line.dotted = True
                break
        if not hits:
            continue
        used.update(at for at, _ in hits)
        spans = [(rule.left - 1, rule.right + 1) for _, rule in hits]
        covered = [
            any(left <= word.box.center_x <= right for left, right in spans) for word in line.words
        ]
        line.underline = all(covered)
        line.underlined = next((i for i, on in enumerate(covered) if not on), len(covered))
    return used


def without_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """Lines without the numbers that a draft prints in its margin."""
    numbers = [line for line in lines if re.fullmatch(r"\d{1,4}", line.words[0].text)]
    if len(numbers) < 12:
        return list(lines)
    column, count = Counter(round(line.words[0].box.right / 6) for line in numbers).most_common(1)[
        0
    ]
    margin = [n for n in numbers if abs(n.words[0].box.right / 6 - column) <= 1.2]
    values = [int(n.words[0].text) for n in sorted(margin, key=lambda line: line.box.top)]
    steps = sum(1 for one, two in pairwise(values) if two == one + 1)
    edge = max(n.words[0].box.right for n in margin)
    in_margin = {id(line) for line in margin}
    beyond = sum(1 for line in lines if id(line) not in in_margin and line.box.left < edge)
    if count < 12 or steps < 0.7 * (len(values) - 1) or beyond > 0.15 * len(lines):
        return list(lines)
    kept = []
    for line in lines:
        if id(line) in in_margin:
            if len(line.words) > 1:
                kept.append(Line(line.words[1:]))
        else:
            kept.append(line)
    return kept
