"""What answers best leads: a section that names the thing, figures for who asks how often, what is
said of the patients asked about; and the answer says where a label has nothing on them."""

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Answer
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .tiers import quotes, shown

HALF_LIFE = Said("The half-life is 5 hours.", ("half_life",))
IN_KIDNEYS = Said("The half-life is 12 hours in severe renal impairment.", ("half_life",))
CLEARED = Said("The half-life rose without a change in renal clearance.", ("half_life",))


def asked(place: Place, chapters: dict[str, list[Said]], question: str) -> Answer:
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        return library.ask(question)


def test_a_half_life_in_renal_impairment_stands_before_that_of_all(place: Place) -> None:
    chapters = {"pharmacokinetics": [HALF_LIFE, IN_KIDNEYS]}
    answer = asked(place, chapters, "famotidine half-life in renal impairment")
    assert quotes(answer) == [IN_KIDNEYS.text, HALF_LIFE.text]
    assert answer.message == ""


def test_a_half_life_of_all_is_said_to_be_none_in_renal_impairment(place: Place) -> None:
    chapters = {"pharmacokinetics": [HALF_LIFE, CLEARED]}
    answer = asked(place, chapters, "famotidine half-life in renal impairment")
    assert answer.parts[0].note == "No sentence of this label names “renal impairment”."
    assert sorted(shown(answer)) == sorted([HALF_LIFE.text, CLEARED.text])


def test_who_asks_for_a_rate_is_told_figures_first(place: Place) -> None:
    chapters = {
        "warnings_and_precautions": [Said("Patients with nausea may become dehydrated.")],
        "adverse_reactions": [Said("Nausea occurred in 20% of patients.", ("gastrointestinal",))],
    }
    answer = asked(place, chapters, "famotidine nausea rate")
    assert quotes(answer)[0] == "Nausea occurred in 20% of patients."


@pytest.mark.parametrize("question", ["famotidine 20mg with warfarin", "famotidine er + warfarin"])
def test_strengths_and_forms_are_no_part_of_a_partner_s_name(place: Place, question: str) -> None:
    chapters = {"drug_interactions": [Said("Warfarin may be taken.", ("drug_interaction",))]}
    answer = asked(place, chapters, question)
    assert quotes(answer) == ["Warfarin may be taken."]
    assert "No sentence" not in answer.parts[0].note
