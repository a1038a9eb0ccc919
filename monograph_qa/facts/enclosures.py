"""Brackets and quotation marks: the stretches inside which a label's sentence does not end."""

import re
from bisect import bisect_right

_PAIRS = {")": "(", "]": "[", "}": "{"}
_BRACKETS = re.compile(r"[()\[\]{}]")
_QUOTED = re.compile(r"“[^“”]{1,240}”|(?<!\w)\"[^\"]{1,240}\"(?!\w)")
# A bracket that was never closed must not swallow the paragraph.
_LONGEST = 400


class Enclosures:
    """Where `text` stands in brackets or in quotation marks."""

    def __init__(self, text: str) -> None:
        spans = sorted([*_bracketed(text), *(m.span() for m in _QUOTED.finditer(text))])
        self._starts: list[int] = []
        self._stops: list[int] = []
        for start, stop in spans:
            if self._stops and start < self._stops[-1]:
                self._stops[-1] = max(self._stops[-1], stop)
            else:
                self._starts.append(start)
                self._stops.append(stop)

    def is_inside(self, offset: int) -> bool:
        """True when a boundary at `offset` would part an opening mark from its closing one."""
        at = bisect_right(self._starts, offset - 1) - 1
        return at >= 0 and self._starts[at] < offset < self._stops[at]


def _bracketed(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    for match in _BRACKETS.finditer(text):
        at = match.start()
        if match[0] not in _PAIRS:
            opened.append(at)
        elif opened and text[opened[-1]] == _PAIRS[match[0]]:
            # "a)" closes nothing, and a bracket of the wrong shape closes none.
            start = opened.pop()
            if at - start <= _LONGEST:
                spans.append((start, at + 1))
    return spans


def has_open_bracket(text: str) -> bool:
    """True when a bracket near the end of `text` is still open there."""
    opened: list[tuple[int, str]] = []
    for match in _BRACKETS.finditer(text):
        if match[0] not in _PAIRS:
            opened.append((match.start(), match[0]))
        elif opened and opened[-1][1] == _PAIRS[match[0]]:
            opened.pop()
    return bool(opened) and len(text) - opened[-1][0] <= _LONGEST
