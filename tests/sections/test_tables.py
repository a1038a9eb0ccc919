"""Tables as rows that read on their own, joined over page breaks."""

from monograph_qa.domain.parsed import Block, Cell, Grid
from monograph_qa.sections.tables import join_tables, row_texts
from sections.blocks import caption, table, text

HEAD = ["Reaction", "Nizatidine %", "Placebo %"]


def rows_of(block: Block) -> list[str]:
    assert block.grid is not None
    return [row.text for row in row_texts(block.grid)]


def test_each_cell_keeps_its_column_heading() -> None:
    assert rows_of(table([HEAD, ["Headache", "16.6", "15.6"]])) == [
        "Reaction | Nizatidine % | Placebo %",
        "Reaction: Headache | Nizatidine %: 16.6 | Placebo %: 15.6",
    ]


def test_headings_over_two_rows_and_columns_are_joined() -> None:
    grid = Grid(
        3,
        3,
        (
            Cell(0, 0, "Dose", row_span=2, is_header=True),
            Cell(0, 1, "Renal function", column_span=2, is_header=True),
            Cell(1, 1, "normal", is_header=True),
            Cell(1, 2, "impaired", is_header=True),
            Cell(2, 0, "adults"),
            Cell(2, 1, "300 mg"),
            Cell(2, 2, "150 mg"),
        ),
    )
    assert [r.text for r in row_texts(grid)][-1] == (
        "Dose: adults | Renal function normal: 300 mg | Renal function impaired: 150 mg"
    )


def test_a_cell_over_two_rows_is_said_in_both() -> None:
    grid = Grid(
        2,
        2,
        (Cell(0, 0, "ulcer", row_span=2), Cell(0, 1, "300 mg"), Cell(1, 1, "150 mg")),
    )
    assert [r.text for r in row_texts(grid)] == ["ulcer | 300 mg", "ulcer | 150 mg"]


def test_a_row_of_one_cell_names_the_group_below_it() -> None:
    block = table([HEAD, ["Nervous system", "", ""], ["Dizziness", "4.6", "3.8"]])
    assert block.grid is not None
    assert [r.group for r in row_texts(block.grid)] == [None, None, "Nervous system"]


def test_a_table_that_repeats_its_header_on_the_next_page_is_one_table() -> None:
    joined = join_tables([table([HEAD, ["a", "1", "2"]], 1), table([HEAD, ["b", "3", "4"]], 2)])
    assert len(joined) == 1
    assert rows_of(joined[0])[-1] == "Reaction: b | Nizatidine %: 3 | Placebo %: 4"
    assert [p.page for p in joined[0].places] == [1, 2]


def test_a_table_that_goes_on_without_its_header_keeps_the_first_pages_headings() -> None:
    joined = join_tables([table([HEAD, ["a", "1", "2"]], 1), table([["b", "3", "4"]], 2)])
    assert rows_of(joined[0])[-1] == "Reaction: b | Nizatidine %: 3 | Placebo %: 4"


def test_tables_with_text_or_a_new_caption_between_stay_apart() -> None:
    one, two = table([HEAD, ["a", "1", "2"]], 1), table([HEAD, ["b", "3", "4"]], 2)
    assert len(join_tables([one, text("Between."), two])) == 3
    assert len(join_tables([one, caption("Table 2: Another"), two])) == 3
    assert len(join_tables([one, caption("Table 1 (continued)"), two])) == 2


def test_tables_of_other_widths_or_far_pages_stay_apart() -> None:
    one = table([HEAD, ["a", "1", "2"]], 1)
    assert len(join_tables([one, table([["b", "3"]], 2)])) == 2
    assert len(join_tables([one, table([HEAD, ["b", "3", "4"]], 3)])) == 2


def test_a_group_that_is_named_like_its_column_takes_the_place_of_its_heading() -> None:
    head = ["Adults:", "Daily dose:"]
    body = [["Ulcer", "300 mg"], ["Children:", ""], ["Ulcer", "5 mg/kg"]]
    assert rows_of(table([head, *body]))[1:] == [
        "Adults: Ulcer | Daily dose: 300 mg",
        "Children:",
        "Children: Ulcer | Daily dose: 5 mg/kg",
    ]


def test_a_row_without_its_first_cell_belongs_to_the_name_above() -> None:
    rows = [["Ear", "mild", "250 mg"], ["", "severe", "500 mg"], ["Skin", "", ""], ["", "x", "y"]]
    block = table([["Infection", "Severity", "Dose"], *rows])
    assert block.grid is not None
    found = [(r.text, r.group) for r in row_texts(block.grid)][1:]
    assert found[1] == ("Severity: severe | Dose: 500 mg", "Ear")
    assert found[3] == ("Severity: x | Dose: y", "Skin")


def test_a_name_that_stands_out_ends_the_group_above_it() -> None:
    grid = Grid(
        4,
        2,
        (
            Cell(0, 0, "Fever", column_span=2),
            Cell(1, 0, "Mild"),
            Cell(1, 1, "8.1"),
            Cell(2, 0, "Irritability", ends_group=True),
            Cell(2, 1, "34.5"),
            Cell(3, 0, "Poor sleep"),
            Cell(3, 1, "18.4"),
        ),
    )
    assert [r.group for r in row_texts(grid)] == [None, "Fever", None, None]


def test_a_cell_over_several_columns_has_only_the_headings_they_share() -> None:
    grid = Grid(
        3,
        3,
        (
            Cell(0, 1, "After a dose", column_span=2, is_header=True),
            Cell(1, 0, "Reaction", is_header=True),
            Cell(1, 1, "6 h", is_header=True),
            Cell(1, 2, "24 h", is_header=True),
            Cell(2, 0, "Crying"),
            Cell(2, 1, "seen in none of the infants", column_span=2),
        ),
    )
    assert [r.text for r in row_texts(grid)][-1] == (
        "Reaction: Crying | After a dose: seen in none of the infants"
    )


def test_a_header_is_repeated_though_its_empty_rows_differ_or_its_last_row_is_left_out() -> None:
    head = [["", "Zentrolol", "Zentrolol"], ["Reaction", "5 mg", "10 mg"]]
    one = table([*head, ["", "", ""], ["Term", "n", "n"], ["Rash", "1", "2"]], 1, headers=4)
    two = table([head[0], ["", "", ""], head[1], ["Cough", "3", "4"]], 2, headers=3)
    joined = join_tables([one, two])
    assert len(joined) == 1
    assert rows_of(joined[0])[-2:] == [
        "Reaction Term: Rash | Zentrolol 5 mg n: 1 | Zentrolol 10 mg n: 2",
        "Reaction Term: Cough | Zentrolol 5 mg n: 3 | Zentrolol 10 mg n: 4",
    ]


def test_a_row_that_the_page_break_cuts_is_one_row() -> None:
    head = ["Infection", "Severity", "Dose"]
    one = table([head, ["", "Mild", "500 mg twice a day or"]], 1)
    two = table([["Ear", "", "250 mg three times a day"], ["Lung", "Any", "875 mg"]], 2, headers=0)
    joined = join_tables([one, two])
    assert len(joined) == 1
    assert rows_of(joined[0])[1:] == [
        "Infection: Ear | Severity: Mild | Dose: 500 mg twice a day or 250 mg three times a day",
        "Infection: Lung | Severity: Any | Dose: 875 mg",
    ]
