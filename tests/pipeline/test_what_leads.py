"""What answers best leads: a section that names the thing, figures for who asks how often, what is
said of the patients asked about; and the answer says where a label has nothing on them."""

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .asking import asked
from .tiers import quotes, shown

HALF_LIFE = Said("The half-life is 5 hours.", ("half_life",))
IN_KIDNEYS = Said("The half-life is 12 hours in severe renal impairment.", ("half_life",))
CLEARED = Said("The half-life rose without a change in renal clearance.", ("half_life",))


def test_a_half_life_in_renal_impairment_stands_before_that_of_all(place: Place) -> None:
    chapters = {"pharmacokinetics": [HALF_LIFE, IN_KIDNEYS]}
    answer = asked(place, chapters, "famotidine half-life in renal impairment")
    assert quotes(answer) == [IN_KIDNEYS.text, HALF_LIFE.text]
    assert answer.message == ""


def test_a_half_life_of_all_is_said_to_be_none_in_renal_impairment(place: Place) -> None:
    chapters = {"pharmacokinetics": [HALF_LIFE, CLEARED]}
    answer = asked(place, chapters, "famotidine half-life in renal impairment")
    note = "Nothing in this label is stated for the kidney function asked about."
    assert answer.parts[0].note == note
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


def test_of_a_section_asked_for_whole_animals_and_registries_are_read_last(place: Place) -> None:
    rabbits = Said("Rabbits given 20 times the dose had smaller litters.", ("pregnancy",))
    registry = Said("Call the registry to enroll.", ("pregnancy",))
    women = Said("Data in women show no harm to the child.", ("pregnancy",))
    answer = asked(place, {"pregnancy": [rabbits, registry, women]}, "famotidine pregnancy")
    assert quotes(answer) == [women.text, rabbits.text, registry.text]


def test_a_dose_asked_for_with_a_partner_that_is_not_named_is_answered(place: Place) -> None:
    chapters = {"dosage_and_administration": [Said("Give 20 mg once daily.", ("dose",))]}
    answer = asked(place, chapters, "dose of famotidine in a patient who takes ketoconazole")
    assert quotes(answer) == ["Give 20 mg once daily."]
    assert answer.parts[0].note == "No sentence of this label names “ketoconazole”."


def test_an_indication_that_leaves_the_patient_out_comes_first(place: Place) -> None:
    only = "Famotidine is indicated in adults 65 years of age and older."
    chapters = {
        "indications_and_usage": [Said(only, ("indication",))],
        "dosage_and_administration": [Said("Give 20 mg once daily.", ("dose",))],
    }
    answer = asked(place, chapters, "famotidine dose for a 40 year old")
    assert only in shown(answer)


def test_what_the_patient_s_kidneys_forbid_comes_before_any_dose(place: Place) -> None:
    avoid = "Avoid use in patients with severe renal impairment, GFR <30 mL/minute."
    chapters = {
        "dosage_and_administration": [
            Said("Give 60 mg once daily in diabetic neuropathy.", ("dose",)),
            Said(avoid, ("renal_dose",)),
        ]
    }
    answer = asked(place, chapters, "famotidine for diabetic neuropathy, eGFR 22, dose?")
    assert quotes(answer)[0] == avoid


def test_a_line_is_read_with_the_action_behind_it(place: Place) -> None:
    action = "Separate the two by at least four weeks."
    chapters = {
        "drug_interactions": [
            Said("Antacids lowered its uptake in a study.", ("drug_interaction",)),
            Said(action),
        ]
    }
    assert action in shown(asked(place, chapters, "famotidine with antacids"))


def test_what_is_asked_a_second_time_is_among_the_first_lines(place: Place) -> None:
    dose = Said("Give 20 mg once daily at 40 kg.", ("dose",))
    storage = Said("Store below 25 °C.", ("storage_temperature",))
    chapters = {"dosage_and_administration": [dose], "storage_and_handling": [storage]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        two = library.ask("famotidine dose at 40 kg? and how do I store it")
    assert set(shown(two)) == {dose.text, storage.text}


@pytest.mark.parametrize(("clearance", "is_shown"), [(48, True), (90, False)])
def test_what_a_line_requires_and_the_patient_lacks_is_a_limit(
    place: Place, clearance: int, is_shown: bool
) -> None:
    needs = Said("The creatinine clearance must be greater than 60 mL/min before treatment.")
    chapters = {
        "warnings_and_precautions": [needs],
        "dosage_and_administration": [Said("Give 20 mg daily.", ("dose",))],
    }
    answer = asked(place, chapters, f"can famotidine be given at CrCl {clearance} mL/min?")
    limits = [q.text for g in answer.groups for q in g.quotes if q.tier is Tier.LIMIT]
    assert (needs.text in limits) == is_shown


def test_infants_with_something_more_are_not_all_infants(place: Place) -> None:
    some = Said(
        "Infants with a history of intussusception must not be given it.", ("pediatric_use",)
    )
    chapters = {
        "contraindications": [some],
        "dosage_and_administration": [Said("Infants take 1 mL.", ("pediatric_dose", "dose"))],
    }
    answer = asked(place, chapters, "famotidine dose for a 3 month old infant")
    assert quotes(answer)[0] == "Infants take 1 mL."


def test_a_dose_asked_for_an_age_shows_the_dose_for_all(place: Place) -> None:
    dose = Said(
        "The recommended dosage is 100 mg orally once daily.",
        ("dose", "frequency"),
        FactKind.DIRECTIVE,
    )
    young = Said(
        "Famotidine is established in pediatric patients 12 years of age and older.",
        ("pediatric_use",),
    )
    chapters = {
        "dosage_and_administration": [dose],
        "pediatric_use": [young, *(_enrolled(count) for count in (124, 284, 96))],
    }
    answer = asked(place, chapters, "famotidine dose for 14 yr old, 48 kg")
    assert dose.text in shown(answer)[:5]


def test_no_dose_for_all_is_put_before_the_end_for_an_age_not_established(place: Place) -> None:
    dose = Said("Take 100 mg orally once daily.", ("dose", "frequency"), FactKind.DIRECTIVE)
    young = Said(
        "Safety and effectiveness in pediatric patients below 18 years have not been established.",
        ("pediatric_use",),
    )
    seen = Said("Adolescents clear it as adults do.", ("pediatric_use",))
    grown = Said("Growth was not slowed in adolescents.", ("pediatric_use",))
    chapters = {"dosage_and_administration": [dose], "pediatric_use": [young, seen, grown]}
    told = shown(asked(place, chapters, "famotidine dose for 14 yr old, 48 kg"))
    assert told[0] == young.text
    assert dose.text not in told[:3]


def _enrolled(count: int) -> Said:
    text = f"In a trial {count} subjects 12 to less than 18 years of age were enrolled."
    return Said(text, ("pediatric_use", "pediatric_dose"))


def test_of_two_held_drugs_both_labels_say_how_they_go_together(place: Place) -> None:
    silent = a_monograph(
        {"drug_interactions": [Said("Antacids lower its absorption.", ("drug_interaction",))]},
        a_label("Famotidine"),
    )
    telling = Said("Famotidine is not recommended with it.", ("drug_interaction",))
    other = a_monograph({"drug_interactions": [telling]}, a_label("Dasatinib"))
    with Library(publish_at(place, silent, other)) as library:
        answer = library.ask("pt on dasatinib has heartburn. ok to add famotidine?")
    assert telling.text in shown(answer)


def test_what_no_sentence_of_the_label_speaks_of_is_said(place: Place) -> None:
    healing = Said("Steroids after cataract surgery may delay healing.", ("surgery", "vision"))
    chapters = {"warnings_and_precautions": [healing]}
    answer = asked(place, chapters, "breastfeeding on famotidine after cataract surgery")
    assert "Nothing in this label speaks of lactation." in answer.message


def test_a_line_on_milk_is_no_silence(place: Place) -> None:
    milk = Said("It passes into human milk.", ("lactation",))
    answer = asked(place, {"lactation": [milk]}, "breastfeeding on famotidine after surgery")
    assert "speaks of" not in answer.message


def test_one_fact_that_no_sentence_states_is_said_to_be_missing(place: Place) -> None:
    dose = Said("After a heart attack take 60 mg twice a day.", ("dose",))
    chapters = {"dosage_and_administration": [dose]}
    answer = asked(place, chapters, "famotidine loading dose after a heart attack")
    assert "Nothing in this label speaks of loading dose." in answer.message


def test_that_a_line_is_for_the_age_says_nothing_of_kidneys(place: Place) -> None:
    use = Said("It is used to prevent migraine in adults.", ("indication",))
    answer = asked(place, {"indications_and_usage": [use]}, "famotidine, 41 yo, migraine, eGFR 22")
    assert "stated for the kidney function asked about" in answer.message


def test_what_divides_patients_counts_for_every_part(place: Place) -> None:
    dialysed = Said("In patients on dialysis give 5 mg after each session.", ("dose",))
    others = Said("In patients not on dialysis give 20 mg daily.", ("dose",))
    keep = Said("Store it in a refrigerator.", ("storage_temperature",))
    chapters = {"dosage_and_administration": [others, dialysed], "storage_and_handling": [keep]}
    question = "Man of 70, on dialysis. Where is famotidine stored? What is the dose?"
    told = shown(asked(place, chapters, question))
    assert others.text not in told or told.index(dialysed.text) < told.index(others.text)


def test_a_drug_that_is_to_be_added_is_asked_about_and_not_the_label_s_own_dose(
    place: Place,
) -> None:
    own = ("dose", "frequency", "starting_dose")
    ssri = "Give selective serotonin reuptake inhibitors (SSRIs) at low doses."
    beside = Said(ssri, ("drug_interaction",))
    chapters = {
        "dosage_and_administration": [
            Said("Treatment with famotidine should be started at 50 mg per day.", own),
            Said("This daily dose may be increased to 100 mg/day on need.", own),
        ],
        "warnings_and_precautions": [beside],
    }
    question = "famotidine 100 mg daily - GP starts sertraline, is that allowed, and at what dose?"
    assert quotes(asked(place, chapters, question))[0] == beside.text


def test_of_a_trial_the_scale_in_capitals_is_what_was_measured(place: Place) -> None:
    row = "MWT (min) | 50 mg (55): 9.77 (1.33) | Placebo (58): 2.12 (1.29)"
    measured = Said(row, kind=FactKind.TABLE_ROW)
    chapters = {
        "clinical_studies": [
            Said(
                "At week 12 the 50 mg dose gained more minutes on the MWT than placebo in a trial."
            ),
            Said("The trial of famotidine 50 mg vs placebo went on for 12 weeks.", ("efficacy",)),
            measured,
        ]
    }
    question = "in the trial, how many minutes did famotidine 50 mg gain on the MWT vs placebo?"
    assert quotes(asked(place, chapters, question))[0] == measured.text


def test_what_the_patient_has_leads_where_it_is_asked_what_to_heed(place: Place) -> None:
    more = [Said(f"Precautions: general anesthesia of famotidine, rule {n}.") for n in range(8)]
    down = Said("In Down syndrome cardiac arrest was seen.")
    question = "famotidine, infant with Down syndrome - precautions?"
    answer = asked(place, {"warnings_and_precautions": [*more, down]}, question)
    assert quotes(answer)[0] == down.text


def test_of_two_endpoints_each_is_found_by_its_full_name(place: Place) -> None:
    caption = "Table 5: Results in treated patients — Duration of response (DOR)"
    rate = Said(
        "Overall response rate | Treated: 44% (34, 54)", kind=FactKind.TABLE_ROW, context=caption
    )
    lasting = Said(
        "Median (months) | Treated: 9.7 (5.6, 13.0)", kind=FactKind.TABLE_ROW, context=caption
    )
    told = [Said(f"In trial {n} of famotidine the ORR and DOR were outcomes.") for n in range(9)]
    answer = asked(
        place, {"clinical_studies": [*told, rate, lasting]}, "famotidine ORR, median DOR?"
    )
    assert {rate.text, lasting.text} <= set(quotes(answer)[:3])


def test_what_to_do_after_a_pause_as_long_as_told_comes_first(place: Place) -> None:
    text = "Titrate again if treatment is interrupted for more than 14 consecutive days."
    long = Said(text, ("missed_dose", "titration"))
    chapters = {
        "dosage_and_administration": [
            Said(
                "If famotidine 1 mg is missed, restart the next day.", ("missed_dose", "titration")
            ),
            Said("Days 1 to 4: take 0.25 mg once daily.", ("dose", "titration")),
            Said("Start at 0.25 mg and titrate to 1 mg within 7 days.", ("dose", "titration")),
            long,
        ]
    }
    question = "ran out of famotidine, has had none for 3 weeks. Restart at 1 mg or titrate again?"
    assert quotes(asked(place, chapters, question))[0] == long.text


def test_a_way_of_giving_that_is_asked_about_comes_first(place: Place) -> None:
    fatal = Said("Death has occurred with intrathecal use.")
    only = Said("It was fatal where the intrathecal way was taken by mistake.")
    allergy = Said(
        "It is contraindicated in hypersensitivity to famotidine.", ("contraindication",)
    )
    steps = [Said(f"{at}. Withdraw 1 mL of famotidine and inject it.", ("route",)) for at in "123"]
    chapters = {
        "contraindications": [allergy],
        "dosage_and_administration": [Said("It is for intravenous use only.", ("route",)), *steps],
        "adverse_reactions": [fatal, only],
    }
    question = "resident ordered it with methotrexate: can famotidine go intrathecally or only iv?"
    assert set(quotes(asked(place, chapters, question))[:2]) == {fatal.text, only.text}


@pytest.mark.parametrize(
    ("question", "is_own"),
    [
        ("7 yo with gout, famotidine long term prophylaxis dose", True),
        ("famotidine long term prophylaxis dose in gout", False),
    ],
)
def test_a_dose_for_the_patient_s_age_in_figures_comes_before_that_for_anybody(
    place: Place, question: str, is_own: bool
) -> None:
    dose = ("dose", "frequency")
    usual = Said("For long term prophylaxis of gout a dose of 25 mg is given weekly.", dose)
    own = Said("Patients aged < 12 years: a prophylactic dose of 40 mg is given weekly.", dose)
    answer = asked(place, {"dosage_and_administration": [usual, own]}, question)
    assert quotes(answer)[0] == (own.text if is_own else usual.text)


@pytest.mark.parametrize(
    "question",
    [
        "famotidine same day as COVID-19 mRNA booster?",
        "famotidine with tetanus booster",
        "is famotidine ok with the RSV vaccine",
    ],
)
def test_a_vaccine_by_its_disease_is_a_drug_taken_as_well(place: Place, question: str) -> None:
    others = Said("Use with other vaccines is not recommended.", ("drug_interaction",))
    dose = Said("The second dose is given 2 months later.", ("dose",))
    chapters = {"dosage_and_administration": [dose], "drug_interactions": [others]}
    assert quotes(asked(place, chapters, question))[0] == others.text


def test_a_period_that_is_late_is_no_missed_dose(place: Place) -> None:
    woman = Said("A woman who has missed a period is assumed to be pregnant.", ("pregnancy",))
    missed = Said("If a dose is missed, take it at once.", ("missed_dose",))
    chapters = {"pregnancy": [woman], "dosage_and_administration": [missed]}
    answer = asked(place, chapters, "32 yo, period 10 days late, famotidine today?")
    assert quotes(answer)[0] == woman.text


@pytest.mark.parametrize(("alt", "is_both"), [("ALT 4x ULN", True), ("ALT normal", False)])
def test_the_row_for_both_laboratory_values_leads_that_for_one(
    place: Place, alt: str, is_both: bool
) -> None:
    both = Said(
        "ALT > 3 × ULN AND bilirubin > 2 × ULN | Discontinue famotidine.", kind=FactKind.TABLE_ROW
    )
    one = Said(
        "Grade 2 bilirubin (> 1.5 to 3 × ULN) | Hold, then resume famotidine.",
        kind=FactKind.TABLE_ROW,
    )
    question = f"famotidine, {alt} and bili 2.5x ULN, hold or stop?"
    answer = asked(place, {"dosage_and_administration": [one, both]}, question)
    assert (quotes(answer)[0] == both.text) is is_both


@pytest.mark.parametrize(
    ("question", "leads"),
    [
        ("how often nausea with famotidine", True),
        ("nausea on famotidine - reported? how often?", True),
        ("famotidine: how often is it given", False),
    ],
)
def test_how_often_asks_for_the_rate_of_an_effect_that_it_names(
    place: Place, question: str, leads: bool
) -> None:
    rate = Said("Nausea occurred in 20% of patients.", ("incidence",))
    dose = Said("Take famotidine 20 mg once every 12 hours.", ("dose", "frequency"))
    chapters = {"dosage_and_administration": [dose], "adverse_reactions": [rate]}
    assert (quotes(asked(place, chapters, question))[0] == rate.text) is leads


OLDER = Said("No difference was seen in those of 65 years and over.", ("geriatric_use",))


@pytest.mark.parametrize(
    ("question", "lines", "is_silent"),
    [
        ("famotidine nausea in the elderly", (), True),
        ("famotidine nausea in older adults", (), True),
        ("famotidine nausea in the elderly", (OLDER,), False),
        ("famotidine nausea", (), False),
    ],
)
def test_that_a_label_nowhere_speaks_of_the_old_is_said(
    place: Place, question: str, lines: tuple[Said, ...], is_silent: bool
) -> None:
    nausea = Said("Nausea occurred in 20% of patients.", ("incidence",))
    answer = asked(place, {"adverse_reactions": [nausea, *lines]}, question)
    assert ("stated for the elderly" in answer.parts[0].note) is is_silent


@pytest.mark.parametrize(
    ("question", "is_overdose"),
    [
        ("digoxin 250 mcg OD, add famotidine?", False),
        ("famotidine OD or BD?", False),
        ("famotidine BD to OD ok?", False),
        ("famotidine 2 puffs OD", False),
        ("famotidine OD management", True),
        ("took an OD of famotidine", True),
    ],
)
def test_od_behind_an_amount_or_beside_bd_is_once_daily(
    place: Place, question: str, is_overdose: bool
) -> None:
    answer = asked(place, {"overdosage": [Said("There is no antidote.", ("overdose",))]}, question)
    assert answer.intent is not None
    assert ("overdose" in answer.intent.topics) is is_overdose
