"""A row of doses is not shown without the notes that its marks point to."""

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
