"""Which lines of a table without upright rules go on with the row above, and which begin one."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind
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

XS = (LEFT, 250.0, 350.0)


def ruled(canvas: Canvas, bottom: float) -> None:
    rules(canvas, (TOP, TOP + 16, bottom), LEFT, 450)
    rows(canvas, XS, TOP + 12, [("Measure", "10 mg", "Placebo")])


def test_a_plain_row_under_a_bold_name_is_no_part_of_that(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        ruled(canvas, TOP + 114)
        for at, name in enumerate(("Response", "within 2 years", "within 3 years")):
            y = TOP + 28 + 30 * at
            say(canvas, LEFT, y, name, bold=True)
            rows(canvas, XS, y + 10, [("cCyR", f"{at + 70}%", f"{at + 60}%")])
            rows(canvas, XS, y + 20, [("mCyR", f"{at + 50}%", f"{at + 40}%")])

    found = [(row.group, row.text) for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert found[2] == ("Response", "Measure: cCyR | 10 mg: 70% | Placebo: 60%")
    assert found[4:6] == [
        (None, "within 2 years"),
        ("within 2 years", "Measure: cCyR | 10 mg: 71% | Placebo: 61%"),
    ]


def test_a_name_goes_on_where_its_brackets_are_open(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 44, TOP + 60], (LEFT, 240, 340, 440))
        xs = (LEFT + 3, 250, 350)
        rows(canvas, xs, TOP + 12, [("Measure", "10 mg", "Placebo")])
        body = [("Number (n), rate (95%", "223", "210"), ("CI)", "80% (75, 85)", "76% (70, 81)")]
        rows(canvas, xs, TOP + 28, body)
        rows(canvas, xs, TOP + 56, [("Deaths", "2", "3")])

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Number (n), rate (95% CI)", "223 80% (75, 85)", "210 76% (70, 81)"],
        ["Deaths", "2", "3"],
    ]


def test_a_figure_below_a_bracketed_one_that_fills_its_cell_begins_a_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 72], (LEFT, 240, 308, 400))
        rows(canvas, (LEFT + 3, 250, 320), TOP + 12, [("Measure", "10 mg", "20 mg")])
        for at, name in enumerate(("Objective response rate, %", "Median duration, months")):
            body = [(name, f"4{at}.1", f"3{at}.2"), ("[95% CI]", "[43.0, 55.2]", "[35.8, 52.9]")]
            rows(canvas, (LEFT + 3, 244, 320), TOP + 28 + 26 * at, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Objective response rate, % [95% CI]", "40.1 [43.0, 55.2]", "30.2 [35.8, 52.9]"],
        ["Median duration, months [95% CI]", "41.1 [43.0, 55.2]", "31.2 [35.8, 52.9]"],
    ]


def test_figures_beside_each_name_of_a_ruled_cell_are_rows_of_their_own(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 48], (LEFT, 240, 340, 440))
        rule(canvas, TOP + 32, 240, 440)
        rows(canvas, (LEFT + 3, 250, 350), TOP + 12, [("Endpoint", "10 mg", "Placebo")])
        rows(canvas, (LEFT + 3, 250, 350), TOP + 28, [("Hazard ratio", "0.63", "1")])
        rows(canvas, (LEFT + 3, 250, 350), TOP + 44, [("p-value", "0.001", "0.2")])

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Hazard ratio", "0.63", "1"],
        ["p-value", "0.001", "0.2"],
    ]


def test_cells_of_a_header_are_told_by_their_borders_where_no_rule_parts_them(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 170, 250, 330, 410)
        grid_lines(canvas, [TOP + 40 + 16 * at for at in range(4)], xs)
        rule(canvas, TOP, LEFT, 160, 250, 410)
        for x in (LEFT, 410):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 40)
        head = [("Baseline", "", ""), ("(%)", "< 7%", "< 6%")]
        say(canvas, 285, TOP + 12, "Patients at target")
        rows(canvas, (174, 270, 350), TOP + 12, head[:1])
        rows(canvas, (174, 270, 350), TOP + 32, head[1:])
        for at, name in enumerate(("5 mg", "10 mg", "Placebo")):
            cells = [(name, "8.4", f"5{at}.3", f"4{at}.1")]
            rows(canvas, (LEFT + 3, 186, 274, 354), TOP + 52 + 16 * at, cells)

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    target = "Patients at target"
    assert told[2] == f"5 mg | Baseline (%): 8.4 | {target} < 7%: 50.3 | {target} < 6%: 40.1"


def test_the_frame_of_a_chart_with_marks_beside_it_is_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + 20 * at for at in range(7)], [LEFT + 60 * at for at in range(6)])
        for at, mark in enumerate(("100", "80", "60", "40", "20", "0")):
            right = LEFT - 4 - canvas.stringWidth(mark, "Times-Roman", 10)
            say(canvas, right, TOP + 14 + 20 * at, mark)
        for at, text in enumerate(("Zentrolol", "Lactose", "HR", "0.62", "CI")):
            say(canvas, LEFT + 30 + 60 * at, TOP + 34, text)
            say(canvas, LEFT + 30 + 60 * at, TOP + 114, str(487 - 40 * at))

    assert not [block for block in drawn(tmp_path, paint).blocks if block.grid is not None]


def test_a_unit_alone_below_a_name_is_of_it_however_even_the_lines(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        ruled(canvas, TOP + 68)
        body = [
            ("Median time to event", "12.3", "10.3"),
            ("(months)", "", ""),
            ("95% CI", "(10.8, 15.8)", "(9.3, 11.3)"),
            ("No. of deaths", "142", "160"),
        ]
        rows(canvas, XS, TOP + 28, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Median time to event (months)", "12.3", "10.3"],
        ["95% CI", "(10.8, 15.8)", "(9.3, 11.3)"],
        ["No. of deaths", "142", "160"],
    ]


def test_a_raised_mark_in_the_second_line_of_a_cell_begins_no_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 56), LEFT, 450)
        for x in (LEFT, 450):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 56)
        rows(canvas, (LEFT + 3, 200), TOP + 12, [("Rare:", "Fever"), ("Common:", "Low count,")])
        say(canvas, 200, TOP + 36, "anaemia")
        say(canvas, 200 + canvas.stringWidth("anaemia"), TOP + 32.5, "2", size=6)
        rows(canvas, (LEFT + 3, 200), TOP + 48, [("Unknown:", "Headache")])

    found = texts(grid_of(drawn(tmp_path, paint)))
    assert ["Common:", "Low count, anaemia ²"] in found


def test_a_sign_set_off_from_its_note_ends_a_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 4, "Table 1: Remission")
        rule(canvas, TOP + 16, LEFT, 450)
        rows(canvas, XS, TOP + 12, [("", "10 mg (n=31)", "Placebo (n=33)")])
        body = [("6 months", "*70", "34"), ("12 months", "*77", "46"), ("18 months", "60", "40")]
        rows(canvas, XS, TOP + 28, body)
        say(canvas, LEFT + 10, TOP + 64, "*")
        say(canvas, LEFT + 32, TOP + 64, "(p = 0.01) 10 mg once daily versus 5 mg once daily or")
        say(canvas, LEFT + 32, TOP + 75, "Placebo.")

    label = drawn(tmp_path, paint)
    assert texts(grid_of(label))[-1] == ["18 months", "60", "40"]
    notes = [block.text for block in label.blocks if block.kind is BlockKind.FOOTNOTE]
    assert notes == ["* (p = 0.01) 10 mg once daily versus 5 mg once daily or Placebo."]


def test_tables_side_by_side_have_each_the_title_above_it(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for left, times in ((LEFT, 3), (320, 6)):
            say(canvas, left - 4, TOP - 10, f"If injecting {times} x per week", bold=True)
            grid_lines(canvas, [TOP + 16 * at for at in range(5)], (left, left + 90, left + 180))
            for at, (weight, volume) in enumerate(
                (("Weight", "Volume"), ("3", "6"), ("4", "7"), ("5", "8"))
            ):
                rows(canvas, (left + 4, left + 94), TOP + 12 + 16 * at, [(weight, volume)])

    label = drawn(tmp_path, paint)
    grids = [block.grid for block in label.blocks if block.grid is not None]
    groups = [{row.group for row in row_texts(grid) if not row.is_header} for grid in grids]
    assert groups == [{"If injecting 3 x per week"}, {"If injecting 6 x per week"}]


def test_values_beside_names_of_the_second_column_are_rows_of_the_first_name(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 72], (LEFT, 130, 260, 330, 440))
        rule(canvas, TOP + 88, LEFT, 440)
        rows(canvas, (LEFT + 3, 134, 264, 334), TOP + 12, [("Analysis", "", "Drug", "p value")])
        body = [
            ("Planned", "Survival of all", "", ""),
            ("at first", "By investigators", "9.4", "p<0.01"),
            ("(n=153)", "By review", "10.4", "p=0.03"),
        ]
        rows(canvas, (LEFT + 3, 134, 264, 334), TOP + 28, body)

    found = [(row.group, row.text) for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    name = "Analysis: Planned at first (n=153)"
    assert found[1:] == [
        (None, f"{name} | Survival of all"),
        (None, f"{name} | By investigators | Drug: 9.4 | p value: p<0.01"),
        (None, f"{name} | By review | Drug: 10.4 | p value: p=0.03"),
    ]


def test_lines_of_one_cell_that_stand_in_from_one_another_are_names_of_groups(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 68], (LEFT, 240, 340, 440))
        rows(canvas, (LEFT + 3, 250, 350), TOP + 12, [("Measure", "10 mg", "Placebo")])
        say(canvas, LEFT + 3, TOP + 28, "Units given")
        say(canvas, LEFT + 9, TOP + 40, "Weeks 1 to 24 and on")
        rows(canvas, (LEFT + 15, 250, 350), TOP + 52, [("Mean", "7.2", "12.8")])
        rows(canvas, (LEFT + 15, 250, 350), TOP + 64, [("Median", "6.0", "11.1")])

    found = [(row.group, row.text) for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert found[1:] == [
        (None, "Units given"),
        ("Units given", "Weeks 1 to 24 and on"),
        ("Units given — Weeks 1 to 24 and on", "Measure: Mean | 10 mg: 7.2 | Placebo: 12.8"),
        ("Units given — Weeks 1 to 24 and on", "Measure: Median | 10 mg: 6.0 | Placebo: 11.1"),
    ]


def test_what_stands_in_a_cell_above_all_names_heads_its_columns(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        edges = [TOP, TOP + 16, TOP + 56, TOP + 72, TOP + 112]
        grid_lines(canvas, edges, (LEFT, 240, 340, 440))
        for y, name, shift in ((TOP, "Early disease", 0), (TOP + 56, "Late disease", 40)):
            say(canvas, LEFT + 3, y + 12, name)
            heads = (f"Zen (n={219 + shift})", f"Placebo (n={204 + shift})")
            rows(canvas, (LEFT + 3, 250, 350), y + 28, [("", *heads)])
            rows(canvas, (LEFT + 3, 250, 350), y + 40, [("Median", "12.4", "14.3")])
            rows(canvas, (LEFT + 3, 250, 350), y + 52, [("Rate", "0.81", "0.66")])

    found = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert "Median | Zen (n=219): 12.4 | Placebo (n=204): 14.3" in found[2]
    assert "Rate | Zen (n=259): 0.81 | Placebo (n=244): 0.66" in found[-1]
