"""Lines of one column become headings, paragraphs, list items, captions and footnotes."""

import re
from collections.abc import Sequence
from itertools import takewhile

from monograph_qa.domain.geometry import Box, bounding
from monograph_qa.domain.parsed import BlockKind, Style
from monograph_qa.frozen import frozen
from monograph_qa.parse.layout.headings import NUMBERED, capitals, is_heading, opens_entry, wraps
from monograph_qa.parse.layout.lines import Found, Line
from monograph_qa.parse.layout.measure import CLOSED, Measure
from monograph_qa.parse.layout.signs import CAPTION, ENUMERATED, NOTE

_GOES_ON = re.compile(r"\s*[(\[]?cont(?:inued|['’]?d|\.)[)\]]?", re.I)
_UNDER_TABLE = 70.0  # points in which notes under a table start
_OPEN, _CLOSES = re.compile(r"\[[^\[\]]*$"), re.compile(r"[^\[\]]{,40}\]")


@frozen
class Setting:
    """What stands around the lines: body size in points, tables of the column, contents lines."""

    body: float
    tables: Sequence[Box]
    contents: frozenset[int] = frozenset()  # ids of contents lines


def blocks_of(lines: Sequence[Line], setting: Setting) -> list[Found]:
    """Blocks of one column, whose `lines` come from top to bottom."""
    measure = Measure(lines)
    blocks: list[Found] = []
    notes_under: Box | None = None
    at = 0
    while at < len(lines):
        kind, stop, notes_under = _next(lines, at, measure, setting, notes_under)
        blocks.append(_found(kind, list(lines[at:stop]), measure))
        at = stop
    return blocks


def _next(
    lines: Sequence[Line], at: int, measure: Measure, setting: Setting, notes_under: Box | None
) -> tuple[BlockKind, int, Box | None]:
    line = lines[at]
    if id(line) in setting.contents:
        return BlockKind.CONTENTS, _contents_stop(lines, at, setting), None
    table = _table_above(line, setting.tables) or notes_under
    if CAPTION.match(line.text) and not measure.flows_into(line):
        return BlockKind.CAPTION, _caption_stop(lines, at, measure), None
    if table is not None and _is_note(line, setting):
        return BlockKind.FOOTNOTE, _note_stop(lines, at, measure), table
    stop = _heading_stop(lines, at, measure, setting)
    if stop > at:
        return BlockKind.HEADING, stop, None
    if line.bullet or line.dotted or ENUMERATED.match(line.text):
        return BlockKind.LIST_ITEM, _item_stop(lines, at, measure, setting), None
    return BlockKind.TEXT, _text_stop(lines, at, measure, setting), None


def _table_above(line: Line, tables: Sequence[Box]) -> Box | None:
    for table in tables:
        below = line.box.top - table.bottom
        beside = min(line.box.right, table.right) - max(line.box.left, table.left)
        if -4 <= below < _UNDER_TABLE and beside > 0:
            return table
    return None


def _is_note(line: Line, setting: Setting) -> bool:
    if line.bold or line.bullet:
        return False
    return NOTE.match(line.text) is not None and line.size <= 1.02 * setting.body


def _contents_stop(lines: Sequence[Line], at: int, setting: Setting) -> int:
    for stop in range(at + 1, len(lines)):
        if id(lines[stop]) not in setting.contents or opens_entry(lines[stop], lines[at]):
            return stop
    return len(lines)


def _breaks(lines: Sequence[Line], stop: int, measure: Measure, setting: Setting) -> bool:
    """Must a new block start at `stop`, whatever stands before?"""
    line, last = lines[stop], lines[stop - 1]
    if (
        line.bullet
        or line.dotted
        or line.is_noted
        or line.is_labelled
        or abs(line.size - last.size) > 0.18 * max(line.size, last.size)
        or _table_between(last, line, setting)
    ):
        return True
    if not measure.flows_into(line):
        is_new = not _same_run(last, line, measure)
        if CAPTION.match(line.text) or ENUMERATED.match(line.text):
            return True
        if is_new and _heading_stop(lines, stop, measure, setting) > stop:
            return True
    return not measure.near(last, line) or measure.restarts(last, line)


def _table_between(upper: Line, lower: Line, setting: Setting) -> bool:
    """Does a table of the column stand between two lines?"""
    return any(
        upper.box.bottom - 3 <= table.top and table.bottom <= lower.box.top + 3
        for table in setting.tables
    )


def _same_run(last: Line, line: Line, measure: Measure) -> bool:
    """Does the line go on in the face of a full line before it, as running text does?"""
    return (
        last.face == line.face
        and measure.near(last, line)
        and measure.is_full(last, line)
        and not NUMBERED.match(line.text)
        and capitals(line.text) < 0.8
    )


def _heading_stop(lines: Sequence[Line], at: int, measure: Measure, setting: Setting) -> int:
    stop = at + 1
    while stop < len(lines) and stop - at < 6 and wraps(lines[stop - 1], lines[stop], measure):
        stop += 1
    chain = lines[at:stop]
    if not is_heading(chain, measure, setting.body):
        return at
    following = measure.after(chain[-1])
    if following is None or not measure.near(chain[-1], following):
        return stop
    runs_on = (
        (following.text[:1].islower() or _shares_face(chain[-1], following, measure))
        and not (following.bullet or following.dotted)
        and abs(following.size - chain[-1].size) < 0.15 * chain[-1].size
    )
    return at if runs_on else stop


def _shares_face(last: Line, line: Line, measure: Measure) -> bool:
    """Do the bold words of a full line end within the next one, so that its text is theirs?"""
    if not last.bold or line.bold or last.text.endswith(CLOSED):
        return False
    lead = " ".join(word.text for word in takewhile(lambda word: word.bold, line.words))
    same_case = (capitals(lead) >= 0.8) == (capitals(last.text) >= 0.8)
    return bool(lead) and same_case and measure.is_full(last, line)


def _caption_stop(lines: Sequence[Line], at: int, measure: Measure) -> int:
    stop = at + 1
    first = lines[at]
    if stop < len(lines) and CAPTION.fullmatch(_GOES_ON.sub("", first.text).strip(" .:")):
        first = lines[stop]  # its words stand below "Table 4", in a face of their own
    while stop < len(lines) and stop - at < 6:
        line, last = lines[stop], lines[stop - 1]
        if not measure.near(last, line, 1.35) or line.bullet or line.bold != first.bold:
            break
        if CAPTION.match(line.text) or abs(line.size - last.size) > 0.12 * last.size:
            break
        if not (
            measure.is_full(last, line)
            or measure.is_centered(last)
            or line.text[:1].islower()
            or first.bold
            or _fills_caption(lines[at : stop + 1])
        ):
            break
        stop += 1
    return stop


def _fills_caption(lines: Sequence[Line]) -> bool:
    """Is the caption as narrow as its table: would a word more have run over its widest line?"""
    *above, line = lines
    word = line.words[0]
    edge = max(each.box.right for each in lines)
    return above[-1].box.right + word.space + word.box.width > edge


def _note_stop(lines: Sequence[Line], at: int, measure: Measure) -> int:
    for stop in range(at + 1, len(lines)):
        line, last = lines[stop], lines[stop - 1]
        opens = NOTE.match(line.text) and not measure.flows_into(line)
        is_unlike = line.bold or abs(line.size - last.size) > 0.06 * last.size
        if opens or is_unlike or not measure.near(last, line, 1.3) or measure.ends_at(last, line):
            return stop
    return len(lines)


def _item_stop(lines: Sequence[Line], at: int, measure: Measure, setting: Setting) -> int:
    first = lines[at]
    for stop in range(at + 1, len(lines)):
        if _breaks(lines, stop, measure, setting):
            return stop
        line, last = lines[stop], lines[stop - 1]
        outside = line.box.left < first.box.left - 3
        goes_on = line.text[:1].islower() or last.box.left < first.box.left - 3
        if (outside and not goes_on) or measure.ends_at(last, line):
            return stop
    return len(lines)


def _text_stop(lines: Sequence[Line], at: int, measure: Measure, setting: Setting) -> int:
    for stop in range(at + 1, len(lines)):
        line, last = lines[stop], lines[stop - 1]
        closes = _OPEN.search(last.text) and _CLOSES.match(line.text)
        if not closes and (_breaks(lines, stop, measure, setting) or measure.ends_at(last, line)):
            return stop
        indented = line.box.left > last.box.left + 1.2 * line.size and stop - at > 1
        if indented and last.text.rstrip().endswith(CLOSED):
            return stop
    return len(lines)


def _found(kind: BlockKind, chain: list[Line], measure: Measure) -> Found:
    first = chain[0]
    size = sorted(line.size for line in chain)[len(chain) // 2]
    style = Style(
        size=round(size, 1),
        bold=all(line.bold for line in chain),
        italic=all(line.italic for line in chain),
        underline=all(line.underline for line in chain),
        centered=measure.is_centered(first),
        left=round(first.box.left, 1),
    )
    return Found(kind, bounding(line.box for line in chain), chain, style)
