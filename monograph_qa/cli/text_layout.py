"""Text set for a terminal: wrapped lines, stored table rows as columns under their headings, labels
below one another, or beside each other where it is wide enough."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from monograph_qa.cli.screen import width
from monograph_qa.domain.label import CELL, FactSpan
from monograph_qa.domain.search import Block, FoundLine, View
from monograph_qa.telling.lines import ROW, TEXT, columns_of, lines_of_section

# A space that must not become a line end: "5 mg", "≥ 30", "± 0.2", "25 °C", "2 to 4", "Table 3".
_HELD = re.compile(
    r"(?<=[\d%])\s(?=[^\W\d_]{1,12}\b|[%°µ/±×–-])|(?<=[<>≤≥±=~×–-])\s(?=[\d.])|"
    r"(?<=\d)\s(?=to\s\d)|(?<=\sto)\s(?=\d)|(?<=Table)\s(?=\d)|(?<=Figure)\s(?=\d)"
)
_GLUE = "\x00"


def wrapped(text: str, indent: str, columns: int | None, first: str | None = None) -> str:
    """`text` in lines of at most `columns`, each indented; the text itself is not changed."""
    opening = indent if first is None else first
    if columns is None:
        return opening + text.replace("\n", "\n" + indent)
    glued = "".join(_GLUE if _HELD.match(text, i) else c for i, c in enumerate(text))
    lines = textwrap.wrap(
        glued,
        columns,
        initial_indent=opening,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace(_GLUE, " ")


_GAP = "  "
_NARROWEST = 8  # characters that a column keeps when the table is too wide
_USUAL_WIDTH = 100
_LONGEST_WORD = 18  # characters; shorter words are not broken

Row = Sequence[str]
Line = tuple[int, str]


def with_tables(text: str, facts: Sequence[FactSpan], columns: int | None) -> str:
    """`text` of a section with its tables set in columns; `facts` are the section's own."""
    lines = [(kind, line) for kind, _, line in lines_of_section(text, facts)]
    out: list[str] = []
    for is_table, run in groupby(lines, key=lambda each: each[0] != TEXT):
        found = list(run)
        out += _table(found, columns or _USUAL_WIDTH) if is_table else [line for _, line in found]
    return "\n".join(out)


def table_lines(rows: Sequence[str], width: int) -> list[str]:
    """Stored rows of one table as columns under their headings, at most `width` characters wide."""
    return _table([(ROW, row) for row in rows], width)


def _table(lines: Sequence[Line], width: int) -> list[str]:
    """The rows in columns. Headings that rows repeat are said once, above."""
    rows = [line for kind, line in lines if kind == ROW]
    columns = columns_of([row for row in rows if CELL in row] or rows)
    count = len(columns.heads)
    heads = [columns.heads] if any(columns.heads) else []
    words = set(" ".join(columns.heads).split())
    above: list[Row | str] = [*heads]
    for kind, line in lines:
        cells = line.split(CELL)
        if kind == ROW:
            continue
        if len(cells) == 1:
            above.append(line)
        elif not heads and len(cells) <= count:
            above.append([""] * (count - len(cells)) + cells)
        elif not words.issuperset(" ".join(cells).split()):
            above.insert(0, line)
    placed = iter(columns.rows)
    # A row of one cell names a group of rows.
    body = [next(placed) if CELL in row or len(columns.rows) == len(rows) else row for row in rows]
    cells_of = [each for each in (*above, *body) if not isinstance(each, str)]
    widths = _widths(cells_of, count, width)
    rule = [_GAP.join("-" * each for each in widths)] if heads else []
    return [
        line
        for each in (*above, *rule, *body)
        for line in ([each] if isinstance(each, str) else _printed(each, widths))
    ]


def _widths(rows: Sequence[Row], count: int, width: int) -> list[int]:
    """As wide as the longest cell; the widest give way until the table fits."""
    wanted = [max((len(row[at]) for row in rows), default=0) for at in range(count)]
    words = [[word for row in rows for word in row[at].split()] for at in range(count)]
    least = [min(max(map(len, each), default=0), _LONGEST_WORD) for each in words]
    room = width - len(_GAP) * (count - 1)
    widths: list[int] = []
    for most in range(max(*wanted, _NARROWEST), _NARROWEST - 1, -1):
        widths = [max(min(wish, most), low) for wish, low in zip(wanted, least, strict=True)]
        if sum(widths) <= room:
            break
    return widths


def _printed(row: Row, widths: Sequence[int]) -> list[str]:
    wrapped = [
        textwrap.wrap(cell, max(width, 1), break_on_hyphens=False) or [""]
        for cell, width in zip(row, widths, strict=True)
    ]
    lines = []
    for at in range(max(map(len, wrapped))):
        cells = (cell[at] if at < len(cell) else "" for cell in wrapped)
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append(_GAP.join(padded).rstrip())
    return lines


_LEAST = 36  # characters of a column


def found_line(line: FoundLine, under: str = "") -> str:
    """A line with its lead-in, heading, page and id; what it stands under is not said."""
    lead_in = "" if line.context == under else line.context
    path = "" if line.heading_path == under else line.heading_path
    return wrapped(_quoted(line, lead_in, path), "    ", width(), first="  - ")


def lines_below(view: View) -> Iterator[str]:
    for side in view.sides:
        yield f"\n# {side.title}" + (f" · {side.edition}" if side.edition else "")
        for block in side.blocks:
            yield f"\n## {block.name}"
            if not block.lines:
                yield f"  {block.silence}"
            yield from (found_line(line, block.name) for line in block.lines)


def side_by_side(view: View, columns: int | None) -> str | None:
    """The sides as a table of at most so many columns of characters: what stands in one section
    stands in one row. None where there is one side, or no room for all."""
    count = len(view.sides)
    if columns is None or count < 2 or (wide := (columns + len(_GAP)) // count) < _LEAST:
        return None
    room = wide - len(_GAP)
    titles = [[*_lines(side.title, room), *_lines(side.edition, room)] for side in view.sides]
    keys = dict.fromkeys(_key(block) for side in view.sides for block in side.blocks)
    of_sections = ([_cell(side.blocks, key, room) for side in view.sides] for key in keys)
    rows = (titles, *of_sections)
    return f"\n{'─' * columns}\n".join("\n".join(_beside(row, wide)) for row in rows)


def _key(block: Block) -> str:
    """The section that a block stands in; "" for what is not said."""
    return block.lines[0].section_key if block.lines else ""


def _cell(blocks: Iterable[Block], key: str, room: int) -> list[str]:
    found: list[str] = []
    for block in blocks:
        if _key(block) == key:
            found += _lines(block.name.rpartition(" > ")[2], room)
            found += _lines(block.silence, room) if not block.lines else ()
            for line in block.lines:
                quoted = _quoted(line, line.context, "")
                found += wrapped(quoted, "    ", room, first="  - ").split("\n")
    return found


def _quoted(line: FoundLine, lead_in: str | None, path: str) -> str:
    place = "".join(f"{each}, " for each in (path, line.page and f"page {line.page}") if each)
    return f"{f'({lead_in}) ' if lead_in else ''}“{line.quote}” [{place}{line.fact_id}]"


def _lines(text: str, room: int) -> list[str]:
    return wrapped(text, "", room).split("\n") if text else []


def _beside(cells: Sequence[Sequence[str]], wide: int) -> Iterator[str]:
    for lines in zip_longest(*cells, fillvalue=""):
        yield "".join(line.ljust(wide) for line in lines).rstrip()
