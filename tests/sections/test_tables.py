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
