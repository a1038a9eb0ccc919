"""The measure of one column of text: its edges, its line pitch, and who flows into whom."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.parse.layout.lines import Line

_FEW_STEPS, _MANY_STEPS = 6, 10
_USUAL_PITCH = 1.2
_RUNNING = 0.25  # share of the lines of running text that begin with a small letter, at least
_OPEN_PITCH = 1.75  # times the type size: rather a gap than the pitch of running text
CLOSED = (".", ":", "!", "?", ";")  # marks a line may end a sentence or item with
_BRACKETS = " ])"  # may close behind the mark: "[see Drug Interactions (7.2).]"


class Measure:
    """How the lines of one column stand to one another, from top to bottom."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = list(lines)
        self._index = {id(line): at for at, line in enumerate(self._lines)}
        self.left = min((line.box.left for line in lines), default=0.0)
        self.right = max((line.box.right for line in lines), default=0.0)
        self.pitch = self._pitch()

    def _pitch(self) -> float:
        steps: Counter[int] = Counter()
        running: Counter[int] = Counter()  # steps to a line that goes on with a small letter
        for one, other in pairwise(self._lines):
            step = (other.foot - one.foot) / max(other.size, 4.0)
            is_alike = abs(one.size - other.size) < 0.6 and len(other.text) > 25
            if is_alike and 0.7 < step < 2.6:
                steps[round(step / 0.05)] += 1
                running[round(step / 0.05)] += other.text[:1].islower()
        if not steps:
            return _USUAL_PITCH
        most = max(steps.values())
        usual = min(step for step, count in steps.items() if count >= 0.35 * most)
        # Gaps of a title page, or between paragraphs of one line, are no measure of the text.
        if usual * 0.05 > _OPEN_PITCH:
            if steps.total() < _FEW_STEPS:
                return min(steps) * 0.05
            if steps[usual] >= _MANY_STEPS and running[usual] < _RUNNING * steps[usual]:
                return min(min(steps) * 0.05, _USUAL_PITCH)
        return usual * 0.05

    def step(self, one: Line, other: Line) -> float:
        """Distance from line to line in points."""
        return other.foot - one.foot

    def near(self, one: Line, other: Line, times: float = 1.26) -> bool:
        """Are the two lines set at the pitch of running text?"""
        if is_beside(one, other):
            return False
        size = max(min(one.size, other.size), 4.0)
        return -0.5 * size < self.step(one, other) <= times * self.pitch * size + 0.6

    def before(self, line: Line) -> Line | None:
        at = self._index[id(line)]
        return self._lines[at - 1] if at else None

    def after(self, line: Line) -> Line | None:
        at = self._index[id(line)]
        return self._lines[at + 1] if at + 1 < len(self._lines) else None

    def gap_above(self, line: Line) -> bool:
        last = self.before(line)
        return last is None or not self.near(last, line, 1.12)

    def edge(self, line: Line) -> float:
        """The right edge that the lines around this one reach, in points."""
        at = self._index[id(line)]
        return max(
            other.box.right
            for other in self._lines[max(0, at - 4) : at + 5]
            if other is line or -30 < other.box.left - line.box.left < 30
        )

    def is_full(self, line: Line, following: Line) -> bool:
        """Would the next word not have fitted on the line?"""
        edge = self.edge(line)
        # Centred lines end where their words do; only the column tells how much fits.
        is_shifted = abs(following.box.left - line.box.left) > 3
        if is_shifted and self.is_centered(line):
            edge = max(edge, self.right)
        room = edge - line.box.right
        first = following.words[0]
        return room < first.box.width + 1.5 * first.space + 0.03 * (edge - self.left)

    def ends_at(self, line: Line, following: Line) -> bool:
        """Does a paragraph end with `line`, by the room left on it and by its words?"""
        is_closed = line.text.rstrip().endswith(CLOSED)
        begins = following.text[:1].isupper() and not _is_open(line.text)
        return (is_closed or begins) and not self.is_full(line, following)

    def is_centered(self, line: Line) -> bool:
        middle = (self.left + self.right) / 2
        width = self.right - self.left
        return (
            abs(line.box.center_x - middle) < 0.04 * width
            and line.box.left > self.left + 0.06 * width
        )

    def restarts(self, last: Line, line: Line) -> bool:
        """Does `line` start anew after `last`, by its face, size or place, or by a wider gap?"""
        if not line.text[:1].islower():
            opens = not _is_open(last.text)
            above = self.before(last)
            pitch = self.step(above, last) if above and self.near(above, last) else 0.0
            wide = self.step(last, line) > 1.12 * pitch + 0.6 and self.gap_above(line)
            if wide and opens and last.text.rstrip().endswith(CLOSED):
                return True
        if self.is_full(last, line):
            return False
        if abs(line.size - last.size) > 0.08 * max(line.size, last.size):
            return True
        if line.text[:1].islower():
            return False
        if line.bold != last.bold:
            return True
        middle, other = self.is_centered(last), self.is_centered(line)
        return middle != other and abs(line.box.left - last.box.left) > 2 * line.size

    def flows_into(self, line: Line) -> bool:
        """Does the line before run on into this one in the middle of a sentence?"""
        last = self.before(line)
        is_near = last is not None and self.near(last, line)
        if last is None or not is_near or last.text.rstrip(_BRACKETS).endswith(CLOSED):
            return False
        if last.text.count("(") > last.text.count(")") and last.size == line.size:
            return True
        same_face = last.bold == line.bold and last.italic == line.italic
        heading_before = (last.bold or last.underline or last.italic) and not same_face
        return not heading_before and self.is_full(last, line)


def is_beside(one: Line, other: Line) -> bool:
    """Does `other` stand to the right of `one` on the same height, well apart?"""
    level = abs(one.box.center_y - other.box.center_y) < 0.5 * max(one.size, 4.0)
    return level and other.box.left > one.box.right + one.size


def _is_open(text: str) -> bool:
    """Must the sentence go on: an open bracket, a comma, a short joining word at the end?"""
    if text.count("(") > text.count(")") or text.count("[") > text.count("]"):
        return True
    last = text.rsplit(maxsplit=1)[-1]
    return last.endswith((",", "-", "–", "/")) or (len(last) <= 3 and last.islower())
