"""Heads below other rows, what they add to and name, and rows that have no name."""

from monograph_qa.domain.parsed import Cell, Grid, Style
from monograph_qa.sections.tables import row_texts

_PLAIN, _BOLD = Style(), Style(bold=True)


def _headed(
    *rows: tuple[str, ...], heads: tuple[int, ...], bold: tuple[int, ...] = (0,)
) -> list[tuple[str | None, str]]:
    cells = (
        Cell(at, column, said, is_header=at in heads, style=_BOLD if at in bold else _PLAIN)
        for at, row in enumerate(rows)
        for column, said in enumerate(row)
        if said
    )
    return [(row.group, row.text) for row in row_texts(Grid(len(rows), 3, tuple(cells)))]


def test_a_header_that_says_one_thing_of_all_columns_adds_to_those_that_tell_them_apart() -> None:
    assert _headed(
        ("", "Zentrolol", "Placebo"),
        ("Responders", "88%", "81%"),
        ("Sex", "n/N (%)", "n/N (%)"),
        ("Female", "57/67 (85%)", "47/63 (75%)"),
        heads=(0, 2),
    )[-1] == ("Sex", "Female | Zentrolol n/N (%): 57/67 (85%) | Placebo n/N (%): 47/63 (75%)")


def test_a_header_that_says_one_thing_of_all_columns_stands_under_the_title_above_it() -> None:
    found = _headed(
        ("", "Zentrolol", "Placebo"),
        ("Responders", "88%", "81%"),
        ("Children", "", ""),
        ("Sex", "n/N (%)", "n/N (%)"),
        ("Female", "57/67 (85%)", "47/63 (75%)"),
        ("Adults", "", ""),
        ("Sex", "n/N (%)", "n/N (%)"),
        ("Male", "31/40 (78%)", "29/41 (71%)"),
        heads=(0, 3, 6),
        bold=(3, 6),
    )
    assert (found[4][0], found[7][0]) == ("Children — Sex", "Adults — Sex")


def test_a_header_that_begins_like_names_of_groups_names_the_first() -> None:
    found = _headed(
        ("Dose", "Each", "Daily"),
        ("Standard", "mg", "g"),
        ("Tall", "60", "0.12"),
        ("Reduced", "", ""),
        ("Tall", "45", "0.09"),
        heads=(0, 1),
    )
    assert found[2] == ("Standard", "Dose: Tall | Each mg: 60 | Daily g: 0.12")
    assert found[4] == ("Reduced", "Dose: Tall | Each mg: 45 | Daily g: 0.09")


def test_rows_beside_an_empty_cell_of_their_own_have_not_the_name_above() -> None:
    cells = (
        *(Cell(0, 0, "Sleep", row_span=2), Cell(0, 1, "75 mg"), Cell(0, 2, "4.7")),
        *(Cell(1, 1, "150 mg"), Cell(1, 2, "9.8"), Cell(2, 0, "", row_span=2)),
        *(Cell(2, 1, "75 mg"), Cell(2, 2, "-3.8"), Cell(3, 1, "150 mg"), Cell(3, 2, "-5.4")),
    )
    assert [row.group for row in row_texts(Grid(4, 3, cells))] == [None] * 4
    assert [row.text for row in row_texts(Grid(4, 3, cells))][2:] == [
        "75 mg | -3.8",
        "150 mg | -5.4",
    ]
