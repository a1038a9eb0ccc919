"""Rows of drawn tables: which lines are one, and which name has which values."""

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
    prose_rows,
    rows,
    rule,
    rules,
    say,
    texts,
)


def test_lines_of_values_in_one_band_are_rows_of_their_own(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 68), LEFT, 430)
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
        rules(canvas, (TOP, TOP + 16, TOP + 44), LEFT, 430)
        for x in (LEFT, 220, 320, 430):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 44)
        rows(canvas, (LEFT + 3, 223, 323), TOP + 12, [("Dose", "Peak (ng/mL)", "Half-life (h)")])
        rows(canvas, (LEFT + 3,), TOP + 28, [("25 mg in adults",), ("Fasting state",)])
        rows(canvas, (223, 323), TOP + 28, [("103", "6.2"), ("(12)", "(0.4)")])

    grid = grid_of(drawn(tmp_path, paint))
    assert texts(grid)[1:] == [["25 mg in adults Fasting state", "103 (12)", "6.2 (0.4)"]]


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


def test_values_on_the_height_of_their_names_are_rows(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 68), LEFT, 430)
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


def test_a_sign_below_a_name_is_no_name_of_its_own(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 16, TOP + 44, TOP + 72), LEFT, 430)
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
        rules(canvas, (TOP, TOP + 16, TOP + 68), LEFT, 430)
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


def test_species_under_their_kinds_in_a_frame_are_a_table_of_one_column(tmp_path: Path) -> None:
    kinds = (("Commonly susceptible species", ("Zorbia alba", "Zorbia nigra", "Zorbia rubra")),
             ("Inherently resistant organisms", ("Florba minor", "Florba major")))  # fmt: skip

    def paint(canvas: Canvas) -> None:
        y, ys = TOP + 12.0, [TOP]
        for kind, species in kinds:
            say(canvas, LEFT + 3, y, kind, bold=True)
            ys.append(y + 4)
            rows(canvas, (LEFT + 3,), y + 14, [(name,) for name in species])
            y += 14 + 12 * len(species)
            ys.append(y - 8)
            y += 4
        grid_lines(canvas, ys, (LEFT, 430))

    told = [(row.group, row.text) for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert [group for group, text in told if text.endswith("minor")] == [kinds[1][0]]
    assert {text for _, text in told} == {name for kind, names in kinds for name in (kind, *names)}
