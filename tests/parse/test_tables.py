"""Tables as structure: columns, rows and headers of pages drawn here."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind, Grid, ParsedLabel
from monograph_qa.parse import read
from monograph_qa.sections.tables import row_texts

HEIGHT = letter[1]
LEFT, TOP = 72.0, 150.0


def drawn(tmp_path: Path, paint: Callable[[Canvas], None]) -> ParsedLabel:
    """A label whose one page has some running text and what `paint` puts on it."""
    path = tmp_path / "label.pdf"
    canvas = Canvas(str(path), pagesize=letter)
    say(canvas, LEFT, 90, "Zentrolol tablets lower blood pressure in adults who take them daily.")
    say(canvas, LEFT, 102, "The tables below tell what was measured in two trials with adults.")
    paint(canvas)
    canvas.save()
    return read(path)


def say(
    canvas: Canvas, x: float, y: float, text: str, *, bold: bool = False, size: float = 10
) -> None:
    canvas.setFont("Times-Bold" if bold else "Times-Roman", size)
    canvas.drawString(x, HEIGHT - y, text)


def rows(canvas: Canvas, xs: Sequence[float], y: float, cells: Sequence[Sequence[str]]) -> None:
    for row in cells:
        for x, text in zip(xs, row, strict=True):
            if text:
                say(canvas, x, y, text)
        y += 12


def rule(canvas: Canvas, y: float, *xs: float) -> None:
    """A level rule at `y`, drawn in parts that meet at each of `xs`."""
    for left, right in pairwise(xs):
        canvas.line(left, HEIGHT - y, right, HEIGHT - y)


def grid_of(label: ParsedLabel) -> Grid:
    grids = [block.grid for block in label.blocks if block.kind is BlockKind.TABLE]
    assert len(grids) == 1 and grids[0] is not None
    return grids[0]


def texts(grid: Grid) -> list[list[str]]:
    """The cells' texts row by row."""
    return [[cell.text for cell in grid.cells if cell.row == at] for at in range(grid.rows)]


def headers(grid: Grid) -> int:
    return len({cell.row for cell in grid.cells if cell.is_header})


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


def test_lines_of_values_in_one_band_are_rows_of_their_own(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for y in (TOP, TOP + 16, TOP + 68):
            rule(canvas, y, LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 68)
        rows(
            canvas,
            (LEFT + 3, 223, 323),
            TOP + 12,
            [("Group and dose", "Peak (ng/mL)", "Half-life (h)")],
        )
        say(canvas, LEFT + 3, TOP + 29, "Adults with normal kidneys:", bold=True)
        rows(canvas, (LEFT + 3,), TOP + 41, [("25 mg once",), ("50 mg once",)])
        # The values stand in the middle of the band, half a line off what they belong to.
        rows(canvas, (223, 323), TOP + 38, [("103 (12)", "6.2"), ("211 (25)", "6.4")])

    grid = grid_of(drawn(tmp_path, paint))
    assert headers(grid) == 1
    assert texts(grid)[1:] == [
        ["Adults with normal kidneys:", "", ""],
        ["25 mg once", "103 (12)", "6.2"],
        ["50 mg once", "211 (25)", "6.4"],
    ]


def test_a_spread_under_its_value_stays_with_it(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for y in (TOP, TOP + 16, TOP + 44):
            rule(canvas, y, LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 44)
        rows(canvas, (LEFT + 3, 223, 323), TOP + 12, [("Dose", "Peak (ng/mL)", "Half-life (h)")])
        rows(canvas, (LEFT + 3,), TOP + 28, [("25 mg in adults",), ("Fasting state",)])
        rows(canvas, (223, 323), TOP + 28, [("103", "6.2"), ("(12)", "(0.4)")])

    grid = grid_of(drawn(tmp_path, paint))
    assert texts(grid)[1:] == [["25 mg in adults Fasting state", "103 (12)", "6.2 (0.4)"]]


def test_a_table_without_a_rule_is_found_under_its_caption(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP, "Table 1: Usual doses in adults", bold=True)
        xs = (LEFT, 250.0, 414.0)
        for x, head in zip(xs, ("Condition", "Dose", "Duration"), strict=True):
            say(canvas, x, TOP + 18, head, bold=True)
        body = [
            ("High blood pressure", "25 mg once daily at bedtime, or 10 mg", "up to 8 weeks"),
            ("Heart failure", "10 mg once daily at bedtime, or 20 mg", "up to 1 year"),
            ("After a heart attack", "5 mg twice daily", "lifelong"),
        ]
        rows(canvas, xs, TOP + 32, body)

    label = drawn(tmp_path, paint)
    assert texts(grid_of(label)) == [
        ["Condition", "Dose", "Duration"],
        ["High blood pressure", "25 mg once daily at bedtime, or 10 mg", "up to 8 weeks"],
        ["Heart failure", "10 mg once daily at bedtime, or 20 mg", "up to 1 year"],
        ["After a heart attack", "5 mg twice daily", "lifelong"],
    ]
    assert [block.text for block in label.blocks if block.kind is BlockKind.HEADING] == []


def test_a_rule_that_a_title_interrupts_makes_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for at, title in enumerate(("DOSAGE FORMS AND STRENGTHS", "CONTRAINDICATIONS")):
            y = TOP + 30 * at
            canvas.line(LEFT, HEIGHT - y, 540, HEIGHT - y)
            canvas.setFillColorRGB(1, 1, 1)
            canvas.rect(210, HEIGHT - y - 8, 190, 16, stroke=0, fill=1)
            canvas.setFillColorRGB(0, 0, 0)
            say(canvas, 216, y + 3, title, bold=True)
            say(
                canvas, LEFT, y + 16, "Zentrolol tablets of 10 mg and of 25 mg, scored on one side."
            )

    label = drawn(tmp_path, paint)
    assert not any(block.kind is BlockKind.TABLE for block in label.blocks)
    assert [block.text for block in label.blocks if block.kind is BlockKind.HEADING] == [
        "DOSAGE FORMS AND STRENGTHS",
        "CONTRAINDICATIONS",
    ]


def test_a_raised_mark_opens_its_note_though_it_stands_apart(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for at in range(4):
            rule(canvas, TOP + 16 * at, LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 48)
        body = [("Dose", "Peak", "Half-life"), ("10 mg", "51", "6.1"), ("25 mg", "103", "6.2")]
        for at, row in enumerate(body):
            rows(canvas, (LEFT + 3, 223, 323), TOP + 12 + 16 * at, [row])
        notes = ("Measured in adults who had fasted.", "Two adults left the trial early.")
        for at, (mark, note) in enumerate(zip("ab", notes, strict=True)):
            say(canvas, LEFT, TOP + 58 + 13 * at, mark, size=6)
            say(canvas, LEFT + 28, TOP + 62 + 13 * at, note, size=9)

    label = drawn(tmp_path, paint)
    assert [block.text for block in label.blocks if block.kind is BlockKind.FOOTNOTE] == [
        "a Measured in adults who had fasted.",
        "b Two adults left the trial early.",
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
        for y in (TOP, TOP + 16, TOP + 68):
            rule(canvas, y, LEFT, 430)
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


def test_values_on_the_height_of_their_names_are_rows(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for y in (TOP, TOP + 16, TOP + 68):
            rule(canvas, y, LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 68)
        rows(canvas, (LEFT + 3, 223, 323), TOP + 12, [("Response", "Zentrolol", "Placebo")])
        body = [
            ("Pressure below 140", "", ""),
            ("Week 12", "63%", "31%"),
            ("Pressure below 130", "", ""),
            ("Week 12", "40%", "18%"),
        ]
        rows(canvas, (LEFT + 3, 223, 323), TOP + 28, body)

    grid = grid_of(drawn(tmp_path, paint))
    assert texts(grid)[1:] == [
        ["Pressure below 140", "", ""],
        ["Week 12", "63%", "31%"],
        ["Pressure below 130", "", ""],
        ["Week 12", "40%", "18%"],
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


def prose_rows(canvas: Canvas, xs: Sequence[float], y: float) -> None:
    """Rows of two columns with lines set close, and a gap before each row."""
    body = [
        [("Zentrolol tablets with", "lactose, maize starch, yellow iron oxide,"),
         ("film coat", "magnesium stearate and water")],
        [("Zentrolol syrup", "sorbitol, glycerol, citric acid, a flavour,"),
         ("", "methylparaben and purified water")],
        [("Zentrolol drops for", "alcohol, menthol, sorbitol, a flavour,"),
         ("small children", "propylene glycol and purified water")],
        [("Zentrolol powder", "mannitol, aspartame, citric acid, talc,"),
         ("in sachets", "silicon dioxide and a flavour")],
    ]  # fmt: skip
    for row in body:
        rows(canvas, xs, y, row)
        y += 12 * len(row) + 10


def test_lines_set_close_are_one_row_where_cells_go_on(tmp_path: Path) -> None:
    grid = grid_of(drawn(tmp_path, lambda canvas: prose_rows(canvas, (LEFT, 260), TOP + 30)))
    assert headers(grid) == 0
    assert [row[0] for row in texts(grid)] == [
        "Zentrolol tablets with film coat",
        "Zentrolol syrup",
        "Zentrolol drops for small children",
        "Zentrolol powder in sachets",
    ]
    assert texts(grid)[2][1] == (
        "alcohol, menthol, sorbitol, a flavour, propylene glycol and purified water"
    )


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


def grid_lines(canvas: Canvas, ys: Sequence[float], xs: Sequence[float]) -> None:
    for y in ys:
        rule(canvas, y, xs[0], xs[-1])
    for x in xs:
        canvas.line(x, HEIGHT - ys[0], x, HEIGHT - ys[-1])


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
        for y in (TOP, TOP + 50, TOP + 140):
            rule(canvas, y, LEFT, 440)
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


def test_a_name_on_the_edge_of_its_group_s_name_ends_the_group(tmp_path: Path) -> None:
    body = [("Fever", ""), ("  Mild", "8.1"), ("  Severe", "0.2"), ("Irritability", "34.5")]

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + 16 * at for at in range(6)], (LEFT, 220, 430))
        rows(canvas, (LEFT + 3, 223), TOP + 12, [("Reaction", "Percent")])
        for at, (name, value) in enumerate(body):
            indent = 10.0 if name.startswith(" ") else 0.0
            y = TOP + 28 + 16 * at
            rows(canvas, (LEFT + 3 + indent, 223), y, [(name.strip(), value)])

    found = [row.group for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert found == [None, None, "Fever", "Fever", None]


def test_scores_with_a_plus_before_figures_are_no_telephone_numbers(tmp_path: Path) -> None:
    body = [("Score 2+", "120", "0.76 (0.50, 1.15)"), ("Score 3+ or more", "349", "0.42 (0.33)")]

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + 16 * at for at in range(5)], (LEFT, 200, 300, 430))
        for at, row in enumerate([("Assay", "Number", "Risk"), *body, ("All 3+", "469", "0.49")]):
            rows(canvas, (LEFT + 3, 203, 303), TOP + 12 + 16 * at, [row])

    assert headers(grid_of(drawn(tmp_path, paint))) == 1


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


def test_a_caption_whose_number_is_set_off_is_no_row(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP, "Table 2", bold=True)
        say(canvas, 130, TOP, "Adverse reactions occurring in 5% or more of patients", bold=True)
        say(canvas, 130, TOP + 12, "receiving four or more infusions", bold=True)
        body = [("", "Placebo", "Zentrolol"), ("Nausea", "20%", "21%"), ("Rash", "5%", "10%")]
        rows(canvas, (LEFT, 300.0, 420.0), TOP + 26, [*body, ("Fever", "4%", "7%")])

    label = drawn(tmp_path, paint)
    assert [block.text for block in label.blocks if block.kind is BlockKind.CAPTION] == [
        "Table 2 Adverse reactions occurring in 5% or more of patients"
        " receiving four or more infusions"
    ]
    assert list(row_texts(grid_of(label)))[-1].text == "Fever | Placebo: 4% | Zentrolol: 7%"


def test_the_axes_of_charts_side_by_side_are_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for x in (LEFT, 300.0, 520.0):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 150)
        for y in (TOP, TOP + 150):
            rule(canvas, y, LEFT, 300, 520)
        for step in range(11):
            for x in (LEFT + 4, 304.0):
                say(canvas, x, TOP + 14 + 13 * step, f"{1 - step / 10:.1f}", size=8)

    label = drawn(tmp_path, paint)
    assert not any(block.kind is BlockKind.TABLE for block in label.blocks)


def test_bullets_in_a_ruled_column_are_no_column(tmp_path: Path) -> None:
    ys = (TOP, TOP + 20, TOP + 60, TOP + 100, TOP + 140)

    def paint(canvas: Canvas) -> None:
        for y in ys:
            rule(canvas, y, LEFT, 520)
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
        for y in ys:
            rule(canvas, y, LEFT, 520)
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


def test_a_bar_in_the_margin_joins_no_tables(tmp_path: Path) -> None:
    """A bar that marks what a revision changed may run from one table to the next."""
    xs, right = (LEFT, 250.0, 400.0), 520.0

    def table(canvas: Canvas, y: float, doses: Sequence[str]) -> None:
        cells = [
            ("Impairment", "Clearance", "Dose"),
            *(("Mild", "60 to 89", each) for each in doses),
        ]
        for at, row in enumerate(cells):
            rows(canvas, [x + 4 for x in xs], y + 14 * at, [row])
        for at in range(len(cells) + 1):
            rule(canvas, y - 10 + 14 * at, LEFT, right)
        for x in (*xs, right):
            canvas.line(x, HEIGHT - y + 10, x, HEIGHT - y + 10 - 14 * len(cells))

    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 18, "Table 1: Doses in arthritis", bold=True)
        table(canvas, TOP, ("2 mg", "1 mg"))
        say(
            canvas,
            LEFT,
            TOP + 70,
            "In pneumonia the drug is given for two weeks or until discharge.",
        )
        say(canvas, LEFT, TOP + 100, "Table 2: Doses in pneumonia", bold=True)
        table(canvas, TOP + 120, ("4 mg", "3 mg"))
        canvas.setLineWidth(2)
        canvas.line(LEFT - 4, HEIGHT - TOP - 30, LEFT - 4, HEIGHT - TOP - 112)

    label = drawn(tmp_path, paint)
    grids = [block.grid for block in label.blocks if block.kind is BlockKind.TABLE]
    assert [grid and texts(grid)[1] for grid in grids] == [
        ["Mild", "60 to 89", "2 mg"],
        ["Mild", "60 to 89", "4 mg"],
    ]


def test_what_two_cells_say_on_both_sides_of_a_rule_is_never_one_word(tmp_path: Path) -> None:
    """A font as narrow as its cell leaves no room beside the rule."""

    def paint(canvas: Canvas) -> None:
        for y in (TOP, TOP + 16, TOP + 44, TOP + 72):
            rule(canvas, y, LEFT, 430)
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


def test_a_sign_below_a_name_is_no_name_of_its_own(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for y in (TOP, TOP + 16, TOP + 44, TOP + 72):
            rule(canvas, y, LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 72)
        xs = (LEFT + 3, 223, 323)
        rows(canvas, xs, TOP + 12, [("Response", "Placebo", "Zentrolol")])
        rows(canvas, xs, TOP + 28, [("Week 12", "39", "66"), ("%", "", "27 (18, 35)")])
        rows(canvas, xs, TOP + 56, [("Week 24", "42", "61"), ("%", "", "19 (10, 28)")])

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Week 12 %", "39", "66 27 (18, 35)"],
        ["Week 24 %", "42", "61 19 (10, 28)"],
    ]


def test_values_beside_a_bold_name_are_its_own_where_all_stand_on_one_height(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        for y in (TOP, TOP + 16, TOP + 68):
            rule(canvas, y, LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 68)
        xs = (LEFT + 3, 223, 323)
        rows(canvas, xs, TOP + 12, [("Outcome", "Zentrolol", "Placebo")])
        say(canvas, LEFT + 3, TOP + 28, "No response", bold=True)
        body = [("", "3%", "2%"), ("Reasons", "", ""), ("Data", "1%", "2%"), ("Other", "2%", "0%")]
        rows(canvas, xs, TOP + 28, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["No response", "3%", "2%"],
        ["Reasons", "", ""],
        ["Data", "1%", "2%"],
        ["Other", "2%", "0%"],
    ]


def test_a_line_of_values_without_a_name_is_a_row(tmp_path: Path) -> None:
    xs = (LEFT, 200.0, 320.0, 420.0)

    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 18, "Table 3: Change of lipids", bold=True)
        rule(canvas, TOP - 10, LEFT, 520)
        rows(canvas, xs, TOP, [("Lipid", "Phenotype", "10 mg", "80 mg")])
        rule(canvas, TOP + 4, LEFT, 520)
        rows(
            canvas,
            xs,
            TOP + 16,
            [("LDL-C", "Heterozygous", "-36", "-53"), ("", "Other", "-3", "-5")],
        )
        rows(
            canvas,
            xs,
            TOP + 54,
            [("HDL-C", "Heterozygous", "-27", "-46"), ("", "Other", "-2", "-4")],
        )
        rule(canvas, TOP + 72, LEFT, 520)

    said = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert said[1:3] == [
        "Lipid: LDL-C | Phenotype: Heterozygous | 10 mg: -36 | 80 mg: -53",
        "Phenotype: Other | 10 mg: -3 | 80 mg: -5",
    ]


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


def test_borders_of_cells_under_a_caption_underline_no_part_of_it(tmp_path: Path) -> None:
    xs = (LEFT + 20, 190.0, 300.0)

    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 2, "Table 3. Toxicity of single doses that were given", bold=True)
        for y in (TOP, TOP + 26, TOP + 76):
            rule(canvas, y, LEFT - 6, 160, 260, 380)
        rows(canvas, xs, TOP + 10, [("Species", "Route", "Dose"), ("", "", "(mg/kg)")])
        body = [("Mouse", "Oral", "200"), ("Mouse", "IV", "4"), ("Rat", "Oral", "200")]
        rows(canvas, xs, TOP + 38, body)

    label = drawn(tmp_path, paint)
    assert [b.text for b in label.blocks if b.kind is BlockKind.CAPTION] == [
        "Table 3. Toxicity of single doses that were given"
    ]
    assert [row.text for row in row_texts(grid_of(label))][-1] == (
        "Species: Rat | Route: Oral | Dose (mg/kg): 200"
    )


def framed(canvas: Canvas, bottom: float, xs: Sequence[float]) -> None:
    """A box of level rules, with upright rules at `xs`, from the top of the table to `bottom`."""
    for y in (TOP, TOP + 16, bottom):
        rule(canvas, y, LEFT, 430)
    for x in xs:
        canvas.line(x, HEIGHT - TOP, x, HEIGHT - bottom)


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


def test_a_second_line_of_a_value_is_beside_the_second_line_of_its_name(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        framed(canvas, TOP + 68, (LEFT, 160, 260, 360, 430))
        xs = (LEFT + 3, 163, 263, 363)
        rows(canvas, xs, TOP + 12, [("Event", "Zentrolol", "Placebo", "Ratio")])
        body = [
            ("Clot in a leg or", "12 (3.8)", "34 (4.2)", "0.33"),
            ("lung", "", "", "p<0.001"),
            ("Leg", "9 (2.3)", "28 (3.4)", ""),
            ("Lung", "3 (1.5)", "6 (0.8)", ""),
        ]
        rows(canvas, xs, TOP + 28, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["Clot in a leg or lung", "12 (3.8)", "34 (4.2)", "0.33 p<0.001"],
        ["Leg", "9 (2.3)", "28 (3.4)", ""],
        ["Lung", "3 (1.5)", "6 (0.8)", ""],
    ]


def test_words_beside_figures_part_the_rows_of_a_band_as_figures_do(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        framed(canvas, TOP + 44, (LEFT, 160, 320, 430))
        xs = (LEFT + 3, 163, 323)
        rows(canvas, xs, TOP + 12, [("Time", "Measured", "Zentrolol")])
        body = [("12 Months", "Total Score", "1.59"), ("6 Months", "Erosion Score", "1.03")]
        rows(canvas, xs, TOP + 28, body)

    assert texts(grid_of(drawn(tmp_path, paint)))[1:] == [
        ["12 Months", "Total Score", "1.59"],
        ["6 Months", "Erosion Score", "1.03"],
    ]


def test_a_frame_round_running_text_is_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        framed(canvas, TOP + 80, (LEFT, 430))
        say(
            canvas, LEFT + 3, TOP + 12, "Tell your doctor about all of the medicines that you take,"
        )
        rows(canvas, (LEFT + 3, 263), TOP + 28, [("fever", "cough"), ("rash", "chills")])
        rows(canvas, (LEFT + 3, 263), TOP + 52, [("gout", "nausea")])
        say(canvas, LEFT + 3, TOP + 76, "and call your doctor at once if any one of these stays.")

    label = drawn(tmp_path, paint)
    tables = [texts(block.grid) for block in label.blocks if block.grid is not None]
    assert "Tell" not in str(tables)


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


def test_captions_of_figures_side_by_side_are_read_one_by_one(tmp_path: Path) -> None:
    captions = [
        ("Figure 1. Cleanse both", "Figure 2. Move the", "Figure 3. Shake the"),
        ("vial stoppers and draw", "diluent into the vial", "vial until the powder"),
        ("0.6 mL of diluent.", "of powder.", "is dissolved."),
    ]

    def paint(canvas: Canvas) -> None:
        rows(canvas, (LEFT, LEFT + 160, LEFT + 320), TOP, captions)

    label = drawn(tmp_path, paint)
    assert not any(block.kind is BlockKind.TABLE for block in label.blocks)
    said = [" ".join(block.text.split()) for block in label.blocks]
    for column in zip(*captions, strict=True):
        assert " ".join(column) in said


def test_a_table_begins_below_the_sections_that_its_shade_takes_in(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, LEFT + 250, LEFT + 450)
        say(canvas, LEFT, TOP, "2.3 Schedule for infants", bold=True)
        say(
            canvas,
            LEFT,
            TOP + 14,
            "Give four doses at 2, 4, 6 and 12 months of age to all infants.",
        )
        say(canvas, LEFT, TOP + 32, "2.4 Schedule for children", bold=True)
        say(canvas, LEFT, TOP + 50, "Table 1. Schedule for children not vaccinated before")
        rows(canvas, xs[:2], TOP + 66, [("Age at first dose", "Number of doses")])
        cells = [("7 to 11 months", "3"), ("12 to 23 months", "2"), ("24 months and above", "1")]
        rows(canvas, xs[:2], TOP + 80, cells)
        for y in (TOP - 14, TOP + 56, TOP + 70, TOP + 83, TOP + 95, TOP + 108):
            rule(canvas, y, *xs)
        for x in xs:
            canvas.line(x, HEIGHT - TOP + 14, x, HEIGHT - TOP - 108)

    label = drawn(tmp_path, paint)
    headings = [block.text for block in label.blocks if block.kind is BlockKind.HEADING]
    assert headings == ["2.3 Schedule for infants", "2.4 Schedule for children"]
    told = " ".join(text for row in texts(grid_of(label)) for text in row)
    assert "7 to 11 months" in told and "2.3" not in told


def test_a_name_that_ends_in_the_middle_of_a_phrase_goes_on_in_the_next_line(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 260, 340)
        for y in (TOP, TOP + 16, TOP + 68):
            rule(canvas, y, LEFT, 420)
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
        for y in (TOP, TOP + 28, TOP + 68):
            rule(canvas, y, *edges)
        for x, title in ((200, "Trial A"), (342, "Trial B")):
            say(canvas, x, TOP + 10, title)
        names = ("Pill", "Placebo", "Pill", "Placebo")
        rows(canvas, (192, 262, 332, 402), TOP + 24, [names])
        body = [("Cough", "1", "2", "3", "4"), ("Rash", "5", "6", "7", "8")]
        rows(canvas, (LEFT, 192, 262, 332, 402), TOP + 40, body)

    grid = grid_of(drawn(tmp_path, paint))
    told = [row.text for row in row_texts(grid)]
    assert "Trial A Pill: 1 | Trial A Placebo: 2 | Trial B Pill: 3 | Trial B Placebo: 4" in told[-2]


def test_names_in_the_middle_under_names_set_left_tell_a_part_of_them(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for y in (TOP, TOP + 16, TOP + 80):
            rule(canvas, y, LEFT, 430)
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
        for y in (TOP, TOP + 16, TOP + 30, TOP + 44, TOP + 72):
            rule(canvas, y, LEFT, 400)
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
