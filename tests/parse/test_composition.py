"""How the lines of a block become its text."""

import pytest

from monograph_qa.domain.geometry import Box
from monograph_qa.parse.composition import Hyphens, compose
from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.layout.lines import Line


def line(text: str, top: float = 0.0, left: float = 72.0) -> Line:
    words = []
    for part in text.split():
        words.append(
            Word(part, Box(left, top, left + 5.0 * len(part), top + 10), 10, False, False, 2.5)
        )
        left += 5.0 * len(part) + 2.5
    return Line(words)


@pytest.mark.parametrize(
    ("first", "second", "elsewhere", "text"),
    [
        ("the dose-", "related fall", "", "the dose-related fall"),
        ("severe hyper-", "tension occurs", "hypertension", "severe hypertension occurs"),
        (
            "severe hyper-",
            "tension occurs",
            "hypertension hyper-tension",
            "severe hyper-tension occurs",
        ),
        ("low-", "and high-dose groups", "", "low- and high-dose groups"),
        ("and/", "or later", "", "and/or later"),
        ("from 10–", "20 mg", "", "from 10–20 mg"),
        ("hyper\u00ad", "tension", "", "hypertension"),
        ("not > 30", "mg a day", "", "not > 30 mg a day"),
    ],
)
def test_lines_are_joined_without_losing_a_character(
    first: str, second: str, elsewhere: str, text: str
) -> None:
    lines = [line(first), line(second, 12)]
    seen = [*lines, line(elsewhere, 40)] if elsewhere else lines
    composed, spans = compose([(1, one) for one in lines], Hyphens(seen))
    assert composed == text
    assert [composed[s.start : s.stop] for s in spans][1] == second
    assert spans[1].place.box == lines[1].box


def test_a_list_item_loses_its_bullet_and_keeps_its_enumerator() -> None:
    bullet, _ = compose([(1, line("• Take with food"))], Hyphens([]), item=True)
    letter, _ = compose([(1, line("(a) Take with food"))], Hyphens([]), item=True)
    assert (bullet, letter) == ("Take with food", "(a) Take with food")


def test_leaders_around_a_heading_are_not_its_text() -> None:
    text, _ = compose([(1, line("-----INDICATIONS AND USAGE-----"))], Hyphens([]), heading=True)
    assert text == "INDICATIONS AND USAGE"
