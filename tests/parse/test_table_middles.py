"""Rows without rules between them, whose cells stand in the middle of their row."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from parse.drawn_tables import (
    HEIGHT,
    LEFT,
    TOP,
    drawn,
    grid_lines,
    grid_of,
    rows,
    rules,
    say,
    texts,
)

XS = (LEFT, 210.0, 290.0, 370.0, 450.0)
_AT = tuple(x + 3 for x in XS[:-1])


def bordered(canvas: Canvas, bottom: float, head: tuple[str, ...]) -> None:
    """Cells each with a border of its own, over and under the header and at the end."""
    rules(canvas, (TOP, TOP + 16, bottom), *XS)
    rows(canvas, _AT, TOP + 12, [head])


def test_a_spread_under_its_value_is_of_the_name_beside_their_middle(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        bordered(canvas, TOP + 102, ("Change at week 34", "10 mg", "Placebo", "Difference"))
        body = [
            ("Fat in the trunk", "(main endpoint)", "-1.06", "0.47", "-1.53", "[-2.68; -0.38]"),
            ("Fat in the belly", "(cm)", "-10", "3", "-14", "[-21; -7]"),
            ("Muscle of arms", "and legs (g)", "558", "-121", "679", "[340; 1,019]"),
        ]
        for at, (name, rest, dose, placebo, value, spread) in enumerate(body):
            y = TOP + 34 + 28 * at  # the height of the middle; the last cell has a line more below
            rows(canvas, _AT, y - 6, [(name, "", "", ""), (rest, "", "", "")])
            rows(canvas, _AT, y, [("", dose, placebo, spread)])
            say(canvas, _AT[3], y - 12, value)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Fat in the trunk (main endpoint)", "-1.06", "0.47", "-1.53 [-2.68; -0.38]"],
        ["Fat in the belly (cm)", "-10", "3", "-14 [-21; -7]"],
        ["Muscle of arms and legs (g)", "558", "-121", "679 [340; 1,019]"],
    ]


def test_cells_in_two_lines_stand_over_and_under_a_name_in_one(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        bordered(canvas, TOP + 44, ("Parameter", "Neonate", "Infant", "Adult"))
        rows(canvas, _AT, TOP + 27, [("", "22.5", "", "1500"), ("", "mg/kg", "", "mg")])
        rows(canvas, _AT, TOP + 33, [("Dose", "", "22.5 mg/kg", "")])

    found = texts(grid_of(drawn(tmp_path, paint)))[1:]
    assert found == [["Dose", "22.5 mg/kg", "22.5 mg/kg", "1500 mg"]]


def test_values_on_one_height_beside_a_centred_name_are_rows_of_their_own(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        bordered(canvas, TOP + 44, ("Responders", "Sex", "10 mg", "Placebo"))
        body = [("", "men", "12", "9"), ("", "women", "14", "8")]
        rows(canvas, _AT, TOP + 27, body)
        rows(canvas, _AT, TOP + 33, [("All ages", "", "", "")])

    found = texts(grid_of(drawn(tmp_path, paint)))[1:]
    assert [row[1:] for row in found] == [["men", "12", "9"], ["women", "14", "8"]]


def test_a_line_as_near_to_the_next_name_is_of_none_for_sure(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        bordered(canvas, TOP + 88, ("Measure", "10 mg", "20 mg", "Placebo"))
        body = [("Peak (mg/L)", "Day 1: 28", "31", "2"), ("", "Day 8: 14", "", "")]
        rows(canvas, _AT, TOP + 28, body)
        rows(canvas, _AT, TOP + 52, [("Trough", "5", "6", "1")])
        rows(canvas, _AT, TOP + 70, [("Clearance", "", "", ""), ("(L/h)", "", "", "")])
        rows(canvas, _AT, TOP + 76, [("", "0.048", "0.049", "0.1")])

    found = texts(grid_of(drawn(tmp_path, paint)))
    assert ["Trough", "5", "6", "1"] in found


def test_names_that_fill_their_column_are_rows_where_cells_begin_beside_each(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 175.0, 235.0, 295.0, 350.0)
        grid_lines(canvas, [TOP, TOP + 16, TOP + 58], xs)
        at = [x + 4 for x in xs[:-1]]
        rows(canvas, at, TOP + 12, [("Term", "10 mg", "Placebo", "All")])
        canvas.setFont("Times-Italic", 10)
        canvas.drawString(at[0], HEIGHT - TOP - 28, "Eye disorders")
        body = [
            ("Keratoconjunctivitis", "12", "3", "common"),
            ("Conjunctivitis", "14", "<1", "common"),
        ]
        rows(canvas, (at[0] + 8, *at[1:]), TOP + 40, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Eye disorders", "", "", ""],
        ["Keratoconjunctivitis", "12", "3", "common"],
        ["Conjunctivitis", "14", "<1", "common"],
    ]


def test_a_small_note_low_in_a_cell_of_several_rows_is_of_its_name(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 180.0, 290.0, 370.0)
        grid_lines(canvas, [TOP, TOP + 16, TOP + 64], xs)
        rules(canvas, (TOP + 32, TOP + 48), 180, 370)
        at = [x + 4 for x in xs[:-1]]
        rows(canvas, at, TOP + 12, [("Analysis", "Measure", "10 mg")])
        body = [("Interim", "Patients", "86"), ("analysis", "Deaths", "12"), ("", "Relapses", "7")]
        for step, row in enumerate(body):
            rows(canvas, at, TOP + 28 + 16 * step, [row])
        say(canvas, at[0], TOP + 60, "Cut-off Jan 2011", size=6)

    found = texts(grid_of(drawn(tmp_path, paint)))[1:]
    assert [row[0] for row in found if len(row) == 3] == ["Interim analysis Cut-off Jan 2011"]


def test_lines_that_go_on_from_an_open_one_or_with_a_sign_are_none_of_another_row(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        bordered(canvas, TOP + 56, ("Parameter", "Neonate", "Infant", "Child"))
        rows(canvas, _AT, TOP + 27, [("", "1 month", "3 months", "2 years -")])
        rows(canvas, _AT, TOP + 39, [("", "- < 3", "- < 2", "< 6 years")])
        rows(canvas, _AT, TOP + 51, [("", "months", "years", "")])
        say(canvas, _AT[0], TOP + 40, "Age range")

    found = texts(grid_of(drawn(tmp_path, paint)))[1:]
    assert found == [
        ["Age range", "1 month - < 3 months", "3 months - < 2 years", "2 years - < 6 years"]
    ]
