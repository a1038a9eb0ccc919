"""What starts a new block, what goes on over a page break, and what never gets lost."""

from dataclasses import replace

import pytest

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import BlockKind, Cell, Grid, Style
from monograph_qa.parse.blocks import blocks_of as joined_blocks
from monograph_qa.parse.blocks import set_list_levels, set_ratios
from monograph_qa.parse.continued import set_true_headers
from monograph_qa.parse.layout.blocks import Setting, blocks_of
from monograph_qa.parse.layout.engine import plain_layout
from monograph_qa.parse.layout.glyphs import words_of
from monograph_qa.parse.layout.lines import Found, Line, PageLayout
from monograph_qa.parse.layout.lists import whole_lines
from monograph_qa.parse.layout.segments import segments_of
from monograph_qa.parse.layout.shapes import Shapes
from monograph_qa.parse.table_columns import Columns
from monograph_qa.parse.table_spans import crossings
from monograph_qa.parse.table_structure import structure_of
from monograph_qa.parse.table_titles import titles_between
from parse.test_composition import line
from parse.test_layout_rules import glyphs

BODY = "Zentrolol tablets are given once a day to adults whose pressure stays too high even"


def page(number: int, *blocks: Found) -> PageLayout:
    return PageLayout(number, 612, 792, 10.0, list(blocks), Shapes())


def found(kind: BlockKind, text: str, left: float) -> Found:
    one = line(text, left=left)
    return Found(kind, one.box, [one])


def bold(one: Line) -> Line:
    for word in one.words:
        word.bold = True
    return one


def test_a_centred_title_and_the_text_under_it_are_two_blocks() -> None:
    title = bold(line("ZENTROLOL TABLETS", 100, 230))
    texts = [line(BODY, 112), line(BODY, 124)]
    blocks = blocks_of([title, *texts], Setting(10.0, [Box(0, 0, 1, 1)]))
    assert [len(block.lines) for block in blocks] == [1, 2]
    assert blocks[0].kind is BlockKind.HEADING


def test_a_dated_note_at_the_margin_does_not_stand_in_the_sentence() -> None:
    rows = [line("Approved by the agency of", 100), line("Revised: 4/2025", 100, 480)]
    rows.append(line("this country.", 112))
    assert [one.text for one in whole_lines(rows)] == [
        "Approved by the agency of",
        "this country.",
        "Revised: 4/2025",
    ]


@pytest.mark.parametrize(("label", "value"), [("Solubility:", "in water"), ("Uses (1)", "2/2024")])
def test_a_label_and_its_value_stay_one_line(label: str, value: str) -> None:
    rows = [line(label, 100), line(value, 100, 300)]
    assert len(whole_lines(rows)) == 1


def test_the_letter_o_of_a_typewriter_font_is_a_bullet() -> None:
    drawn = [*glyphs("o", font="/CourierNew"), *glyphs("Do not drive", left=77.5)]
    item = segments_of(words_of(drawn))[0]
    assert item.bullet and item.text == "o Do not drive"


def test_a_nested_list_keeps_its_level_on_the_next_page() -> None:
    text, item = BlockKind.TEXT, BlockKind.LIST_ITEM
    first = page(1, found(text, BODY, 72), found(item, "• associated with:", 90))
    rest = page(2, found(item, "• surgery", 108), found(item, "• old age", 90))
    body = page(3, found(text, BODY, 72), found(item, "• cough", 108))
    set_list_levels([first, rest, body])
    items = [b for one in (first, rest, body) for b in one.blocks if b.kind is item]
    assert [block.level for block in items] == [0, 1, 0, 0]


def test_a_page_that_the_rules_cannot_read_is_kept_as_plain_rows() -> None:
    drawn = [*glyphs("take with food"), *glyphs("once a day", top=120)]
    layout = plain_layout(1, (612, 792), drawn)
    assert [block.lines[0].text for block in layout.blocks] == ["take with food", "once a day"]


def _table(number: int, texts: tuple[str, str], box: Box) -> PageLayout:
    cells = tuple(
        Cell(at, 0, text, is_header=at == 0, box=Box(72, box.top + 20 * at, 300, box.top + 20))
        for at, text in enumerate(texts)
    )
    return page(number, Found(BlockKind.TABLE, box, grid=Grid(2, 1, cells)))


def test_the_first_row_of_a_continued_table_is_no_header_unless_printed_again() -> None:
    pages = [
        _table(1, ("Reaction", "Cough"), Box(72, 600, 300, 640)),
        _table(2, ("Rash", "Nausea"), Box(72, 72, 300, 112)),
        _table(3, ("Reaction", "Fever"), Box(72, 72, 300, 112)),
    ]
    set_true_headers(pages)
    grids = [each.blocks[0].grid for each in pages]
    headers = [[c.text for c in grid.cells if c.is_header] for grid in grids if grid]
    assert headers == [["Reaction"], [], ["Reaction"]]


def test_columns_without_a_rule_between_them_are_parted_beside_drawn_ones() -> None:
    rows = [
        ("Major", "15", "49"),
        ("Minor", "31", "50"),
        ("Other", "11", "25"),
        ("All", "40", "67"),
    ]
    lines = [
        line(text, 100.0 + 14 * at, left)
        for at, row in enumerate(rows)
        for text, left in zip(row, (76.0, 210.0, 330.0), strict=True)
    ]
    box = Box(72, 98, 400, 156)
    rules = tuple(Box(x, 98, x, 156) for x in (72, 200, 400))
    level = tuple(Box(72, 98.0 + 14 * at, 400, 98.0 + 14 * at) for at in range(5))
    table = Found(BlockKind.TABLE, box, lines)
    grid = structure_of(table, Shapes(drawn=rules + level))
    assert (grid.rows, grid.columns) == (4, 3)
    assert [cell.text for cell in grid.cells if cell.row == 1] == ["Minor", "31", "50"]


def test_a_heading_over_two_columns_crosses_the_edge_between_them() -> None:
    head, cells = (
        line("Recommended dosage", 100, 80),
        [line("Day 1", 114, 80), line("Day 8", 114, 150)],
    )
    words = [word for one in (head, *cells) for word in one.words]
    crossed = crossings(Columns([72, 130, 220], frozenset({130})), [98, 112, 126], words)
    assert crossed == {(0, 1): True, (1, 1): False}


@pytest.mark.parametrize("said", ["Table 2: Headache in adults", "Table 2: All had headache."])
def test_a_caption_goes_on_over_the_table_of_the_next_page(said: str) -> None:
    grid = Grid(1, 1, (Cell(0, 0, "Placebo"),))
    table = Found(BlockKind.TABLE, Box(60, 120, 300, 200), [line("Placebo", 130)], grid=grid)
    caption = found(BlockKind.CAPTION, said, 60)
    rest = found(BlockKind.HEADING, "Who Took Zentrolol for a Week", 60)
    layouts = [page(1, caption), page(2, rest, table)]
    kinds = [block.kind for block in joined_blocks(layouts)]
    goes_on = [BlockKind.CAPTION, BlockKind.TABLE]
    assert (kinds == goes_on) is not said.endswith(".")


def test_a_caption_over_a_picture_goes_on_nowhere() -> None:
    caption = found(BlockKind.CAPTION, "Figure 2: Headache in adults", 60)
    picture = Found(BlockKind.PICTURE, Box(60, 60, 300, 100), [])
    grid = Grid(1, 1, (Cell(0, 0, "Placebo"),))
    table = Found(BlockKind.TABLE, Box(60, 120, 300, 200), [line("Placebo", 130)], grid=grid)
    layouts = [page(1, caption), page(2, picture, table)]
    kinds = [block.kind for block in joined_blocks(layouts)]
    assert kinds == [BlockKind.CAPTION, BlockKind.TABLE]


@pytest.mark.parametrize("beside", [10.0, 9.0])
def test_sizes_are_measured_by_the_body_of_the_file_where_text_of_that_size_stands(
    beside: float,
) -> None:
    heading, notes = found(BlockKind.HEADING, "Children", 60), found(BlockKind.TEXT, BODY, 60)
    heading.style, notes.style = Style(size=10.0, ratio=1.11), Style(size=beside, ratio=1.0)
    small = replace(page(3, heading, notes), body=9.0)
    set_ratios([page(1), page(2), small])
    assert heading.style.ratio == (1.0 if beside == 10.0 else 1.11)


def test_a_table_that_goes_on_with_coarser_columns_is_set_on_those_of_the_page_before() -> None:
    cells = [Cell(0, at, text, is_header=True, box=Box(x, 600, stop, 620))
             for at, (text, x, stop) in enumerate((("Name", 72, 200), ("Age", 200, 300),
                                                   ("Dose", 300, 400)))]  # fmt: skip
    box = Box(72, 72, 400, 112)
    upper = Found(BlockKind.TABLE, Box(72, 600, 400, 620), grid=Grid(1, 3, tuple(cells)))
    rows = ("Adults with weak kidneys or liver", "10 mg"), ("Children of six years or more", "5 mg")
    lines = [
        line(text, 76.0 + 20 * at, left)
        for at, row in enumerate(rows)
        for text, left in zip(row, (76.0, 304.0), strict=True)
    ]
    rules = tuple(Box(x, 72, x, 112) for x in (72, 300, 400))
    level = tuple(Box(72, y, 400, y) for y in (72.0, 92.0, 112.0))
    second = page(2, Found(BlockKind.TABLE, box, lines))
    second.shapes = Shapes(drawn=rules + level)
    second.blocks[0].grid = structure_of(second.blocks[0], second.shapes)
    set_true_headers([page(1, upper), second])
    grid = second.blocks[0].grid
    assert grid and grid.columns == 3
    assert [(c.column, c.column_span) for c in grid.cells if c.row == 0] == [(0, 2), (2, 1)]
    assert not any(cell.is_header for cell in grid.cells if cell.row)


def test_a_title_over_a_rule_of_its_own_width_stands_over_no_more_columns() -> None:
    words = [word for text, top, left in (("Study 1", 100, 244), ("Study 2", 100, 364),
                                          *((f"{at}%", 120, 220 + 60 * at) for at in range(4)))
             for word in line(text, top, left).words]  # fmt: skip
    columns = Columns([72, 200, 260, 320, 380, 440], frozenset({260.0, 380.0}))
    both = titles_between(columns, words, [])
    assert [(box.left, box.right) for box in both] == [(200, 320), (320, 440)]
    assert titles_between(columns, words, [Box(243, 112, 281, 112)]) == both[1:]
