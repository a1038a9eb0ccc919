"""Frames and grids that only set out prose are text, and the words of charts are no table."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import BlockKind
from parse.drawn_tables import HEIGHT, LEFT, TOP, drawn, grid_lines, rows, rules, say

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
