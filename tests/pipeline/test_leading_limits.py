"""The limit that a patient meets is read before any answer: what the label requires and the patient
lacks, an age beyond which it advises against the use, an indication that leaves the patient out,
a class whose use with it is to be avoided."""

import pytest
from building import Said

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import FactKind
from monograph_qa.store.place import Place

from .asking import asked
from .tiers import folded, lines_of, quotes, shown

DOSES = "dosage_and_administration"
TAKE = Said("The recommended dose of famotidine is 20 mg twice daily.", ("dose",))


def leading(place: Place, chapters: dict[str, list[Said]], question: str) -> str:
    """The first line, where it is a limit; else ""."""
    first = lines_of(asked(place, chapters, question))[0]
    return first.text if first.tier is Tier.LIMIT else ""


@pytest.mark.parametrize(
    ("question", "is_first"),
    [
        ("famotidine course 2 due, GFR 48 mL/min, go ahead?", True),
        ("famotidine course 2 due, GFR 85 mL/min, go ahead?", False),
    ],
)
def test_what_a_list_requires_and_the_patient_lacks_leads(
    place: Place, question: str, is_first: bool
) -> None:
    needed = Said(
        "Adequate renal function: glomerular filtration rate > 60 mL/min",
        ("renal_impairment", "monitoring"),
        context="Treatment should be delayed until these values are reached:",
    )
    assert (leading(place, {DOSES: [TAKE, needed]}, question) == needed.text) is is_first


@pytest.mark.parametrize(("age", "is_first"), [("78", True), ("68", False)])
def test_an_age_beyond_which_the_use_is_not_advised_leads(
    place: Place, age: str, is_first: bool
) -> None:
    elderly = Said("In the elderly famotidine is given as in other adults.", ("geriatric_use",))
    oldest = Said("It is not recommended to be started in patients > 75 years.", ("geriatric_use",))
    chapters = {DOSES: [TAKE, elderly, oldest]}
    first = leading(place, chapters, f"{age} yo, start famotidine?")
    assert (first == oldest.text) is is_first


@pytest.mark.parametrize(("weeks", "is_first"), [("27", True), ("10", False)])
def test_the_indication_that_leaves_the_patient_out_leads(
    place: Place, weeks: str, is_first: bool
) -> None:
    indicated = Said("Famotidine is approved for infants from 6 weeks up to 24 weeks of age.")
    chapters = {"indications_and_usage": [indicated], DOSES: [TAKE]}
    first = leading(place, chapters, f"infant now {weeks} weeks old, give famotidine?")
    assert (first == indicated.text) is is_first


def test_the_use_with_a_class_is_advised_against_before_what_is_known_of_one_of_it(
    place: Place,
) -> None:
    rises = Said("Clarithromycin raised the AUC of famotidine 2-fold.", ("drug_interaction",))
    avoid = Said("Avoid famotidine with strong CYP3A4 inhibitors.", ("drug_interaction",))
    chapters = {"pharmacokinetics": [rises], "drug_interactions": [avoid], DOSES: [TAKE]}
    assert leading(place, chapters, "famotidine with clarithromycin?") == avoid.text


def test_one_of_several_groups_that_are_told_in_numbers_rules_out_nobody_of_another(
    place: Place,
) -> None:
    stop = Said(
        "Stop famotidine before contrast in patients with an eGFR between 30 and 60 mL/min or in "
        "patients who are given intra-arterial contrast.",
        ("surgery",),
    )
    answer = asked(place, {DOSES: [TAKE, stop]}, "eGFR 78, intra-arterial contrast, famotidine?")
    assert stop.text in quotes(answer)


def test_the_note_of_another_row_is_for_others(place: Place) -> None:
    def row(text: str) -> Said:
        return Said(text, ("dose", "pediatric_dose"), FactKind.TABLE_ROW, context="Table 1: Doses")

    rows = [
        row("Age at first dose: 7-11 months of age | Doses: 3ᵃ"),
        row("Age at first dose: 12-23 months of age | Doses: 2ᵇ"),
    ]
    early = Said("a The first two doses at least 4 weeks apart.", ("dose", "pediatric_dose"))
    late = Said("b Two doses at least 2 months apart.", ("dose", "pediatric_dose"))
    question = "15 mo old, how many doses of famotidine and how far apart?"
    answer = asked(place, {DOSES: [*rows, early, late]}, question)
    assert late.text in shown(answer)
    assert early.text in folded(answer)


def test_a_caution_is_shown_for_the_patient_s_disease_alone(place: Place) -> None:
    caution = Said("Use with caution in patients with prostatic hyperplasia.")
    other = Said("Use with caution in patients with glaucoma.")
    chapters = {DOSES: [TAKE], "warnings_and_precautions": [other, caution]}
    answer = asked(place, chapters, "famotidine dose, pt has BPH")
    assert caution.text in shown(answer) and other.text not in shown(answer)


@pytest.mark.parametrize(("who", "is_first"), [("obese man", True), ("man", False)])
def test_the_weight_by_which_the_obese_are_dosed_leads(
    place: Place, who: str, is_first: bool
) -> None:
    usual = Said(
        "The usual dose of famotidine is 0.8 mg per kg of actual body weight.",
        ("dose", "frequency"),
    )
    obese = Said("In obese patients base the dose on adjusted body weight.", ("dose",))
    answer = asked(place, {DOSES: [usual, obese]}, f"famotidine dose for an {who}, 130 kg")
    assert (lines_of(answer)[0].text == obese.text) is is_first


@pytest.mark.parametrize(("who", "is_first"), [("14 kg child", False), ("child of 2 years", True)])
def test_the_limit_of_an_age_leads_where_the_age_is_told_in_figures(
    place: Place, who: str, is_first: bool
) -> None:
    protein = Said("At 1 to 3 years of age protein intake should not be low.", ("pediatric_dose",))
    first = leading(place, {DOSES: [TAKE, protein]}, f"famotidine dose for a {who}")
    assert (first == protein.text) is is_first


def test_of_two_own_doses_that_by_weight_may_lead(place: Place) -> None:
    all_ages = Said(
        "In gout, premedication with 100 mg methylprednisolone should be given before famotidine.",
        ("administration", "dose"),
    )
    child = Said(
        "In paediatric patients with gout give methylprednisolone 30 mg/kg/day before famotidine.",
        ("dose", "max_dose", "pediatric_dose"),
    )
    answer = asked(
        place,
        {DOSES: [TAKE, all_ages, child]},
        "11 yo with gout, methylprednisolone before famotidine: dose/kg?",
    )
    assert lines_of(answer)[0].text == child.text


@pytest.mark.parametrize(
    ("question", "is_first"),
    [
        ("famotidine dose, 7 yo, 22 kg", True),
        ("famotidine dose, 45 yo", False),
    ],
)
def test_that_there_is_no_dose_for_the_patient_s_age_leads(
    place: Place, question: str, is_first: bool
) -> None:
    none = Said(
        "The safety and efficacy of famotidine in children have not yet been established.",
        ("pediatric_use",),
    )
    studied = Said("In a study children received 0.5 mg/kg.", ("dose", "pediatric_use"))
    chapters = {DOSES: [TAKE, none], "clinical_studies": [studied]}
    assert (leading(place, chapters, question) == none.text) is is_first


def test_a_dose_for_the_patient_s_age_leaves_no_room_to_say_that_there_is_none(
    place: Place,
) -> None:
    none = Said("Efficacy in children below 2 years has not been established.", ("pediatric_use",))
    own = Said("Children of 2 to 12 years: 0.5 mg/kg once daily.", ("dose", "pediatric_dose"))
    assert leading(place, {DOSES: [TAKE, none, own]}, "famotidine dose, 7 yo") == ""


@pytest.mark.parametrize(
    ("indication", "is_first"),
    [
        ("Famotidine is for leukemia (with the exception of chronic myeloid leukemia).", True),
        ("Famotidine is for leukemia and chronic myeloid leukemia.", False),
    ],
)
def test_a_disease_in_which_it_is_advised_against_leads_unless_it_is_for_that(
    place: Place, indication: str, is_first: bool
) -> None:
    avoid = Said(
        "Famotidine should not be used in patients with chronic myeloid leukemia.",
        ("warning",),
    )
    chapters = {
        "indications_and_usage": [Said(indication)],
        "warnings_and_precautions": [Said("Watch for leukemia."), avoid],
    }
    first = leading(place, chapters, "famotidine in chronic myeloid leukemia?")
    assert (first == avoid.text) is is_first


def test_one_of_two_reasons_is_enough_for_a_contraindication(place: Place) -> None:
    both = Said(
        "Use with an ACE inhibitor is contraindicated in patients with diabetes mellitus or renal "
        "impairment (GFR < 60 mL/min).",
        ("contraindication", "drug_interaction"),
    )
    chapters = {"contraindications": [both], DOSES: [TAKE]}
    question = "type 2 diabetes, eGFR 72, on ramipril: add famotidine?"
    assert leading(place, chapters, question) == both.text


def test_no_data_for_the_age_beside_the_other_drug_is_read_before_the_dose_of_all(
    place: Place,
) -> None:
    usual = Said(
        "With rifampin the dose of famotidine is 80 mg twice daily.", ("dose", "drug_interaction")
    )
    none = Said(
        "There are no data on famotidine with rifampin in patients below 18 years of age.",
        ("drug_interaction", "pediatric_use"),
    )
    chapters = {DOSES: [TAKE, none], "drug_interactions": [usual]}
    lines = lines_of(asked(place, chapters, "16 yo on rifampin: famotidine dose?"))
    assert lines[0].text == none.text


@pytest.mark.parametrize(
    ("question", "is_first"),
    [
        ("famotidine, plt 44 in week 4, what to do?", False),
        ("famotidine plt 44: hold or go on?", False),
        ("start famotidine with plt 44?", True),
        ("start famotidine with plt 180?", False),
    ],
)
def test_who_must_not_begin_leads_for_nobody_who_has_begun_or_may(
    place: Place, question: str, is_first: bool
) -> None:
    begin = Said(
        "Initiation of famotidine is not recommended with platelets < 150,000/mm3.",
        ("monitoring",),
    )
    stop = Said(
        "Platelet count <50,000/mm3 | Discontinue famotidine until >100,000/mm3.",
        ("discontinuation",),
        kind=FactKind.TABLE_ROW,
    )
    first = leading(place, {DOSES: [TAKE, begin, stop]}, question)
    assert (first == begin.text) is is_first


@pytest.mark.parametrize(("weeks", "is_first"), [("14", True), ("8", False)])
def test_the_age_until_which_the_first_dose_is_given_leads_for_who_is_older(
    place: Place, weeks: str, is_first: bool
) -> None:
    first = Said(
        "The first dose is given from the age of 6 weeks and no later than the age of 12 weeks.",
        ("dose",),
    )
    second = Said("The second dose is given 4 weeks later.", ("dose",))
    chapters = {DOSES: [first, second]}
    asked_of = f"famotidine first dose in a {weeks} week old, still allowed?"
    assert (leading(place, chapters, asked_of) == first.text) is is_first


@pytest.mark.parametrize(
    ("said", "is_limit"),
    [
        ("Infants suffering from fever should not be given famotidine.", False),
        ("Infants should not be given famotidine.", True),
    ],
)
def test_infants_who_suffer_from_something_are_others(
    place: Place, said: str, is_limit: bool
) -> None:
    line = Said(said, ("contraindication", "pediatric_use"))
    dose = Said("The dose of infants is 0.5 mg/kg.", ("dose", "pediatric_dose"))
    chapters = {"contraindications": [line], DOSES: [dose]}
    assert (leading(place, chapters, "famotidine dose in an infant") == said) is is_limit


@pytest.mark.parametrize(
    ("said", "is_limit"),
    [
        ("If prednisone is contraindicated, another drug may be given.", False),
        ("Prednisone is contraindicated with famotidine.", True),
    ],
)
def test_what_to_do_where_another_drug_is_ruled_out_forbids_nothing(
    place: Place, said: str, is_limit: bool
) -> None:
    line = Said(said, ("drug_interaction",))
    dose = Said("Prednisone 60 mg is given with famotidine.", ("dose", "drug_interaction"))
    chapters = {"warnings_and_precautions": [line], DOSES: [TAKE, dose]}
    assert (leading(place, chapters, "famotidine with prednisone, dose?") == said) is is_limit


@pytest.mark.parametrize(
    ("question", "is_first"),
    [("prior TIA, now myocardial infarction, famotidine?", True), ("famotidine dose", False)],
)
def test_what_is_contraindicated_in_one_disease_leads_though_it_is_given_for_the_other(
    place: Place, question: str, is_first: bool
) -> None:
    indicated = Said("Famotidine reduces stroke in patients with myocardial infarction.")
    forbidden = Said(
        "Famotidine is contraindicated in patients with a history of TIA or stroke.",
        ("contraindication",),
    )
    befalls = Said("Patients who experience a stroke or TIA should stop.", ("contraindication",))
    chapters = {
        "indications_and_usage": [indicated],
        "contraindications": [befalls, forbidden],
        DOSES: [TAKE],
    }
    assert (leading(place, chapters, question) == forbidden.text) is is_first


def test_the_one_line_that_names_what_the_patient_has_leads_however_low_it_ranks(
    place: Place,
) -> None:
    ailing = ("asthma", "epilepsy", "glaucoma", "psoriasis", "migraine", "sepsis", "rickets")
    others = [
        Said(f"Famotidine is contraindicated in active {each}.", ("contraindication",))
        for each in (*ailing, "scurvy", "measles", "mumps", "rabies", "tetanus")
    ]
    caution = Said("It should be used with caution in patients with a history of gout.", ())
    chapters = {"contraindications": others, "warnings_and_precautions": [caution]}
    question = "hx of gout, now quiet - famotidine contraindicated?"
    assert lines_of(asked(place, chapters, question))[0].text == caution.text


def test_what_to_do_where_a_disease_befalls_is_no_caution_for_who_has_it(place: Place) -> None:
    befalls = Said(
        "Discontinue famotidine immediately if severe gout occurs.", ("gastrointestinal",)
    )
    caution = Said("It should be used with caution in patients with a history of gout.", ())
    chapters = {"warnings_and_precautions": [befalls, caution], DOSES: [TAKE]}
    assert leading(place, chapters, "hx of gout - famotidine contraindicated?") == caution.text
