"""What is a table of a drawn page, where it begins, and what is none."""

from collections.abc import Sequence
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


def test_scores_with_a_plus_before_figures_are_no_telephone_numbers(tmp_path: Path) -> None:
    body = [("Score 2+", "120", "0.76 (0.50, 1.15)"), ("Score 3+ or more", "349", "0.42 (0.33)")]

    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + 16 * at for at in range(5)], (LEFT, 200, 300, 430))
        for at, row in enumerate([("Assay", "Number", "Risk"), *body, ("All 3+", "469", "0.49")]):
            rows(canvas, (LEFT + 3, 203, 303), TOP + 12 + 16 * at, [row])

    assert headers(grid_of(drawn(tmp_path, paint))) == 1


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
        rules(canvas, (TOP, TOP + 150), LEFT, 300, 520)
        for step in range(11):
            for x in (LEFT + 4, 304.0):
                say(canvas, x, TOP + 14 + 13 * step, f"{1 - step / 10:.1f}", size=8)

    label = drawn(tmp_path, paint)
    assert not any(block.kind is BlockKind.TABLE for block in label.blocks)


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


def test_borders_of_cells_under_a_caption_underline_no_part_of_it(tmp_path: Path) -> None:
    xs = (LEFT + 20, 190.0, 300.0)

    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 2, "Table 3. Toxicity of single doses that were given", bold=True)
        rules(canvas, (TOP, TOP + 26, TOP + 76), LEFT - 6, 160, 260, 380)
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


def test_the_first_rule_of_a_table_underlines_no_caption_as_long_as_it(tmp_path: Path) -> None:
    said = "Table 3. Change of lipids in patients with raised values (percent)"

    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 3, said, bold=True)
        end = LEFT + canvas.stringWidth(said, "Times-Bold", 10) + 4
        rules(canvas, (TOP, TOP + 42, TOP + 84), LEFT - 3, end)
        for at, line in enumerate(("Zentrolol", "dose", "(mg/day)")):
            say(canvas, LEFT, TOP + 12 + 12 * at, line, bold=True)
        for x, name in ((200, "N"), (280, "LDL")):
            say(canvas, x, TOP + 24, name, bold=True)
        body = [("Placebo", "12", "+2.0"), ("5", "11", "-34.0"), ("20", "12", "-46.0")]
        rows(canvas, (LEFT, 200, 280), TOP + 54, body)

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert told[-1] == "Zentrolol dose (mg/day): 20 | N: 12 | LDL: -46.0"


def test_heads_between_rules_of_their_own_stand_over_the_rows_below_them(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 20, "Table 3. Components of the response at week 24", bold=True)
        for left, right, name in ((180, 320, "Placebo"), (350, 520, "Zentrolol")):
            say(canvas, (left + right) / 2 - 18, TOP, name)
            say(canvas, (left + right) / 2 - 18, TOP + 14, "(n=100)")
        rules(canvas, (TOP + 3, TOP + 17, TOP + 32), 180, 520)
        rows(canvas, (205, 275, 355, 425), TOP + 28, [("Baseline", "Week 24") * 2])
        say(canvas, LEFT, TOP + 14, "Patients")
        say(canvas, LEFT, TOP + 44, "Measure (median)")
        body = [
            ("Tender joints", "24", "20", "20", "6"),
            ("Swollen joints", "12", "9", "12", "3"),
            ("Pain", "6.4", "5.6", "5.9", "2.6"),
            ("Mobility", "6.0", "4.5", "5.6", "1.5"),
        ]
        rows(canvas, (LEFT, 215, 285, 365, 435), TOP + 56, body)

    told = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert told[-1].endswith(
        "Mobility | Placebo (n=100) Baseline: 6.0 | Placebo (n=100) Week 24: 4.5"
        " | Zentrolol (n=100) Baseline: 5.6 | Zentrolol (n=100) Week 24: 1.5"
    )


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
        rules(canvas, (TOP - 14, TOP + 56, TOP + 70, TOP + 83, TOP + 95, TOP + 108), *xs)
        for x in xs:
            canvas.line(x, HEIGHT - TOP + 14, x, HEIGHT - TOP - 108)

    label = drawn(tmp_path, paint)
    headings = [block.text for block in label.blocks if block.kind is BlockKind.HEADING]
    assert headings == ["2.3 Schedule for infants", "2.4 Schedule for children"]
    told = " ".join(text for row in texts(grid_of(label)) for text in row)
    assert "7 to 11 months" in told and "2.3" not in told


def test_tables_right_under_one_another_are_not_read_once_more_as_one(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 250.0, 350.0, 450.0)
        for at, drug in enumerate(("Zentrolol", "Zorbidine")):
            top = TOP + 100 * at
            grid_lines(canvas, (top, top + 18), (LEFT, 450.0))
            say(canvas, LEFT + 3, top + 13, f"Table {at + 1}.", bold=True)
            say(canvas, 150, top + 13, f"Clinical cure with {drug} in adults", bold=True)
            grid_lines(canvas, [top + 18 + 14 * row for row in range(4)], xs)
            body = [
                ("Infection", drug, "Placebo"),
                ("Urinary", "45/59 (76%)", "33/57 (58%)"),
                ("Of the lung", "42/55 (76%)", "39/65 (60%)"),
            ]
            rows_at = zip((top + 28, top + 42, top + 56), body, strict=True)
            for y, row in rows_at:
                rows(canvas, [x + 3 for x in xs[:-1]], y, [row])

    label = drawn(tmp_path, paint)
    grids = [block.grid for block in label.blocks if block.grid]
    assert [(grid.rows, grid.columns) for grid in grids] == [(3, 3), (3, 3)]
    captions = [block.text for block in label.blocks if block.kind is BlockKind.CAPTION]
    assert len(captions) == 2


def test_a_margin_between_the_frame_and_the_words_is_no_column(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for x in (LEFT, LEFT + 8, 250, 402, 410):  # the frame, and the boxes within it
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 64)
        rules(canvas, (TOP, TOP + 16, TOP + 32, TOP + 48, TOP + 64), LEFT, 410)
        said = [("Route", "oral"), ("Colour", "white"), ("Shape", "round"), ("Size", "8 mm")]
        for at, row in enumerate(said):
            rows(canvas, (LEFT + 12, 254), TOP + 12 + 16 * at, [row])

    told = grid_of(drawn(tmp_path, paint))
    assert {cell.column for cell in told.cells if cell.text} == {0, 1}


def test_a_table_without_sides_is_whole_where_titles_part_its_columns(tmp_path: Path) -> None:
    bands = [
        (("Adverse reaction", "What to do"),),
        (("Of the blood",),),
        (
            ("Platelets below 50", "Withhold until 50. If resolved:"),
            ("", "• Within 2 weeks: resume."),
        ),
        (("Of the pancreas",),),
        (
            ("Lipase above 2 x ULN", "Withhold until normal."),
            ("", "• If resolved: resume at less."),
        ),
    ]

    def paint(canvas: Canvas) -> None:
        y = TOP
        for band in bands:
            for x, end in ((LEFT, 250.0), (250.0, 540.0)):
                canvas.line(x, HEIGHT - y, end, HEIGHT - y)
            bottom = y + 14 * len(band)
            if len(band[0]) > 1:
                canvas.line(250, HEIGHT - y, 250, HEIGHT - bottom)
            for at, cells in enumerate(band):
                for x, text in zip((LEFT + 4, 254.0), cells, strict=False):
                    say(canvas, x, y + 10 + 14 * at, text, bold=len(cells) == 1 or band is bands[0])
            y = bottom
        for x, end in ((LEFT, 250.0), (250.0, 540.0)):
            canvas.line(x, HEIGHT - y, end, HEIGHT - y)

    label = drawn(tmp_path, paint)
    assert texts(grid_of(label)) == [
        ["Adverse reaction", "What to do"],
        ["Of the blood"],
        ["Platelets below 50", "Withhold until 50. If resolved: • Within 2 weeks: resume."],
        ["Of the pancreas"],
        ["Lipase above 2 x ULN", "Withhold until normal. • If resolved: resume at less."],
    ]
