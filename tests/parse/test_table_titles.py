"""Which rows of a drawn table are headers, and over which columns a title stands."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind
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


def test_a_title_over_several_columns_hides_none_of_them(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rule(canvas, TOP, LEFT, 420)
        say(canvas, 200, TOP + 12, "Percentage of patients in both trials", bold=True)
        for x, head in zip(
            (LEFT, 200, 280, 360), ("Reaction", "5 mg", "10 mg", "Placebo"), strict=True
        ):
            say(canvas, x, TOP + 24, head, bold=True)
        rule(canvas, TOP + 28, LEFT, 420)
        body = [("Cough", "1", "2", "3"), ("Rash", "4", "5", "6"), ("Fever", "7", "8", "9")]
        rows(canvas, (LEFT, 200, 280, 360), TOP + 40, body)
        rule(canvas, TOP + 70, LEFT, 420)

    grid = grid_of(drawn(tmp_path, paint))
    assert grid.columns == 4 and headers(grid) == 2
    title = next(cell for cell in grid.cells if cell.text.startswith("Percentage"))
    assert (title.column, title.column_span) == (1, 3)
    assert texts(grid)[2:] == [
        ["Cough", "1", "2", "3"],
        ["Rash", "4", "5", "6"],
        ["Fever", "7", "8", "9"],
    ]


def test_a_row_of_values_is_no_header(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for at in range(4):
            rule(canvas, TOP + 16 * at, LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 48)
        body = [("Headache", "12%", "8%"), ("Nausea", "7%", "5%"), ("Rash", "<1%", "0")]
        for at, row in enumerate(body):
            rows(canvas, (LEFT + 3, 223, 323), TOP + 12 + 16 * at, [row])

    assert headers(grid_of(drawn(tmp_path, paint))) == 0


def test_a_bold_line_over_all_columns_names_the_rows_below_it_and_no_column(
    tmp_path: Path,
) -> None:
    lines = [
        ("Strong inhibitors", ""),
        ("Intervention", "Halve the dose."),
        ("Weak inhibitors", ""),
    ]
    lines += [("Intervention", "Keep the dose as it is.")]

    def paint(canvas: Canvas) -> None:
        for at in range(5):
            rule(canvas, TOP + 16 * at, LEFT, 430)
        canvas.line(LEFT, HEIGHT - TOP, LEFT, HEIGHT - TOP - 64)
        canvas.line(430, HEIGHT - TOP, 430, HEIGHT - TOP - 64)
        for at, (name, said) in enumerate(lines):
            say(canvas, LEFT + 3, TOP + 12 + 16 * at, name, bold=not said)
            if said:
                canvas.line(220, HEIGHT - TOP - 16 * at, 220, HEIGHT - TOP - 16 * (at + 1))
                say(canvas, 223, TOP + 12 + 16 * at, said)

    assert headers(grid_of(drawn(tmp_path, paint))) == 0


def test_values_beside_a_title_are_never_given_to_it(tmp_path: Path) -> None:
    """The values stand at the top of their cells: not their heights, their number tells names."""

    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 68), LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 68)
        rows(canvas, (LEFT + 3, 223, 323), TOP + 12, [("Group", "Peak (ng/mL)", "Half-life (h)")])
        names = [("Adults with type 2",), ("diabetes:",), ("25 mg once",), ("50 mg once",)]
        rows(canvas, (LEFT + 3,), TOP + 28, names)
        rows(canvas, (223, 323), TOP + 28, [("103", "6.2"), ("211", "6.4")])

    grid = grid_of(drawn(tmp_path, paint))
    assert texts(grid)[1:] == [
        ["Adults with type 2 diabetes:", "", ""],
        ["25 mg once", "103", "6.2"],
        ["50 mg once", "211", "6.4"],
    ]


def test_doses_over_figures_are_a_header_though_they_are_figures(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for at in range(4):
            rule(canvas, TOP + 16 * at, LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 48)
        body = [("Reaction", "5 mg", "10 mg"), ("Nausea", "7", "5"), ("Rash", "1", "0")]
        for at, row in enumerate(body):
            rows(canvas, (LEFT + 3, 223, 323), TOP + 12 + 16 * at, [row])

    assert headers(grid_of(drawn(tmp_path, paint))) == 1


def test_a_first_row_that_is_said_again_is_no_header(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for at in range(4):
            rule(canvas, TOP + 16 * at, LEFT, 430)
        for x in (LEFT, 240, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 48)
        body = [("Low count", "half of the last dose"), ("Lower count", "half of the last dose")]
        for at, row in enumerate([*body, ("Lowest count", "no further dose at all")]):
            rows(canvas, (LEFT + 3, 243), TOP + 12 + 16 * at, [row])

    assert headers(grid_of(drawn(tmp_path, paint))) == 0


def test_rows_that_tell_columns_of_one_name_apart_are_headers(tmp_path: Path) -> None:
    body = [
        ("Mild reactions", "", "", ""),
        ("Headache", "3 (3.4)", "6 (6.7)", "--"),
        ("Nausea", "1 (1.1)", "--", "5 (5.6)"),
    ]

    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 220, 290, 360, 430)
        grid_lines(canvas, [TOP + 16 * at for at in range(7)], xs)
        places = [x + 3 for x in xs[:-1]]
        for x, name in zip(places[1:], ("Placebo", "Zentrolol", "Zentrolol"), strict=True):
            say(canvas, x, TOP + 12, name, bold=True)
        say(canvas, places[0], TOP + 28, "Reaction", bold=True)
        rows(canvas, places, TOP + 28, [("", "", "5 mg/day", "10 mg/day")])
        rows(canvas, places, TOP + 44, [("", "(N=87)", "(N=89)", "(N=90)")])
        for at, row in enumerate(body):
            rows(canvas, places, TOP + 60 + 16 * at, [row])

    assert headers(grid_of(drawn(tmp_path, paint))) == 3


def test_titles_stand_over_the_columns_that_gaps_part_in_a_ruled_one(tmp_path: Path) -> None:
    hours = ("6 h", "24 h", "48 h", "6 h", "24 h", "48 h")
    names = ("Redness", "Swelling", "Soreness", "Fever", "Vomiting")

    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 50, TOP + 140), LEFT, 440)
        for x in (LEFT, 160, 300, 440):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 170)
        rule(canvas, TOP + 140, 160, 440)
        rule(canvas, TOP + 170, LEFT, 440)
        for x, age in ((160, "2 Months"), (300, "4 Months")):
            canvas.setFont("Times-Bold", 10)
            canvas.drawCentredString(x + 70, HEIGHT - TOP - 14, age)
            canvas.drawCentredString(x + 70, HEIGHT - TOP - 28, "(n=211)")
        xs = (170, 215, 262, 310, 355, 402)
        for x, hour in zip(xs, hours, strict=True):
            say(canvas, x, TOP + 42, hour, bold=True)
        for at, name in enumerate(names):
            row = (name, *(f"{at + 1}.{column}%" for column in range(6)))
            rows(canvas, (LEFT + 3, *xs), TOP + 64 + 17 * at, [row])

    grid = grid_of(drawn(tmp_path, paint))
    found = {(c.row, c.column): c for c in grid.cells}
    assert [c.text for c in grid.cells if c.row == 0 and c.text] == [
        "2 Months (n=211)",
        "4 Months (n=211)",
    ]
    assert [found[0, at].column_span for at in (1, 4)] == [3, 3]
    assert [found[1, at].text for at in range(1, 7)] == list(hours)
    assert [found[2, at].text for at in range(7)] == [
        "Redness", "1.0%", "1.1%", "1.2%", "1.3%", "1.4%", "1.5%",
    ]  # fmt: skip


def test_a_title_in_a_band_of_its_own_is_of_the_table_and_of_no_column(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rule(canvas, TOP, LEFT, 430)
        grid_lines(canvas, [TOP + 16 + 16 * at for at in range(4)], (LEFT, 220, 350, 430))
        say(canvas, 230, TOP + 12, "Study 1", bold=True)
        body = [("5 mg", "12.1", "16.0 hours"), ("10 mg", "24.5", "17.1 hours")]
        for at, row in enumerate([("Dose", "Peak", "Half-life (h)"), *body]):
            rows(canvas, (LEFT + 3, 223, 353), TOP + 28 + 16 * at, [row])

    found = list(row_texts(grid_of(drawn(tmp_path, paint))))
    assert [row.is_header for row in found] == [True, True, False, False]
    assert found[-1].group == "Study 1"
    assert found[-1].text == "Dose: 10 mg | Peak: 24.5 | Half-life (h): 17.1 hours"


def test_a_title_over_a_rule_names_the_columns_below_it(tmp_path: Path) -> None:
    xs = (LEFT, 240.0, 310.0, 390.0, 460.0)

    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 18, "Table 3: Disease activity", bold=True)
        rule(canvas, TOP - 10, LEFT, 520)
        for x, title in ((290.0, "Placebo"), (435.0, "Zentrolol")):
            say(canvas, x - 18, TOP, title)
            rule(canvas, TOP + 3, x - 55, x + 55)
        body = [
            ("Score", "Baseline", "Month 6", "Baseline", "Month 6"),
            ("Tender joints", "17.0", "13.0", "18.0", "5.0"),
            ("Swollen joints", "12.5", "9.5", "13.0", "5.1"),
            ("Pain", "3.0", "3.1", "3.2", "1.0"),
        ]
        rows(canvas, xs, TOP + 16, body)
        rule(canvas, TOP + 58, LEFT, 520)

    label = drawn(tmp_path, paint)
    assert list(row_texts(grid_of(label)))[-1].text == (
        "Score: Pain | Placebo Baseline: 3.0 | Placebo Month 6: 3.1"
        " | Zentrolol Baseline: 3.2 | Zentrolol Month 6: 1.0"
    )


def test_titles_in_the_middle_share_out_all_columns(tmp_path: Path) -> None:
    xs = (LEFT, 200.0, 260.0, 320.0, 380.0, 440.0, 500.0)

    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 18, "Table 3: Remission", bold=True)
        rule(canvas, TOP - 10, LEFT, 520)
        for x, title in ((270.0, "Study 1"), (450.0, "Study 2")):
            say(canvas, x - 16, TOP, title)
        rows(canvas, xs, TOP + 14, [("", "None", "Low", "High", "None", "Low", "High")])
        rule(canvas, TOP + 18, LEFT, 520)
        body = [
            ("Remission", "12%", "21%", "33%", "11%", "23%", "34%"),
            ("Response", "22%", "31%", "43%", "21%", "33%", "44%"),
            ("Healing", "10%", "11%", "13%", "11%", "13%", "14%"),
        ]
        rows(canvas, xs, TOP + 30, body)
        rule(canvas, TOP + 60, LEFT, 520)

    said = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert said[-1] == (
        "Healing | Study 1 None: 10% | Study 1 Low: 11% | Study 1 High: 13%"
        " | Study 2 None: 11% | Study 2 Low: 13% | Study 2 High: 14%"
    )


def test_a_caption_in_two_bands_of_a_frame_without_upright_rules_is_above_the_table(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        framed(canvas, TOP + 100, [LEFT, 430])
        rule(canvas, TOP + 46, LEFT, 430)
        for y, words in (
            (TOP + 12, "TABLE 2"),
            (TOP + 28, "Effects with Zentrolol and"),
            (TOP + 40, "in adults"),
        ):
            canvas.setFont("Times-Bold", 10)
            canvas.drawCentredString((LEFT + 430) / 2, HEIGHT - y, words)
        xs = (LEFT + 3, 260.0, 340.0)
        for x, words in zip(xs, ("Effect", "Zentrolol", "Placebo"), strict=True):
            say(canvas, x, TOP + 58, words, bold=True)
        rule(canvas, TOP + 62, LEFT, 430)
        rows(canvas, xs, TOP + 74, [("Hives", "6%", "5%"), ("Itch", "5%", "2%")])

    label = drawn(tmp_path, paint)
    captions = [block.text for block in label.blocks if block.kind is BlockKind.CAPTION]
    assert captions == ["TABLE 2 Effects with Zentrolol and in adults"]
    assert texts(grid_of(label))[0] == ["Effect", "Zentrolol", "Placebo"]
