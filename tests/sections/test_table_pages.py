"""Tables that go on over page breaks, joined."""

from dataclasses import replace

from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.parsed import Block
from monograph_qa.sections.page_breaks import join_tables
from sections.blocks import caption, rows_of, table, text

HEAD = ["Reaction", "Nizatidine %", "Placebo %"]


def test_a_table_that_repeats_its_header_on_the_next_page_is_one_table() -> None:
    joined = join_tables([table([HEAD, ["a", "1", "2"]], 1), table([HEAD, ["b", "3", "4"]], 2)])
    assert len(joined) == 1
    assert rows_of(joined[0])[-1] == "Reaction: b | Nizatidine %: 3 | Placebo %: 4"
    assert [p.page for p in joined[0].places] == [1, 2]


def test_a_table_that_goes_on_without_its_header_keeps_the_first_pages_headings() -> None:
    joined = join_tables([table([HEAD, ["a", "1", "2"]], 1), table([["b", "3", "4"]], 2)])
    assert rows_of(joined[0])[-1] == "Reaction: b | Nizatidine %: 3 | Placebo %: 4"


def test_tables_with_text_or_a_new_caption_between_stay_apart() -> None:
    one, two = table([HEAD, ["a", "1", "2"]], 1), table([HEAD, ["b", "3", "4"]], 2)
    assert len(join_tables([one, text("Between."), two])) == 3
    assert len(join_tables([one, caption("Table 2: Another"), two])) == 3
    assert len(join_tables([one, caption("Table 1 (continued)"), two])) == 2
    assert len(join_tables([one, text("* Not reported."), two])) == 2
    own = caption("Table 1: Reactions")
    assert len(join_tables([own, one, own, two])) == 3
    assert len(join_tables([one, own, two])) == 3


def test_tables_of_other_widths_or_far_pages_stay_apart() -> None:
    one = table([HEAD, ["a", "1", "2"]], 1)
    assert len(join_tables([one, table([["b", "3"]], 2)])) == 2
    assert len(join_tables([one, table([HEAD, ["b", "3", "4"]], 3)])) == 2


def test_a_header_is_repeated_though_its_empty_rows_differ_or_its_last_row_is_left_out() -> None:
    head = [["", "Zentrolol", "Zentrolol"], ["Reaction", "5 mg", "10 mg"]]
    one = table([*head, ["", "", ""], ["Term", "n", "n"], ["Rash", "1", "2"]], 1, headers=4)
    two = table([head[0], ["", "", ""], head[1], ["Cough", "3", "4"]], 2, headers=3)
    joined = join_tables([one, two])
    assert len(joined) == 1
    assert rows_of(joined[0])[-2:] == [
        "Reaction Term: Rash | Zentrolol 5 mg n: 1 | Zentrolol 10 mg n: 2",
        "Reaction Term: Cough | Zentrolol 5 mg n: 3 | Zentrolol 10 mg n: 4",
    ]


def test_numbers_of_patients_right_below_a_header_said_again_head_the_next_rows() -> None:
    head = ["Endpoint", "Zentrolol", "Placebo"]
    one = table([head, ["Survival", "n=336", "n=165"], ["Median", "19.2", "13.4"]], 1, headers=2)
    two = table([head, ["Response", "n=325", "n=158"], ["Rate", "33%", "13%"]], 2, headers=2)
    joined = join_tables([one, two])
    assert len(joined) == 1
    assert rows_of(joined[0])[2:] == [
        "Endpoint: Median | Zentrolol n=336: 19.2 | Placebo n=165: 13.4",
        "Response | n=325 | n=158",
        "Endpoint: Rate | Zentrolol n=325: 33% | Placebo n=158: 13%",
    ]


def test_a_header_with_other_numbers_of_patients_takes_the_place_of_the_first() -> None:
    title = ["Second study", "", ""]
    one = table([["Endpoint", "Zentrolol N=476", "Placebo N=122"], ["Rate", "18", "8"]], 1)
    two = table(
        [title, ["Endpoint", "Zentrolol N=429", "Placebo N=112"], ["Rate", "17", "4"]], 2, 2
    )
    joined = join_tables([one, two])
    assert len(joined) == 1
    assert rows_of(joined[0])[-1] == "Endpoint: Rate | Zentrolol N=429: 17 | Placebo N=112: 4"


def test_a_table_goes_on_right_below_an_empty_line_of_its_page() -> None:
    def at(block: Block, top: float) -> Block:
        return replace(block, places=(PageBox(1, Box(72.0, top, 540.0, top + 100.0)),))

    one = at(table([HEAD, ["a", "1", "2"]], 1), 100)
    below, far = (at(table([["b", "3", "4"]], 1, headers=0), top) for top in (225, 300))
    joined = join_tables([one, below])
    assert len(joined) == 1
    assert rows_of(joined[0])[-1] == "Reaction: b | Nizatidine %: 3 | Placebo %: 4"
    assert len(join_tables([one, far])) == 2
    assert len(join_tables([one, at(table([HEAD, ["b", "3", "4"]], 1), 225)])) == 2


def test_a_row_that_the_page_break_cuts_is_one_row() -> None:
    head = ["Infection", "Severity", "Dose"]
    one = table([head, ["", "Mild", "500 mg twice a day or"]], 1)
    two = table([["Ear", "", "250 mg three times a day"], ["Lung", "Any", "875 mg"]], 2, headers=0)
    joined = join_tables([one, two])
    assert len(joined) == 1
    assert rows_of(joined[0])[1:] == [
        "Infection: Ear | Severity: Mild | Dose: 500 mg twice a day or 250 mg three times a day",
        "Infection: Lung | Severity: Any | Dose: 875 mg",
    ]


def test_a_line_that_the_page_break_runs_through_is_said_once() -> None:
    one = table([["", ""], ["Impact:", "It may lead to loss of control."]], 1)
    two = table([["", "loss of control."], ["Action:", "Watch it."]], 2, headers=0)
    assert rows_of(join_tables([one, two])[0]) == [
        "Impact: | It may lead to loss of control.",
        "Action: | Watch it.",
    ]


def test_a_header_that_the_page_break_cuts_heads_all_rows() -> None:
    first = table([["Trial", "Zentrolol", "Placebo"]], page=1)
    second = table([["", "N = 90", "N = 88"], ["Remission", "40%", "18%"]], page=2)
    (joined,) = join_tables([first, second])
    assert rows_of(joined)[-1] == "Trial: Remission | Zentrolol N = 90: 40% | Placebo N = 88: 18%"


def test_a_row_without_a_name_on_the_next_page_goes_on_where_every_row_is_named() -> None:
    one = table([HEAD, ["Headache", "16.6", "15.6"], ["Rash", "seen", "rare"]], 1)
    two = table([["", "twice", ""], ["Pain", "4.2", "3.8"]], 2, headers=0)
    assert rows_of(join_tables([one, two])[0])[2:] == [
        "Reaction: Rash | Nizatidine %: seen twice | Placebo %: rare",
        "Reaction: Pain | Nizatidine %: 4.2 | Placebo %: 3.8",
    ]


def test_a_header_without_a_name_on_the_next_page_goes_on_with_no_row() -> None:
    one = table([["Headache", "16.6", "15.6"], ["Rash", "1.0", "0.5"]], 1, headers=0)
    two = table([["", "Nizatidine %", "Placebo %"], ["Pain", "4.2", "3.8"]], 2)
    assert rows_of(join_tables([one, two])[0])[1:] == [
        "Rash | 1.0 | 0.5",
        "Nizatidine % | Placebo %",
        "Pain | Nizatidine %: 4.2 | Placebo %: 3.8",
    ]


def test_a_name_that_goes_on_in_small_letters_on_the_next_page_is_one_name() -> None:
    one = table([HEAD, ["Headache", "16.6", "15.6"], ["Blood and lymph", "1.0", ""]], 1)
    two = table([["system disorders", "", "0.5"], ["Pain", "4.2", "3.8"]], 2, headers=0)
    assert rows_of(join_tables([one, two])[0])[2:] == [
        "Reaction: Blood and lymph system disorders | Nizatidine %: 1.0 | Placebo %: 0.5",
        "Reaction: Pain | Nizatidine %: 4.2 | Placebo %: 3.8",
    ]
