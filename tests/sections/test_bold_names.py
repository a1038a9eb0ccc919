"""Bold names over plain rows are names of equals, however unevenly they are set."""

import pytest

from monograph_qa.domain.parsed import Cell, Grid, Style
from monograph_qa.sections.tables import row_texts

PLAIN, RIGHT = 43.0, 51.0  # where rows begin, in points


def groups_of(*names: tuple[str, float, bool]) -> list[str | None]:
    """What each row stands under; a name is its words, where it begins, and whether it is bold."""
    cells: list[Cell] = []
    for name, left, bold in names:
        at = cells[-1].row + 1 if cells else 0
        cells.append(Cell(at, 0, name, style=Style(bold=bold, left=left)))
        for below, said in enumerate(("Clinical Impact:", "Intervention:"), at + 1):
            cells.append(Cell(below, 0, said, style=Style(left=PLAIN)))
            cells.append(Cell(below, 1, f"{said} of {name}"))
    return [row.group for row in row_texts(Grid(cells[-1].row + 1, 2, tuple(cells)))]


@pytest.mark.parametrize("first", [PLAIN, RIGHT])
@pytest.mark.parametrize("second", [PLAIN, RIGHT])
def test_a_bold_name_ends_what_stands_above_it(first: float, second: float) -> None:
    groups = groups_of(("Digoxin", first, True), ("Tacrolimus", second, True))
    assert groups == [None, "Digoxin", "Digoxin", None, "Tacrolimus", "Tacrolimus"]


def test_the_opposite_of_a_class_is_no_part_of_it() -> None:
    groups = groups_of(("CYP3A4 Inducers", PLAIN, True), ("CYP3A4 Inhibitors", RIGHT, True))
    assert groups[-1] == "CYP3A4 Inhibitors"
