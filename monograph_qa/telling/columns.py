"""Stored table rows as a table: what stands before the colon in most rows heads their columns."""

from collections import Counter
from collections.abc import Mapping, Sequence

from monograph_qa.frozen import frozen

CELL = " | "
_HEADED = ": "


@frozen
class Columns:
    """`heads` over the columns, "" over one without, and each row's cells, "" where it has none."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def columns_of(rows: Sequence[str]) -> Columns:
    """Rows as they are stored ("head: cell | head: cell") with each head said once.

    No character of a row is lost; a head counts that half of the rows have.
    """
    split = [row.split(CELL) for row in rows]
    seen = Counter(head for cells in split for head in {h for cell in cells for h in _heads(cell)})
    usual = {head for head, times in seen.items() if 2 * times >= len(rows)}
    placed = [_placed(cells, {head: seen[head] for head in usual}) for cells in split]
    order: list[tuple[str, int]] = []
    for cells in placed:
        at = 0
        for key in cells:
            if key not in order:
                order.insert(at, key)
            at = order.index(key) + 1
    filled = tuple(tuple(cells.get(key, "") for key in order) for cells in placed)
    return Columns(tuple(head for head, _ in order), filled)


def _placed(cells: Sequence[str], usual: Mapping[str, int]) -> dict[tuple[str, int], str]:
    """Each cell without its head (of several that of most rows, then the longest), under the head
    and how many of that head came before."""
    found: dict[tuple[str, int], str] = {}
    for cell in cells:
        fitting = [each for each in _heads(cell) if each in usual]
        head = max(fitting, key=usual.__getitem__, default="")
        nth = sum(1 for said, _ in found if said == head)
        found[head, nth] = cell[len(head) + len(_HEADED) :] if head else cell
    return found


def _heads(cell: str) -> list[str]:
    """What may head the cell: all that stands before one of its colons, the longest first."""
    parts = cell.split(_HEADED)
    return [_HEADED.join(parts[:stop]) for stop in range(len(parts) - 1, 0, -1)]
