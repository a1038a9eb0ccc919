"""A narrow question is answered first by the sentences that name its thing; what else the section
says comes after them or is counted, and what the label does not name is said."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .tiers import folded, limits, lines_of, quotes, shown

FILLER = [
    Said(f"Coadministration with agent number {at} needs no change.", ("drug_interaction",))
    for at in range(12)
]
KETOCONAZOLE = Said("Ketoconazole doubles the exposure.", ("drug_interaction",))
LEANING = Said(
    "However, a single dose of it does not.", ("drug_interaction",), context=KETOCONAZOLE.text
)
BOXED = Said("Fatal interactions can occur.", ("drug_interaction", "boxed_warning"))
EFFECTS = yaml.safe_load(Path(__file__).with_name("effects.yaml").read_text(encoding="utf-8"))
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


def test_what_names_the_partner_stands_first_and_the_section_s_rest_is_counted(
    library: Library,
) -> None:
    answer = library.ask("interaction of famotidine with ketoconazole")
    assert shown(answer)[0] == KETOCONAZOLE.text and len(shown(answer)) <= 6
    assert lines_of(answer)[0].because[0] == "names ketoconazole"
    assert len(quotes(answer)) == 15 and folded(answer)
    assert answer.message == ""


def test_a_sentence_that_goes_on_from_a_shown_one_is_shown_as_well(library: Library) -> None:
    answer = library.ask("interaction of famotidine with ketoconazole")
    assert shown(answer)[:2] == [KETOCONAZOLE.text, LEANING.text]


@pytest.mark.parametrize("partner", ["ketoconazole", "itraconazole"])
def test_a_boxed_warning_on_what_is_asked_is_told(library: Library, partner: str) -> None:
    answer = library.ask(f"interaction of famotidine with {partner}")
    assert BOXED.text in quotes(answer)
    boxed = next(group for group in answer.groups if group.section_key == "boxed_warning")
    assert boxed.quotes[0].page == 1  # the terminal names the box with its page


@pytest.mark.parametrize("allergen", ["sulfa", "shellfish"])
def test_an_allergy_that_no_sentence_names_is_said_so(place: Place, allergen: str) -> None:
    said = Said(
        "It is contraindicated in known hypersensitivity to famotidine.", ("contraindication",)
    )
    label = a_monograph({"contraindications": [said]}, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        answer = library.ask(f"{allergen} allergy with hives, can she have famotidine?")
    assert f"No sentence of this label names “{allergen}" in answer.message


def test_what_is_contraindicated_with_a_wider_class_is_a_limit(place: Place) -> None:
    forbids = Said(
        "current treatment with oral anticoagulants (e.g. warfarin)", ("contraindication",)
    )
    care = Said(
        "Caution is needed with other drugs that affect haemostasis.", ("drug_interaction",)
    )
    chapters = {"contraindications": [forbids], "warnings_and_precautions": [care]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        answer = library.ask("famotidine now, takes apixaban at home, allowed?")
    assert shown(answer)[0] == forbids.text and forbids.text in limits(answer)


def test_beside_a_drug_that_is_added_what_is_said_of_another_partner_is_shown(
    place: Place,
) -> None:
    one = Said("Reduce the dose when allopurinol is given.", ("drug_interaction", "dose"))
    other = Said(
        "With aminosalicylates use the lowest possible doses.", ("drug_interaction", "dose")
    )
    label = a_monograph({"drug_interactions": [one, other]}, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        answer = library.ask(
            "pt on famotidine, adding allopurinol, takes mesalamine - which doses?"
        )
    assert {one.text, other.text} <= set(shown(answer))


@pytest.mark.parametrize("joined", ["with", "plus", "+", "combined with"])
def test_the_dose_beside_a_drug_that_is_not_here_is_that_of_the_held_one(
    place: Place, joined: str
) -> None:
    dose = Said("If the patient is over 60 years, the dose is 500 mg twice daily.", ("dose",))
    other = Said("Allopurinol raises the levels of famotidine.", ("drug_interaction",))
    chapters = {"dosage_and_administration": [dose], "drug_interactions": [other]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        answer = library.ask(f"68 yo, famotidine {joined} allopurinol - dose?")
    assert dose.text in shown(answer)


@pytest.mark.parametrize(("takes", "is_limit"), [("on aliskiren, ", True), ("", False)])
def test_what_forbids_another_drug_is_a_limit_for_who_takes_it(
    place: Place, takes: str, is_limit: bool
) -> None:
    avoid = Said(
        "Avoid aliskiren with famotidine in patients with renal impairment (GFR <60 mL/min).",
        ("drug_interaction", "renal_impairment"),
    )
    dose = Said("The usual dose is 20 mg once daily.", ("dose",))
    chapters = {"dosage_and_administration": [dose], "drug_interactions": [avoid]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        answer = library.ask(f"{takes}GFR 40, famotidine dose?")
    assert (avoid.text in limits(answer)) is is_limit


def test_asked_in_full_every_line_keeps_its_tier_and_rank(library: Library) -> None:
    question = "interaction of famotidine with ketoconazole"
    assert library.ask(question, full=True).groups == library.ask(question).groups


def test_of_a_partner_that_no_sentence_names_it_is_said_so(library: Library) -> None:
    answer = library.ask("interaction of famotidine with itraconazole")
    (part,) = answer.parts
    assert part.note == "No sentence of this label names “itraconazole”."
    assert answer.message == part.note
    assert not any("itraconazole" in why for line in lines_of(answer) for why in line.because)


def test_what_is_said_of_strong_inhibitors_is_not_shown_for_a_moderate_one(
    place: Place,
) -> None:
    strong = Said("With strong CYP3A4 inhibitors halve the dose.", ("drug_interaction",))
    moderate = Said("With moderate CYP3A4 inhibitors keep it.", ("drug_interaction",))
    chapters = {"contraindications": [strong], "drug_interactions": [*FILLER, moderate]}
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as opened:
        answer = opened.ask("interaction of famotidine with diltiazem")
        assert shown(answer) == [moderate.text]


def test_of_a_partner_s_class_it_is_said_that_the_partner_is_not_named(place: Place) -> None:
    moderate = Said("With moderate CYP3A4 inhibitors keep it.", ("drug_interaction",))
    label = a_monograph({"drug_interactions": [*FILLER, moderate]}, a_label("Famotidine"))
    with Library(publish_at(place, label)) as opened:
        answer = opened.ask("interaction of famotidine with diltiazem")
        assert shown(answer)[0] == moderate.text
        assert "class of diltiazem" in lines_of(answer)[0].because
        assert answer.parts[0].note == (
            "No sentence of this label names “diltiazem”. Shown is what it says of its class."
        )


@pytest.mark.parametrize("brand", ["Zantac", "Zorbex"])
def test_a_held_partner_is_sought_by_all_its_names(place: Place, brand: str) -> None:
    held_label = a_label("Ranitidine")
    other = a_monograph({"warnings": [Said("Take care.")]}, held_label, brands=[brand])
    partner = Said("Ranitidine slows its uptake.", ("drug_interaction",))
    label = a_monograph({"drug_interactions": [*FILLER, partner]}, a_label("Famotidine"))
    with Library(publish_at(place, label, other)) as opened:
        held = opened.reader.labels()
        own = next(each.label_id for each in held if each.drug == "Famotidine")
        answer = opened.ask(f"interaction of famotidine with {brand}", label=own)
        assert shown(answer)[0] == partner.text
        assert f"in other words: {brand.casefold()}" in lines_of(answer)[0].because
        assert "No sentence of this label" not in answer.message


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


def test_leave_for_some_people_comes_after_what_is_contraindicated_in_them(place: Place) -> None:
    limit = Said("It is contraindicated in phenylketonuria.", ("contraindication",))
    other = Said("It is contraindicated in anuria.", ("contraindication",))
    studied = Said("It was studied in 60 infants.", ("pediatric_use",))
    chapters = {"contraindications": [limit, other], "pediatric_use": [studied]}
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as opened:
        answer = opened.ask("Can famotidine be given to an infant with phenylketonuria?")
        assert quotes(answer) == [limit.text, studied.text]
        assert limits(answer) == [limit.text]


def test_an_empty_look_is_widened_to_what_names_the_subject(library: Library) -> None:
    answer = library.ask("dosing schedule table of famotidine, how often?")
    assert SCHEDULE.text in quotes(answer)


def test_a_silent_label_stays_silent(library: Library) -> None:
    answer = library.ask("What is the half-life of famotidine?")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    assert "Not stated in this label (half life). Searched: " in answer.message


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


def test_an_effect_is_answered_first_by_the_sentences_that_name_it(reactions: Library) -> None:
    answer = reactions.ask("does famotidine cause headaches?")
    assert quotes(answer) == [HEADACHE.text, DROWSY.text, UNCONSCIOUS.text]
    assert "names headaches" in lines_of(answer)[0].because and answer.message == ""


def test_an_effect_is_found_by_a_patients_words(reactions: Library) -> None:
    answer = reactions.ask("does famotidine make me sleepy?")
    assert quotes(answer)[0] == DROWSY.text
    assert "in other words: sleepy" in lines_of(answer)[0].because and answer.message == ""


@pytest.mark.parametrize("effect", ["hair loss", "tinnitus", "a cough"])
def test_of_an_effect_that_no_sentence_names_it_is_said_so(reactions: Library, effect: str) -> None:
    answer = reactions.ask(f"does famotidine cause {effect}?")
    assert answer.message == f"No sentence of this label names “{effect.removeprefix('a ')}”."
    assert not any(why.startswith("condition") for line in lines_of(answer) for why in line.because)


@pytest.mark.parametrize("case", EFFECTS, ids=lambda case: case["effect"])
def test_of_an_effect_that_is_only_near_what_is_named_it_is_said_so(
    place: Place, case: dict[str, Any]
) -> None:
    seen = Said(case["said"], ("adverse_reaction",))
    label = a_monograph({"adverse_reactions": [seen, *FILLER]}, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        answer = library.ask(f"can famotidine cause {case['effect']}?")
    assert seen.text in shown(answer)
    near = f"“{case['effect']}” itself: shown is what is related to it."
    is_said = f"No sentence of this label names {near}"
    assert answer.message == ("" if case["is_itself"] else is_said)


def test_of_a_thing_that_no_sentence_names_as_a_partner_it_is_said_so(reactions: Library) -> None:
    answer = reactions.ask("does famotidine interact with tobacco smoking?")
    assert answer.message == "No sentence of this label names “tobacco”, “smoking”."


def test_a_partner_is_found_by_its_class(reactions: Library) -> None:
    answer = reactions.ask("interaction of famotidine with ibuprofen")
    assert shown(answer)[0] == NSAIDS.text
    assert "class of ibuprofen" in lines_of(answer)[0].because
    assert answer.parts[0].note == (
        "No sentence of this label names “ibuprofen”. Shown is what it says of its class."
    )


def test_a_class_is_sought_where_using_both_is_spoken_of(place: Place) -> None:
    limit = Said("Not for use with other JAK inhibitors.", ("indication", "drug_interaction"))
    seen = Said("Clots were seen with another JAK inhibitor.", ("thromboembolism",))
    chapters = {
        "indications_and_usage": [limit], "warnings": [seen], "drug_interactions": [*FILLER]
    }  # fmt: skip
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        answer = library.ask("famotidine with tofacitinib")
        assert "Shown is what it says of its class." in answer.parts[0].note
        assert limit.text in shown(answer)


def test_of_a_partner_that_no_vocabulary_knows_it_is_said_that_none_names_it(
    library: Library,
) -> None:
    answer = library.ask("interaction of famotidine with xylorubicin")
    assert "No sentence of this label names “xylorubicin”." in answer.message


def test_a_phrase_is_named_only_where_all_its_words_stand(place: Place) -> None:
    chapters = {"adverse_reactions": [UNCONSCIOUS, ALOPECIA, HEADACHE]}
    label = a_monograph(chapters, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        answer = library.ask("does famotidine cause hair loss?")
        assert quotes(answer)[0] == ALOPECIA.text and answer.message == ""
        named = [line.text for line in lines_of(answer) if "names hair loss" in line.because]
        assert named == [ALOPECIA.text]


def test_side_effects_are_asked_for_whole(reactions: Library) -> None:
    whole = quotes(reactions.ask("does famotidine cause side effects?"))
    assert whole == [HEADACHE.text, DROWSY.text, UNCONSCIOUS.text]


@pytest.mark.parametrize(
    "question",
    ["famotidine and ketoconazole", "how much ketoconazole may be given with famotidine?"],
)
def test_a_drug_that_is_not_here_is_no_reason_to_refuse(library: Library, question: str) -> None:
    answer = library.ask(question)
    assert answer.outcome is Outcome.ANSWERED
    assert KETOCONAZOLE.text in shown(answer)


TREATS = Said("Famotidine is indicated for gastric ulcer.", ("indication",))
DOSE = Said("Give 20 mg once daily.", ("dose",))


@pytest.mark.parametrize(
    ("question", "disease"),
    [
        ("famotidine dose for ulcerative colitis", "ulcerative colitis"),
        ("famotidine dose for severe migraine", "migraine"),
        ("famotidine dose for gastric ulcer", ""),
        ("famotidine dose in a patient with migraine", ""),
    ],
)
def test_a_dose_for_a_disease_that_no_dose_names_is_said_to_be_none(
    place: Place, question: str, disease: str
) -> None:
    chapters = {"indications_and_usage": [TREATS], "dosage_and_administration": [DOSE]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        answer = library.ask(question)
    assert DOSE.text in shown(answer)
    assert (f"gives no dose for “{disease}”" in answer.message) is bool(disease)
    assert ("gives no dose" in answer.message) is bool(disease)


def test_a_word_that_the_label_says_is_not_said_to_be_unnamed(place: Place) -> None:
    said = Said("Do not give it in decompensated cirrhosis.", ("contraindication",))
    other = Said("It is taken with decompensation of nothing.", ())
    chapters = {"contraindications": [said], "description": [other]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as opened:
        answer = opened.ask("famotidine in a patient with now decompensated alcoholic cirrhosis?")
        slip = opened.ask("famotidine in decompensted cirrhosis?")
    assert said.text in shown(answer)
    assert "decompens" not in answer.message and "decompens" not in slip.message
