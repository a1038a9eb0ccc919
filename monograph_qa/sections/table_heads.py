"""What stands over a cell: the headings of its column, or of each of the columns it runs over."""

from collections.abc import Container, Iterable, Sequence

from monograph_qa.domain.parsed import Cell, Grid

HEADING_MARK = ":"
HEADING_SEPARATOR = ": "
EACH = " / "
_LONGEST_VALUE, _SLIVER = 120, 12.0  # characters; points


def add_headings(columns: list[list[str]], cells: Iterable[Cell]) -> None:
    """Adds what the header cells say to the headings of their columns, from top to bottom."""
    for cell in cells:
        text = one_line(cell)
        is_label = cell.column == 0 and text.endswith(HEADING_MARK)  # of what stands beside it
        stop = 1 if is_label else cell.column + cell.column_span
        for column in range(cell.column, min(stop, len(columns))):
            if text not in columns[column]:
                columns[column].append(text)


def slivers_of(grid: Grid) -> frozenset[int]:
    """The columns that are but where the rules of one row stand a little off those of another."""
    edges: dict[int, float] = {}
    for cell in grid.cells:
        if cell.box is not None:
            edges[cell.column] = cell.box.left
            edges[cell.column + cell.column_span] = cell.box.right
    widths = {at: edges[at + 1] - edges[at] for at in edges if at + 1 in edges}
    alone = {cell.column for cell in grid.cells if cell.column_span == 1 and cell.text.strip()}
    return frozenset(at for at, width in widths.items() if width < _SLIVER and at not in alone)


def with_heading(
    cell: Cell, headings: Sequence[Sequence[str]], slivers: Container[int] = ()
) -> str:
    """A cell over several columns has the headings that all of them have, or one and no other."""
    columns = range(cell.column, cell.column + cell.column_span)
    over = [headings[at] for at in columns if at not in slivers]
    most = max(over, key=len, default=[])
    if not all(part in most for parts in over for part in parts):
        most = [part for part in most if all(part in parts for parts in over if parts)]
    text = one_line(cell)
    is_value = any(map(str.isdigit, text)) and len(text) <= _LONGEST_VALUE
    heading = " ".join(most) or (_of_each(over, len(headings)) if is_value else "")
    if not heading:
        return text
    return f"{heading.removesuffix(HEADING_MARK)}{HEADING_SEPARATOR}{text}"


def _of_each(over: Sequence[Sequence[str]], columns: int) -> str:
    """The headings of a cell over some of the columns, one after the other."""
    said = dict.fromkeys(" ".join(parts) for parts in over if parts)
    return EACH.join(said) if len(over) < columns - 1 else ""


def one_line(cell: Cell) -> str:
    return " ".join(cell.text.split())
