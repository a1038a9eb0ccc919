"""Running heads, running feet and page numbers: what repeats at the edges of many pages."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from monograph_qa.parse.layout.lines import Line, joined

EDGE = 0.12  # share of the page's height looked at, top and bottom
_PAGE_NUMBER = re.compile(
    r"[-–—\[(]*(?:page|pg\.?|p\.)?\s*[-–—]*\s*\d{1,4}\s*(?:(?:of|/)\s*\d{1,4})?\s*[-–—\])]*"
    r"|(?:page\s+)?[ivxl]{1,6}"
    r"|reference\s*id:?\s*\d+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Furniture:
    """Edge lines that repeat, as `edge_key`s, and which pages print the table of contents.

    `contents` maps a page number to whether the contents list starts and ends on that page.
    """

    top: frozenset[str] = frozenset()
    bottom: frozenset[str] = frozenset()
    contents: dict[int, tuple[bool, bool]] = field(default_factory=dict)


def edge_key(text: str) -> str:
    """`text` without spaces, case and the value of its numbers."""
    return re.sub(r"\d+", "#", re.sub(r"\s+", "", text)).lower()


def repeating(pages: Sequence[Iterable[str]]) -> frozenset[str]:
    """Keys of the edge lines that stand on several of `pages` (texts of one edge, by page)."""
    counts: Counter[str] = Counter()
    for lines in pages:
        counts.update({edge_key(line) for line in lines if line.strip()})
    need = max(2, min(round(0.25 * len(pages)), 12))
    return frozenset(key for key, count in counts.items() if count >= need)


def without_furniture(
    lines: Sequence[Line], known: Furniture, height: float
) -> tuple[list[Line], list[Line]]:
    """The page's lines without its furniture, and the furniture."""
    dropped: set[int] = set()
    for row in _edge_rows(lines, height):
        at_top = row[0].box.center_y < height / 2
        keys = known.top if at_top else known.bottom
        whole = joined(row)
        if edge_key(whole.text) in keys or _is_page_number(whole, height):
            dropped.update(id(line) for line in row)
            continue
        for line in row:
            key = edge_key(line.text)
            if key in keys and (len(key) > 3 or len(row) == 1):
                dropped.add(id(line))
    kept = [line for line in lines if id(line) not in dropped]
    return kept, [line for line in lines if id(line) in dropped]


def _edge_rows(lines: Sequence[Line], height: float) -> list[list[Line]]:
    low, high = EDGE * height, (1 - EDGE) * height
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.box.center_y):
        if low < line.box.center_y < high:
            continue
        if rows and abs(rows[-1][0].box.center_y - line.box.center_y) < 0.4 * line.box.height:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _is_page_number(line: Line, height: float) -> bool:
    edge = 0.075 * height
    at_edge = line.box.bottom < edge or line.box.top > height - edge
    return at_edge and _PAGE_NUMBER.fullmatch(line.text.strip()) is not None
