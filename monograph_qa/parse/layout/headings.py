"""Which lines stand as a heading, and which are entries of the printed table of contents.

A heading is told by number, face, size, capitals and the space around it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.measure import CLOSED, Measure

NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z]\.|[IVX]{1,5}\.)\s+(?=[\"'(\[]?[A-Z])")
_DEEP_NUMBER = re.compile(r"\d{1,2}\.\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+[A-Z][A-Za-z]")
_LETTERED = re.compile(r"\(?[a-z]{1,3}[.)]\s+[A-Z]")
_OPEN_END = re.compile(r"[.;,]\s*$")
_SENTENCE_INSIDE = re.compile(r"(?:[a-z]{2}|[)\]])[.;]\s+[\[(]?[A-Z]")
_LABELLED = re.compile(r"[A-Z][a-z][\w ()-]{1,30}: +\w")
_LONGEST = 170
_LONGEST_IN_TEXT = 110  # set like text but for its slant or its underline
_LONGEST_NUMBERED = 260
_EDGE = 1.0  # points between the left sides of lines that begin together
_APART = 2.0  # times the type size, between captions
_CLOSE = 1.12  # times the usual step from line to line


def capitals(text: str) -> float:
    """The share of capitals among the letters; 0.0 where there are none."""
    letters = [char for char in text if char.isalpha()]
    return sum(map(str.isupper, letters)) / len(letters) if letters else 0.0


def is_heading(chain: Sequence[Line], measure: Measure, body: float) -> bool:
    """Do these lines, of one face and close together, stand as one heading?"""
    text = " ".join(line.text for line in chain).strip()
    first = chain[0]
    numbered = NUMBERED.match(text) is not None
    shouted = _shouts(text)
    most, most_lines = (_LONGEST_NUMBERED, 5) if numbered or shouted else (_LONGEST, 3)
    if (
        not re.search(r"[A-Za-z]{3}", text)
        or first.bullet
        or first.is_labelled
        or (first.dotted and not _DEEP_NUMBER.match(text))
        or len(text) > most
        or len(chain) > most_lines
        or measure.flows_into(first)
        or text.count("[") > text.count("]")
    ):
        return False
    # Captions may stand side by side, and sentences may begin like headings.
    if not numbered and (_is_spread(first) or _SENTENCE_INSIDE.search(text) or _runs_in(chain[-1])):
        return False
    below = measure.after(chain[-1])
    if below and _LABELLED.match(text) and _LABELLED.match(below.text):
        return False  # the first of a list: "Proper name: ...", "Chemical name: ..."
    if first.bold or first.size > 1.14 * body:
        if numbered or shouted:
            return not (text.endswith((".", ";")) and len(text) > 120)
        return not _OPEN_END.search(text) and (_opens_upper(text) or _is_lettered(chain, measure))
    if first.underline or first.italic:
        short = len(text) <= (_LONGEST if _stands_over(chain, measure) else _LONGEST_IN_TEXT)
        goes_on = text[:1].isdigit() and _follows_alike(first, measure)
        is_reference = text.startswith(("[", "("))
        is_whole = short and not (_OPEN_END.search(text) or is_reference or goes_on)
        return is_whole and _opens_upper(text)
    return _is_plain_heading(chain, text, shouted, measure)


def _is_spread(line: Line) -> bool:
    """Do words stand far apart in several places, or in one between two words and two more?"""
    gaps = [other.box.left - one.box.right for one, other in pairwise(line.words)]
    wide = [at for at, gap in enumerate(gaps, 1) if gap > _APART * line.size]
    return len(wide) > 1 or any(1 < at < len(gaps) for at in wide)


def _follows_alike(line: Line, measure: Measure) -> bool:
    """Is the line right above set in the same face, and its sentence not closed?"""
    last = measure.before(line)
    if last is None or not measure.near(last, line) or last.text.endswith(CLOSED):
        return False
    return last.face == line.face


def _runs_in(line: Line) -> bool:
    """Does it go on behind a colon in a plain face, with the words of a sentence?"""
    stops = [at for at, word in enumerate(line.words) if word.text.endswith(":")]
    behind = line.words[stops[-1] + 1 :] if stops else []
    marked = line.words[0].bold or line.words[0].italic
    return marked and bool(behind) and not any(word.bold or word.italic for word in behind)


def _opens_upper(text: str) -> bool:
    first = next((char for char in text if char.isalpha()), "")
    return first.isupper() or text[:1].isdigit() or text[:1] in "αβγ"


def _is_lettered(chain: Sequence[Line], measure: Measure) -> bool:
    """Is it bold, counted with a small letter, over text that is neither: "a. Stroke:"?"""
    if not _LETTERED.match(chain[0].text):
        return False
    below = measure.after(chain[-1])
    return below is not None and not below.bold and not _LETTERED.match(below.text)


def _stands_over(chain: Sequence[Line], measure: Measure) -> bool:
    """Does a gap part it from the text above, and none from text below in another face?"""
    below = measure.after(chain[-1])
    return (
        measure.gap_above(chain[0])
        and below is not None
        and measure.near(chain[-1], below)
        and not (below.italic or below.underline or below.bold)
        and not below.bullet
    )


def _is_plain_heading(chain: Sequence[Line], text: str, shouted: bool, measure: Measure) -> bool:
    """A heading that lost its face: a section number or capitals, alone between two gaps."""
    most, most_lines = (220, 4) if shouted else (110, 2)
    if len(chain) > most_lines or len(text) > most or text.endswith((".", ";", ",", ":", "]")):
        return False
    if _DEEP_NUMBER.match(text):
        return measure.gap_above(chain[0]) and not _goes_on(chain[-1], measure)
    is_title = shouted and len(text) >= 6 and sum(map(str.isalpha, text)) > 0.7 * len(text)
    return is_title and not text.endswith(")") and measure.gap_above(chain[0])


def _goes_on(line: Line, measure: Measure) -> bool:
    """Does the line below go on with a sentence: "1.7. Wait for" over "45 minutes before use"?"""
    below = measure.after(line)
    if below is None or not measure.near(line, below, _CLOSE):
        return False
    return measure.is_full(line, below) or not below.text[:1].isupper()


def _shouts(text: str) -> bool:
    return capitals(text) > 0.8 and sum(map(str.isalpha, text)) >= 4


def wraps(one: Line, other: Line, measure: Measure) -> bool:
    """Does `other` go on from `one` within one heading?"""
    opens = NUMBERED.match(other.text) or other.bullet or other.dotted
    if opens or TITLE.fullmatch(one.text.strip()):
        return False
    is_alike = one.face == other.face and abs(one.size - other.size) <= 0.1 * max(
        one.size, other.size
    )
    if not is_alike or not measure.near(one, other):
        return False
    if one.text.endswith(":") and not other.text[:1].islower():
        return False
    axis = abs(one.box.center_x - other.box.center_x) < 6 and abs(one.box.left - other.box.left) > 3
    if axis and measure.is_centered(one):
        if _shouts(one.text) and not _shouts(other.text):
            return False  # a title, and what follows under it
        return capitals(one.text) > 0.8 or not re.search(r"[.:;]$", one.text)
    is_open = other.text[:1].islower() or one.text.endswith((",", "/"))
    return is_open or measure.is_full(one, other) or _hangs(one, other)


def _hangs(one: Line, other: Line) -> bool:
    """Does it begin right under the first word behind the number of the line above?"""
    if not NUMBERED.match(one.text) or len(one.words) < 2:
        return False
    edge = one.words[1].box.left
    return abs(other.box.left - edge) < _EDGE and one.box.left + _EDGE < edge


TITLE = re.compile(
    r"(?:full\s+)?prescribing information\s*:?\s*contents\s*\*?|(?:table of )?contents\s*\*?",
    re.IGNORECASE,
)
_BODY = re.compile(r"full prescribing information\s*:?", re.IGNORECASE)
_NOTE = re.compile(r"sections or subsections omitted", re.IGNORECASE)
_LEADER = re.compile(r"(?:\.\s?){4,}\s*\d*\s*$|…{2,}\s*\d*\s*$")
_ENTRY = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\S|\d{1,2}\.?\s+[A-Z(\"'*])")


def contents_span(lines: Sequence[Line], on_page: tuple[bool, bool] | None) -> range:
    """Indices of contents lines among a page's `lines` in reading order. `on_page` tells whether
    the list starts and ends on this page; None where it has no list."""
    if on_page is None:
        return range(0)
    starts, ends = on_page
    texts = [line.text.strip() for line in lines]
    start, stop = 0, len(lines)
    if starts:
        titles = [at for at, text in enumerate(texts) if TITLE.fullmatch(text)]
        if not titles:
            return range(0)
        start = titles[0] + 1
    leaders = [at for at, text in enumerate(texts) if _LEADER.search(text)]
    body = [at for at in range(start, stop) if _BODY.fullmatch(texts[at])]
    if leaders:
        stop = leaders[-1] + 1
    elif body:
        stop = body[0]
    elif ends:
        notes = [at for at in range(start, stop) if _NOTE.search(texts[at])]
        stop = notes[0] + 1 if notes else stop
        while stop < len(lines) and texts[stop][:1].islower():
            stop += 1
    return range(start, stop)


def opens_entry(line: Line, last: Line) -> bool:
    """Does the line open an entry, rather than go on from `last`?"""
    if _ENTRY.match(line.text) or line.text.isupper():
        return True
    is_rest = _ENTRY.match(last.text) and line.bold == last.bold
    return not is_rest and line.box.left <= last.box.left + 6
