"""Weights, ages and organ function are compared as ranges, with their units; a word such as
"children" tells less than a number."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.frames.asked_measures import patient_ranges
from monograph_qa.frames.fitting import fit
from monograph_qa.frames.measures import exact_spans_in, spans_in
from monograph_qa.frames.spans import Measure, Span

CASES = yaml.safe_load((Path(__file__).parent / "measures.yaml").read_text(encoding="utf-8"))


def each(kind: str) -> list[tuple[str, str]]:
    return [(case["asked"], printed) for case in CASES for printed in case.get(kind, ())]


@pytest.mark.parametrize(("asked", "printed"), each("takes_in"))
def test_a_range_takes_in_what_falls_under_it(asked: str, printed: str) -> None:
    named = {span.measure for span in spans_in(printed)}
    spans = [span for span in exact_spans_in(asked) if span.measure in named] or spans_in(asked)
    assert fit(spans, [printed]) > 0


@pytest.mark.parametrize(("asked", "printed"), each("rules_out"))
def test_a_range_rules_out_what_lies_beyond_it(asked: str, printed: str) -> None:
    assert fit(spans_in(asked), [printed]) < 0


@pytest.mark.parametrize(("asked", "printed"), each("silent"))
def test_other_numbers_say_nothing(asked: str, printed: str) -> None:
    assert fit(exact_spans_in(asked), [printed]) == 0


def test_the_nearest_text_decides() -> None:
    asked = spans_in("a 30 kg patient")
    assert fit(asked, ["40 kg and greater", "Patients of at least 10 kg"]) < 0
    assert fit(asked, ["Give 5 mg.", "Patients of at least 10 kg"]) > 0


def test_a_heading_of_others_altogether_rules_nothing_out() -> None:
    """Old layouts print "Adults" below "Children 2 months and older", and do not mean it."""
    asked = spans_in("an adult")
    assert fit(asked, ["In adults the dose is 1 g.", "Children up to 12 years"]) > 0
    assert fit(asked, ["The dose is 1 g.", "Children up to 12 years"]) < 0


def test_people_of_all_ages_below_a_heading_of_children_stand_there_by_layout_alone() -> None:
    above = [
        "The dose is 1 g.",
        "Treatment: Adults and Children:",
        "Children of 2 months to 12 years",
    ]
    assert fit(spans_in("an adult"), above) > 0


@pytest.mark.parametrize(
    "second", ["in pediatric patients with", "patients with", "for those with"]
)
def test_one_of_two_alternatives_is_enough(second: str) -> None:
    said = f"Not recommended in children under 6 years of age or {second} a GFR <30 mL/min."
    assert fit(patient_ranges("9 years old, GFR 25"), [said]) > 0
    assert fit(patient_ranges("9 years old, GFR 60"), [said]) <= 0


def test_who_wants_a_child_is_no_child() -> None:
    assert not patient_ranges("his wife wants a baby, how long use condoms")
    assert patient_ranges("a baby with fever")


ends = st.floats(0, 500, allow_nan=False)
spans = st.builds(
    lambda a, b, opens, closes: Span(Measure.WEIGHT, min(a, b), max(a, b), opens, closes),
    ends, ends, st.booleans(), st.booleans(),
)  # fmt: skip


@given(spans, spans)
def test_to_meet_is_mutual(one: Span, other: Span) -> None:
    assert one.meets(other) == other.meets(one)


@given(ends, ends, ends)
def test_a_point_meets_just_what_it_lies_in(point: float, a: float, b: float) -> None:
    at = Span(Measure.WEIGHT, point, point)
    low, high = min(a, b), max(a, b)
    assert at.meets(Span(Measure.WEIGHT, low, high)) == (low <= point <= high)
    assert at.meets(Span(Measure.WEIGHT, low, high, opens=True)) == (low < point <= high)


@given(st.text(max_size=200))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    assert all(span.low >= 0 for span in spans_in(text))
