"""Lines on a terminal: labels below one another, or beside each other where it is wide enough."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from monograph_qa.cli.screen import width
from monograph_qa.cli.text_layout import wrapped
from monograph_qa.domain.search import Block, FoundLine, View

_GAP = "  "
_LEAST = 36  # characters of a column


def found_line(line: FoundLine, under: str = "") -> str:
    """A line with its lead-in, heading, page and id; what it stands under is not said."""
    lead_in = "" if line.context == under else line.context
    path = "" if line.heading_path == under else line.heading_path
    return wrapped(_quoted(line, lead_in, path), "    ", width(), first="  - ")


def lines_below(view: View) -> Iterator[str]:
    """The sides of a view below one another."""
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
