"""Numbers of patients under a chart, notes in a last band, cells in the middle of their rows."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind
from monograph_qa.domain.sectioned import PieceKind
from monograph_qa.sections import sectionize
from monograph_qa.sections.tables import row_texts
from parse.drawn_tables import (
    LEFT,
    TOP,
    drawn,
    grid_lines,
    grid_of,
    headers,
    rows,
    rules,
    say,
    texts,
)

TIMES = (180.0, 220.0, 260.0, 300.0, 340.0, 380.0)


def test_times_that_rise_from_zero_head_the_numbers_of_patients(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        body = [
            ("Time (Months)", "0", "2", "4", "6", "8", "10"),
            ("Zentrolol 5 mg", "115", "87", "68", "40", "31", "0"),
            ("Chemotherapy", "116", "45", "26", "12", "9", "0"),
        ]
        rows(canvas, (LEFT, *TIMES), TOP, body)

    said = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert said[1] == (
        "Time (Months): Zentrolol 5 mg | 0: 115 | 2: 87 | 4: 68 | 6: 40 | 8: 31 | 10: 0"
    )


def test_figures_over_the_axis_of_a_chart_are_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        body = [
            ("138", "125", "107", "98", "89", "1"),
            ("65", "52", "34", "21", "12", "0"),
            ("0", "2", "4", "6", "8", "10"),
        ]
        rows(canvas, TIMES, TOP, body)

    assert all(block.kind is not BlockKind.TABLE for block in drawn(tmp_path, paint).blocks)


def test_words_over_the_axis_of_a_chart_are_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 52), LEFT, 460)
        rows(canvas, (LEFT, 200, 330), TOP + 12, [("Other drug", "Ratio", "Advice")])
        rows(canvas, (LEFT, 330), TOP + 28, [("Ketoconazole", "Lower the dose")])
        rows(canvas, (LEFT, 330), TOP + 44, [("Rifampicin", "Do not combine")])
        rows(canvas, (180, 210, 240, 270, 300), TOP + 64, [("0", "0.5", "1", "1.5", "2")])

    assert all(block.kind is not BlockKind.TABLE for block in drawn(tmp_path, paint).blocks)


def test_short_notes_between_the_last_two_rules_are_no_rows(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 240, 360)
        rules(canvas, (TOP, TOP + 16, TOP + 44, TOP + 72, TOP + 100), LEFT, 450)
        rows(canvas, xs, TOP + 12, [("", "Trial A1", "Trial B2")])
        rows(canvas, xs, TOP + 28, [("Response", "10.2", "14.1"), ("Survival", "16.7", "15.6")])
        rows(canvas, xs, TOP + 56, [("Headache", "8.3", "10.6"), ("Nausea", "6.9", "5.8")])
        say(canvas, LEFT, TOP + 84, "NE = not estimable")
        say(canvas, LEFT, TOP + 96, "Trial A1: responses by the first rules")

    grid = grid_of(drawn(tmp_path, paint))
    assert headers(grid) == 1
    assert texts(grid)[-1] == ["Nausea", "6.9", "5.8"]


def test_one_note_behind_its_raised_mark_between_the_last_two_rules_is_no_row(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 240, 360)
        rules(canvas, (TOP, TOP + 16, TOP + 44, TOP + 72, TOP + 88), LEFT, 450)
        rows(canvas, xs, TOP + 12, [("", "Trial A", "Trial B")])
        rows(canvas, xs, TOP + 28, [("Response", "10.2", "14.1"), ("Survival", "16.7", "15.6")])
        rows(canvas, xs, TOP + 56, [("Headache", "8.3", "10.6"), ("Nausea", "6.9", "5.8")])
        say(canvas, LEFT, TOP + 80, "1", size=6)
        say(canvas, LEFT + 8, TOP + 84, "Source: trial report.")

    assert texts(grid_of(drawn(tmp_path, paint)))[-1] == ["Nausea", "6.9", "5.8"]


def test_values_a_little_off_their_names_beside_words_are_rows_of_their_own(
    tmp_path: Path,
) -> None:
    xs = (LEFT - 4, 250.0, 300.0, 350.0, 400.0, 450.0, 540.0)
    left = (LEFT, 254, 304, 354, 404, 454)

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, (TOP, TOP + 16, TOP + 60), xs)
        rows(canvas, left, TOP + 12, [("Reaction", "A", "B", "C", "D", "Frequency")])
        say(canvas, LEFT, TOP + 28, "Chest disorders")
        for y, name, often in ((42, "Cough", "common"), (56, "Wheeze", "common")):
            say(canvas, LEFT + 10, TOP + y, name)
            say(canvas, 454, TOP + y, often)
        for x, low in ((254, 0), (304, 0), (354, 6), (404, 6)):
            say(canvas, x, TOP + 42 - low, "41")
            say(canvas, x, TOP + 56 - low, "33")

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Chest disorders", "", "", "", "", ""],
        ["Cough", "41", "41", "41", "41", "common"],
        ["Wheeze", "33", "33", "33", "33", "common"],
    ]


def test_the_caption_of_a_figure_below_a_table_is_not_the_tables(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 240, 340)
        say(canvas, LEFT, TOP - 14, "Patients still at risk:")
        body = [("Arm", "Events", "Deaths"), ("Zentrolol", "12", "3"), ("Lactose", "14", "5")]
        grid_lines(canvas, [TOP, TOP + 44], (LEFT - 3, 230, 330, 430))
        rules(canvas, (TOP + 16, TOP + 30), LEFT - 3, 430)
        rows(canvas, xs, TOP + 12, body)
        say(canvas, LEFT, TOP + 80, "Figure 4: Survival by arm", bold=True)
        say(canvas, LEFT, TOP + 120, "Survival was told by the treating doctors.")

    (section,) = sectionize(drawn(tmp_path, paint), "lab_1").sections
    assert {p.context for p in section.pieces if p.kind is PieceKind.TABLE_ROW} == {None}


def test_cells_set_in_the_middle_of_their_rows_keep_the_caption_and_the_spread(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 180, 250, 320, 390)
        say(canvas, LEFT, TOP - 4, "Table 4: Results at 87 weeks", bold=True)
        rules(canvas, (TOP, TOP + 40, TOP + 150), LEFT, 470)
        for x, down, head in ((LEFT, 16, "Change from"), (LEFT, 28, "baseline"), (180, 22, "5 mg"),
                           (250, 22, "10 mg"), (320, 22, "Placebo"), (390, 10, "Difference"),
                           (390, 22, "5 mg vs placebo"), (390, 34, "[95% CI]")):  # fmt: skip
            say(canvas, x, TOP + down, head, bold=True)
        for at, name in enumerate(("Truncal fat", "Visceral fat", "Lean mass")):
            y = TOP + 56 + 34 * at
            say(canvas, 390, y, f"{at}.15")
            rows(canvas, xs, y + 11, [(name, "-1.5", "-2.6", "-2.2", "[-0.1; 2.4]")])

    label = drawn(tmp_path, paint)
    assert any(b.kind is BlockKind.CAPTION and b.text.endswith("87 weeks") for b in label.blocks)
    said = texts(grid_of(label))
    assert said[-2:] == [
        ["Visceral fat", "-1.5", "-2.6", "-2.2", "1.15 [-0.1; 2.4]"],
        ["Lean mass", "-1.5", "-2.6", "-2.2", "2.15 [-0.1; 2.4]"],
    ]


def test_figures_that_fall_evenly_to_zero_are_no_axis_beside_names(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + 16 * at for at in range(6)], (LEFT, 240, 340, 440))
        body = [("Surface", "15 mg capsules", "20 mg capsules")]
        body += [(f"from {2 - at / 5} m2", str(at), str(3 - at)) for at in range(4)]
        for at, row in enumerate(body):
            rows(canvas, (LEFT + 3, 250, 350), TOP + 12 + 16 * at, [row])

    assert texts(grid_of(drawn(tmp_path, paint)))[1] == ["from 2.0 m2", "0", "3"]


def test_a_table_that_counts_its_weeks_is_no_axis(tmp_path: Path) -> None:
    weeks = [(f"{week}", f"{week % 2}", f"{week}", f"{week * 120}") for week in range(1, 9)]
    body = [("Week", "Morning", "Evening", "Total (mg)"), *weeks]

    def paint(canvas: Canvas) -> None:
        grid_lines(
            canvas, [TOP + 16 * at for at in range(len(body) + 1)], (LEFT, 180, 280, 380, 470)
        )
        for at, row in enumerate(body):
            rows(canvas, (LEFT + 3, 190, 290, 390), TOP + 12 + 16 * at, [row])
        below = TOP + 16 * len(body) + 40
        rows(
            canvas,
            (LEFT,),
            below,
            [(f"In week {at} the tablets are well borne.",) for at, *_ in weeks],
        )

    said = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert said[-1] == "Week: 8 | Morning: 0 | Evening: 8 | Total (mg): 960"
