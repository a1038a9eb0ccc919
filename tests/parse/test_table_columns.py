"""Where the columns of a drawn table are parted: by borders, by gaps, by where words begin."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.sections.tables import row_texts
from parse.drawn_tables import (
    HEIGHT,
    LEFT,
    TOP,
    drawn,
    framed,
    grid_lines,
    grid_of,
    headers,
    rows,
    rule,
    rules,
    say,
    texts,
)


def test_borders_that_meet_part_columns_that_nearly_touch(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        edges = (LEFT, 130.0, 160.0, 200.0, 300.0)
        rule(canvas, TOP, *edges)
        say(canvas, LEFT, TOP + 12, "Reaction", bold=True)
        say(canvas, 131, TOP + 12, "Pill A", bold=True)
        say(canvas, 161, TOP + 12, "Pill B", bold=True)
        say(canvas, 201, TOP + 12, "Placebo", bold=True)
        body = [
            ("Bad cough", "12%", "9%", "8%"),
            ("Nausea", "7%", "6%", "5%"),
            ("Dizziness", "4%", "6%", "4%"),
        ]
        rows(canvas, (LEFT, 131, 161, 201), TOP + 26, body)
        rule(canvas, TOP + 58, *edges)

    grid = grid_of(drawn(tmp_path, paint))
    assert headers(grid) == 1
    assert texts(grid) == [
        ["Reaction", "Pill A", "Pill B", "Placebo"],
        ["Bad cough", "12%", "9%", "8%"],
        ["Nausea", "7%", "6%", "5%"],
        ["Dizziness", "4%", "6%", "4%"],
    ]


def test_two_columns_whose_paragraphs_begin_together_are_rows(tmp_path: Path) -> None:
    names = [
        ("ADULTS:", "USUAL DAILY DOSE:"),
        ("Relief of high blood pressure in persons", "Depending on the pressure, 2 mg to 10 mg"),
        ("Sudden rise of blood pressure in hospital", "10 mg once, then 5 mg three or four times"),
        (
            "Before an operation on the heart or lungs",
            "2 mg in the evening and 2 mg in the morning",
        ),
        (
            "Older persons, and those with weak kidneys",
            "2 mg once a day; more only if it is needed",
        ),
        ("After a stroke, once the patient is awake", "1 mg three or four times daily, with water"),
        ("Together with other drugs of this class", "1 mg to 2 mg daily, later on up to 4 mg"),
    ]

    def paint(canvas: Canvas) -> None:
        for at, (name, dose) in enumerate(names):
            rows(canvas, (LEFT, 310), TOP + 30 + 34 * at - 12 * bool(at), [(name, dose)])
            if at:
                rows(canvas, (LEFT, 310), TOP + 30 + 34 * at, [("and their kin", "as needed")])

    grid = grid_of(drawn(tmp_path, paint))
    assert texts(grid)[0] == ["ADULTS:", "USUAL DAILY DOSE:"]
    assert texts(grid)[3] == [
        "Before an operation on the heart or lungs and their kin",
        "2 mg in the evening and 2 mg in the morning as needed",
    ]


def test_columns_that_nearly_touch_are_told_by_where_their_words_begin(tmp_path: Path) -> None:
    doses = ("500 mg every 12", "hours or 250 mg", "every 8 hours")
    others = ("25 mg for each kg in divided doses", "hours or 20 mg for each kg daily", "every 8")

    def paint(canvas: Canvas) -> None:
        second = LEFT + 120
        third = second + canvas.stringWidth(doses[0], "Times-Roman", 10) + 5
        heads = zip((LEFT, second, third), ("Infection", "Adults", "Children"), strict=True)
        for x, head in heads:
            say(canvas, x, TOP + 12, head, bold=True)
        for at, name in enumerate(("Ear", "Nose", "Throat", "Skin", "Lung")):
            y = TOP + 16 + 42 * at
            canvas.line(LEFT, HEIGHT - y, 400, HEIGHT - y)
            say(canvas, LEFT, y + 24, name)
            lines = zip(doses, others, strict=True)
            rows(canvas, (second, third), y + 12, list(lines))

    grid = grid_of(drawn(tmp_path, paint))
    assert texts(grid)[0] == ["Infection", "Adults", "Children"]
    assert texts(grid)[1:] == [
        [name, " ".join(doses), " ".join(others)]
        for name in ("Ear", "Nose", "Throat", "Skin", "Lung")
    ]


def test_bullets_in_a_ruled_column_are_no_column(tmp_path: Path) -> None:
    ys = (TOP, TOP + 20, TOP + 60, TOP + 100, TOP + 140)

    def paint(canvas: Canvas) -> None:
        rules(canvas, ys, LEFT, 520)
        for x in (LEFT, 200.0, 520.0):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - ys[-1])
        for x, head in ((LEFT + 4, "Reaction"), (210.0, "Action")):
            say(canvas, x, TOP + 14, head, bold=True)
        for y, name in zip(ys[1:], ("Rash", "Fever", "Cough"), strict=False):
            say(canvas, LEFT + 4, y + 14, name)
            for line, action in enumerate(("Withhold until it is gone.", "Resume at half a dose.")):
                say(canvas, 206, y + 14 + 14 * line, "•")
                say(canvas, 226, y + 14 + 14 * line, action)

    assert grid_of(drawn(tmp_path, paint)).columns == 2


def test_a_gap_in_every_band_parts_a_ruled_column(tmp_path: Path) -> None:
    ys = (TOP, TOP + 26, TOP + 66, TOP + 106, TOP + 146)

    def paint(canvas: Canvas) -> None:
        rules(canvas, ys, LEFT, 520)
        for x in (LEFT, 200.0, 400.0, 520.0):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - ys[-1])
        heads = zip((215.0, 310.0, 420.0), ("Placebo", "Low dose", "High dose"), strict=True)
        for x, head in heads:
            say(canvas, x, TOP + 16, head, bold=True)
        for at, name in enumerate(("Clear skin", "Itch", "Sleep")):
            y = ys[at + 1]
            cells = [(LEFT + 4, name), (225.0, f"{at + 5}%"), (325.0, "48%"), (435.0, "62%")]
            for x, value in cells:
                say(canvas, x, y + 12, value)
            for x in (310.0, 420.0):
                say(canvas, x, y + 24, "(33%, 46%)")

    label = drawn(tmp_path, paint)
    assert list(row_texts(grid_of(label)))[1].text == (
        "Clear skin | Placebo: 5% | Low dose: 48% (33%, 46%) | High dose: 62% (33%, 46%)"
    )


def test_what_two_cells_say_on_both_sides_of_a_rule_is_never_one_word(tmp_path: Path) -> None:
    """A font as narrow as its cell leaves no room beside the rule."""

    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 44, TOP + 72), LEFT, 430)
        wide = canvas.stringWidth("Mild/Moderate", "Times-Roman", 10)
        edge = 180 + wide + 0.3
        for x in (LEFT, 179.0, edge, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 72)
        xs = (LEFT + 3, 180, edge + 0.3)
        rows(canvas, xs, TOP + 12, [("Infection", "Severity", "Dose")])
        rows(canvas, xs, TOP + 28, [("Skin", "Mild/Moderate", "500 mg every 12 hours")])
        rows(canvas, xs, TOP + 56, [("Throat", "Severe", "875 mg every 12 hours")])

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Skin", "Mild/Moderate", "500 mg every 12 hours"],
        ["Throat", "Severe", "875 mg every 12 hours"],
    ]


def test_a_frame_round_a_table_parts_no_columns_and_joins_no_rows(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        framed(canvas, TOP + 68, (LEFT, 430))
        rows(canvas, (LEFT + 3, 223, 323), TOP + 12, [("Study", "Regimen", "Failure")])
        body = [("1", "Zentrolol", "3%"), ("2", "Placebo", "none seen"), ("3", "Aspirin", "2%")]
        rows(canvas, (LEFT + 3, 223, 323), TOP + 28, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["1", "Zentrolol", "3%"],
        ["2", "Placebo", "none seen"],
        ["3", "Aspirin", "2%"],
    ]


def test_a_name_that_just_fills_its_cell_is_not_centered(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        framed(canvas, TOP + 44, (LEFT, 172, 300, 430))
        rows(canvas, (LEFT + 3, 203, 323), TOP + 12, [("Event", "Zentrolol", "Placebo")])
        rule(canvas, TOP + 30, LEFT, 430)
        body = [("Bleeds", "3%", "2%"), ("Transfusion of it", "1%", "2%")]
        rows(canvas, (LEFT + 15, 203, 323), TOP + 26, body[:1])
        rows(canvas, (LEFT + 15, 203, 323), TOP + 40, body[1:])

    names = [cell for cell in grid_of(drawn(tmp_path, paint)).cells if cell.column == 0][1:]
    assert [cell.style.centered for cell in names if cell.style] == [False, False]


def test_a_gap_with_words_on_both_sides_in_every_band_parts_values_off_one_height(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        ys = [TOP + 30 * at for at in range(5)]
        rules(canvas, ys, LEFT, 400)
        for x in (LEFT, 200, 400):
            canvas.line(x, HEIGHT - ys[0], x, HEIGHT - ys[-1])
        rows(canvas, (LEFT + 4, 230, 320), TOP + 18, [("Measure", "Drug", "Ratio")])
        for at, y in enumerate(ys[1:-1], 1):
            rows(canvas, (LEFT + 4, 230), y + 18, [(f"Event {at}", f"0.{at}1")])
            rows(canvas, (320,), y + 12, [(f"0.6{at}",), (f"(0.4{at} to 0.8)",)])

    assert texts(grid_of(drawn(tmp_path, paint))) == [
        ["Measure", "Drug", "Ratio"],
        *([f"Event {at}", f"0.{at}1", f"0.6{at} (0.4{at} to 0.8)"] for at in (1, 2, 3)),
    ]


def test_a_value_in_the_middle_of_two_columns_parts_neither_of_them(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 136), LEFT, 510)
        rows(canvas, (328, 440), TOP + 12, [("Drug", "Placebo")])
        for at in range(4):
            y = TOP + 28 + 24 * at
            rows(canvas, (LEFT, 317, 431), y, [("Deaths", "191 (35.3%)", "123 (45.9%)")])
            median = ("Median", "14.0 (12.1 - 15.8)", "11.2 (9.0 - 13.2)")
            rows(canvas, (LEFT, 305, 420), y + 12, [median])
        rows(canvas, (LEFT, 366), TOP + 124, [("Ratio", "0.695 (0.552 - 0.8)")])

    assert texts(grid_of(drawn(tmp_path, paint)))[-2:] == [
        ["Median", "14.0 (12.1 - 15.8)", "11.2 (9.0 - 13.2)"],
        ["Ratio", "0.695 (0.552 - 0.8)"],
    ]


def test_a_few_p_values_under_a_name_of_their_own_are_a_column(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        edges = (LEFT, 200.0, 300.0, 440.0)
        grid_lines(canvas, (TOP, TOP + 16, TOP + 112), edges)
        rows(canvas, (LEFT + 3, 204, 304, 390), TOP + 12, [("Measure", "Pill", "None", "P value")])
        body = [(f"Lasting {at} weeks", f"{at}.5", f"{at}.1", "") for at in range(2, 10)]
        body[2], body[5] = (*body[2][:3], "0.02"), (*body[5][:3], "0.4")
        rows(canvas, (LEFT + 3, 204, 304, 390), TOP + 26, body)

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert told[3] == "Measure: Lasting 4 weeks | Pill: 4.5 | None: 4.1 | P value: 0.02"
    assert told[4] == "Measure: Lasting 5 weeks | Pill: 5.5 | None: 5.1"
