"""Names of rows that hang, lists of names, and headers that come again."""

from dataclasses import replace

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import Block, Cell, Grid, Style
from monograph_qa.sections.page_breaks import join_tables
from monograph_qa.sections.tables import row_texts
from sections.blocks import rows_of, table

MIDDLE = Style(left=150, centered=True)


def test_many_names_right_under_one_another_are_a_list_and_each_has_its_heading() -> None:
    names = ["STARCH", "talc", "sucrose", "LACTOSE", "water"]
    grid = table([["Ingredient", "Strength"], *([name, ""] for name in names)]).grid
    assert grid is not None
    cells = tuple(replace(cell, style=Style(left=72.0)) for cell in grid.cells)
    found = list(row_texts(replace(grid, cells=cells)))
    assert [row.text for row in found[1:]] == [f"Ingredient: {name}" for name in names]
    assert {row.group for row in found} == {None}


def test_a_header_without_a_name_tells_columns_of_one_heading_apart() -> None:
    grid = Grid(
        4,
        4,
        (
            Cell(0, 0, "Group", is_header=True),
            Cell(0, 1, "Placebo", is_header=True),
            Cell(0, 2, "Pill", column_span=2, is_header=True),
            Cell(1, 0, "N"),
            Cell(1, 1, "105"),
            Cell(1, 2, "107", column_span=2),
            Cell(2, 1, "Rate", is_header=True),
            Cell(2, 2, "Rate", is_header=True),
            Cell(2, 3, "Difference", is_header=True),
            Cell(3, 0, "Relief"),
            Cell(3, 1, "33%"),
            Cell(3, 2, "50%"),
            Cell(3, 3, "17"),
        ),
    )
    assert [row.text for row in row_texts(grid)][-1] == (
        "Group: Relief | Placebo Rate: 33% | Pill Rate: 50% | Pill Difference: 17"
    )


def test_the_last_rows_of_a_header_are_repeated_on_the_next_page() -> None:
    head = ["", "Trial", "Trial"], ["Reaction", "Pill", "Placebo"]
    first = table([*head, ["Cough", "1", "2"]], 1, headers=2)
    joined = join_tables([first, table([head[1], ["Rash", "3", "4"]], 2)])
    assert rows_of(joined[0])[-1] == "Reaction: Rash | Trial Pill: 3 | Trial Placebo: 4"


def test_a_title_over_the_header_said_again_stands_over_the_rows_of_the_next_page() -> None:
    def arm(title: str, rate: str, page: int) -> Block:
        whole = table([[title, ""], ["Reaction", "Pill"], ["Rash", rate]], page, headers=2)
        assert whole.grid is not None
        first, _, *rest = whole.grid.cells
        grid = replace(whole.grid, cells=(replace(first, column_span=2, style=MIDDLE), *rest))
        return replace(whole, grid=grid)

    (joined,) = join_tables([arm("With food", "3", 1), arm("Fasting", "5", 2)])
    assert joined.grid is not None
    body = [(row.group, row.text) for row in row_texts(joined.grid) if not row.is_header]
    assert body == [
        ("With food", "Reaction: Rash | Pill: 3"),
        ("Fasting", "Reaction: Rash | Pill: 5"),
    ]


def test_a_name_alone_on_the_next_page_goes_on_where_groups_fill_all_columns() -> None:
    def joined(kind_span: int) -> list[str]:
        first = table([["Drug", "Effect"], ["ANTIBIOTICS", ""], ["Erythromycin", "more"]], 1)
        assert first.grid is not None
        cells = [
            replace(c, column_span=kind_span) if c.text == "ANTIBIOTICS" else c
            for c in first.grid.cells
            if (c.row, c.column) != (1, 1)
        ]
        first = replace(first, grid=replace(first.grid, cells=tuple(cells)))
        rest = table([["Mechanism: CYP3A4", ""], ["Digoxin", "less"]], 2, headers=0)
        return rows_of(join_tables([first, rest])[0])

    assert "Drug: Erythromycin Mechanism: CYP3A4 | Effect: more" in joined(2)
    assert "Drug: Erythromycin | Effect: more" in joined(1)


def test_a_line_that_hangs_below_a_name_is_a_part_of_it_and_no_group() -> None:
    body = [["Upper respiratory", "30"], ["Infections", ""], ["Rash", "2"]]
    grid = table([["Reaction", "Pill"], *body]).grid
    assert grid is not None
    lefts = {"Infections": 76.0}
    cells = tuple(replace(c, style=Style(left=lefts.get(c.text, 72.0))) for c in grid.cells)
    found = [(row.group, row.text) for row in row_texts(replace(grid, cells=cells))]
    assert found[1:] == [
        (None, "Reaction: Upper respiratory Infections | Pill: 30"),
        (None, "Reaction: Rash | Pill: 2"),
    ]


def test_a_title_between_rows_is_no_part_of_the_name_above_it() -> None:
    grid = table(
        [["Endpoint", "Pill"], ["Response", "30"], ["At week 52", ""], ["Relief", "2"]]
    ).grid
    assert grid is not None
    styles = {"At week 52": Style(left=120.0, centered=True)}
    cells = tuple(replace(c, style=styles.get(c.text, Style(left=72.0))) for c in grid.cells)
    assert [row.group for row in row_texts(replace(grid, cells=cells))][-1] == "At week 52"


def test_a_line_goes_on_with_the_name_above_where_another_name_says_it_whole() -> None:
    last = ["Patient's Global Assessment", "3"]
    for line, name in (("Assessment", "Physician's Global Assessment"), ("Joints", "Joints")):
        body = [["Physician's Global", "2"], [line, ""], last]
        grid = table([["Measure", "Pill"], *body]).grid
        assert grid is not None
        cells = tuple(replace(c, style=Style(left=72.0)) for c in grid.cells)
        told = [row.text for row in row_texts(replace(grid, cells=cells))]
        assert any(text.removeprefix("Measure: ").startswith(name) for text in told)
        assert (line in told) == (line == "Joints")


def test_rows_on_a_page_with_another_margin_are_not_indented_from_the_page_before() -> None:
    one, two = table([["Drug", "Dose"], ["Aspirin", "2"]], 1), table([["Iron", "3"]], 2)

    def moved(block: Block, by: float) -> Block:
        assert block.grid is not None
        cells = (
            replace(
                c,
                style=Style(left=72.0 + by + 100 * c.column),
                box=Box(70.0 + by + 100 * c.column, 0, 170.0 + by + 100 * c.column, 10),
            )
            for c in block.grid.cells
        )
        return replace(block, grid=replace(block.grid, cells=tuple(cells)))

    (joined,) = join_tables([moved(one, 0), moved(two, 12)])
    assert joined.grid is not None
    assert [row.group for row in row_texts(joined.grid)] == [None, None, None]
