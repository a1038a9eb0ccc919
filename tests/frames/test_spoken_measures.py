"""Ages, weights and kidneys as people say them are read as a label prints them."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from intent.list_namebook import ListNameBook

from monograph_qa.frames.asked_measures import in_printed_words, patient_ranges, patient_text
from monograph_qa.frames.spans import Measure
from monograph_qa.intent import classify
from monograph_qa.intent.follow_up import resolve_follow_up

CASES: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("spoken_measures.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["said"])
def test_what_is_said_is_read_as_printed(case: dict[str, Any]) -> None:
    assert in_printed_words(case["said"]) == case.get("printed", case["said"])


@given(st.integers(3, 99), st.sampled_from(["man", "girl", "patient", "nan"]))
def test_an_age_is_the_same_however_it_is_told(age: int, who: str) -> None:
    ways = (f"{who} of {age}", f"she's {age}", f"{age} year old {who}", f"{who} aged {age}")
    told = [
        {span for span in patient_ranges(way) if span.measure is Measure.AGE and span.high <= 1200}
        for way in ways
    ]
    assert all(told[0] & each for each in told)


@given(st.integers(1, 25), st.integers(0, 13))
def test_stones_and_pounds_are_one_weight(stone: int, pounds: int) -> None:
    named = patient_ranges(f"{stone} stone {pounds}")
    (weight,) = (span for span in named if span.measure is Measure.WEIGHT)
    assert abs(weight.low - (stone * 14 + pounds) * 0.4536) <= 0.5


@given(st.text(alphabet="he is 5 stone kidney 40% of man/12 ", max_size=40))
def test_reading_what_is_printed_changes_nothing_more(said: str) -> None:
    printed = in_printed_words(said)
    assert "\n" not in printed and len(printed) <= 12 * len(said) + 40


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("and with CrCl 25?", {Measure.WEIGHT, Measure.AGE, Measure.KIDNEY}),
        ("what about CrCl 25", {Measure.WEIGHT, Measure.AGE, Measure.KIDNEY}),
        ("CrCl 25, how is it cleared?", {Measure.KIDNEY}),  # begins anew
        ("and for adults?", {Measure.AGE}),  # another patient
    ],
)
def test_a_question_that_goes_on_is_of_the_same_patient(question: str, told: set[Measure]) -> None:
    book = ListNameBook([("Axid", "brand", "lab_1")])
    first = classify("dose of Axid for a child of 20 kg", book)
    after = resolve_follow_up(classify(question, book), first)
    assert {span.measure for span in patient_ranges(patient_text(after))} == told
