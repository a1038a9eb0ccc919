"""What is one row of a drawn table, and what is none: brackets, sub-rows, notes, groups."""

from itertools import pairwise
from pathlib import Path

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
    framed,
    grid_lines,
    grid_of,
    rows,
    rule,
    rules,
    say,
    texts,
)


def test_numbers_in_brackets_under_names_and_values_are_of_their_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        framed(canvas, TOP + 120, [])
        rows(canvas, (LEFT + 3, 250, 350), TOP + 12, [("Arm", "Events", "Deaths")])
        for at, name in enumerate(("Zentrolol", "Lactose", "No pills")):
            y = TOP + 32 + 30 * at
            body = [(name, f"{at + 3}%", f"{at + 1}%"), (f"(n={at + 90})", "(12)", "(4)")]
            rows(canvas, (LEFT + 3, 250, 350), y, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Zentrolol (n=90)", "3% (12)", "1% (4)"],
        ["Lactose (n=91)", "4% (12)", "2% (4)"],
        ["No pills (n=92)", "5% (12)", "3% (4)"],
    ]


def test_a_line_that_closes_brackets_goes_on_with_its_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 170, 270, 370)
        rules(canvas, (TOP, TOP + 16, TOP + 128), LEFT, 450)
        rows(canvas, xs, TOP + 12, [("Lipid", "Placebo", "5 mg", "10 mg")])
        for at, name in enumerate(("Triglycerides", "LDL-C", "Total-C", "VLDL-C")):
            body = [(name, "2 (-13,", "-29 (-43, 8)", "-49 (-59,"), ("", "19)", "", "-20)")]
            rows(canvas, xs, TOP + 30 + 26 * at, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        [name, "2 (-13, 19)", "-29 (-43, 8)", "-49 (-59, -20)"]
        for name in ("Triglycerides", "LDL-C", "Total-C", "VLDL-C")
    ]


def test_a_spread_beside_the_second_line_of_a_name_is_of_the_same_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 230, 330, 430)
        grid_lines(canvas, [TOP, TOP + 16, TOP + 58], xs)
        rows(canvas, (LEFT + 3, 240, 340), TOP + 12, [("Measure", "10 mg", "Placebo")])
        body = [
            ("Clear skin", "48%", "8%"),
            ("Difference against", "40%", ""),
            ("Placebo (95% CI)", "(33%, 46%)", ""),
        ]
        rows(canvas, (LEFT + 3, 240, 340), TOP + 28, body)

    said = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert said[1:] == [
        "Measure: Clear skin | 10 mg: 48% | Placebo: 8%",
        "Measure: Difference against Placebo (95% CI) | 10 mg: 40% (33%, 46%)",
    ]


def test_a_figure_in_the_middle_of_two_columns_is_of_both(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 72], (LEFT, 230, 430))
        canvas.line(330, HEIGHT - TOP, 330, HEIGHT - TOP - 42)
        rows(canvas, (LEFT + 3, 262, 362), TOP + 12, [("Survival", "10 mg", "5 mg")])
        body = [("\u2022 Median", "8.3", "7.9"), ("\u2022 95% CI", "(7.0)", "(6.3)")]
        rows(canvas, (LEFT + 3, 266, 366), TOP + 28, body)
        rows(canvas, (LEFT + 3, 321), TOP + 52, [("\u2022 Ratio", "0.99")])
        rows(canvas, (LEFT + 3, 305), TOP + 64, [("\u2022 CI of it", "(.82 - 1.20)")])

    said = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert said[-4:] == [
        "Survival: \u2022 Median | 10 mg: 8.3 | 5 mg: 7.9",
        "Survival: \u2022 95% CI | 10 mg: (7.0) | 5 mg: (6.3)",
        "Survival: \u2022 Ratio | 0.99",
        "Survival: \u2022 CI of it | (.82 - 1.20)",
    ]


def test_notes_in_the_last_band_of_a_ruled_table_are_no_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP, TOP + 16, TOP + 32, TOP + 48], (LEFT, 230, 430))
        rows(canvas, (LEFT + 3, 240), TOP + 12, [("Reaction", "10 mg")])
        rows(canvas, (LEFT + 3, 240), TOP + 28, [("Cough", "8%")])
        rows(canvas, (LEFT + 3, 240), TOP + 44, [("Rash", "5%")])
        grid_lines(canvas, [TOP + 48, TOP + 78], (LEFT, 430))
        say(canvas, LEFT + 3, TOP + 60, "A cough that lasts is one of more than three weeks.")
        say(canvas, LEFT + 3, TOP + 72, "* seen in adults")

    label = drawn(tmp_path, paint)
    assert texts(grid_of(label)) == [["Reaction", "10 mg"], ["Cough", "8%"], ["Rash", "5%"]]
    assert any("more than three weeks" in block.text for block in label.blocks)


def test_letters_with_their_notes_are_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP, "Data are means, in brackets what they vary by in a hundred.")
        for at, mark in enumerate("cdefghi"):
            say(canvas, LEFT, TOP + 12 + 10.3 * at, mark, size=9)
            say(canvas, LEFT + 22, TOP + 12 + 10.3 * at, f"n = {at + 11}", size=9)

    label = drawn(tmp_path, paint)
    assert not any(block.kind is BlockKind.TABLE for block in label.blocks)


def test_a_title_of_two_lines_stands_over_its_columns(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rule(canvas, TOP, LEFT, 480)
        canvas.setFont("Times-Roman", 10)
        for x, y, text in (
            (265, 12, "Ejection <50%"),
            (265, 24, "and absolute decrease from baseline"),
            (425, 24, "Any decrease"),
        ):
            canvas.drawCentredString(x, HEIGHT - TOP - y, text)
        xs = (210, 265, 320, 395, 455)
        for at, row in enumerate([("1st", "2nd", "3rd", "4th", "5th"), *[tuple("34567")] * 3]):
            say(canvas, LEFT, TOP + 40 + 12 * at, "Arm" if at == 0 else f"Dose {at}")
            canvas.setFont("Times-Roman", 10)
            for x, text in zip(xs, row, strict=True):
                canvas.drawCentredString(x, HEIGHT - TOP - 40 - 12 * at, text)
        rule(canvas, TOP + 82, LEFT, 480)

    first = texts(grid_of(drawn(tmp_path, paint)))[0]
    assert "Ejection <50% and absolute decrease from baseline" in first


def test_names_beside_words_in_brackets_are_under_no_unit(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rule(canvas, TOP + 18, LEFT, 480)
        rule(canvas, TOP + 44, LEFT, 480)
        rule(canvas, TOP + 70, LEFT, 480)
        body = [
            ("", "Triple Therapy", "Triple Therapy"),
            ("Study", "Evaluable", "All treated"),
            ("Study 1", "92 [80 to 98] (n = 48)", "86 [73 to 94] (n = 55)"),
            ("Study 2", "86 [76 to 94] (n = 66)", "83 [72 to 91] (n = 70)"),
        ]
        rows(canvas, (LEFT + 3, 200, 320), TOP + 30, body)

    said = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert said[-1].endswith("Triple Therapy All treated: 83 [72 to 91] (n = 70)")


def test_a_frame_that_runs_off_the_page_keeps_its_head_though_its_columns_differ(
    tmp_path: Path,
) -> None:
    path = tmp_path / "label.pdf"
    canvas = Canvas(str(path), pagesize=letter)
    say(canvas, LEFT, 90, "Zentrolol tablets lower blood pressure in adults who take them daily.")
    say(canvas, LEFT, 102, "What each package of the tablets holds is told on the next two pages.")
    grid_lines(canvas, [HEIGHT - 64, HEIGHT - 48], (LEFT, 500))
    grid_lines(canvas, [HEIGHT - 48, HEIGHT - 32, HEIGHT - 16, HEIGHT], (LEFT, 400, 500))
    say(canvas, LEFT + 3, HEIGHT - 52, "Other ingredients", bold=True)
    say(canvas, LEFT + 3, HEIGHT - 36, "Ingredient", bold=True)
    say(canvas, 403, HEIGHT - 36, "Strength", bold=True)
    say(canvas, LEFT + 3, HEIGHT - 20, "LACTOSE", bold=True)
    say(canvas, 403, HEIGHT - 20, "5 mg")
    canvas.showPage()
    grid_lines(canvas, [0, 16, 32, 48], (LEFT, 400, 500))
    for at, name in enumerate(("MAIZE STARCH", "TALC")):
        say(canvas, LEFT + 3, 12 + 16 * at, name, bold=True)
        say(canvas, 403, 12 + 16 * at, f"{at + 1} mg")
    grid_lines(canvas, [48, 64], (LEFT, 500))
    say(canvas, LEFT + 3, 60, "Packages", bold=True)
    grid_lines(canvas, [64, 80, 96], (LEFT, 180, 300, 500))
    rows(canvas, (LEFT + 3, 183, 303), 92, [("1", "30 tablets", "2020")])
    for x, text in ((LEFT + 3, "Number"), (183, "Size"), (303, "Begun")):
        say(canvas, x, 76, text, bold=True)
    canvas.save()
    grids = [block.grid for block in join_tables(read(path).blocks) if block.grid is not None]
    assert len(grids) == 1
    said = [(row.text, row.group) for row in row_texts(grids[0])]
    assert ("Ingredient: TALC | Strength: 2 mg", "Other ingredients") in said
    assert ("Number: 1 | Size: 30 tablets | Begun: 2020", "Packages") in said


def test_paint_behind_each_line_of_a_cell_parts_no_rows(tmp_path: Path) -> None:
    xs = (LEFT - 4, 300.0, 460.0)
    ys = (TOP, TOP + 14, TOP + 40, TOP + 66)

    def paint(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 1, 1)
        for left, right in pairwise(xs):
            for top, bottom in pairwise(ys):
                spans = [(top, bottom)]
                spans += [(top, top + 13), (top + 13, bottom)] if bottom - top > 20 else []
                for upper, lower in spans:
                    width = right - left - 1
                    canvas.rect(left + 0.5, HEIGHT - lower, width, lower - upper, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        grid_lines(canvas, ys, xs)
        rows(canvas, (LEFT, 304), TOP + 10, [("What is to be done", "Due date")])
        rows(
            canvas,
            (LEFT, 304),
            TOP + 24,
            [("A registry of", "every"), ("adults", "year")],
        )
        rows(
            canvas,
            (LEFT, 304),
            TOP + 50,
            [("A trial in", "May"), ("children", "2031")],
        )

    assert texts(grid_of(drawn(tmp_path, paint))) == [
        ["What is to be done", "Due date"],
        ["A registry of adults", "every year"],
        ["A trial in children", "May 2031"],
    ]


def test_a_note_stands_behind_its_raised_mark_however_far(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 250.0, 414.0)
        grid_lines(canvas, [TOP + 14 * at for at in range(4)], (LEFT - 4, 246.0, 410.0, 540.0))
        body = [("Effect", "Zentrolol", "Placebo"), ("Hives†", "4%", "3%"), ("Itch#", "2%", "2%")]
        for at, row in enumerate(body):
            rows(canvas, xs, TOP + 10 + 14 * at, [row])
        note = "of Zentrolol in the trial with adults, as told by those who saw them there and"
        for at, mark in enumerate("†#§¶"):
            y = TOP + 56 + 24 * at
            say(canvas, LEFT, y - 3, mark, size=6)
            say(canvas, LEFT + 20, y, f"Note {mark} {note}")
            say(canvas, LEFT + 20, y + 12, "by others.")

    label = drawn(tmp_path, paint)
    notes = [block.text for block in label.blocks if block.kind is BlockKind.FOOTNOTE]
    assert [note[:8] for note in notes] == [f"{mark} Note {mark}" for mark in "†#§¶"]


def test_a_plain_name_under_a_bold_one_is_of_its_own_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT - 4, 300.0, 400.0, 500.0)
        grid_lines(canvas, (TOP, TOP + 16, TOP + 44), xs)
        rule(canvas, TOP + 30, 300, 500)
        rows(canvas, (LEFT, 304, 404), TOP + 12, [("", "Zentrolol", "Placebo")])
        say(canvas, LEFT, TOP + 26, "Day 2, 24 hours after the dose", bold=True)
        rows(canvas, (LEFT, 304, 404), TOP + 40, [("Patients in remission", "21", "10")])

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Day 2, 24 hours after the dose", "", ""],
        ["Patients in remission", "21", "10"],
    ]


def test_a_bold_title_in_a_band_is_of_the_bands_below_it_too(tmp_path: Path) -> None:
    xs = (LEFT - 4, 300.0, 400.0, 500.0)
    left = (LEFT, 304, 404)

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + y for y in (0, 16, 46, 64, 94, 124, 154)], xs)
        rows(canvas, left, TOP + 12, [("Endpoint", "Zentrolol", "Placebo")])
        for y, name in ((28, "Survival"), (76, "Remission"), (106, "Enzymes"), (136, "Antibodies")):
            say(canvas, LEFT, TOP + y, name, bold=True)
        rows(canvas, left, TOP + 40, [("Deaths", "21", "10")])
        rows(canvas, left, TOP + 58, [("Median months", "8", "5")])
        rows(canvas, left, TOP + 88, [("Patients in remission", "31", "12")])
        rows(canvas, left, TOP + 106, [("", "57", "43")])
        say(canvas, LEFT, TOP + 118, "(all patients)")
        rows(canvas, left, TOP + 148, [("Lost or gained", "n/a", "2")])

    said = [(row.group, row.text) for row in row_texts(grid_of(drawn(tmp_path, paint)))][1:]
    assert said == [
        (None, "Survival"),
        ("Survival", "Endpoint: Deaths | Zentrolol: 21 | Placebo: 10"),
        ("Survival", "Endpoint: Median months | Zentrolol: 8 | Placebo: 5"),
        (None, "Remission"),
        ("Remission", "Endpoint: Patients in remission | Zentrolol: 31 | Placebo: 12"),
        # A row whose own name is as bold is none of the group.
        (None, "Endpoint: Enzymes (all patients) | Zentrolol: 57 | Placebo: 43"),
        (None, "Antibodies"),
        ("Antibodies", "Endpoint: Lost or gained | Zentrolol: n/a | Placebo: 2"),
    ]


def test_parts_of_a_row_with_an_empty_line_between_are_rows_of_one_name(tmp_path: Path) -> None:
    xs = (LEFT - 4, 200.0, 300.0, 500.0)
    left = (LEFT, 204, 304)

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, (TOP, TOP + 16, TOP + 84, TOP + 112), xs)
        rows(canvas, left, TOP + 12, [("Class", "Frequency", "Reactions")])
        rows(
            canvas, left, TOP + 28, [("Heart disorders", "Very common", "Angina and low pressure")]
        )
        rows(canvas, left, TOP + 40, [("of all kinds", "", "of the blood")])
        rows(canvas, left, TOP + 64, [("", "Common", "Arrhythmias, and")])
        rows(canvas, left, TOP + 76, [("", "", "heart block")])
        rows(canvas, left, TOP + 96, [("Skin disorders", "Rare", "Hives,")])
        rows(canvas, left, TOP + 108, [("", "", "itch")])

    grid = grid_of(drawn(tmp_path, paint))
    assert [row.text for row in row_texts(grid)] == [
        "Class | Frequency | Reactions",
        "Class: Heart disorders of all kinds | Frequency: Very common"
        " | Reactions: Angina and low pressure of the blood",
        "Class: Heart disorders of all kinds | Frequency: Common"
        " | Reactions: Arrhythmias, and heart block",
        "Class: Skin disorders | Frequency: Rare | Reactions: Hives, itch",
    ]


def test_notes_in_the_last_row_of_a_frame_are_no_row_though_a_mark_is_bold(tmp_path: Path) -> None:
    xs = (LEFT - 4, 246.0, 410.0, 540.0)

    def paint(canvas: Canvas) -> None:
        ys = (TOP, TOP + 14, TOP + 28, TOP + 58)
        rules(canvas, ys, xs[0], xs[-1])
        for x in xs:
            canvas.line(x, HEIGHT - ys[0], x, HEIGHT - (ys[-1] if x in (xs[0], xs[-1]) else ys[2]))
        rows(canvas, (LEFT, 250, 414), TOP + 10, [("Effect", "Zentrolol", "Placebo")])
        rows(canvas, (LEFT, 250, 414), TOP + 24, [("Hives", "4%†", "3%*")])
        for y, mark in ((TOP + 40, "*"), (TOP + 54, "†")):
            say(canvas, LEFT, y - 3, mark, bold=True, size=6)
            say(canvas, LEFT + 14, y, "Seen in adults with Zentrolol in one trial.")

    label = drawn(tmp_path, paint)
    assert texts(grid_of(label)) == [["Effect", "Zentrolol", "Placebo"], ["Hives", "4%†", "3%*"]]
    notes = [block.text for block in label.blocks if block.kind is BlockKind.FOOTNOTE]
    assert [note[:6] for note in notes] == ["* Seen", "† Seen"]


def test_a_name_of_three_lines_is_of_the_row_that_its_first_stands_in(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 240, 360)
        rules(canvas, (TOP, TOP + 18, TOP + 190), LEFT, 450)
        rows(canvas, xs, TOP + 13, [("Endpoint", "Zentrolol", "Placebo")])
        for at, name in enumerate(("First", "Second", "Third")):
            long = [(f"{name} Disease", "87%", "75%"), ("Free Survival", "", ""), ("Rate", "", "")]
            rows(canvas, xs, TOP + 32 + 54 * at, long)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        [f"{name} Disease Free Survival Rate", "87%", "75%"]
        for name in ("First", "Second", "Third")
    ]
