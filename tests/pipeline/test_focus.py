"""A narrow question is answered by its sentences and what they lean on; an empty look is widened
only to what names the subject."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from building import Said, a_label, a_monograph, published

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library

FILLER = [
    Said(f"Coadministration with agent number {at} needs no change.", ("drug_interaction",))
    for at in range(12)
]
KETOCONAZOLE = Said("Ketoconazole doubles the exposure.", ("drug_interaction",))
LEANING = Said("However, a single dose of it does not.", ("drug_interaction",))
BOXED = Said("Fatal interactions can occur.", ("drug_interaction", "boxed_warning"))
SCHEDULE = Said("Dose 1 | Day 0 | Dose 2 | Month 6", (), FactKind.TABLE_ROW, context="Schedule")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    chapters = {
        "boxed_warning": [BOXED],
        "dosage_and_administration": [SCHEDULE],
        "drug_interactions": [*FILLER[:6], KETOCONAZOLE, LEANING, *FILLER[6:]],
    }
    with Library.open(
        published(tmp_path / "library", a_monograph(chapters, a_label("Famotidine"))).root
    ) as opened:
        yield opened


def quotes(answer: Answer) -> list[str]:
    return [quote.text for group in answer.groups for quote in group.quotes]


def test_a_named_partner_narrows_the_section_to_its_sentences(library: Library) -> None:
    answer = library.ask("interaction of famotidine with ketoconazole")
    assert quotes(answer) == [KETOCONAZOLE.text, LEANING.text, BOXED.text]
    (part,) = answer.parts
    assert "“ketoconazole”" in part.note and "12 more sentences" in part.note
    assert sum(group.more for group in answer.groups) == 12


def test_in_full_nothing_is_left_out(library: Library) -> None:
    answer = library.ask("interaction of famotidine with ketoconazole", full=True)
    assert len(quotes(answer)) == 15 and not any(group.more for group in answer.groups)


def test_a_partner_that_the_section_does_not_name_narrows_nothing(library: Library) -> None:
    answer = library.ask("interaction of famotidine with itraconazole")
    assert len(quotes(answer)) == 15
    assert "No sentence of the section names “itraconazole”" in answer.parts[0].note


def test_a_whole_section_is_asked_for_whole(library: Library) -> None:
    assert len(quotes(library.ask("drug interactions of famotidine"))) == 15


def test_an_empty_look_is_widened_to_what_names_the_subject(library: Library) -> None:
    answer = library.ask("dosing schedule table of famotidine, how often?")
    assert SCHEDULE.text in quotes(answer)


def test_a_silent_label_stays_silent(library: Library) -> None:
    answer = library.ask("What is the half-life of famotidine?")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    looks = [step.name for step in answer.trace if step.name.startswith("second look")]
    assert 1 <= len(looks) <= 3
