"""Slips in plain words are set right where the label does not say them; nothing else is moved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from intent.list_namebook import ListNameBook

from monograph_qa.intent import classify
from monograph_qa.pipeline.posing import set_right

NAMES = ListNameBook([("Zelforine", "brand", "lab_1")])


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("how often is myocardits with Zelforine", "how often is myocarditis with Zelforine"),
        ("infusoin time of Zelforine", "infusion time of Zelforine"),
        ("anaphylxis on Zelforine?", "anaphylaxis on Zelforine?"),
        ("grandkid on Zelforine", "grandkid on Zelforine"),  # two letters differ
        ("Zelforine dose", "Zelforine dose"),
    ],
)
def test_a_slip_is_set_right(typed: str, read: str) -> None:
    assert set_right(classify(typed, NAMES), lambda word: False).question == read


def test_what_the_label_says_is_no_slip() -> None:
    asked = classify("myocardits with Zelforine", NAMES)
    assert set_right(asked, lambda word: True).question == asked.question


@given(st.lists(st.sampled_from(["myocardits", "Zelforine", "dose", "infusoin", "of"]), max_size=8))
def test_drugs_stand_where_they_are_said(words: list[str]) -> None:
    read = set_right(classify(" ".join(words), NAMES), lambda word: False)
    for drug in read.drugs:
        assert read.question[drug.start : drug.stop] == drug.asked
