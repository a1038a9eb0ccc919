"""Which rows of a table name the group of rows below them."""

from dataclasses import replace

import pytest

from monograph_qa.domain.parsed import Cell, Grid, Style
from monograph_qa.sections.tables import row_texts


def _named(
    row: int, text: str, value: str = "", left: float = 72, *, bold: bool = False
) -> tuple[Cell, ...]:
    first = Cell(row, 0, text, style=Style(left=left, bold=bold))
    return (first, Cell(row, 1, value)) if value else (replace(first, column_span=2),)


def _groups(*rows: tuple[Cell, ...]) -> list[str | None]:
    grid = Grid(len(rows), 2, tuple(cell for row in rows for cell in row))
    return [row.group for row in row_texts(grid)]


def test_a_name_that_stands_out_ends_the_group_above_it() -> None:
    assert _groups(
        _named(0, "Fever"),
        _named(1, "Mild", "8.1", 82),
        _named(2, "Severe", "0.1", 82),
        _named(3, "Irritability", "34.5"),
        _named(4, "Poor sleep", "18.4"),
    ) == [None, "Fever", "Fever", None, None]


def test_a_row_told_before_all_groups_ends_one() -> None:
    assert _groups(
        _named(0, "N", "207"),
        _named(1, "HbA1c", bold=True),
        _named(2, "Baseline", "7.9", 82),
        _named(3, "N", "213"),
        _named(4, "Body weight", bold=True),
        _named(5, "Baseline", "79.7", 82),
        _named(6, "N", "211"),
    ) == [None, None, "HbA1c", None, None, "Body weight", None]


def test_a_row_right_below_a_bold_name_is_of_its_group_though_others_are_indented() -> None:
    assert _groups(
        _named(0, "Azoles", bold=True),
        _named(1, "Clotrimazole", "Caution", 82),
        _named(2, "Voriconazole", "Caution", 82),
        _named(3, "Inhibitors", bold=True),
        _named(4, "For hypertension: sildenafil", "Not advised"),
    ) == [None, "Azoles", "Azoles", None, "Inhibitors"]


def test_a_name_right_below_a_bold_one_names_a_group_within() -> None:
    assert _groups(
        _named(0, "Gut", bold=True),
        _named(1, "Common"),
        _named(2, "Nausea", "8", 82),
        _named(3, "Rare"),
        _named(4, "Ileus", "1", 82),
        _named(5, "Skin", bold=True),
        _named(6, "Rash", "2", 82),
    ) == [None, "Gut", "Gut — Common", "Gut", "Gut — Rare", None, "Skin"]


def test_a_row_governs_an_indented_one_whose_name_begins_with_a_figure() -> None:
    assert _groups(
        _named(0, "Responders", "29.5%"),
        _named(1, "Difference", "15.8%", 90),
        _named(2, "95% CI", "-0.9%, 32.5%", 90),
        _named(3, "Score", "7.2"),
        _named(4, "95% CI", "-11.8, 1.3", 90),
    ) == [None, "Responders", "Responders", None, "Score"]


def test_text_in_a_frame_names_no_group() -> None:
    rows = [["• Stop and call your doctor.", ""], ["dizziness", "hunger"]]
    assert _groups(
        (Cell(0, 0, rows[0][0], column_span=2),),
        (Cell(1, 0, rows[1][0]), Cell(1, 1, rows[1][1])),
    ) == [None, None]


def test_a_bold_row_governs_those_below_it_whose_names_are_said_again() -> None:
    assert _groups(
        _named(0, "HbA1c, N", "169", bold=True),
        _named(1, "Baseline", "8.2"),
        _named(2, "Glucose, N", "175", bold=True),
        _named(3, "Baseline", "190"),
    ) == [None, "HbA1c, N", None, "Glucose, N"]


def styled(rows: list[tuple[str, float, str]]) -> list[str | None]:
    """The groups of rows, each told by its name, where that begins, and a value."""
    cells = [Cell(0, 0, "Event", is_header=True), Cell(0, 1, "Pill", is_header=True)]
    for at, (name, left, value) in enumerate(rows, 1):
        cells += [Cell(at, 0, name, style=Style(left=left)), Cell(at, 1, value)]
    return [row.group for row in row_texts(Grid(len(rows) + 1, 2, tuple(cells)))][1:]


def test_a_name_under_a_row_of_values_keeps_it_until_a_row_begins_further_left() -> None:
    assert styled(
        [
            ("Stroke or embolism", 10, "51"),
            ("Stroke", 20, ""),
            ("Ischemic", 30, "43"),
            ("Embolism", 20, "2"),
            ("Death", 10, "24"),
        ]
    ) == [None, "Stroke or embolism", "Stroke or embolism — Stroke", "Stroke or embolism", None]


def test_a_name_in_capitals_governs_names_in_small_letters() -> None:
    assert styled(
        [
            ("ANTI-INFECTIVES", 10, ""),
            ("Antifungals", 10, ""),
            ("Zentrazole", 10, "avoid"),
            ("Macrolides", 10, ""),
            ("Zentromycin", 10, "avoid"),
            ("SEDATIVES", 10, ""),
            ("Zentrolam", 10, "avoid"),
        ]
    ) == [
        None,
        "ANTI-INFECTIVES",
        "ANTI-INFECTIVES — Antifungals",
        "ANTI-INFECTIVES",
        "ANTI-INFECTIVES — Macrolides",
        None,
        "SEDATIVES",
    ]


def test_a_name_right_above_another_one_set_alike_names_a_group_of_groups() -> None:
    names = ["Primary endpoint", "Survival", "", "Secondary endpoints", "Pain", "", "Sleep", ""]
    groups = styled(
        [(name or "Median", 20 - 10 * bool(name), "" if name else "7") for name in names]
    )
    assert [group for group, name in zip(groups, names, strict=True) if not name] == [
        "Primary endpoint — Survival",
        "Secondary endpoints — Pain",
        "Secondary endpoints — Sleep",
    ]


def test_an_empty_group_holds_no_other_one() -> None:
    rows = [("Contains", 10.0, ""), ("Packing", 10.0, ""), ("Bottle", 20.0, "30")]
    assert styled(rows) == [None, None, "Packing"]


def test_a_list_of_names_is_no_group_of_groups() -> None:
    rows = [(name, 10.0, "") for name in ("Starch", "Talc", "Water")] + [("Color", 10.0, "blue")]
    assert styled([*rows, *rows])[:3] == [None, None, None]


def test_a_bold_row_of_one_column_names_the_plain_ones_below_whatever_is_italic() -> None:
    plain = Style(size=10.0, left=76.0)
    bold, italic = replace(plain, bold=True), replace(plain, italic=True)
    rows = [
        ("Pathogen", bold),
        ("Commonly susceptible species", bold),
        ("Zorbia alba", italic),
        ("Zorbia nigra", italic),
        ("Florba spp.", plain),
        ("Inherently resistant organisms", bold),
        ("Florba minor", italic),
    ]
    cells = tuple(
        Cell(at, 0, words, is_header=not at, style=style) for at, (words, style) in enumerate(rows)
    )
    told = {row.text: row.group for row in row_texts(Grid(len(rows), 1, cells))}
    assert told["Pathogen: Florba spp."] == "Commonly susceptible species"
    assert told["Pathogen: Florba minor"] == "Inherently resistant organisms"


def test_a_name_over_names_beside_numbers_of_patients_is_of_all_of_them() -> None:
    rows = [
        ("Endpoint", "Drug", 72, True),
        ("Primary endpoint", "", 72, True),
        ("Survival", "n = 107", 72, True),
        ("Deaths", "64", 72, False),
        ("Secondary endpoints", "", 72, True),
        ("Response", "n = 107", 72, True),
        ("Responders", "43", 72, False),
        ("Complete", "1", 93, False),
        ("Partial", "42", 93, False),
        ("Duration", "n = 43", 72, True),
        ("Median", "38.9", 72, False),
    ]
    cells = [
        Cell(at, column, text, is_header=bold and at != 4, style=Style(left=left, bold=bold))
        for at, (name, value, left, bold) in enumerate(rows)
        for column, text in enumerate((name, value))
    ]
    told = [row for row in row_texts(Grid(len(rows), 2, tuple(cells))) if not row.is_header]
    found = {row.text: row.group for row in told}
    assert found["Endpoint: Deaths | Drug n = 107: 64"] == "Primary endpoint — Survival"
    assert found["Endpoint: Median | Drug n = 43: 38.9"] == "Secondary endpoints — Duration"
    assert found["Endpoint: Partial | Drug n = 107: 42"] == (
        "Secondary endpoints — Response — Responders"
    )


@pytest.mark.parametrize("name", ["PASI 100", "ALT (%)"])
def test_a_name_in_short_capitals_is_an_abbreviation_and_no_title(name: str) -> None:
    assert _groups(
        _named(0, name, bold=True),
        _named(1, "Week 16", "35.9"),
        _named(2, "Free of symptoms", bold=True),
        _named(3, "Week 52", "56.9"),
    ) == [None, name, None, "Free of symptoms"]


def _counted(*rows: tuple[str, str]) -> list[tuple[str | None, str]]:
    """The group and the text of rows below a header; bold are names alone and those of counts."""
    cells: list[Cell] = []
    for at, said in enumerate([("Endpoint", "Drug"), *rows]):
        is_header = at == 0 or said[1].startswith("n =")
        style = Style(left=72, bold=is_header or not said[1])
        cells += [
            Cell(at, n, text, is_header=is_header, style=style) for n, text in enumerate(said)
        ]
    told = row_texts(Grid(len(rows) + 1, 2, tuple(cells)))
    return [(row.group, row.text) for row in told if not row.is_header]


def test_numbers_of_patients_in_one_group_are_none_of_the_next() -> None:
    rows = [("Response", "n = 107"), ("Complete", "64"), ("Partial disease", "n = 42")]
    rows += [("Complete", "8"), ("Duration", ""), ("Median", "38.9")]
    assert _counted(*rows)[1:] == [
        ("Partial disease", "Endpoint: Complete | Drug n = 42: 8"),
        (None, "Duration"),
        ("Duration", "Endpoint: Median | Drug: 38.9"),
    ]


def test_numbers_of_patients_right_above_a_name_are_of_its_rows_too() -> None:
    rows = [
        ("All patients", "200"),
        ("Patients judged", "n = 73"),
        ("At week 4", ""),
        ("All", "31"),
    ]
    assert _counted(*rows)[-1] == ("At week 4", "Endpoint: All | Drug n = 73: 31")


def test_a_header_said_again_with_other_numbers_stands_under_the_same_titles() -> None:
    rows = [
        ("", "All patients", "", "One line before", ""),
        ("Times", "Drug n = 33", "Placebo n = 36", "Drug n = 13", "Placebo n = 19"),
        ("Days", "189", "106", "212", "169"),
        ("Best response", "Drug n = 31ᶜ", "Placebo n = 32", "Drug n = 12", "Placebo n = 11"),
        ("Complete", "6", "1", "7", "2"),
    ]
    cells = [
        Cell(at, n, text, column_span=1 + (at == 0 and n > 0), is_header=at in (0, 1, 3))
        for at, row in enumerate(rows)
        for n, text in enumerate(row)
        if text or n == 0
    ]
    assert [row.text for row in row_texts(Grid(len(rows), 5, tuple(cells)))][-1] == (
        "Best response: Complete | All patients Drug n = 31ᶜ: 6 | All patients Placebo n = 32: 1"
        " | One line before Drug n = 12: 7 | One line before Placebo n = 11: 2"
    )


def test_names_beside_numbers_of_patients_stand_under_the_title_of_the_table() -> None:
    bold = Style(left=72, bold=True)
    rows = [("Trial 5", ""), ("", "Drug"), ("All", "N=61"), ("TQOL", "7.2")]
    rows += [("Evaluable", "N=42"), ("TQOL", "8.9")]
    cells = [
        Cell(at, column, text, is_header=at not in (3, 5), style=bold if at not in (3, 5) else None)
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
    ]
    cells[0] = replace(cells[0], column_span=2)
    told = [row for row in row_texts(Grid(6, 2, tuple(cells))) if not row.is_header]
    assert [row.group for row in told] == ["Trial 5 — All", "Trial 5 — Evaluable"]


def test_a_plain_row_on_the_edge_of_a_bold_one_is_no_part_of_it_below_indented_ones() -> None:
    assert _groups(
        _named(0, "Events", "138", bold=True),
        _named(1, "Median", "28.2", bold=True),
        _named(2, "Hazard ratio", "0.54", 82),
        _named(3, "Events by review", "91"),
        _named(4, "Median", "19.4", 82),
    ) == [None, None, "Median", None, "Events by review"]


def test_a_comparison_and_what_stands_in_brackets_govern_no_rows() -> None:
    def row(at: int, name: str, left: float, *values: str) -> tuple[Cell, ...]:
        first = Cell(at, 0, name, style=Style(left=left))
        span = 3 - len(values)
        return (first, *(Cell(at, i + 1, v, column_span=span) for i, v in enumerate(values)))

    body = (
        *row(0, "Responders", 78, "70 (50)", "60 (40)"),
        *row(1, "(95% CI)", 72, "40, 60", "30, 50"),
        *row(2, "Difference", 72, "10 (1, 19)"),
        *row(3, "Failures", 78, "5 (4)", "9 (8)"),
    )
    assert [row.group for row in row_texts(Grid(4, 3, body))] == [None] * 4


def test_an_empty_row_ends_a_group_that_stands_between_such_rows() -> None:
    empty = (Cell(0, 0, "", column_span=2), Cell(4, 0, "", column_span=2))
    body = (*_named(1, "Score"), *_named(2, "Change", "1.3"), *_named(3, "Median", "0.5"))
    grid = Grid(6, 2, (*empty, *body, *_named(5, "Disability", "87")))
    assert [row.group for row in row_texts(grid)] == [None, "Score", "Score", None]


def test_a_figure_names_no_rows_below_it() -> None:
    assert _groups(
        _named(0, "≤ 2", "Susceptible"),
        _named(1, "4", "Intermediate", 90),
        _named(2, "≥ 8", "Resistant"),
    ) == [None, None, None]


def test_a_row_that_is_bold_with_its_values_names_no_rows_below_it() -> None:
    def bold(row: int, text: str, value: str) -> tuple[Cell, ...]:
        style = Style(left=72, bold=True)
        return Cell(row, 0, text, style=style), Cell(row, 1, value, style=style)

    assert _groups(
        _named(0, "ACR 20"),
        bold(1, "Week 14", "75%"),
        _named(2, "Week 24", "77%"),
        _named(3, "ACR 50"),
        _named(4, "Week 14", "44%"),
        _named(5, "Week 24", "54%"),
    ) == [None, "ACR 20", "ACR 20", None, "ACR 50", "ACR 50"]
