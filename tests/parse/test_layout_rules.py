"""The small rooms of the layout, on inputs built by hand."""

from dataclasses import replace

import pytest

from monograph_qa.domain.geometry import Box
from monograph_qa.domain.parsed import BlockKind
from monograph_qa.parse.layout.blocks import Setting, blocks_of
from monograph_qa.parse.layout.columns import zones_of
from monograph_qa.parse.layout.furniture import (
    EdgeLine,
    Furniture,
    edge_key,
    repeating,
    without_furniture,
    without_line_numbers,
)
from monograph_qa.parse.layout.glyphs import Glyph, words_of
from monograph_qa.parse.layout.headings import contents_span
from monograph_qa.parse.layout.lines import Line
from monograph_qa.parse.layout.lists import whole_lines
from monograph_qa.parse.layout.open_tables import open_tables
from monograph_qa.parse.layout.segments import segments_of
from monograph_qa.parse.layout.shapes import Shapes
from monograph_qa.parse.layout.signs import CAPTION, NOTE, readable
from monograph_qa.parse.layout.spaced_tables import spaced_tables
from monograph_qa.parse.layout.tables import ruled_tables, table_rules
from parse.test_composition import line


def glyphs(text: str, left: float = 72.0, top: float = 100.0, font: str = "/Times") -> list[Glyph]:
    made = []
    for char in text:
        made.append(Glyph(char, left, top, left + 5, top + 10, font, 2.5))
        left += 2.5 if char == " " else 5
    return made


def test_words_are_parted_by_the_spaces_of_the_file() -> None:
    assert [word.text for word in words_of(glyphs("in patients"))] == ["in", "patients"]


def test_uneven_letter_spacing_does_not_split_a_word() -> None:
    drawn = glyphs("the release of")
    loose = [g._replace(left=g.left + 0.7 * (at % 2)) for at, g in enumerate(drawn)]
    assert [word.text for word in words_of(loose)] == ["the", "release", "of"]


def test_text_painted_twice_is_read_once() -> None:
    drawn = glyphs("dose")
    again = [g._replace(left=g.left + 0.2, right=g.right + 0.2) for g in drawn]
    assert [word.text for word in words_of([*drawn, *again])] == ["dose"]


def test_a_raised_figure_is_part_of_its_word() -> None:
    raised = Glyph("2", 82.2, 97.0, 85.0, 103.0, "/Times", 1.5)
    words = words_of([*glyphs("1m"), raised, *glyphs("of", 90.0)])
    assert [part.text for part in segments_of(words)] == ["1m2 of"]


def test_private_use_characters_are_read_by_their_font() -> None:
    assert readable("\uf0b3", "/Symbol") == "≥"
    assert readable("\uf0a3", "/ABC+SymbolMT") == "≤"
    assert readable("\uf06d", "/Symbol") == "μ"
    assert readable("\uf0b7", "/Wingdings") == "•"
    assert readable("≥ 5 µg – 25° ±", "/Arial") == "≥ 5 µg – 25° ±"


def edge(text: str, top: float = 20.0, left: float = 72.0) -> EdgeLine:
    box = line(text, top, left).box
    return EdgeLine(edge_key(text), box.left, box.right, box.center_y)


def test_a_running_head_is_told_by_repeating_with_its_numbers_folded() -> None:
    pages = [[edge("Zentrolol page 1 of 4")], [edge("Zentrolol page 2 of 4")], []]
    known = Furniture(top=repeating(pages))
    head, body = line("Zentrolol page 3 of 4", top=20), line("Zentrolol is a tablet", top=300)
    assert without_furniture([head, body], known, 792) == ([body], [head])


def test_captions_at_the_top_of_many_pages_are_no_running_head() -> None:
    heads = [line(f"Table {number}:", 40) for number in (1, 2, 3)]
    lines = [EdgeLine(edge_key(h.text), h.box.left, h.box.right, h.box.center_y) for h in heads]
    known = Furniture(top=repeating([[one] for one in lines]))
    assert known.top and without_furniture(heads[1:2], known, 792) == (heads[1:2], [])


def test_running_heads_may_differ_on_left_and_right_pages() -> None:
    pages = [[edge(("Zentrolol", "Tablets")[at % 2])] for at in range(1, 9)]
    assert {one.key for one in repeating(pages)} == {"zentrolol", "tablets"}


def test_a_title_that_two_pages_print_at_other_heights_is_no_running_head() -> None:
    title = "WARNING: FAINTING"
    pages = [[edge(title, 77)], [], [edge(title, 60)]]
    assert repeating(pages) == ()
    assert repeating([[edge(title)] if at in (1, 4) else [] for at in range(1, 9)]) == ()


def test_nothing_below_the_first_row_of_text_is_furniture() -> None:
    known = Furniture(top=(edge("Zentrolol", 40),))
    rows = [line("Take with food.", top=20), line("Zentrolol", top=40)]
    assert without_furniture(rows, known, 792) == (rows, [])


def test_the_header_of_a_table_that_each_page_prints_is_no_running_head() -> None:
    known = Furniture(top=(edge("Reaction", 40),))
    head = [line("Reaction", top=35)]
    sides = [Box(x, 30, x + 0.5, 200) for x in (70.0, 200.0, 400.0)]
    assert without_furniture(head, known, 792, upright=sides) == (head, [])
    assert without_furniture(head, known, 792, upright=sides[:2]) == ([], head)  # a page's frame


def test_a_row_of_numbers_low_on_the_page_is_no_page_number() -> None:
    pages = [[edge(str(at), 760, 290)] for at in range(1, 9)]
    known = Furniture(bottom=repeating(pages))
    numbers = [line("20", 750, 100), line("69", 750, 290), line("210", 750, 480)]
    foot = line("17", 770, 290)
    assert without_furniture([*numbers, foot], known, 792) == (numbers, [foot])


def test_the_line_numbers_of_a_draft_are_dropped() -> None:
    rows = [line(f"{at} words of the draft", top=14.0 * at) for at in range(10, 40)]
    bare = without_line_numbers(rows, 612)
    assert [one.text for one in bare] == 30 * ["words of the draft"]


def test_a_draft_s_page_may_have_few_line_numbers_beside_a_table_of_numbers() -> None:
    cells = [line("12", top=14.0 * at, left=300) for at in range(1, 20)]
    rows = [line(f"{at} words", top=14.0 * at) for at in range(301, 304)]
    assert without_line_numbers([*cells, *rows], 612) == [*cells, *rows]
    bare = without_line_numbers([*cells, *rows], 612, is_draft=True)
    assert [one.text for one in bare] == 19 * ["12"] + 3 * ["words"]


def test_a_running_head_goes_where_a_page_has_other_margins() -> None:
    head = line("Supplement: zentrolol, Zentro Inc.", top=20, left=72)
    known = Furniture(top=(edge(head.text, 20, 36),))
    assert without_furniture([head], known, 792) == ([], [head])


def test_a_title_in_larger_type_than_the_running_head_stays() -> None:
    title = line("Zentrolol tablets prescribing information", top=40, left=72)
    smaller = edge(title.text, 20, 36)
    known = Furniture(top=(smaller._replace(right=smaller.right - 40),))
    assert without_furniture([title], known, 792) == ([title], [])


def test_lists_side_by_side_are_read_column_by_column() -> None:
    rows = [
        line("• fever or", top=100),
        line("• cough", top=100, left=300),
        line("chills", top=112, left=80),
        line("• rash", top=124),
    ]
    assert [one.text for one in whole_lines(rows)] == [
        "• fever or",
        "chills",
        "• rash",
        "• cough",
    ]


@pytest.mark.parametrize(
    ("shift", "zones"),
    [
        pytest.param(5.0, 2, id="lines at heights of their own are two columns"),
        pytest.param(0.0, 1, id="short lines level with prose are a table"),
    ],
)
def test_a_long_list_beside_prose_is_told_from_a_table(shift: float, zones: int) -> None:
    names = [line(f"additive {at}", 60 + 14.0 * at, left=60) for at in range(40)]
    long = "and the dose is raised in small steps until it helps"
    prose = [line(long, 60 + shift + 14.0 * at, left=320) for at in range(40)]
    assert len(zones_of([*names, *prose], [], 595.0, 842.0)) == zones


@pytest.mark.parametrize(("rows", "parts"), [(16, 4), (8, 2)])
def test_a_column_may_be_set_in_columns_itself(rows: int, parts: int) -> None:
    """The highlights of a small insert; what has few rows is a small table of the column."""
    inner = [
        line(text, 60 + 12.0 * at, left=left)
        for at in range(rows)
        for text, left in (("taken with one meal", 40), ("swells of the lips", 165))
    ]
    below = [
        line("the dose is raised in small steps until it helps", 300 + 12.0 * at, left=40)
        for at in range(20)
    ]
    other = [
        line("the dose is lowered where the kidneys fail her", 60 + 12.7 * at, left=330)
        for at in range(35)
    ]
    found = zones_of([*inner, *below, *other], [], 595.0, 842.0)
    assert len(found) == parts


def test_a_bracket_that_is_open_goes_on_in_the_next_line() -> None:
    long = "Zentrolol tablets are given once a day to adults whose pressure stays too high even"
    lines = [line("[Dosage and", 100), line("Administration] The dose", 112), line(long, 124)]
    found = blocks_of(lines, Setting(10.0, []))
    assert [one.text for one in found[0].lines][:2] == ["[Dosage and", "Administration] The dose"]


def test_contents_lines_end_with_the_note() -> None:
    lines = [
        line("FULL PRESCRIBING INFORMATION: CONTENTS*"),
        line("1 USES"),
        line("2.1 Adults"),
        line("*Sections or subsections omitted are not listed"),
        line("Zentrolol is a tablet."),
    ]
    assert contents_span(lines, (True, True)) == range(1, 4)


def test_captions_and_notes_are_told_from_running_text() -> None:
    assert CAPTION.match("Table 2: Doses") and CAPTION.match("Figure 1. Pressure over time")
    assert not CAPTION.match("Table 2 presents the doses")
    assert NOTE.match("* Measured twice") and NOTE.match("aDose of the first day")
    assert not NOTE.match("A dose was missed")


@pytest.mark.parametrize("ends", ["with meals. [See Trials (7.2).]", "with meals (see Trials)."])
def test_a_bold_section_number_behind_a_full_line_is_a_heading(ends: str) -> None:
    long = "Zentrolol tablets are given once a day to adults whose pressure stays too high even"
    full = f"{long[: len(long) - len(ends) - 1]} {ends}"
    number = Line([replace(word, bold=True) for word in line("5.5 Heart Failure", 124).words])
    lines = [line(long, 100), line(full, 112), number, line(long, 136), line(long, 148)]
    kinds = [block.kind for block in blocks_of(lines, Setting(10.0, []))]
    assert kinds == [BlockKind.TEXT, BlockKind.HEADING, BlockKind.TEXT]


def test_a_bold_section_number_ends_a_table_set_by_white_space() -> None:
    def row(top: float, left: str, right: str) -> list[Line]:
        return [line(left, top, 172), line(right, top, 340)]

    packs = [f"NDC 0000-15{at}0-68" for at in range(6)]
    number = line("16.3", 172, left=82)
    title = line("10 mg Tablets", 172, left=122)
    strong = [Line([replace(word, bold=True) for word in each.words]) for each in (number, title)]
    lines = [
        *(each for at in range(3) for each in row(100 + 14 * at, packs[at], "Bottle of 90")),
        *strong,
        *(each for at in range(3, 6) for each in row(150 + 14 * at, packs[at], "Bottle of 300")),
    ]
    for box in spaced_tables(lines, 450.0, 10.0):
        assert not box.contains(strong[0].box.center_x, strong[0].box.center_y)


def test_a_plain_section_number_between_gaps_is_a_heading() -> None:
    long = "Zentrolol tablets are given once a day to adults whose pressure stays too high even"
    lines = [
        line(long, 100),
        line(long, 112),
        line("is too high.", 124),
        line("1.2 Heart Failure", 150),
        line(long, 176),
        line(long, 188),
    ]
    kinds = [block.kind for block in blocks_of(lines, Setting(10.0, [Box(0, 0, 1, 1)]))]
    assert kinds == [BlockKind.TEXT, BlockKind.HEADING, BlockKind.TEXT]


def test_a_plain_step_that_goes_on_in_the_next_line_is_no_heading() -> None:
    lines = [
        line("1.6. Zentrolol tablets are kept in a tray that lies within the carton", 100),
        line("until the first dose of the day is due.", 112),
        line("1.7. Let the tray lie on a clean and flat surface for", 136),
        line("45 minutes before use, in a room that is as warm as people like it to be.", 148),
    ]
    kinds = [block.kind for block in blocks_of(lines, Setting(10.0, [Box(0, 0, 1, 1)]))]
    assert kinds == [BlockKind.TEXT, BlockKind.TEXT]


@pytest.mark.parametrize(("light", "kinds"), [(1, ["text"] * 2), (0, ["text", "heading", "text"])])
def test_a_bold_line_that_goes_on_light_behind_its_colon_is_no_heading(
    light: int, kinds: list[str]
) -> None:
    words = line("Switching to other tablets of the class (by mouth or injected): Stop", 150).words
    strong = len(words) - light
    printed = [replace(word, bold=at < strong) for at, word in enumerate(words)]
    lines = [
        line("Zentrolol tablets are given once a day to adults with high pressure.", 100),
        line("They are swallowed whole with water, in the morning or the evening.", 112),
        Line(printed),
        line("ZENTRA and begin the other tablets at the time of the next dose.", 162),
        line("Do not take both of them on one day, whatever the blood pressure is.", 174),
    ]
    blocks = blocks_of(lines, Setting(10.0, [Box(0, 0, 1, 1)]))
    assert [block.kind.value for block in blocks] == kinds


def test_a_caption_beside_a_sentence_does_not_stand_in_it() -> None:
    rows = [line("• Turn the cap to the", 100), line("Figure 1", 100, 400), line("left.", 112, 84)]
    assert [one.text for one in whole_lines(rows)] == [
        "Figure 1",
        "• Turn the cap to the",
        "left.",
    ]


def test_a_narrow_label_beside_a_text_does_not_stand_in_it() -> None:
    rows = [
        line("Clinical", 100),
        line("The drug lowers pressure in", 100, 200),
        line("effect", 112),
        line("most of the adults.", 112, 200),
    ]
    assert [one.text for one in whole_lines(rows)] == [
        "Clinical",
        "effect",
        "The drug lowers pressure in",
        "most of the adults.",
    ]


def test_numbers_left_of_which_many_lines_begin_are_no_line_numbers() -> None:
    rows = [line(f"{at} words of the list", top=14.0 * at) for at in range(10, 40)]
    rows += [line("go on in the next line", top=14.0 * at + 7) for at in range(10, 17)]
    assert without_line_numbers(rows, 612) == rows


@pytest.mark.parametrize("is_bold", [False, True])
def test_a_caption_ends_where_the_next_one_begins(is_bold: bool) -> None:
    texts = ["Figure 2 Change of pressure by weeks", "Table 6 Change of pressure by dose"]
    lines = [line(text, 100.0 + 12 * at) for at, text in enumerate(texts)]
    for word in (word for one in lines for word in one.words):
        word.bold = is_bold
    blocks = blocks_of(lines, Setting(10.0, [Box(72, 130, 400, 200)]))
    assert [[one.text for one in block.lines] for block in blocks] == [[text] for text in texts]


def test_a_caption_ends_where_the_type_has_another_size() -> None:
    lines = [line("Table 6 Change of pressure", 100), line("by dose in adults", 112)]
    for word in lines[1].words:
        word.size = 11.5
    first, *_ = blocks_of(lines, Setting(10.0, [Box(72, 130, 400, 200)]))
    assert [one.text for one in first.lines] == ["Table 6 Change of pressure"]


_HEAD, _FOOT = Box(72, 98, 540, 99), Box(72, 300, 540, 301)


def test_painted_cells_between_the_rules_of_a_wider_table_are_none_of_their_own() -> None:
    panels = tuple(Box(x, y, x + 100, y + 20) for x in (200, 300) for y in (150, 170))
    cells = [line("12", panel.top + 5, panel.left + 5) for panel in panels]
    within = Shapes(level_rules=(_HEAD, _FOOT), panels=panels)
    assert ruled_tables(within, cells, set(), 612, 792) == []
    assert len(ruled_tables(Shapes(panels=panels), cells, set(), 612, 792)) == 1


def test_a_panel_that_hides_a_rule_behind_a_title_is_no_cell() -> None:
    title = line("CONTRAINDICATIONS", 95, 216)
    shapes = Shapes(level_rules=(Box(72, 99, 540, 100),), panels=(Box(210, 92, 400, 108),))
    assert table_rules(shapes, [title], set()) == ([], [])


def test_loosely_set_rows_under_a_header_alone_between_rules_are_of_its_table() -> None:
    def row(top: float, *cells: str) -> list[Line]:
        return [line(text, top, left) for text, left in zip(cells, (72, 250, 350), strict=True)]

    head = [*row(102, "Reaction", "Zentrolol", "Placebo"), *row(114, "in adults", "10 mg", "daily")]
    for word in (word for one in head for word in one.words):
        word.bold = True
    body = [*row(138, "Rash", "4", "2"), *row(162, "Cough", "3", "1")]
    shapes = Shapes(level_rules=(Box(72, 98, 540, 99), Box(72, 128, 540, 129)))
    tables = open_tables(shapes, [*head, *body], set(), (0, 612), 10.0, [])
    assert [round(table.bottom) for table in tables] == [172]
