"""Cells that span rows and columns: what a header leaves open below it, names that rules tell to go
on beside several rows, and rows that are said of all columns."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.sections.tables import row_texts
from parse.drawn_tables import LEFT, TOP, drawn, grid_lines, grid_of, headers, rows, rule, rules

XS = (LEFT, 220.0, 340.0, 460.0)
AT = tuple(x + 4 for x in XS[:-1])


def test_a_header_cell_without_a_rule_below_leaves_the_values_beside_it_rows(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 64], XS)
        rules(canvas, (TOP + 16, TOP + 32, TOP + 48), XS[1], XS[-1])
        body = [
            ("Strain", "Time", "GMT"),
            ("", "Month 1", "16.6"),
            ("", "Month 12", "126.5"),
            ("", "Month 48", "33.6"),
        ]
        for at, row in enumerate(body):
            rows(canvas, AT, TOP + 12 + 16 * at, [row])

    grid = grid_of(drawn(tmp_path, paint))
    assert headers(grid) == 1
    assert [row.text for row in row_texts(grid)][1:] == [
        "Time: Month 1 | GMT: 16.6",
        "Time: Month 12 | GMT: 126.5",
        "Time: Month 48 | GMT: 33.6",
    ]


def test_names_without_a_rule_between_them_go_on_beside_rows_that_are_ruled_off(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 76, TOP + 96], XS)
        rule(canvas, TOP + 46, XS[1], XS[-1])
        rows(canvas, AT, TOP + 12, [("Indication", "Age group", "Dose")])
        rows(canvas, AT, TOP + 30, [("Standard dose", "12 to 17 years", "600 mg daily")])
        rows(canvas, AT, TOP + 66, [("Pneumonia", "Up to 11 years", "8 mg/kg daily")])
        rows(canvas, AT, TOP + 90, [("High dose", "All ages", "12 mg/kg daily")])

    assert [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))][1:3] == [
        "Indication: Standard dose Pneumonia | Age group: 12 to 17 years | Dose: 600 mg daily",
        "Indication: Standard dose Pneumonia | Age group: Up to 11 years | Dose: 8 mg/kg daily",
    ]


def test_rows_that_are_said_of_all_columns_are_no_header_of_the_arms_below(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 32], (LEFT, XS[1], XS[-1]))
        grid_lines(canvas, [TOP + 32, TOP + 48, TOP + 64, TOP + 80], XS)
        rows(canvas, AT[:2], TOP + 12, [("Design", "Double-blind trial of 120 weeks")])
        rows(canvas, AT[:2], TOP + 28, [("Population", "Adults who took no other drug")])
        rows(canvas, AT, TOP + 44, [("Patients", "Placebo", "Zentrolol")])
        rows(canvas, AT, TOP + 60, [("Randomised", "315", "627")])
        rows(canvas, AT, TOP + 76, [("Completed", "285", "589")])

    assert [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))] == [
        "Design | Double-blind trial of 120 weeks",
        "Population | Adults who took no other drug",
        "Patients | Placebo | Zentrolol",
        "Patients: Randomised | Placebo: 315 | Zentrolol: 627",
        "Patients: Completed | Placebo: 285 | Zentrolol: 589",
    ]


def test_a_value_over_all_columns_without_a_name_is_of_the_name_above(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 32], XS)
        grid_lines(canvas, [TOP + 32, TOP + 48], (LEFT, XS[1], XS[-1]))
        grid_lines(canvas, [TOP + 48, TOP + 64], XS)
        rows(canvas, AT, TOP + 12, [("Outcome", "Placebo", "Zentrolol")])
        rows(canvas, AT, TOP + 28, [("Progressed", "29%", "17%")])
        rows(canvas, (XS[1] + 60,), TOP + 44, [("Hazard ratio 0.58",)])
        rows(canvas, AT, TOP + 60, [("Relapsed", "23%", "11%")])

    groups = [row.group for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert groups == [None, None, "Progressed", None]


def test_a_value_over_two_of_four_columns_has_the_heads_of_both(tmp_path: Path) -> None:
    xs = (LEFT, 172.0, 262.0, 352.0, 442.0)

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16], xs)
        grid_lines(canvas, [TOP + 16, TOP + 32], (LEFT, xs[1], xs[3], xs[4]))
        grid_lines(canvas, [TOP + 32, TOP + 48], xs)
        at = [x + 4 for x in xs]
        rows(canvas, at[:4], TOP + 12, [("", "1 200 mg", "Placebo", "2 400 mg")])
        rows(canvas, (at[0], 240, at[3]), TOP + 28, [("Risk reduction", "72.5%", "70.9%")])
        rows(canvas, at[:4], TOP + 44, [("Events", "11", "40", "23")])

    assert [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))][1:] == [
        "Risk reduction | 1 200 mg / Placebo: 72.5% | 2 400 mg: 70.9%",
        "Events | 1 200 mg: 11 | Placebo: 40 | 2 400 mg: 23",
    ]


def test_rules_a_little_off_those_of_the_header_leave_each_column_its_head(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16], XS)
        grid_lines(canvas, [TOP + 16, TOP + 32, TOP + 48], (*XS[:2], XS[2] - 8, XS[3]))
        rows(canvas, AT, TOP + 12, [("Outcome", "Zentrolol", "Placebo")])
        rows(canvas, AT, TOP + 28, [("Response", "40.6", "22.8")])
        rows(canvas, AT, TOP + 44, [("Complete", "0.9", "1.2")])

    assert [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))][1:] == [
        "Outcome: Response | Zentrolol: 40.6 | Placebo: 22.8",
        "Outcome: Complete | Zentrolol: 0.9 | Placebo: 1.2",
    ]


def test_a_number_of_patients_over_weeks_is_no_header(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16], (LEFT, XS[1], XS[-1]))
        grid_lines(canvas, [TOP + 16, TOP + 32, TOP + 48], XS)
        rows(canvas, (AT[0], XS[2] - 10), TOP + 12, [("Patients", "190")])
        rows(canvas, AT, TOP + 28, [("Time in the study", "48 weeks", "264 weeks")])
        rows(canvas, AT, TOP + 44, [("In remission", "98 (51.6%)", "79 (41.6%)")])

    assert [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))] == [
        "Patients | 190",
        "Time in the study | 48 weeks | 264 weeks",
        "Time in the study: In remission | 48 weeks: 98 (51.6%) | 264 weeks: 79 (41.6%)",
    ]


def test_words_in_the_last_column_alone_are_of_the_kinds_that_other_rows_say_too(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        body = [
            ("Class", "Frequency", "Reaction"),
            ("Gut", "Common", "Nausea"),
            ("", "", "Vomiting"),
            ("Skin", "Common", "Rash"),
        ]
        grid_lines(canvas, [TOP + 16 * at for at in range(5)], XS)
        for at, row in enumerate(body):
            rows(canvas, AT, TOP + 12 + 16 * at, [row])

    row = list(row_texts(grid_of(drawn(tmp_path, paint))))[2]
    assert (row.group, row.text) == ("Gut — Common", "Reaction: Vomiting")


def test_a_bound_over_all_columns_heads_the_names_below_it(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 32, TOP + 48, TOP + 64], XS)
        rule(canvas, TOP + 16, XS[1], XS[-1])
        rows(canvas, (AT[0], 290), TOP + 12, [("Antibody", "")])
        rows(canvas, (XS[2] - 50,), TOP + 12, [("> 0.20 mg/ml (ELISA)",)])
        rows(canvas, AT, TOP + 28, [("", "Primary", "Booster")])
        rows(canvas, AT, TOP + 44, [("Anti-1", "97.4", "99.4")])
        rows(canvas, AT, TOP + 60, [("Anti-4", "98.0", "100")])

    assert headers(grid_of(drawn(tmp_path, paint))) == 2


def test_figures_beside_each_of_several_names_are_rows_whatever_letter_these_begin_with(
    tmp_path: Path,
) -> None:
    """Two columns without a rule between them, and what stands in the middle of both."""
    xs = (LEFT, 220.0, 320.0, 420.0)

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 58, TOP + 100, TOP + 142], (LEFT, 220.0, 420.0))
        rows(canvas, [x + 4 for x in xs[:3]], TOP + 12, [("Endpoint", "Control", "Zentrolol")])
        for at, name in enumerate(("Survival (median)", "Relapse (median)", "Response rate")):
            top = TOP + 28 + 42 * at
            rows(canvas, [x + 4 for x in xs[:3]], top, [(name, "4.06", "10.49")])
            rows(canvas, (LEFT + 4, 305), top + 12, [("log-rank p value", "0.001")])
            rows(canvas, (LEFT + 4, 305), top + 24, [("risk reduction", "50.5%")])

    found = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert found[1:4] == [
        "Endpoint: Survival (median) | Control: 4.06 | Zentrolol: 10.49",
        "Endpoint: log-rank p value | 0.001",
        "Endpoint: risk reduction | 50.5%",
    ]


def test_a_first_row_with_a_kind_that_others_have_too_is_no_header(tmp_path: Path) -> None:
    body = [
        ("Immune disorders", "Allergic reactions", "Very rare"),
        ("Metabolic disorders", "Low blood sugar", "Common"),
        ("Eye disorders", "Blurred vision", "Very rare"),
        ("Liver disorders", "Raised enzymes", "Very rare"),
    ]

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + 16 * at for at in range(5)], XS)
        for at, row in enumerate(body):
            rows(canvas, AT, TOP + 12 + 16 * at, [row])

    assert headers(grid_of(drawn(tmp_path, paint))) == 0


def test_a_value_goes_on_with_no_empty_cell_above_it_in_rows_that_only_gaps_part(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, (TOP, TOP + 16), XS)
        grid_lines(canvas, (TOP, TOP + 80), (LEFT, XS[-1]))
        ys = (TOP + 32, TOP + 48, TOP + 64)
        rules(canvas, ys, XS[0], XS[1])
        rules(canvas, ys[1:], XS[1], XS[2])
        rules(canvas, ys, XS[2], XS[3])
        body = [("Measure", "10 mg", "Placebo"), ("Cough", "", "2"), ("Rash", "5", "6"),
                ("Fever", "7", "8"), ("Nausea", "9", "1")]  # fmt: skip
        for at, row in enumerate(body):
            rows(canvas, AT, TOP + 12 + 16 * at, [row])

    assert [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))][1:3] == [
        "Measure: Cough | Placebo: 2",
        "Measure: Rash | 10 mg: 5 | Placebo: 6",
    ]
