"""A line on doses is not shown without the notes that its marks point to, nor without the levels
that it reduces to."""

import pytest
from building import Said, a_monograph

from monograph_qa.domain.label import FactKind

NOTES = (
    Said("a The schedule is that of the older vaccine."),
    Said("b The first two doses at least 4 weeks apart."),
    Said("* Two doses at least 2 months apart."),
)


def needed_by(row: str, chapter: str = "dosage_and_administration") -> list[str]:
    """What the notes say that the row needs, in their order."""
    said = Said(row, kind=FactKind.TABLE_ROW, context="Table 1. Schedule")
    facts = a_monograph({chapter: [said, *NOTES]}).facts
    by_id = {fact.fact_id: fact for fact in facts}
    return [by_id[need.fact_id].quote for need in facts[0].needs if need.follows]


@pytest.mark.parametrize(
    ("row", "notes"),
    [
        ("Age: 7 to 11 months | Doses: 3ᵇ", [NOTES[1].text]),
        ("Age: 12 to 23 months* | Doses: 2", [NOTES[2].text]),
        ("Age: 7 to 11 monthsᵃ | Doses: 3ᵇ", [NOTES[0].text, NOTES[1].text]),
        ("Age: 24 months | Doses: 1", []),
        ("Clearance: 30 mL/min/1.73 m² | Doses: 1", []),
        ("Platelets: 50 × 10⁹/L | Doses: 1", []),
    ],
)
def test_a_mark_points_to_its_note(row: str, notes: list[str]) -> None:
    assert needed_by(row) == notes


def test_rates_of_reactions_are_read_without_their_notes() -> None:
    assert needed_by("Nausea: 10ᵇ | Placebo: 3ᵃ", "adverse_reactions") == []


LEVELS = "Table 1: Recommended dose reductions for adverse reactions"


def levels_of(line: str, caption: str = LEVELS, *, more: str = "") -> int:
    """How many rows of the table of levels a line needs."""
    rows = [
        f"Dose reduction: {n} | Dose: {mg} mg once daily"
        for n, mg in (("First", 30), ("Second", 20))
    ]
    said = [Said(row, kind=FactKind.TABLE_ROW, context=caption) for row in rows]
    said += [Said(row, kind=FactKind.TABLE_ROW, context=more) for row in rows if more]
    facts = a_monograph({"dosage_and_administration": [*said, Said(line)]}).facts
    return sum(need.why == "level" for need in facts[-1].needs)


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("Grade 3: withhold until recovery, then resume at a reduced dose.", 2),
        ("Severity: Grade 3 | Action: reduce the dose by one level", 2),
        ("Resume at the next lower dose.", 2),
        ("Resume at a reduced dose of 15 mg.", 0),  # it says which itself
        ("Permanently discontinue.", 0),
    ],
)
def test_a_reduced_dose_is_read_with_its_levels(line: str, needed: int) -> None:
    assert levels_of(line) == needed


def test_of_two_tables_of_levels_none_is_taken() -> None:
    assert levels_of("Resume at a reduced dose.", more="Table 4: Dose levels in children") == 0


def test_what_is_to_be_done_at_which_grade_is_no_level() -> None:
    assert levels_of("Resume at a reduced dose.", "Table 2: What is done at each grade") == 0
