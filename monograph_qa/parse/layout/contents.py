"""Which lines of a page are entries of the printed table of contents."""

import re
from collections.abc import Sequence

from monograph_qa.parse.layout.lines import Line

TITLE = re.compile(
    r"(?:full\s+)?prescribing information\s*:?\s*contents\s*\*?|(?:table of )?contents\s*\*?",
    re.IGNORECASE,
)
_BODY = re.compile(r"full prescribing information\s*:?", re.IGNORECASE)
_NOTE = re.compile(r"sections or subsections omitted", re.IGNORECASE)
_LEADER = re.compile(r"(?:\.\s?){4,}\s*\d*\s*$|…{2,}\s*\d*\s*$")
NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\S|\d{1,2}\.?\s+[A-Z(\"'*])")


def contents_span(lines: Sequence[Line], on_page: tuple[bool, bool] | None) -> range:
    """Indices of contents lines among a page's `lines` in reading order.

    `on_page` tells whether the list starts and ends on this page; None where it has no list.
    """
    leaders = [at for at, line in enumerate(lines) if _LEADER.search(line.text)]
    if on_page is None:
        if len(leaders) >= 3:
            return range(leaders[0], leaders[-1] + 1)
        return range(0)
    starts, ends = on_page
    start = 0
    if starts:
        titles = [at for at, line in enumerate(lines) if TITLE.fullmatch(line.text.strip())]
        if not titles:
            return range(0)
        start = titles[0] + 1
    if leaders:
        return range(start, leaders[-1] + 1)
    body = next(
        (at for at in range(start, len(lines)) if _BODY.fullmatch(lines[at].text.strip())), None
    )
    if body is not None:
        return range(start, body)
    if ends:
        note = next(
            (at for at in range(start, len(lines)) if _NOTE.search(lines[at].text)), len(lines) - 1
        )
        stop = note + 1
        while stop < len(lines) and (lines[stop].text[:1].islower() or _is_entry(lines[stop])):
            stop += 1
        return range(start, stop)
    return range(start, len(lines))


def opens_entry(line: Line, last: Line | None) -> bool:
    """Does the line open an entry, rather than go on from `last`?"""
    if last is None or NUMBERED.match(line.text) or line.text.isupper():
        return True
    if _LEADER.search(last.text):
        return True
    if NUMBERED.match(last.text) and line.bold == last.bold:
        return False
    hanging = line.box.left > last.box.left + 6
    return not hanging


def _is_entry(line: Line) -> bool:
    return (
        NUMBERED.match(line.text) is not None
        and len(line.text) < 95
        and not (line.text.endswith((".", ";")))
    )
