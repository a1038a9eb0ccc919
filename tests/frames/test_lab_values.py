"""What a laboratory value of the patient is called."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.frames.asked_measures import patient_ranges
from monograph_qa.frames.fitting import fit
from monograph_qa.frames.lab_values import conditions_of_values, lab_spans_in

VALUES = (
    ("Na 129 today", ("hyponatremia",)),
    ("sodium is 151", ("hypernatremia",)),
    ("platelets 48, start now?", ("thrombocytopenia",)),
    ("platelets down to 48,000", ("thrombocytopenia",)),
    ("K 5.8 on it", ("hyperkalemia",)),
    ("Na came back at 129", ("hyponatremia",)),
    ("platelets have dropped to 48", ("thrombocytopenia",)),
    ("Hb still only 7.5", ("anemia",)),
    ("QTc 520", ("qt prolongation",)),
    ("Na 140", ()),
    ("temp 101.8 F at home", ("fever",)),
    ("temp 38.9", ("fever",)),
    ("temps 36.8", ()),
    ("HR 44 on it", ("bradycardia",)),
    ("potassium is currently 6.1", ("hyperkalemia",)),
    ("glucose this morning 2.4", ("hypoglycemia",)),
    ("BP 82/50 now", ("hypotension",)),
    ("BG 54 and shaky", ("hypoglycemia",)),
    ("sugar 2.1", ("hypoglycemia",)),
    ("WBC 1.8", ("leukopenia",)),
    ("corrected calcium 8.0", ("hypocalcemia",)),
    ("lactate 6", ("lactic acidosis",)),
    ("sats 84%", ("hypoxia",)),
    ("trigs 900", ("hypertriglyceridemia",)),
    ("ALT 250", ("elevated liver enzymes",)),
    ("ALT 45 U/L", ()),
    ("calcium 600 bid", ()),
    ("vitamin K 10 mg", ()),
    ("platelets 250", ()),
    ("ALT grade 3, first episode", ("elevated liver enzymes",)),
    ("G4 ANC after cycle 2", ("neutropenia",)),
    ("sodium grade 3", ()),
    ("grade 3 colitis", ()),
    ("600 mg bd", ()),
)


@pytest.mark.parametrize(("question", "names"), VALUES)
def test_a_value_beyond_its_limits_is_called_by_its_name(
    question: str, names: tuple[str, ...]
) -> None:
    assert conditions_of_values(question) == names


LATEST = (
    ("EF 62% before the first dose, today 47%", ("ejection fraction", 47.0)),
    ("platelets were 210, now 44", ("platelets", 44.0)),
    ("Hb 9.8 last week, down to 7.2", ("haemoglobin", 7.2)),
    ("ALT 40 -> 250", ("aminotransferases", 6.25)),
    ("creatinine 0.9, now 2.1", ("creatinine", 2.1)),
    ("ANC 800 on day 8, dose up to 100 mg", ("neutrophils", 0.8)),
    ("ALC 0.6 for 8 months now", ("lymphocytes", 0.6)),
    ("INR 2.5 now on 200 mg amiodarone", ("INR", 2.5)),
    ("Hb 9.8, now 5 days after the infusion", ("haemoglobin", 9.8)),
    ("platelets 44, now 2nd cycle", ("platelets", 44.0)),
)


@pytest.mark.parametrize(("question", "told"), LATEST)
def test_of_a_value_that_is_told_twice_the_latest_counts(
    question: str, told: tuple[str, float]
) -> None:
    assert [(span.measure.value, span.high) for span in patient_ranges(question)] == [told]


def test_the_latest_value_of_another_measure_is_not_taken_over() -> None:
    told = patient_ranges("EF 62%, platelets now 44")
    assert {(span.measure.value, span.high) for span in told} == {
        ("ejection fraction", 62.0),
        ("platelets", 44.0),
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "Creatinine increases by 0.5 mg/dL from baseline.",
        "Creatinine increases 0.5 mg/dL from baseline.",
        "LVEF decreased by 16% from pretreatment values.",
        "QTc prolongation > 60 ms from baseline",
        "haemoglobin at least 2 g/dL above baseline",
    ],
)
def test_a_difference_from_before_is_no_value(sentence: str) -> None:
    assert not lab_spans_in(sentence)


RANGES = (  # asked, what takes it in, what does not
    ("platelets 44", "Platelet Count <50,000/mm3", "platelets 75 to 100 x 10⁹/L"),
    ("plt 44k", "platelet count below 50 x 10^9/L", "platelet count ≥ 50,000 cells/mm3"),
    ("ANC 800", "ANC: 500 - <1000 cells/mm3", "ANC less than 0.5 x 10⁹/L"),
    ("Hb 7.6", "hemoglobin levels less than 8 g/dL", "haemoglobin ≥ 80 g/L"),
    ("Hgb 76 g/L", "Hemoglobin < 8 g/dL", "hemoglobin greater than 9 g/dL"),
    ("ALT 6x ULN", "ALT or AST greater than 5 times ULN", "ALT or AST 3 to 5 times the ULN"),
    ("bili 2x ULN", "total bilirubin >1.5 to 3 times ULN", "bilirubin greater than 3 x ULN"),
    ("LVEF 44%", "LVEF of 40% to 49%", "left ventricular ejection fraction below 40%"),
    ("EF 44%", "LVEF percentage drops ≥ 10 points from baseline AND to below 50%", "LVEF < 40%"),
    ("platelets 48 000", "platelet count below 50 x 10^9/L", "platelets at least 100 000/mm3"),
    ("CK 7x upper limit", "CPK greater than 5 times ULN", "CPK greater than 10 times ULN"),
    ("ALT 250", "ALT greater than 5 times ULN", "ALT above 8 times ULN"),
    ("lipase 4x ULN", "serum lipase > 3 x ULN", "amylase 1.5 to 2 x ULN"),
    ("CD4 150", "CD4 count below 200 cells/mm3", "CD4 cell count above 350"),
    ("QTc 510", "QTc interval greater than 500 ms", "QTcF ≤ 480 ms"),
    ("K 5.8", "serum potassium > 5.5 mmol/L", "potassium 3.5 to 5 mmol/L"),
    (
        "lymphocytes came back 0.6",
        "lymphocyte count below 0.7x10⁹/L",
        "lymphocytes below 1.0x10⁹/L but is ≥ 0.7 x10⁹/L",
    ),
    ("ANC 0.8 give or delay?", "ANC less than 1.0 x 10⁹/L", "ANC at least 1.5 x 10⁹/L"),
    ("hgb 7.9 go ahead", "hemoglobin less than 8 g/dL", "hemoglobin greater than 9 g/dL"),
    ("ANC .4", "neutrophils below 0.5 x 10⁹/L", "neutrophils 0.5 to 1 x 10⁹/L"),
    ("AST 6x normal", "AST above five times the upper limit of normal", "AST over ten times ULN"),
    ("LFT 4x, hold?", "transaminases > 3 x ULN", "transaminases exceed five times the ULN"),
    (
        "AST 3-fold above normal",
        "AST exceeding twice the ULN",
        "AST > 5 times the normal upper level",
    ),
    ("bilirubin 5 mg/dl", "serum bilirubin between 1.5 and 10 mg/dl", "bilirubin ≥ 10 mg/dl"),
    ("bili 60 umol/l", "total bilirubin > 2 times ULN", "bilirubin over 5 mg/dL"),
    ("MIC 0.5", "a MIC ≤ 1 mg/L", "an MIC = 2 mg/L or 4 mg/L"),
    ("plt 62", "Platelet count x 10⁹/L): < 75* | Weekly", "platelets (x 10⁹/L): ≥ 75 à < 100"),
    ("ALC 0.8", "lymphocyte count below 1.0x10⁹/L but ≥ 0.7 x10⁹/L", "lymphocytes below 0.7x10⁹/L"),
)


@pytest.mark.parametrize(("asked", "meeting", "other"), RANGES)
def test_a_value_falls_into_what_labels_print(asked: str, meeting: str, other: str) -> None:
    (value,) = lab_spans_in(asked)
    assert any(value.meets(span) for span in lab_spans_in(meeting))
    assert lab_spans_in(other)
    assert not any(value.meets(span) for span in lab_spans_in(other))


NO_VALUES = (
    "ALT 3 x baseline",
    "ALT was checked 2 times",
    "calcium 2 grams",
    "INR 2 tabs",
    "bilirubin 12",
    "K 20 mEq daily",
    "over 1 hr 30 min",
    "platelets were counted in 12 patients",
    "vitamin K 10 mg",
    "5 mg",
)


@pytest.mark.parametrize("text", NO_VALUES)
def test_other_numbers_are_no_values(text: str) -> None:
    assert lab_spans_in(text) == ()


@given(st.floats(1, 900, allow_nan=False).map(lambda value: round(value, 1)))
def test_a_count_is_the_same_in_both_units(value: float) -> None:
    (here,), (there,) = (lab_spans_in(f"platelets {n:g}") for n in (value, value * 1000))
    assert here.low == pytest.approx(there.low)


def test_multiples_of_the_limit_are_of_what_the_heading_names() -> None:
    told = lab_spans_in("ALT 6x ULN")
    heading = "What to do in treatment-emergent ALT/AST elevations"
    ranges = ("> 5 and ≤ 8 x ULN: repeat the test", "> 8 x ULN: stop", "> 3 and ≤ 5 x ULN: repeat")
    assert [fit(told, (text, "", heading)) for text in ranges] == [2, 0, 0]
    assert fit(told, (ranges[0], "", "Creatine kinase")) == 0


def test_the_first_cell_of_a_row_may_tell_multiples_of_what_the_heading_names() -> None:
    told = lab_spans_in("ALT 4x ULN")
    rows = (
        "LT levels: Greater than 3 but less than 5 times ULN (no symptoms) | May go on",
        "LT levels: At least 5 times ULN | Discontinue",
        "LT levels: Elevated | May go on if less than 5 times ULN",
    )
    assert [fit(told, (row, "", "Abnormal liver tests")) for row in rows] == [2, 0, 0]


def test_a_range_that_is_told_from_above_keeps_its_ends() -> None:
    (span,) = lab_spans_in("a low systolic blood pressure (≤ 120 mmHg and > 100 mm Hg)")
    assert (span.low, span.high, span.opens, span.closes) == (100.0, 120.0, True, False)
    (span,) = lab_spans_in("ANC below 1.0 but at least 0.7")
    assert (span.low, span.high, span.opens, span.closes) == (0.7, 1.0, False, True)


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ("first tablet this morning, now 78/40 and faint", ("hypotension",)),
        ("came in at 215/118", ("hypertension",)),
        ("BP 68/40 after the dose", ("hypotension",)),
        ("RR 6, hard to wake", ("respiratory depression",)),
        ("insulin 70/30 at breakfast", ()),
        ("lopinavir/ritonavir 200/50 twice daily", ()),
        ("amoxicillin-clavulanate 250/125", ()),
        ("hydrochlorothiazide combination 80/25 tablets", ()),
        ("pressure is fine, 128/82", ()),
    ],
)
def test_a_pressure_is_told_without_its_name_and_a_strength_is_none(
    told: str, named: tuple[str, ...]
) -> None:
    assert conditions_of_values(told) == named


@pytest.mark.parametrize(
    ("printed", "fits"),
    [
        ("ALT OR AST: ≥3× and <5× ULN | Action: repeat", 0),
        ("ALT OR AST: ≥5× ULN | Action: withhold", 2),
        ("ALT >3 x ULN to ≤5 x ULN", 0),
        ("AST greater than 5 times ULN up to 8 times the upper limit of normal", 2),
    ],
)
def test_each_end_of_a_range_may_be_told_in_multiples(printed: str, fits: int) -> None:
    assert fit(lab_spans_in("ALT came back 6 x upper limit"), (printed,)) == fits


ENDS = (
    ("QTc greater than 480 msec to 500 msec", (480.0, 500.0)),
    ("QTcF interval of > 470 milliseconds", (470.0, float("inf"))),
    ("QT prolongation below 500 ms", (0.0, 500.0)),
    ("Platelets | < 80 000/mm3", (0.0, 80.0)),
    ("Count: Neutrophils | Threshold: < 1 500/mm3 | Dose: none", (0.0, 1.5)),
    ("Haemoglobin | Week: 4", None),
    ("Neutropenia < 500/mm3 for more than 5 days", (0.0, 0.5)),
    ("Hyponatraemia below 125 mmol/L", (0.0, 125.0)),
    ("Hyperkalemia > 6.5 mEq/L", (6.5, float("inf"))),
    ("Neutropenia: > 10%", None),
    ("Neutropenia > 7 days", None),
    ("Neutropenia 12 (8%)", None),
    ("Renal impairment < 30 mL/min", None),
)


@pytest.mark.parametrize(("text", "ends"), ENDS)
def test_a_range_is_read_with_its_unit_and_beside_its_name_in_a_row(
    text: str, ends: tuple[float, float] | None
) -> None:
    found = lab_spans_in(text)
    assert [(span.low, span.high) for span in found] == ([ends] if ends else [])


def test_two_values_with_a_plus_between_are_two() -> None:
    found = lab_spans_in("ALT 4x ULN + bili 2.5x ULN")
    assert [(span.low, span.high) for span in found] == [(4.0, 4.0), (2.5, 2.5)]


@pytest.mark.parametrize(
    ("question", "ends"),
    [
        ("ALT 6x ULN, bili normal - hold?", [(6.0, 6.0), (0.0, 1.0)]),
        ("ALT 6x ULN, normal bilirubin", [(6.0, 6.0), (0.0, 1.0)]),
        ("ALT 6x ULN, bilirubin ok?", [(6.0, 6.0)]),  # that is asked
        ("ALT 6x ULN, bilirubin 3x ULN", [(6.0, 6.0), (3.0, 3.0)]),
    ],
)
def test_who_calls_a_value_normal_tells_that_it_is_within_its_limit(
    question: str, ends: list[tuple[float, float]]
) -> None:
    assert [(span.low, span.high) for span in patient_ranges(question)] == ends


@pytest.mark.parametrize("unit", ["/mcL", "/mm3", "/µL", " cells/mcL"])
def test_a_count_is_read_in_each_unit(unit: str) -> None:
    found = lab_spans_in(f"platelet count between 25,000{unit} and 50,000{unit} with bleeding")
    assert [(span.low, span.high) for span in found] == [(25.0, 50.0)]


@pytest.mark.parametrize(
    ("row", "ends"),
    [
        (
            "Toxicity: Thrombocyte count | Interrupt: ≥ 10 and < 100 x 10⁹/l | Stop: < 10 x 10⁹/l",
            [(10.0, 100.0), (0.0, 10.0)],
        ),
        (
            "Absolute neutrophil count | Hold: < 1.0 x 10⁹/L | Stop: < 0.5 x 10⁹/L",
            [(0, 1), (0, 0.5)],
        ),
        ("Platelets | Level 1: 20 mg | Level 2: 10 mg", []),
        ("Haemoglobin | Week 4: 8 (2%) | Week 8: 1 (1%)", []),
    ],
)
def test_each_cell_behind_the_name_of_a_value_is_of_that(
    row: str, ends: list[tuple[float, float]]
) -> None:
    assert [(span.low, span.high) for span in lab_spans_in(row)] == ends


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("ALT and/or AST greater than 20 times ULN", (20.0, float("inf"))),
        ("ALT greater than 5 times up to 20 times ULN", (5.0, 20.0)),
        ("alanine aminotransferase [ALT] > 5 x upper limit of normal [ULN]", (5.0, float("inf"))),
        ("the total bilirubin should be ≤ 1.5 times upper limit of normal", (0.0, 1.5)),
        ("bilirubin > ULN to 1.5 x ULN", (1.0, 1.5)),
        ("bilirubin level: > 1.5x−3xULN", (1.5, 3.0)),
        ("an increase of > 3 x ULN in alanine aminotransferase", (3.0, float("inf"))),
        ("alkaline phosphatase above 2.5 x ULN", (2.5, float("inf"))),
        ("at > 3 x ULN, and ALT is measured", None),
    ],
)  # fmt: skip
def test_a_multiple_of_the_limit_is_read_wherever_its_name_stands(
    text: str, ends: tuple[float, float] | None
) -> None:
    found = lab_spans_in(text)
    assert [(span.low, span.high) for span in found] == ([ends] if ends else [])


@given(st.integers(1, 60), st.sampled_from(["x", "×", "times", "-fold the", "x the"]))
def test_a_multiple_is_never_taken_for_a_count(times: int, by: str) -> None:
    (found,) = lab_spans_in(f"AST above {times} {by} ULN")
    assert found.low == times


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("QTc up 40 ms from baseline, now 465", 465),
        ("QTc rose from 420 to 465", 465),
        ("Hb fell from 11.2 to 8.4 g/dL", 8.4),
        ("EF went from 60% to 45%", 45),
        ("platelets 180 last week, 60 today", 60),
        ("platelets 180 last week, 60 mg today", 180),
        ("QTc 465, 420 ms is usual for her", 465),
    ],
)
def test_of_a_value_that_changed_the_latest_is_the_patient_s(question: str, value: float) -> None:
    assert [(span.low, span.high) for span in patient_ranges(question)] == [(value, value)]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("patients with ≥ 150,000 platelets/mm³: 15 MBq/kg", [(150.0, math.inf)]),
        ("patients with less than 150,000 platelets per mm3", [(0.0, 150.0)]),
        ("patients with 100,000-150,000 platelets/mm3", [(100.0, 150.0)]),
        ("if there are fewer than 1,000 neutrophils/mm³", [(0.0, 1.0)]),
        (
            "platelet counts <100,000/mm3 (alone) and <150,000/mm3 (consolidation)",
            [(0.0, 100.0), (0.0, 150.0)],
        ),
        ("platelets > 50 (alone) in 12 of 30 patients", [(50.0, math.inf)]),
    ],
)
def test_a_count_may_stand_before_its_name_and_two_behind_it(
    text: str, ends: list[tuple[float, float]]
) -> None:
    assert [(span.low, span.high) for span in lab_spans_in(text)] == ends
