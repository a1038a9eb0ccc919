"""Frames and grids that only set out prose are text, and the words of charts are no table."""

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
    headers,
    rows,
    rules,
    say,
    texts,
)

STEPS = (
    "• Wash your hands with soap and water before you touch the pen or the needle.",
    "• Pull off the cap and keep it, for the pen must be closed again after each use.",
    "• Hold the pen with the needle pointing up and look for a drop at its tip.",
)


def test_steps_beside_pictures_are_list_items(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:  # the pictures stand in the second column
        rules(canvas, (TOP, TOP + 20), LEFT, 540)
        say(canvas, LEFT + 4, TOP + 14, "Step 1. Prepare your pen", bold=True)
        grid_lines(canvas, [TOP + 20, TOP + 60, TOP + 100, TOP + 140], (LEFT, 460, 540))
        for at, step in enumerate(STEPS):
            say(canvas, LEFT + 4, TOP + 40 * at + 36, step)
            say(canvas, LEFT + 14, TOP + 40 * at + 48, "Ask somebody to help you with it.")

    blocks = drawn(tmp_path, paint).blocks
    items = [block.text for block in blocks if block.kind is BlockKind.LIST_ITEM]
    assert len(items) == len(STEPS)
    assert all(item.startswith(step[2:]) for item, step in zip(items, STEPS, strict=True))
    assert not any(block.grid for block in blocks)


def test_a_frame_around_a_text_with_a_list_is_no_table(tmp_path: Path) -> None:
    words = ("o dizziness", "o sweating", "o hunger")

    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 100, TOP + 140), LEFT, 540)
        for x in (LEFT, 540):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 140)
        for at, line in enumerate((*STEPS, *STEPS)):
            say(canvas, LEFT + 4, TOP + 14 + 14 * at, line)
        grid_lines(canvas, (TOP + 100, TOP + 140), (LEFT, 250, 390, 540))
        for at, x in enumerate((LEFT + 4, 254, 394)):
            say(canvas, x, TOP + 122, words[at])

    blocks = drawn(tmp_path, paint).blocks
    items = [block for block in blocks if block.kind is BlockKind.LIST_ITEM]
    assert [block.text for block in items][-3:] == [word[2:] for word in words]
    assert {block.level for block in items} == {0}
    assert not any(block.grid for block in blocks)


def chart(canvas: Canvas) -> None:
    rules(canvas, (TOP, TOP + 16, TOP + 76), LEFT, 450)
    rows(canvas, (LEFT + 3, 200, 300), TOP + 12, [("Arm", "Month 0", "Month 6")])
    rows(
        canvas, (LEFT + 3, 200, 300), TOP + 30, [("Florbo", "230", "187"), ("Placebo", "232", "90")]
    )


def test_numbers_at_risk_are_a_chart_s(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        chart(canvas)
        say(canvas, LEFT + 3, TOP + 70, "Number of patients at risk")

    blocks = drawn(tmp_path, paint).blocks
    assert not any(block.grid for block in blocks)


def test_what_stands_right_below_the_caption_of_a_figure_is_its_chart(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        chart(canvas)
        say(canvas, LEFT, TOP - 12, "Figure 3: Patients by month")

    assert not any(block.grid for block in drawn(tmp_path, paint).blocks)
    assert any(block.grid for block in drawn(tmp_path, chart).blocks)


def test_symptoms_in_columns_are_items_of_one_list(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        grid_lines(canvas, [TOP + 18 * at for at in range(4)], (LEFT, 250, 430))
        for at in range(3):
            for x, words in (
                (LEFT, ("feel weak", "vomit", "faint")),
                (250, ("itch", "cough", "ache")),
            ):
                say(canvas, x + 10, TOP + 13 + 18 * at, words[at])
                canvas.circle(x + 5, HEIGHT - TOP - 10 - 18 * at, 1.5, fill=1)

    blocks = drawn(tmp_path, paint).blocks
    said = [block.text for block in blocks if block.kind is BlockKind.LIST_ITEM]
    assert said == ["feel weak", "vomit", "faint", "itch", "cough", "ache"]


def test_a_head_over_a_rule_is_of_the_columns_below_it(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP - 30, "Table 3. Cured in Trial 2", bold=True)
        rules(canvas, (TOP + 4,), 200, 420)
        say(canvas, 276, TOP, "Florbo, n/N (%)")
        xs = (LEFT, 210, 330)
        rows(canvas, xs, TOP + 16, [("", "Single dose", "Two doses")])
        rules(canvas, (TOP + 20, TOP + 90), LEFT, 420)
        rows(canvas, xs, TOP + 34, [("Day 3", "284/349 (81)", "294/349 (84)")])
        rows(canvas, xs, TOP + 54, [("Day 9", "295/349 (84)", "297/349 (85)")])
        rows(canvas, xs, TOP + 74, [("Day 28", "250/271 (92)", "247/267 (92)")])

    label = drawn(tmp_path, paint)
    assert texts(grid_of(label))[0][1:] == ["Florbo, n/N (%)"]
    assert [row.text for row in row_texts(grid_of(label))][-1] == (
        "Day 28 | Florbo, n/N (%) Single dose: 250/271 (92) | "
        "Florbo, n/N (%) Two doses: 247/267 (92)"
    )


def test_a_row_drawn_with_edges_of_its_own_keeps_the_order_of_its_cells(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        heads, own = (LEFT, 180, 260, 340, 420), (LEFT, 180, 220, 300, 420)
        for at, (xs, row) in enumerate(
            (
                (heads, ("Drug", "Dose", "AUC", "Cmax")),
                (heads, ("Glyburide", "500 mg", "0.98", "0.99")),
                (own, ("Topiramate", "9 mg", "1.25", "1.17")),
                (heads, ("Ibuprofen", "850 mg", "1.05", "1.07")),
            )
        ):
            grid_lines(canvas, (TOP + 20 * at, TOP + 20 * at + 20), xs)
            for x, text in zip(xs, row, strict=False):
                say(canvas, x + 4, TOP + 14 + 20 * at, text, bold=not at)

    rows_of_it = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert "Drug: Topiramate | Dose: 9 mg | AUC: 1.25 | Cmax: 1.17" in rows_of_it


def test_a_list_of_names_in_columns_has_no_heads(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        names = [("Citrobacter koseri", "Morganella morganii"), ("Edwardsiella tarda", "Proteus")]
        names += [("Enterobacter cloacae", "Serratia"), ("Klebsiella oxytoca", "Yersinia")]
        rows(canvas, (LEFT, 260), TOP, names)

    assert headers(grid_of(drawn(tmp_path, paint))) == 0


def test_a_title_over_the_columns_stands_above_their_units(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        ys = (TOP, TOP + 18, TOP + 36, TOP + 66, TOP + 84, TOP + 102)
        rules(canvas, ys, LEFT, 450)
        for top, bottom in ((ys[0], ys[2]), (ys[3], ys[5])):  # none within the title's band
            for x in (240.0, 340.0):
                canvas.line(x, HEIGHT - top, x, HEIGHT - bottom)
        for x in (LEFT, 450.0):
            canvas.line(x, HEIGHT - ys[0], x, HEIGHT - ys[-1])
        for x in (240.0, 340.0):
            canvas.line(x, HEIGHT - ys[2] - 16, x, HEIGHT - ys[3])
        rows(canvas, (LEFT + 4, 250, 350), TOP + 12, [("", "Florbo", "Placebo")])
        rows(canvas, (LEFT + 4, 250, 350), ys[1] + 12, [("RNA below 50", "91%", "93%")])
        say(canvas, 160, ys[2] + 11, "RNA below 50 copies by baseline covariates")
        rows(canvas, (LEFT + 4, 250, 350), ys[2] + 25, [("", "n/N (%)", "n/N (%)")])
        rows(canvas, (LEFT + 4, 250, 350), ys[3] + 12, [("Male", "555/603", "577/619")])
        rows(canvas, (LEFT + 4, 250, 350), ys[4] + 12, [("Female", "100/113", "89/98")])

    said = [row.text for row in row_texts(grid_of(drawn(tmp_path, paint)))]
    assert "RNA below 50 copies by baseline covariates" in said


def test_the_title_of_the_patient_s_part_in_a_box_is_no_table(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        rules(canvas, (TOP, TOP + 18, TOP + 36, TOP + 54), LEFT, 450)
        for x in (LEFT, 450):
            canvas.line(x, HEIGHT - TOP, x, HEIGHT - TOP - 54)
        canvas.line(260, HEIGHT - TOP - 18, 260, HEIGHT - TOP - 54)
        say(canvas, 210, TOP + 12, "MEDICATION GUIDE", bold=True)
        rows(canvas, (LEFT + 4, 270), TOP + 30, [("ZENTROLOL (ZEN-tro-lol)", "ZENTROLOL LQ")])
        rows(canvas, (LEFT + 4, 270), TOP + 48, [("tablets, for oral use", "oral solution")])

    assert not any(block.grid for block in drawn(tmp_path, paint).blocks)
