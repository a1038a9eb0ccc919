"""How names of rows, and names of columns, go on, come again and are set."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.sections.tables import row_texts
from parse.drawn_tables import (
    HEIGHT,
    LEFT,
    TOP,
    drawn,
    grid_of,
    rows,
    rules,
    say,
    texts,
)


def test_a_name_that_ends_in_the_middle_of_a_phrase_goes_on_in_the_next_line(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 260, 340)
        rules(canvas, (TOP, TOP + 16, TOP + 68), LEFT, 420)
        rows(canvas, xs, TOP + 12, [("Outcome at week 8", "Placebo", "Zentrolol")])
        body = [("Relief", "10", "40"), ("Patients with", "", ""), ("Headache", "30", "12")]
        rows(canvas, xs, TOP + 28, [*body, ("Rash", "2", "3")])

    grid = grid_of(drawn(tmp_path, paint))
    assert texts(grid)[1:] == [
        ["Relief", "10", "40"],
        ["Patients with Headache", "30", "12"],
        ["Rash", "2", "3"],
    ]


def test_names_that_come_again_are_shared_out_among_the_titles_over_them(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        edges = (LEFT, 190.0, 260.0, 330.0, 400.0, 470.0)
        rules(canvas, (TOP, TOP + 28, TOP + 68), *edges)
        for x, title in ((200, "Trial A"), (342, "Trial B")):
            say(canvas, x, TOP + 10, title)
        names = ("Pill", "Placebo", "Pill", "Placebo")
        rows(canvas, (192, 262, 332, 402), TOP + 24, [names])
        body = [("Cough", "1", "2", "3", "4"), ("Rash", "5", "6", "7", "8")]
        rows(canvas, (LEFT, 192, 262, 332, 402), TOP + 40, body)

    grid = grid_of(drawn(tmp_path, paint))
    told = [row.text for row in row_texts(grid)]
    assert "Trial A Pill: 1 | Trial A Placebo: 2 | Trial B Pill: 3 | Trial B Placebo: 4" in told[-2]


def test_a_title_over_a_rule_drawn_in_pieces_is_not_held_by_the_piece_under_it(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        edges = (LEFT, 330.0, 400.0, 470.0)  # one piece is under "Trial B", as wide as its column
        rules(canvas, (TOP, TOP + 14, TOP + 42, TOP + 78), *edges)
        for x in (LEFT, 470.0):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 78)
        for x, title in ((220, "Trial A"), (410, "Trial B")):
            say(canvas, x, TOP + 10, title)
        names = ("Reaction", "Pill", "Placebo", "Pill", "Placebo")
        rows(canvas, (LEFT + 3, 192, 262, 342, 412), TOP + 26, [names])
        body = [("Cough", "1", "2", "3", "4"), ("Rash", "5", "6", "7", "8")]
        rows(canvas, (LEFT + 3, 192, 262, 342, 412), TOP + 54, body)

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert "Trial A Pill: 5 | Trial A Placebo: 6 | Trial B Pill: 7 | Trial B Placebo: 8" in told[-1]


def test_a_title_stands_over_all_columns_whose_borders_run_on_below_it(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        edges = (LEFT, 180.0, 250.0, 330.0, 400.0, 470.0)
        rules(canvas, (TOP, TOP + 42, TOP + 70), *edges)
        rules(canvas, (TOP + 14,), *edges[2:])  # below the title, cell by cell
        for x in (LEFT, 470.0):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 70)
        say(canvas, 340, TOP + 10, "Drug")
        rows(canvas, (192, 262, 342, 412), TOP + 28, [("Placebo", "5 mg", "10 mg", "20 mg")])
        body = [("Cough", "1", "2", "3", "4"), ("Rash", "5", "6", "7", "8")]
        rows(canvas, (LEFT + 3, 192, 262, 342, 412), TOP + 54, body)

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert "Placebo: 5 | Drug 5 mg: 6 | Drug 10 mg: 7 | Drug 20 mg: 8" in told[-1]


def test_names_in_the_middle_under_names_set_left_tell_a_part_of_them(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 80), LEFT, 430)
        for x in (LEFT, 172, 300, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 80)
        rows(canvas, (LEFT + 3, 180, 310), TOP + 12, [("Assay", "Patients", "Risk")])
        for y, name, few, risk in (
            (28, "A 2+", "120", "0.7"),
            (40, "", "32", "0.5"),
            (52, "A 3+", "83", "0.4"),
            (64, "", "43", "0.3"),
        ):
            rows(canvas, (LEFT + 3, 180, 310), TOP + y, [(name, few, risk)])
        for y in (40, 64):
            canvas.setFont("Times-Roman", 10)
            canvas.drawCentredString((LEFT + 172) / 2, HEIGHT - TOP - y, "B (+)")

    told = [(row.group, row.text) for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert told[2] == ("A 2+", "Assay: B (+) | Patients: 32 | Risk: 0.5")
    assert told[4] == ("A 3+", "Assay: B (+) | Patients: 43 | Risk: 0.3")


def test_names_set_right_are_not_indented_from_one_another(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 30, TOP + 44, TOP + 72), LEFT, 400)
        for x in (LEFT, 220, 310, 400):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 72)
        for y, cells in ((12, ("Endpoint", "Placebo", "Pill")), (26, ("Remission", "", ""))):
            rows(canvas, (LEFT + 3, 230, 320), TOP + y, [cells])
        for y, few in ((40, "13"), (56, "21")):
            rows(canvas, (230, 320), TOP + y, [(few, "35")])
        for y, name in ((40, "Biologic failure"), (56, "No biologic"), (68, "failure")):
            canvas.setFont("Times-Roman", 10)
            canvas.drawRightString(214, HEIGHT - TOP - y, name)

    told = [(row.group, row.text) for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert told[-1] == ("Remission", "Endpoint: No biologic failure | Placebo: 21 | Pill: 35")


def test_a_name_much_nearer_to_the_row_above_goes_on_from_it(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 110), LEFT, 420)
        xs = (LEFT, 260, 340)
        rows(canvas, xs, TOP + 12, [("Outcome", "Placebo", "Zentrolol")])
        for y, name in ((TOP + 34, "Responders at"), (TOP + 66, "Relief at"), (TOP + 98, "Cure")):
            rows(canvas, xs, y, [(name, "10", "40")])
        rows(canvas, xs, TOP + 45, [("Day 3 (All)", "", "")])
        rows(canvas, xs, TOP + 77, [("Day 7 (All)", "", "")])

    grid = grid_of(drawn(tmp_path, paint))
    assert [row[0] for row in texts(grid)] == [
        "Outcome",
        "Responders at Day 3 (All)",
        "Relief at Day 7 (All)",
        "Cure",
    ]


def test_a_name_as_near_to_the_row_below_is_one_of_its_own(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 80), LEFT, 420)
        xs = (LEFT, 260, 340)
        rows(canvas, xs, TOP + 12, [("Outcome", "Placebo", "Zentrolol")])
        body = [("Relief", "10", "40"), ("Adults", "", ""), ("Rash", "2", "3"), ("Cure", "1", "1")]
        rows(canvas, xs, TOP + 28, body)

    assert [row[0] for row in texts(grid_of(drawn(tmp_path, paint)))[1:]] == [
        "Relief",
        "Adults",
        "Rash",
        "Cure",
    ]


def test_percents_in_brackets_go_on_from_counts_beside_names_of_several_lines(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 150), LEFT, 420)
        xs = (LEFT, 260, 340)
        rows(canvas, xs, TOP + 11, [("", "Placebo", "Zentrolol")])
        for at, week in enumerate(("Week 6", "Week 8", "Week 9")):
            lines = [("Clinical", "53", "84"), ("Response,", "(21%)", "(34%)"), (week, "", "")]
            rows(canvas, xs, TOP + 30 + 44 * at, lines)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        [f"Clinical Response, {week}", "53 (21%)", "84 (34%)"]
        for week in ("Week 6", "Week 8", "Week 9")
    ]
