"""How long a drug is taken is nobody's age."""

import pytest

from monograph_qa.frames.asked_measures import patient_values
from monograph_qa.frames.spans import Measure


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("on zentrolol 3 yrs, haemoglobin 8", None),
        ("zentrolol 100 mg x 1yr, feels well", None),
        ("been on lithium 12 years", None),
        ("statin x 10 years", None),
        ("taking it daily 4y", None),
        ("7 yo on keppra for 2 years", 7),
        ("child on phenytoin 5 yrs old", 5),
        ("16 yrs girl on valproate 2 yrs", 16),
        ("amoxicillin 3 yrs 14 kg", 3),
        ("6y boy dose", 6),
    ],
)
def test_an_age_is_told_apart_from_a_time(question: str, years: int | None) -> None:
    ages = [span.low / 12 for span in patient_values(question) if span.measure is Measure.AGE]
    assert ages == ([] if years is None else [years])
