"""Where one table ends and its rows and columns are parted: double borders, titles between tables,
pages, and lines that begin cells side by side."""

from pathlib import Path

import pytest
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind
from monograph_qa.parse import read
from monograph_qa.sections.page_breaks import join_tables
from monograph_qa.sections.tables import row_texts
from parse.drawn_tables import (
    HEIGHT,
    LEFT,
    TOP,
    drawn,
    grid_lines,
    grid_of,
    rows,
    rule,
    rules,
    say,
    texts,
)

XS = (LEFT, 200.0, 320.0, 440.0)
NAMES = (LEFT + 3, 203.0, 323.0)


def test_a_border_drawn_double_ends_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for upper in (TOP, TOP + 45.2):  # the second part begins right below the first
            for left, right in ((LEFT, 320.0), (325.2, 440.0)):
                inner = [200.0] if left == LEFT else []
                grid_lines(canvas, (upper, upper + 20, upper + 40), (left, *inner, right))
        body = [("Haemorrhage", "Dose", "Advice"), ("Early", "40", "Once"),
                ("Severe", "80", "Daily"), ("Minor", "20", "Once")]  # fmt: skip
        for y, row in zip((14, 34, 59, 79), body, strict=True):
            rows(canvas, (LEFT + 3, 203, 329), TOP + y, [row])

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert told == [
        "Haemorrhage | Dose | Advice",
        "Haemorrhage: Early | Dose: 40 | Advice: Once",
        "Haemorrhage: Severe | Dose: 80 | Advice: Daily",
        "Haemorrhage: Minor | Dose: 20 | Advice: Once",
    ]


def test_a_line_set_off_right_above_a_rule_is_the_title_of_another_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for at, name in enumerate(("Platelets", "Neutrophils")):
            top = TOP + 20 + 90 * at
            say(canvas, LEFT + 6, top - 3, f"• {name}")
            rules(canvas, (top, top + 14, top + 40, top + 66), LEFT, 500)
            rows(canvas, (LEFT + 3, 300), top + 11, [(f"When {name.lower()}", "Course")])
            for y in (25, 51):
                body = [("Fall below 30", "Interrupt Zentrolol"), ("Return to 50", "Resume")]
                rows(canvas, (LEFT + 3, 300), top + y, body)

    label = drawn(tmp_path, paint)
    grids = [block.grid for block in label.blocks if block.grid]
    assert [texts(grid)[0] for grid in grids] == [
        ["When platelets", "Course"],
        ["When neutrophils", "Course"],
    ]
    items = [block.text for block in label.blocks if block.kind is BlockKind.LIST_ITEM]
    assert items == ["Platelets", "Neutrophils"]


def test_a_header_alone_at_the_foot_of_a_page_stands_over_the_columns_of_the_next(
    tmp_path: Path,
) -> None:
    path = tmp_path / "label.pdf"
    canvas = Canvas(str(path), pagesize=letter)
    say(canvas, LEFT, 90, "Zentrolol tablets lower blood pressure in adults who take them daily.")
    say(canvas, LEFT, 690, "Table 1. Response at week 52", bold=True)
    rules(canvas, (700, 716), LEFT, 200, 440)
    for x in (LEFT, 200, 440):
        canvas.line(x, HEIGHT - 700, x, HEIGHT - 716)
    say(canvas, 370, 712, "FORTIFY", bold=True)
    canvas.showPage()
    grid_lines(canvas, [72 + 16 * row for row in range(4)], XS)
    say(canvas, 203, 84, "Placebo", bold=True)
    say(canvas, 323, 84, "Zentrolol", bold=True)
    rows(canvas, NAMES, 100, [("Remission", "40%", "52%")])
    rows(canvas, NAMES, 116, [("Response", "22%", "47%")])
    say(canvas, LEFT, 160, "Zentrolol tablets lower blood pressure in adults who take them daily.")
    canvas.save()
    grids = [block.grid for block in join_tables(read(path).blocks) if block.grid]
    assert len(grids) == 1
    assert [row.text for row in row_texts(grids[0])] == [
        "FORTIFY",
        "Placebo | Zentrolol",
        "Remission | FORTIFY Placebo: 40% | FORTIFY Zentrolol: 52%",
        "Response | FORTIFY Placebo: 22% | FORTIFY Zentrolol: 47%",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        [("Fatigue", "Common"), ("Hot flush", "Rare"), ("Chills", "Rare")],
        [("Placebo (58)", "6.15 (5.68)"), ("Zen 75 (59)", "7.50 (5.39)"), ("Zen 150", "7.85")],
    ],
)
def test_lines_that_begin_cells_side_by_side_are_rows_of_the_one_name(
    tmp_path: Path, lines: list[tuple[str, str]]
) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, (TOP, TOP + 16, TOP + 60, TOP + 76), XS)
        for x, head in zip(NAMES, ("System", "Told", "Value"), strict=True):
            say(canvas, x, TOP + 12, head, bold=True)
        rows(canvas, NAMES, TOP + 30, [("Skin", *lines[0]), ("and hair", *lines[1])])
        rows(canvas, NAMES, TOP + 54, [("", *lines[2])])
        rows(canvas, NAMES, TOP + 72, [("Heart", *lines[0])])

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint))) if not row.is_header]
    assert told == [
        *(f"System: Skin and hair | Told: {one} | Value: {other}" for one, other in lines),
        f"System: Heart | Told: {lines[0][0]} | Value: {lines[0][1]}",
    ]


def test_a_sentence_beside_a_sentence_is_one_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, (TOP, TOP + 16, TOP + 44), XS)
        rows(canvas, NAMES, TOP + 12, [("Grade", "Advice", "Course")])
        body = [("Grade 3", "Stop the use of the", "Give half a dose of"),
                ("", "Zentrolol tablets", "Zentrolol syrup")]  # fmt: skip
        rows(canvas, NAMES, TOP + 28, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        [
            "Grade 3",
            "Stop the use of the Zentrolol tablets",
            "Give half a dose of Zentrolol syrup",
        ]
    ]


def test_a_name_that_runs_into_the_gap_keeps_its_last_word(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 14, TOP + 110), LEFT, 500)
        names = ["Falls to 30", "Returns to 50", "Falls again", "Returns again", "Stays low"]
        names.insert(2, "For each subsequent drop below 30 of them")
        xs = (LEFT + 3, 330)
        rows(canvas, xs, TOP + 11, [("When platelets", "Course")])
        for at, name in enumerate(names):
            rows(canvas, xs, TOP + 26 + 14 * at, [(name, "Interrupt Zentrolol for a day")])

    told = texts(grid_of(drawn(tmp_path, paint)))
    assert told[3] == [
        "For each subsequent drop below 30 of them",
        "Interrupt Zentrolol for a day",
    ]


def test_a_raised_mark_leaves_the_name_of_a_group_bold(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + 16 * row for row in range(7)], XS)
        rows(canvas, NAMES, TOP + 12, [("", "5 mg", "10 mg")])
        for at, group in enumerate(("Survival", "Relapse")):
            y = TOP + 28 + 32 * at
            say(canvas, LEFT + 3, y, group, bold=True)
            if at:
                say(canvas, LEFT + 42, y - 3, "g", size=6)
            rows(canvas, (LEFT + 12, *NAMES[1:]), y + 16, [("Median", f"{at + 1}2.1", "22.4")])

    told = list(row_texts(grid_of(drawn(tmp_path, paint))))
    assert [row.group for row in told if row.text.startswith("Median")] == [
        "Survival",
        "Relapse ᵍ",
    ]


def test_lines_that_had_no_room_above_go_on_with_their_cells(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 14, TOP + 110), LEFT, 500)
        body = [("When platelets", "Course"),
                ("For each drop below 30 for at least", "Interrupt Zentrolol and do the"),
                ("7 days or below 20", "CBC at least every week")]  # fmt: skip
        rows(canvas, (LEFT + 3, 330), TOP + 11, body)
        rows(canvas, (LEFT + 3, 330), TOP + 50, [("Returns", "Resume Zentrolol at half a dose")])
        rows(canvas, (LEFT + 3, 330), TOP + 64, [("Returns again", "Resume Zentrolol")])

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        [
            "For each drop below 30 for at least 7 days or below 20",
            "Interrupt Zentrolol and do the CBC at least every week",
        ],
        ["Returns", "Resume Zentrolol at half a dose"],
        ["Returns again", "Resume Zentrolol"],
    ]


def test_rules_drawn_cell_by_cell_keep_a_table_from_being_read_as_columns(tmp_path: Path) -> None:
    names = ["The number of platelets falls below 30 for at least",
             "seven days, or falls below it at once with a high",
             "fever of the body of more than 38 degrees"]  # fmt: skip
    said = ["Interrupt the use of Zentrolol at once, and take the",
            "blood of the patient each other day until it returns",
            "to 30 or more on two days at least"]  # fmt: skip

    def paint(canvas: Canvas) -> None:
        for at in range(5):
            top = TOP + 60 * at
            rule(canvas, top, LEFT, 300, 540)
            for row in range(3 if at < 4 else 0):
                say(canvas, LEFT + 3, top + 13 + 12 * row, names[row])
                say(canvas, 310, top + 13 + 12 * (row + at % 2), said[row])

    grid = grid_of(drawn(tmp_path, paint))
    assert grid.columns == 2
    told = [cell.text for cell in grid.cells if cell.column]
    assert sum(text.startswith(said[0]) for text in told) == 4


def test_a_name_of_several_lines_beside_rows_of_figures_is_one(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        ys = [TOP + 14 * row for row in range(5)]
        grid_lines(canvas, (TOP, TOP + 14, TOP + 56), XS)
        for y in ys[2:4]:
            rule(canvas, y, 200, 440)
        names = ("Age", "3 months to", "< 6 months", "of age")
        body = zip(
            ys, names, ("Weight", "4", "5", "6"), ("Dose", "160", "200", "240"), strict=False
        )
        for y, *row in body:
            rows(canvas, NAMES, y + 11, [row])

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))][1:]
    name = "Age: 3 months to < 6 months of age"
    assert told == [
        f"{name} | Weight: {kg} | Dose: {mg}" for kg, mg in (("4", 160), ("5", 200), ("6", 240))
    ]
