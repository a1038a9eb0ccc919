"""A narrow question is answered by its sentences and what they lean on; an empty look is widened
only to what names the subject."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library
from monograph_qa.store.place import Place

FILLER = [
    Said(f"Coadministration with agent number {at} needs no change.", ("drug_interaction",))
    for at in range(12)
]
KETOCONAZOLE = Said("Ketoconazole doubles the exposure.", ("drug_interaction",))
LEANING = Said("However, a single dose of it does not.", ("drug_interaction",))
BOXED = Said("Fatal interactions can occur.", ("drug_interaction", "boxed_warning"))
SCHEDULE = Said("Dose 1 | Day 0 | Dose 2 | Month 6", (), FactKind.TABLE_ROW, context="Schedule")


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    chapters = {
        "boxed_warning": [BOXED],
        "dosage_and_administration": [SCHEDULE],
        "drug_interactions": [*FILLER[:6], KETOCONAZOLE, LEANING, *FILLER[6:]],
    }
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as opened:
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


def test_of_a_partner_that_no_sentence_names_only_the_boxed_warning_is_shown(
    library: Library,
) -> None:
    question = "interaction of famotidine with itraconazole"
    answer = library.ask(question)
    assert quotes(answer) == [BOXED.text]
    (part,) = answer.parts
    assert "No sentence of this label names “itraconazole”. Not stated" in part.note
    assert "no word that there is no interaction" in part.note and "--full" in part.note
    assert len(quotes(library.ask(question, full=True))) == 15


def test_what_no_sentence_names_is_not_stated_and_the_rest_can_be_had(place: Place) -> None:
    limits = [Said(f"It is contraindicated in disease number {at}.") for at in range(9)]
    chapters = {"contraindications": limits, "warnings_and_precautions": [Said("Take care.")]}
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as opened:
        answer = opened.ask("Can I swim with famotidine?")
        assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
        assert "No sentence of this label names “swim”." in answer.message
        assert "Searched: " in answer.message and "no word that it is safe" in answer.message
        assert len(quotes(opened.ask("Can I swim with famotidine?", full=True))) == 10


def test_an_occasion_is_answered_by_what_it_is_listed_under(place: Place) -> None:
    eyes = Said("Keep it away from the eyes.")
    others = [Said(f"Warning number {at} is about something else.") for at in range(9)]
    chapters = {"warnings_and_precautions": [*others[:4], eyes, *others[4:]]}
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as opened:
        answer = opened.ask("Can I use famotidine on my eyelids?")
        assert quotes(answer) == [eyes.text]
        assert "names “eyelids”" in answer.parts[0].note and "under: eye" in answer.parts[0].note


def test_what_is_said_of_strong_inhibitors_comes_after_what_is_said_of_moderate_ones(
    place: Place,
) -> None:
    strong = Said("With strong CYP3A4 inhibitors halve the dose.", ("drug_interaction",))
    moderate = Said("With moderate CYP3A4 inhibitors keep it.", ("drug_interaction",))
    chapters = {"contraindications": [strong], "drug_interactions": [*FILLER, moderate]}
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as opened:
        answer = opened.ask("interaction of famotidine with diltiazem")
        assert quotes(answer) == [moderate.text, strong.text]
        note = answer.parts[0].note
        assert "under: moderate CYP3A inhibitor" in note and "what speaks of strong ones" in note


def test_a_held_partner_is_sought_by_all_its_names(place: Place) -> None:
    held_label = a_label("Ranitidine")
    other = a_monograph({"warnings": [Said("Take care.")]}, held_label, brands=["Zantac"])
    partner = Said("Ranitidine slows its uptake.", ("drug_interaction",))
    label = a_monograph({"drug_interactions": [*FILLER, partner]}, a_label("Famotidine"))
    with Library(publish_at(place, label, other)) as opened:
        held = opened.reader.labels()
        own = next(each.label_id for each in held if each.drug == "Famotidine")
        answer = opened.ask("interaction of famotidine with Zantac", label=own)
        assert quotes(answer) == [partner.text]
        assert "“zantac” (here “ranitidine”)" in answer.parts[0].note


def test_a_whole_section_is_asked_for_whole(library: Library) -> None:
    assert len(quotes(library.ask("drug interactions of famotidine"))) == 15


def test_the_words_of_a_section_s_own_name_narrow_nothing(place: Place) -> None:
    trials = [Said(f"Trial {at} enrolled {at} hundred adults.") for at in range(1, 12)]
    chapters = {"clinical_studies": [*trials, Said("The clinical benefit lasted a year.")]}
    label = a_monograph(chapters, a_label("Famotidine"))
    # Only a chapter prints its name; the sections below it have headings of their own.
    (section,) = label.sections
    label = replace(label, sections=(replace(section, heading="Overview"),))
    with Library(publish_at(place, label)) as opened:
        assert len(quotes(opened.ask("clinical studies of famotidine"))) == 12


def test_leave_for_some_people_comes_with_what_limits_it(place: Place) -> None:
    limit = Said("It is contraindicated in phenylketonuria.", ("contraindication",))
    other = Said("It is contraindicated in anuria.", ("contraindication",))
    studied = Said("It was studied in 60 infants.", ("pediatric_use",))
    chapters = {"contraindications": [limit, other], "pediatric_use": [studied]}
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as opened:
        answer = opened.ask("Can famotidine be given to an infant with phenylketonuria?")
        assert quotes(answer) == [limit.text, studied.text]


def test_an_empty_look_is_widened_to_what_names_the_subject(library: Library) -> None:
    answer = library.ask("dosing schedule table of famotidine, how often?")
    assert SCHEDULE.text in quotes(answer)


def test_a_silent_label_stays_silent(library: Library) -> None:
    answer = library.ask("What is the half-life of famotidine?")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    looks = [step.name for step in answer.trace if step.name.startswith("second look")]
    assert 1 <= len(looks) <= 3


HEADACHE = Said("Headache was reported in trials.", ("cns_effects", "adverse_reaction"))
DROWSY = Said("Somnolence was reported in trials.", ("cns_effects", "adverse_reaction"))
ALOPECIA = Said("Alopecia was seen after a year.", ("adverse_reaction",))
UNCONSCIOUS = Said("Loss of consciousness was seen once.", ("adverse_reaction",))
NSAIDS = Said("With NSAIDs ulcers are more frequent.", ("drug_interaction",))


@pytest.fixture
def reactions(place: Place) -> Iterator[Library]:
    chapters = {
        "adverse_reactions": [HEADACHE, DROWSY, UNCONSCIOUS],
        "drug_interactions": [NSAIDS, *FILLER],
    }
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as opened:
        yield opened


def test_an_effect_is_answered_by_the_sentences_that_name_it(reactions: Library) -> None:
    assert quotes(reactions.ask("does famotidine cause headaches?")) == [HEADACHE.text]


def test_an_effect_is_found_by_a_patients_words(reactions: Library) -> None:
    assert quotes(reactions.ask("does famotidine make me sleepy?")) == [DROWSY.text]


@pytest.mark.parametrize("effect", ["hair loss", "tinnitus", "a cough"])
def test_an_effect_that_no_sentence_names_is_refused(reactions: Library, effect: str) -> None:
    answer = reactions.ask(f"does famotidine cause {effect}?")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    assert effect.removeprefix("a ") in answer.message
    assert "ADVERSE REACTIONS" in answer.message and "side effects of" in answer.message


def test_a_thing_that_no_sentence_names_as_a_partner_is_refused(reactions: Library) -> None:
    answer = reactions.ask("does famotidine interact with tobacco smoking?")
    assert answer.outcome is Outcome.NOT_FOUND and "interactions of" in answer.message


def test_a_partner_is_found_by_its_class(reactions: Library) -> None:
    answer = reactions.ask("interaction of famotidine with ibuprofen")
    assert quotes(answer) == [NSAIDS.text]
    note = answer.parts[0].note
    assert note.startswith("No sentence of this label names “ibuprofen”.")
    assert "Our vocabulary, not this label, lists “ibuprofen” under: NSAID." in note


def test_a_class_is_sought_where_using_both_is_spoken_of(place: Place) -> None:
    limit = Said("Not for use with other JAK inhibitors.", ("indication", "drug_interaction"))
    seen = Said("Clots were seen with another JAK inhibitor.", ("thromboembolism",))
    chapters = {
        "indications_and_usage": [limit], "warnings": [seen], "drug_interactions": [*FILLER]
    }  # fmt: skip
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        answer = library.ask("famotidine with tofacitinib")
        assert quotes(answer) == [limit.text]
        assert "lists “tofacitinib” under: JAK inhibitor." in answer.parts[0].note


def test_that_a_partner_is_not_named_is_no_word_that_it_is_safe(library: Library) -> None:
    note = library.ask("interaction of famotidine with xylorubicin").parts[0].note
    assert "no word that there is no interaction" in note


def test_a_phrase_is_named_only_where_all_its_words_stand(place: Place) -> None:
    chapters = {"adverse_reactions": [ALOPECIA, UNCONSCIOUS, HEADACHE]}
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        assert quotes(library.ask("does famotidine cause hair loss?")) == [ALOPECIA.text]


def test_side_effects_are_asked_for_whole(reactions: Library) -> None:
    whole = quotes(reactions.ask("does famotidine cause side effects?"))
    assert whole == [HEADACHE.text, DROWSY.text, UNCONSCIOUS.text]
