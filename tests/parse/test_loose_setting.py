"""Pages set loosely: rows far apart, raised and lowered figures, bold words that run on."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from parse.drawn_tables import (
    HEIGHT,
    LEFT,
    TOP,
    drawn,
    grid_lines,
    grid_of,
    headers,
    rows,
    rule,
    say,
    texts,
)


def block_with(label: ParsedLabel, words: str) -> Block:
    return next(block for block in label.blocks if words in block.text)


def test_rows_far_apart_are_a_table_with_the_names_of_their_groups(tmp_path: Path) -> None:
    body = [
        ("Skin", ""),
        ("Rash", "4%"),
        ("Itching", "2%"),
        ("Senses", ""),
        ("Blurred sight", "1%"),
        ("Altered taste", "3%"),
    ]

    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP, "Reaction", bold=True)
        say(canvas, 250, TOP, "Percent", bold=True)
        for at, row in enumerate(body):
            rows(canvas, (LEFT, 250), TOP + 30 * (at + 1), [row])

    grid = grid_of(drawn(tmp_path, paint))
    assert headers(grid) == 1
    assert [" ".join(row).strip() for row in texts(grid)[1:]] == [" ".join(r).strip() for r in body]


def test_a_name_underlined_over_all_its_cell_takes_no_values_from_the_row_below(
    tmp_path: Path,
) -> None:
    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 190, 260)
        grid_lines(canvas, [TOP, TOP + 16, TOP + 60], xs)
        rows(canvas, (LEFT + 3, 193), TOP + 12, [("Reaction", "Percent")])
        rows(canvas, (LEFT + 3, 193), TOP + 28, [("Metabolic and nutritional", "")])
        rule(canvas, TOP + 29.5, LEFT + 2, 179)
        rows(canvas, (LEFT + 9, 193), TOP + 40, [("Swelling", "8"), ("Weight gain", "2")])

    said = texts(grid_of(drawn(tmp_path, paint)))
    assert not any("Metabolic" in row[0] and "8" in row for row in said)
    assert any(row[0].endswith("Swelling") and row[-1] == "8" for row in said)


def test_the_addresses_of_a_directory_are_no_rows_of_a_table(tmp_path: Path) -> None:
    entries = [
        ("Belgium", "Malta"),
        ("Zentro Benelux", "Zentro Malta"),
        ("Tel: +32 2 555 01 02", "Tel: +356 2555 0103"),
        ("Denmark", "Norway"),
        ("Zentro Danmark", "Zentro Norge"),
        ("Tel: +45 55 55 01 04", "Tel: +47 55 55 01 05"),
        ("Estonia", "Poland"),
        ("Zentro Eesti", "Zentro Polska"),
        ("Tel: +372 555 0106", "Tel: +48 22 555 01 07"),
    ]

    def paint(canvas: Canvas) -> None:
        xs = (LEFT, 250, 430)
        grid_lines(canvas, [TOP + 16 * at for at in range(len(entries) + 1)], xs)
        for at, (left, right) in enumerate(entries):
            bold = at % 3 == 0
            say(canvas, LEFT + 3, TOP + 12 + 16 * at, left, bold=bold)
            say(canvas, 253, TOP + 12 + 16 * at, right, bold=bold)

    label = drawn(tmp_path, paint)
    assert not any(block.kind is BlockKind.TABLE for block in label.blocks)
    said = [block.text for block in label.blocks]
    assert said[-6:] == [
        " ".join(line[column] for line in entries[at : at + 3])
        for column in (0, 1)
        for at in (0, 3, 6)
    ]


def test_a_lowered_figure_cuts_no_paragraph(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(
            canvas,
            LEFT,
            TOP,
            "The response of adults to zentrolol was measured by trained staff as the",
        )
        say(canvas, LEFT, TOP + 12, "FEV")
        say(canvas, LEFT + 22, TOP + 17, "1", size=8)
        say(
            canvas,
            LEFT + 29,
            TOP + 12,
            "Increase over twelve hours, which reached a fifth of the first",
        )
        say(
            canvas,
            LEFT,
            TOP + 24,
            "value in most of them and was lost on the following day without a dose.",
        )

    block = block_with(drawn(tmp_path, paint), "The response of adults")
    assert block.text.endswith("without a dose.")


def test_a_raised_figure_stays_in_its_column(tmp_path: Path) -> None:
    left = "Patients who drive should be told that"
    right = "Doses up to nine times those of adults"

    def paint(canvas: Canvas) -> None:
        for at in range(10):
            say(canvas, LEFT, TOP + 12 * at, left)
            say(canvas, 320, TOP + 5 + 12 * at, right)
        say(canvas, 320, TOP + 125, "on a mg/m")
        say(canvas, 363.5, TOP + 121, "2", size=8.3)
        say(canvas, 370, TOP + 125, "basis were given to rats for two years.")
        say(canvas, LEFT, TOP + 120, left)

    assert "mg/m2 basis" in block_with(drawn(tmp_path, paint), "basis were given").text


def test_bold_words_that_go_on_in_the_next_line_are_no_heading(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        words = "DOSES OF ZENTROLOL ARE VARIABLE AND MUST BE FITTED TO THE DISEASE UNDER"
        say(canvas, LEFT, TOP, words, bold=True)
        say(canvas, LEFT, TOP + 12, "TREATMENT.", bold=True)
        say(
            canvas,
            LEFT + 76,
            TOP + 12,
            "After a response is seen the dose should be lowered step by step.",
        )

    block = block_with(drawn(tmp_path, paint), "DOSES OF ZENTROLOL")
    assert block.kind is BlockKind.TEXT and block.text.endswith("step by step.")


def test_bold_words_counted_with_a_small_letter_head_the_text_below(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        for at, name in enumerate(("a. Sudden Withdrawal:", "b. Stroke:")):
            say(canvas, LEFT, TOP + 60 * at, name, bold=True)
            say(
                canvas,
                LEFT,
                TOP + 22 + 60 * at,
                "Sight and hearing were lost when zentrolol was stopped.",
            )

    label = drawn(tmp_path, paint)
    assert block_with(label, "Stroke:").kind is BlockKind.HEADING
    assert block_with(label, "Sudden Withdrawal:").kind is BlockKind.HEADING


def test_a_caption_as_narrow_as_its_table_is_one(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP, "Table 3: Reactions in adults who took", size=8)
        say(canvas, LEFT, TOP + 10, "Zentrolol for at least two years", size=8)
        xs = (LEFT, 160, 230)
        grid_lines(canvas, [TOP + 16 + 16 * at for at in range(4)], xs)
        for at, row in enumerate((("Reaction", "Percent"), ("Rash", "4"), ("Cough", "2"))):
            rows(canvas, (LEFT + 3, 163), TOP + 28 + 16 * at, [row])

    caption = block_with(drawn(tmp_path, paint), "Table 3:")
    assert caption.text == "Table 3: Reactions in adults who took Zentrolol for at least two years"


def test_a_numbered_heading_goes_on_right_under_its_first_word(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        say(canvas, LEFT, TOP, "1.", bold=True, size=12)
        say(canvas, LEFT + 14, TOP, "What Zentrolol", bold=True, size=12)
        say(canvas, LEFT + 14, TOP + 13, "Tablets do", bold=True, size=12)
        say(canvas, LEFT, TOP + 32, "They lower the pressure of the blood in adults who take them.")

    headings = [b.text for b in drawn(tmp_path, paint).blocks if b.kind is BlockKind.HEADING]
    assert headings == ["1. What Zentrolol Tablets do"]


def test_a_note_that_goes_on_with_a_figure_is_no_heading(tmp_path: Path) -> None:
    def paint(canvas: Canvas) -> None:
        canvas.setFont("Times-Italic", 10)
        notes = (
            "Patients with a high score at the start: placebo N = 135, Zentrolol 40 mg N = 293,",
            "Zentrolol 20 mg N = 106, and Zentrolol",
            "80 mg N = 303, lactose N = 306",
        )
        for at, words in enumerate(notes):
            canvas.drawString(LEFT, HEIGHT - TOP - 11 * at, words)
        say(canvas, LEFT, TOP + 60, "The third trial enrolled 1,346 adults, of whom most were men.")

    assert not [b for b in drawn(tmp_path, paint).blocks if b.kind is BlockKind.HEADING]
