"""What limits the use in the patient told of is shown, whatever else the label states."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from building import DOSE, HALF_LIFE, Said, a_monograph, published

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library

FORBIDDEN = Said(
    "Axid must not be given when the creatinine clearance is below 30 mL/min.",
    (),
    FactKind.DIRECTIVE,
)
FORBIDDEN_PARTNER = Said("Axid is contraindicated with ketoconazole.", (), FactKind.DIRECTIVE)
WARNED_PARTNER = Said("Avoid Axid in patients who take theophylline.", (), FactKind.DIRECTIVE)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    chapters = {
        "dosage_and_administration": [DOSE],
        "contraindications": [FORBIDDEN, FORBIDDEN_PARTNER],
        "warnings_and_precautions": [WARNED_PARTNER],
        "pharmacokinetics": [HALF_LIFE],
    }
    folder = published(tmp_path / "library", a_monograph(chapters, brands=["Axid"]))
    with Library.open(folder.root) as opened:
        yield opened


def lines(answer: Answer, *tiers: Tier) -> list[str]:
    return [q.text for group in answer.groups for q in group.quotes if q.tier in tiers]


def test_a_contraindication_of_the_patient_is_read_before_the_answer(library: Library) -> None:
    answer = library.ask("Dose of Axid for a patient who takes ketoconazole")
    assert lines(answer, Tier.LIMIT) == [FORBIDDEN_PARTNER.text]
    assert answer.groups[0].quotes[0].text == FORBIDDEN_PARTNER.text
    assert lines(answer, Tier.ANSWER) == [DOSE.text]


def test_a_warning_of_the_patient_is_shown_beside_the_answer(library: Library) -> None:
    answer = library.ask("Dose of Axid for a patient who takes theophylline")
    assert set(lines(answer, Tier.ANSWER, Tier.LIMIT)) == {WARNED_PARTNER.text, DOSE.text}


def test_a_contraindication_of_the_patient_is_no_ground_for_silence(library: Library) -> None:
    answer = library.ask("What is the dose of Axid at a creatinine clearance of 20 mL/min?")
    assert answer.outcome is Outcome.ANSWERED, answer.message
    assert lines(answer, Tier.LIMIT) == [FORBIDDEN.text]


def test_where_nothing_is_told_of_a_patient_there_is_no_limit(library: Library) -> None:
    answer = library.ask("What is the dose of Axid?")
    assert lines(answer, Tier.LIMIT) == []
    assert lines(answer, Tier.ANSWER) == [DOSE.text]
