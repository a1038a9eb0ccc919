"""What the heads of a table say of its columns, held against the cells: numbers of patients against
counts and percentages, kinds of value against values of another kind, and a row against its heads:
one that says them again is a header."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from monograph_qa.domain.label import Doubt, DoubtKind
from monograph_qa.domain.parsed import Cell, Grid
from monograph_qa.domain.sectioned import SectionText
from monograph_qa.sections.opened import OpenSection
from monograph_qa.sections.table_names import HEADING_SEPARATOR
from monograph_qa.sections.tables import CELL_SEPARATOR, row_texts

_PATIENTS = re.compile(r"\bN\s*=\s*(\d[\d,]*)", re.IGNORECASE)
_COUNT_AND_SHARE = re.compile(r"(\d[\d,]*)\s*\(\s*(\d+)(\.\d+)?\s*%?\s*\)")
_WORD = re.compile(r"[^\W\d_]")
_ROUNDED = 0.6  # of the last digit: half of one, and what was cut off instead
_FEWEST = 3  # cells that tell one column from another
# What a head says of its column, and how such values are written.
_SIGNS = tuple(
    (re.compile(head, re.IGNORECASE), re.compile(cell, re.IGNORECASE))
    for head, cell in (
        (r"\bp[- –]?values?\b", r"\W*(?:p\s*)?[<>=≤]?\s*[01]?\.\d+\W*|ns|n/?a|[-–—]+"),
        (r"\bCI\b|confidence interval", r".*\d.*(?:,|;|to|-|–|—)\s*[-–−]?\d.*"),
        (r"\bn\s*\(\s*%\s*\)", r".*\(\s*[<>≤]?\s*\d.*\).*|0|[-–—]+"),
    )
)


def table_doubts(composed: Sequence[tuple[SectionText, OpenSection]]) -> Iterator[Doubt]:
    """The columns whose cells fit the head of another column, and not their own."""
    for text, opened in composed:
        for block in opened.blocks:
            if block.grid is None:
                continue
            page = block.places[0].page if block.places else text.section.page_first
            ids = text.section.label_id, text.section.section_id
            for detail in filter(None, (_exchanged(block.grid), _said_again(block.grid))):
                yield Doubt(*ids, page, DoubtKind.CELLS, detail)


def _said_again(grid: Grid) -> str | None:
    """A row most cells of which say what stands over them: a header that was read as a row."""
    for row in row_texts(grid):
        cells = [cell.rpartition(HEADING_SEPARATOR) for cell in row.text.split(CELL_SEPARATOR)]
        again = [said for head, _, said in cells if _WORD.search(said) and head.endswith(said)]
        if not row.is_header and len(again) > 1 and len(again) > len(cells) / 2:
            return f"“{again[0][:40]}” stands below “{again[0][:40]}”, as in a header"
    return None


def _exchanged(grid: Grid) -> str | None:
    heads: dict[int, str] = defaultdict(str)
    cells: dict[int, list[Cell]] = defaultdict(list)
    for cell in grid.cells:
        if cell.is_header:
            for column in range(cell.column, cell.column + cell.column_span):
                heads[column] += f" {cell.text}"
        elif cell.column and cell.column_span == 1 and cell.text.strip():
            cells[cell.column].append(cell)
    patients = {
        column: int(found[-1].replace(",", ""))
        for column, head in heads.items()
        if (found := _PATIENTS.findall(head))
    }
    for one, two in permutations(cells, 2):
        odd = _counts_of_another(cells[one], patients, one, two)
        odd = odd or _kind_of_another(cells, heads, one, two)
        if odd:
            return f"“{' '.join(odd.text.split())[:40]}” does not fit “{heads[one].strip()[:60]}”"
    return None


def _counts_of_another(
    cells: Sequence[Cell], patients: Mapping[int, int], one: int, two: int
) -> Cell | None:
    """A cell of a column in which no share is that of its patients, and each that of another's."""
    if one not in patients or two not in patients:
        return None
    read = [(cell, found) for cell in cells if (found := _COUNT_AND_SHARE.fullmatch(cell.text))]
    telling = [(c, f) for c, f in read if _fits(f, patients[one]) != _fits(f, patients[two])]
    if len(telling) < _FEWEST or any(_fits(found, patients[one]) for _, found in telling):
        return None
    return telling[0][0]


def _fits(found: re.Match[str], patients: int) -> bool:
    count, share = int(found[1].replace(",", "")), float(found[2] + (found[3] or ""))
    digit = 10.0 ** -len((found[3] or ".")[1:])
    return bool(patients) and abs(100 * count / patients - share) <= _ROUNDED * digit


def _kind_of_another(
    cells: Mapping[int, Sequence[Cell]], heads: Mapping[int, str], one: int, two: int
) -> Cell | None:
    """A cell of a column that has none of the values its head speaks of, where another column has
    no others and a head that does not speak of them."""
    if min(len(cells[one]), len(cells[two])) < _FEWEST:
        return None
    for head, value in _SIGNS:
        if not head.search(heads[one]) or head.search(heads[two]):
            continue
        own = [cell for cell in cells[one] if value.fullmatch(cell.text.strip())]
        if not own and all(value.fullmatch(cell.text.strip()) for cell in cells[two]):
            return cells[one][0]
    return None
