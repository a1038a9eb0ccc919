"""What a laboratory value of the patient is called."""

import pytest

from monograph_qa.frames.lab_values import conditions_of_values

VALUES = (
    ("Na 129 today", ("hyponatremia",)),
    ("sodium is 151", ("hypernatremia",)),
    ("platelets 48, start now?", ("thrombocytopenia",)),
    ("platelets down to 48,000", ("thrombocytopenia",)),
    ("K 5.8 on it", ("hyperkalemia",)),
    ("QTc 520", ("qt prolongation",)),
    ("Na 140", ()),
    ("vitamin K 10 mg", ()),
    ("platelets 250", ()),
    ("600 mg bd", ()),
)


@pytest.mark.parametrize(("question", "names"), VALUES)
def test_a_value_beyond_its_limits_is_called_by_its_name(
    question: str, names: tuple[str, ...]
) -> None:
    assert conditions_of_values(question) == names
