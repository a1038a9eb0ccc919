"""A small run of the bench of the gate: no forgery passes, no honest print is turned away."""

import pytest
from building import Said, a_label, a_monograph

from bench.forging.field import Field, field_of
from bench.gate import forge_all, print_all, times
from monograph_qa.domain.label import FactKind
from monograph_qa.gate.checks import CHECKS

_LABELS = {
    "Nizatidine": {
        "pharmacokinetics": [
            Said("The half-life of nizatidine is 1.5 to 2 hours (range: 0.8-3.1 hours)."),
            Said("Plasma clearance is about 40 to 60 L/h, and ≥ 60% is found in the urine."),
            Said("A rise of the level by ½ or 2 × 10⁹/L is not rare, except in adults.", page=2),
            Said("Mild: 150 mg | Severe: 75 mg", kind=FactKind.TABLE_ROW, context="Table 1."),
        ],
        "dosage_and_administration": [
            Said("Do not give more than 20 mg/kg/day when clearance is < 30 mL/min.", page=3),
            Said("150 mg every other day.", page=3, context="Severe renal impairment:"),
            Said("Nizatidine may increase the effect of efficacious first-line drugs, unless fed."),
            Said("Keep it between -5 °C and 25 °C, once daily before use."),
        ],
    },
    "Metformin": {
        "pharmacokinetics": [
            Said("The half-life of metformin is approximately 6.2 hours, without food."),
            Said("Its level is higher in patients with a clearance of ≤ 45 mL/min per day."),
        ],
        "dosage_and_administration": [
            Said("Start with 500 mg twice daily; the maximum is 2,550 mg per day."),
            Said("Patients' glucose should always be measured before 10 to 12 weeks are over."),
        ],
    },
}


@pytest.fixture(scope="module")
def made_from() -> Field:
    monographs = [
        a_monograph(chapters, a_label(drug), picture=True) for drug, chapters in _LABELS.items()
    ]
    return field_of([(m.label, m.sections, m.facts, m.images) for m in monographs], seed=7)


def test_no_forgery_of_any_kind_is_accepted(made_from: Field) -> None:
    rows = forge_all(made_from, 1200, plain=False)
    assert sum(row.made for row in rows) > 500
    assert all(row.made for row in rows), [row.kind for row in rows if not row.made]
    assert not [row.kind for row in rows if row.draft or row.text]


def test_no_honest_print_is_turned_away(made_from: Field) -> None:
    rows = print_all(made_from)
    assert all(made for made, _, _ in rows.values()), rows
    assert not [some for _, rejected, some in rows.values() if rejected]


def test_each_check_is_timed(made_from: Field) -> None:
    assert set(times(made_from)) == {check.__name__ for check in CHECKS} | {"read_quotes"}
