"""Tables as rows that read on their own."""

from dataclasses import replace

from monograph_qa.domain.parsed import Block, Cell, Grid, Style
from monograph_qa.domain.sectioned import PieceKind
from monograph_qa.sections import sectionize
from monograph_qa.sections.tables import row_texts
from sections.blocks import item, rows_of, table, text, with_posology

_PLAIN = Style()
HEAD = ["Reaction", "Nizatidine %", "Placebo %"]


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


def test_a_header_below_rows_heads_the_rows_of_its_own_title() -> None:
    def title(row: int, text: str) -> Cell:
        return Cell(row, 0, text, column_span=2, style=Style(bold=True))

    def two(row: int, one: str, other: str, *, is_header: bool = False) -> tuple[Cell, ...]:
        return (Cell(row, 0, one, is_header=is_header), Cell(row, 1, other, is_header=is_header))

    rows = (
        replace(title(0, "Active"), is_header=True),
        *two(1, "Name", "Strength", is_header=True),
        *two(2, "zentrolol", "5 mg"),
        title(3, "Inactive"),
        *two(4, "Filler", "Amount", is_header=True),
        *two(5, "starch", "80 mg"),
        title(6, "Looks"),
        *two(7, "Colour", "white"),
    )
    assert [row.text for row in row_texts(Grid(8, 2, rows))][2::3] == [
        "Name: zentrolol | Strength: 5 mg",
        "Filler: starch | Amount: 80 mg",
    ]
    assert [row.text for row in row_texts(Grid(8, 2, rows))][7] == "Colour | white"


def test_a_title_over_the_header_stands_over_groups_that_are_set_like_it() -> None:
    look = Style(bold=True, centered=True)
    rows = (
        Cell(0, 0, "Study 1", column_span=2, is_header=True, style=look),
        Cell(1, 0, "Endpoint", is_header=True),
        Cell(1, 1, "Placebo", is_header=True),
        Cell(2, 0, "Week 12", column_span=2, style=look),
        Cell(3, 0, "Remission"),
        Cell(3, 1, "18%"),
    )
    last = list(row_texts(Grid(4, 2, rows)))[-1]
    assert (last.group, last.text) == ("Study 1 — Week 12", "Endpoint: Remission | Placebo: 18%")


def test_an_inner_header_of_counts_leaves_the_other_headings() -> None:
    rows = (
        Cell(0, 0, "Reaction", is_header=True),
        Cell(0, 1, "Zentrolol", is_header=True),
        Cell(1, 1, "(n = 90)", is_header=True),
        Cell(2, 0, "Pain"),
        Cell(2, 1, "8"),
        Cell(3, 0, "General", is_header=True),
        Cell(3, 1, "(n = 88)", is_header=True),
        Cell(4, 0, "Fever"),
        Cell(4, 1, "2"),
    )
    last = list(row_texts(Grid(5, 2, rows)))[-1]
    assert (last.group, last.text) == ("General", "Reaction: Fever | Zentrolol (n = 88): 2")


def test_a_group_without_patients_in_one_arm_has_a_dash_for_their_number() -> None:
    said = [
        ("General", "N=90", "N=91"),
        ("Pain", "8", "9"),
        ("Skin", "N=88", "-"),
        ("Rash", "2", "-"),
    ]
    rows = [
        Cell(row, column, text, is_header=row in (1, 3))
        for row, cells in enumerate(said, 1)
        for column, text in enumerate(cells)
    ]
    heads = [Cell(0, 1, "Pill", is_header=True), Cell(0, 2, "Placebo", is_header=True)]
    last = list(row_texts(Grid(5, 3, (*heads, *rows))))[-1]
    assert (last.group, last.text) == ("Skin", "Rash | Pill N=88: 2 | Placebo: -")


def test_a_title_below_rows_that_says_nothing_beside_its_name_leaves_the_headings() -> None:
    rows = (
        Cell(0, 0, "Reaction", is_header=True),
        Cell(0, 1, "Zentrolol", is_header=True),
        Cell(1, 1, "(n = 90)", is_header=True),
        Cell(2, 0, "Pain"),
        Cell(2, 1, "8"),
        Cell(3, 0, "General", is_header=True),
        Cell(4, 0, "Fever"),
        Cell(4, 1, "2"),
    )
    last = list(row_texts(Grid(5, 2, rows)))[-1]
    assert (last.group, last.text) == ("General", "Reaction: Fever | Zentrolol (n = 90): 2")


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


def test_a_header_below_rows_stays_where_no_title_stands_over_it() -> None:
    rows = (
        Cell(0, 1, "Study 4 Placebo", is_header=True),
        Cell(1, 0, "Score", column_span=2, style=Style(left=72)),
        Cell(2, 0, "Month 6"),
        Cell(2, 1, "0.5"),
        Cell(3, 1, "Study 6 Zentrolol", is_header=True),
        Cell(4, 0, "Score", column_span=2, style=Style(left=72)),
        Cell(5, 0, "Month 6"),
        Cell(5, 1, "0.8"),
    )
    assert [row.text for row in row_texts(Grid(6, 2, rows))][-1] == (
        "Month 6 | Study 6 Zentrolol: 0.8"
    )


def test_the_first_of_several_groups_with_counts_of_their_own_is_no_heading_of_its_column() -> None:
    def three(row: int, *said: str, is_header: bool = False) -> tuple[Cell, ...]:
        return tuple(Cell(row, at, text, is_header=is_header) for at, text in enumerate(said))

    grid = Grid(
        6,
        3,
        (
            *three(0, "Reaction", "Vaccine %", "Control %", is_header=True),
            *three(1, "Local", "(n = 882)", "(n = 444)", is_header=True),
            *three(2, "Pain", "22", "28"),
            *three(3, "General", "(n = 881)", "(n = 445)", is_header=True),
            *three(4, "Fever", "2", "3"),
        ),
    )
    said = [(row.group, row.text) for row in row_texts(grid) if not row.is_header]
    assert said == [
        ("Local", "Reaction: Pain | Vaccine % (n = 882): 22 | Control % (n = 444): 28"),
        ("General", "Reaction: Fever | Vaccine % (n = 881): 2 | Control % (n = 445): 3"),
    ]


def test_a_row_across_the_columns_of_the_heads_below_a_gap_is_none_of_theirs() -> None:
    cells = (
        Cell(0, 0, "Marketing", column_span=4),
        Cell(1, 0, "Category", column_span=2, is_header=True),
        Cell(1, 2, "Start", column_span=2, is_header=True),
        Cell(2, 0, "Generic", column_span=2),
        Cell(2, 2, "2015", column_span=2),
        Cell(4, 0, "Labeler"),
        Cell(4, 1, "Acme Inc.", column_span=3),
    )
    told = [(row.group, row.text) for row in row_texts(Grid(5, 4, cells))]
    assert told[2:] == [
        ("Marketing", "Category: Generic | Start: 2015"),
        (None, "Labeler | Acme Inc."),
    ]
    below = (Cell(4, 0, "Looks"), *(replace(c, row=5) for c in cells[-2:]))
    told = [(row.group, row.text) for row in row_texts(Grid(6, 4, (*cells[:-2], *below)))]
    assert told[-1] == ("Marketing — Looks", "Labeler | Acme Inc.")


def test_without_a_gap_a_row_across_the_columns_keeps_its_heads() -> None:
    cells = (
        Cell(0, 0, "Dose", column_span=2, is_header=True),
        Cell(0, 2, "Ratio", column_span=2, is_header=True),
        Cell(1, 0, "5 mg"),
        Cell(1, 1, "1.2", column_span=3),
    )
    assert [row.text for row in row_texts(Grid(2, 4, cells))][-1].startswith("Dose: 5 mg")


def test_three_names_over_a_gap_are_a_list() -> None:
    head = (Cell(0, 0, "Ingredient", is_header=True), Cell(0, 1, "Strength", is_header=True))
    names = ("Gelatin", "Talc", "Starch")
    cells = (*head, *(Cell(at, 0, name, style=_PLAIN) for at, name in enumerate(names, 1)))
    told = [row.text for row in row_texts(Grid(6, 2, (*cells, Cell(5, 0, "Packaging"))))]
    assert told[1:4] == [f"Ingredient: {name}" for name in names]


def test_what_stands_above_a_table_is_its_title_unless_it_is_a_sentence() -> None:
    doses = table([["Step", "Dose"], ["First", "20 mg"]])

    def titles(*above: Block) -> list[str | None]:
        told = sectionize(with_posology(*above), "lab_test").sections
        pieces = [piece for section in told for piece in section.pieces]
        return [piece.context for piece in pieces if piece.kind is PieceKind.TABLE_ROW]

    sentence = item("Stop the tablets in all patients.")
    assert titles(item("Dose reduction steps"), doses, sentence, doses) == [
        "Dose reduction steps",
        None,
    ]
    below = text("Doses for adults"), doses, text("No. of doses for children"), doses
    assert titles(*below) == ["Doses for adults", "No. of doses for children"]
    assert titles(text("Means are shown. ND = not done"), doses) == [None]
    rest = table([["Step", "Dose"], ["Third", "5 mg"]], page=2)
    assert titles(doses, text("Second", page=2), rest) == [None, None]


def test_a_label_in_a_header_names_its_own_column_alone() -> None:
    head = [
        Cell(0, at, text, is_header=True) for at, text in enumerate(("Dose", "Week 1", "Week 2"))
    ]
    device = [
        Cell(1, 0, "Device:", column_span=2, is_header=True),
        Cell(1, 2, "syringe", is_header=True),
    ]
    doses = [Cell(2, at, text) for at, text in enumerate(("10 kg", "1 ml", "2 ml"))]
    told = [row.text for row in row_texts(Grid(3, 3, (*head, *device, *doses)))]
    assert told[-1] == "Dose Device: 10 kg | Week 1: 1 ml | Week 2 syringe: 2 ml"


def test_a_title_below_which_the_heads_stand_again_takes_the_place_of_the_one_above() -> None:
    heads: list[tuple[str, str]] = [("Zone", "Reading")]
    rows = [*heads, ("≥ 17", "S"), ("H. influenzae", ""), *heads, ("≥ 22", "S")]
    cells = [
        Cell(row, at, text, column_span=1 if told[1] else 2, is_header=told in heads)
        for row, told in enumerate(rows)
        for at, text in enumerate(told)
        if text
    ]
    zones = replace(table([["a"]]), grid=Grid(len(rows), 2, tuple(cells)))

    def titles(above: str) -> list[str | None]:
        told = sectionize(with_posology(text(above), zones), "lab_test").sections
        pieces = [piece for section in told for piece in section.pieces]
        return [piece.context for piece in pieces if piece.kind is PieceKind.TABLE_ROW]

    assert titles("Enterobacteriaceae") == ["Enterobacteriaceae", None, "H. influenzae"]
    assert titles("Table 2") == ["Table 2", "Table 2", "Table 2 — H. influenzae"]
