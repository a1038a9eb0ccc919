"""What fits the patient and the disease asked for stands first; what rules the patient out is told
by count, and nothing is lost."""

from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.label import FactKind, Monograph, Section, fact_id_of, section_id_of
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .asking import asked
from .tiers import folded, lines_of, quotes, shown

CHILD = ("pediatric_dose", "dose")


def row(text: str, attributes: tuple[str, ...] = CHILD) -> Said:
    return Said(text, attributes, FactKind.TABLE_ROW, context="Table 1: Doses by weight")


def with_subsections(label: Monograph, headings: dict[str, str]) -> Monograph:
    """The monograph, its chapters' own texts put under headings below them; ids are made anew, for
    they hold the headings."""
    sections: dict[str, Section] = {}
    for each in label.sections:
        heading = headings.get(each.section_key, each.heading)
        path = f"{each.heading} > {heading}"
        new = section_id_of(each.label_id, each.ordinal, path, each.text)
        sections[each.section_id] = replace(
            each, section_id=new, heading=heading, heading_path=path, level=2
        )
    facts = (
        replace(
            fact,
            section_id=sections[fact.section_id].section_id,
            fact_id=fact_id_of(sections[fact.section_id].section_id, fact.start, fact.stop),
        )
        for fact in label.facts
    )
    return replace(label, sections=tuple(sections.values()), facts=tuple(facts))


ARTHRITIS = Said("In children with juvenile arthritis give 5 mg once daily.", CHILD)
COLITIS = Said("In children with ulcerative colitis give 8 mg once daily.", CHILD)
STUDIED = Said("Children with ulcerative colitis were studied.", ("pediatric_use",))


def test_the_asked_disease_stands_before_the_others(place: Place) -> None:
    chapters = {"dosage_and_administration": [ARTHRITIS], "indications_and_usage": [],
                "pediatric_use": [STUDIED, COLITIS]}  # fmt: skip
    answer = asked(place, chapters, "famotidine dose for ulcerative colitis in children")
    assert quotes(answer) == [COLITIS.text, STUDIED.text, ARTHRITIS.text]
    by_disease = ["condition: ulcerative colitis" in line.because for line in lines_of(answer)]
    assert by_disease == [True, True, False]


def test_the_dose_for_another_disease_of_the_label_is_folded(place: Place) -> None:
    both = Said("It is indicated for plaque psoriasis and ulcerative colitis.", ("indication",))
    doses = [
        Said("Give 5 mg once daily.", CHILD, context="For plaque psoriasis in children:"),
        Said("Give 8 mg once daily.", CHILD, context="For ulcerative colitis in children:"),
    ]
    chapters = {"indications_and_usage": [both], "dosage_and_administration": doses}
    answer = asked(place, chapters, "famotidine dose for ulcerative colitis in children")
    assert shown(answer)[0] == "Give 8 mg once daily."
    assert "Give 5 mg once daily." in folded(answer)


def test_a_disease_that_the_label_does_not_name_is_said_to_be_unnamed(place: Place) -> None:
    chapters = {"dosage_and_administration": [ARTHRITIS, COLITIS]}
    answer = asked(place, chapters, "famotidine dose for sarcoidosis in children")
    assert quotes(answer) == [ARTHRITIS.text, COLITIS.text]
    assert "No sentence of this label names “sarcoidosis”." in answer.parts[0].note


def test_only_the_row_that_the_weight_falls_into_is_shown(place: Place) -> None:
    light, right, heavy = (
        row("Weight: 10 kg to less than 20 kg | Dose: 5 mg"),
        row("Weight: 20 kg (44 lbs) to less than 40 kg (88 lbs) | Dose: 10 mg"),
        row("Weight: 40 kg and greater | Dose: 20 mg"),
    )
    chapters = {"dosage_and_administration": [light, right, heavy]}
    answer = asked(place, chapters, "famotidine dose for a 30 kg child")
    assert shown(answer) == [right.text]
    assert folded(answer) == [light.text, heavy.text]
    assert "weight as asked" in lines_of(answer)[0].because


@pytest.mark.parametrize("text", ["In children of 10 kg to 20 kg", "In adults of 60 kg or more"])
@pytest.mark.parametrize(
    "question", ["famotidine dose for a 5 kg child", "dose at 5 kg famotidine"]
)
def test_what_rules_the_patient_out_is_no_silence(place: Place, text: str, question: str) -> None:
    dose = Said(f"{text} give 5 mg.", CHILD)
    answer = asked(place, {"dosage_and_administration": [dose]}, question)
    assert answer.outcome is Outcome.ANSWERED
    assert quotes(answer) == [dose.text]
    assert "Nothing in this label is stated for the weight" in answer.message


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Give 6 mg/kg once daily.", "Nothing in this label is stated for the age asked about."),
        ("In children give 6 mg/kg once daily.", ""),
        ("At 10 kg to 20 kg give 60 mg once daily.", ""),
    ],
)
def test_a_dose_by_weight_says_nothing_of_the_age(place: Place, text: str, note: str) -> None:
    dose = Said(text, CHILD)
    answer = asked(place, {"dosage_and_administration": [dose]}, "famotidine dose 3yo 14kg?")
    assert quotes(answer) == [text]
    assert answer.message == note


def test_a_dose_for_milder_impairment_is_not_said_to_be_unstated(place: Place) -> None:
    moderate = Said("In moderate renal impairment give 10 mg.", ("renal_dose", "dose"))
    usual = Said("The usual dose is 20 mg.", ("dose",))
    chapters = {"dosage_and_administration": [usual, moderate]}
    answer = asked(place, chapters, "famotidine renal dose with eGFR 12")
    assert "Not stated in this label" not in answer.message
    assert moderate.text in quotes(answer)


@pytest.mark.parametrize(
    ("told", "first"), [("eGFR 25", 0), ("eGFR 50", 1), ("CKD stage 4", 0), ("CrCl 40 mL/min", 1)]
)
def test_an_organ_s_function_finds_its_row(place: Place, told: str, first: int) -> None:
    rows = [
        row("Creatinine clearance (mL/min): < 30 | Dose: 5 mg", ("renal_dose", "dose")),
        row("Creatinine clearance (mL/min): 30-59 | Dose: 10 mg", ("renal_dose", "dose")),
    ]
    chapters = {"dosage_and_administration": rows}
    answer = asked(place, chapters, f"famotidine dose with {told}")
    assert shown(answer) == [rows[first].text]
    assert folded(answer) == [rows[1 - first].text]


@pytest.mark.parametrize("told", ["eGFR 25", "CKD stage 4", "CrCl 25 mL/min"])
def test_what_measures_an_organ_is_no_thing_that_the_label_should_name(
    place: Place, told: str
) -> None:
    row_of = row("Creatinine clearance (mL/min): < 30 | Dose: 5 mg", ("renal_dose", "dose"))
    chapters = {"dosage_and_administration": [row_of]}
    assert asked(place, chapters, f"famotidine dose with {told}").message == ""


def test_a_limit_that_the_number_falls_under_comes_along(place: Place) -> None:
    limit = Said("It is not recommended with an eGFR below 30 mL/min.", ())
    other = Said("It was studied with an eGFR of 60 mL/min or more.", ())
    cleared = Said("It is cleared by the kidneys.", ("renal_impairment",))
    chapters = {"dosage_and_administration": [limit, other], "renal_impairment": [cleared]}
    answer = asked(place, chapters, "famotidine with eGFR 25")
    assert quotes(answer) == [limit.text, cleared.text]


def test_of_a_list_of_conditions_none_is_left_out(place: Place) -> None:
    lead = "Halve the dose in patients with at least two of the following:"
    items = [
        Said("age greater than or equal to 80 years", (), context=lead),
        Said("body weight less than or equal to 60 kg", (), context=lead),
        Said("serum creatinine of 1.5 mg/dL or more", (), context=lead),
    ]
    old = Said("Elderly patients were studied.", ("geriatric_use",))
    chapters = {"dosage_and_administration": items, "geriatric_use": [old]}
    answer = asked(place, chapters, "famotidine dose for an 82 year old of 55 kg")
    listed = [each.text for each in items]
    assert [text for text in shown(answer) if text in listed] == listed
    assert sorted(quotes(answer)) == sorted([*listed, old.text])


def test_all_that_stands_under_the_fitting_heading_answers(place: Place) -> None:
    start = Said("Start with 15 mg once daily.", ("dose",))
    safe = Said("Safety in adolescents was studied.", ("pediatric_use",))
    label = a_monograph(
        {"dosage_and_administration": [start], "pediatric_use": [safe]}, a_label("Famotidine")
    )
    heading = "2.5 Atopic Dermatitis in Patients 12 Years of Age and Older"
    label = with_subsections(label, {"dosage_and_administration": heading})
    with Library(publish_at(place, label)) as library:
        answer = library.ask("famotidine dose for atopic dermatitis in adolescents")
    assert quotes(answer) == [start.text, safe.text]


def test_a_stated_maximum_stands_before_animals_and_other_amounts(place: Place) -> None:
    said = [
        Said("Rats were given up to 80 mg, the maximum dose studied.", ("max_dose",)),
        Said("Doses exceeding the usual ones were not studied.", ("max_dose",)),
        Said("The maximum recommended dose is 40 mg daily.", ("max_dose",)),
    ]
    pregnancy, usual, maximum = said
    chapters = {"pregnancy": [pregnancy], "overdosage": [usual],
                "dosage_and_administration": [maximum]}  # fmt: skip
    answer = asked(place, chapters, "max dose of famotidine")
    assert quotes(answer)[0] == maximum.text
    assert sorted(quotes(answer)) == sorted(each.text for each in said)


def test_without_a_patient_the_label_s_order_stays(place: Place) -> None:
    chapters = {"dosage_and_administration": [ARTHRITIS, COLITIS]}
    answer = asked(place, chapters, "pediatric dose of famotidine")
    assert quotes(answer) == [ARTHRITIS.text, COLITIS.text]


def test_a_partner_of_several_labels_is_not_asked_back(place: Place) -> None:
    named = Said("With nizatidine halve the dose.", ("drug_interaction",))
    publish_at(place, a_monograph({"drug_interactions": [named]}, a_label("Famotidine")))
    for release in ("capsules", "extended-release tablets"):
        other = a_label("Nizatidine", title=f"Nizatidine {release}")
        publish_at(place, a_monograph({"drug_interactions": [STUDIED]}, other))
    with Library(place) as library:
        answer = library.ask("interaction of famotidine with nizatidine")
    assert quotes(answer) == [named.text]
    assert "2 labels here are of nizatidine" in answer.message


@pytest.mark.parametrize(
    ("dose", "is_said"),
    [("Adults and children: 1 tablet every 6 hours.", True),
     ("Children: 0.5 mg/kg every 6 hours.", False)],
)  # fmt: skip
def test_a_dose_by_weight_that_the_label_lacks_is_said(
    place: Place, dose: str, is_said: bool
) -> None:
    chapters = {
        "dosage_and_administration": [Said(dose, CHILD)],
        "pregnancy": [Said("In rats 30 mg/kg did no harm.", ("dose", "pregnancy"))],
    }
    answer = asked(place, chapters, "famotidine mg/kg for a child of 7, how often?")
    said = "Nothing in this label is known to state a dose by weight."
    assert (said in answer.message) is is_said


def test_who_handles_the_drug_and_is_pregnant_is_told_of_handling(place: Place) -> None:
    handling = Said("Pregnant staff should not handle broken tablets.", ("handling",))
    pregnancy = [Said(f"Harm {at} was seen in pregnancy.", ("pregnancy",)) for at in range(4)]
    chapters = {"pregnancy": pregnancy, "storage_and_handling": [handling]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        for question in (
            "pregnant nurse handling famotidine",
            "our tech is pregnant, can she halve famotidine tablets?",
        ):
            assert shown(library.ask(question))[0] == handling.text
        assert shown(library.ask("famotidine in pregnancy"))[0] == pregnancy[0].text


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("threw up 1 h after her famotidine tablet, repeat it?", "when a dose is vomited"),
        ("famotidine, knee replacement in 3 weeks, when to hold before surgery", "surgery"),
        ("famotidine dose for MRSA osteomyelitis", "osteomyelitis"),
        ("famotidine drops, how long are they good once opened?", "when opened"),
        ("can famotidine go in the same line with heparin?", "on compatibility names “heparin”"),
        ("famotidine vial left out of the fridge overnight", "be out of the refrigerator"),
    ],
)
def test_what_the_label_does_not_speak_of_is_said(place: Place, question: str, note: str) -> None:
    dose = Said("Take one 20 mg tablet once daily for 4 weeks.", ("dose", "frequency"))
    missed = Said("Do not miss a dose.", ("missed_dose",))
    use = Said("It is indicated for infections with MRSA (methicillin resistant).", ("indication",))
    mixing = Said("Do not mix with blood.", ("compatibility",))
    heparin = Said("Heparin was given to 12 patients.", ("clinical_trial",))
    keeping = Said("Do not use after the expiry date.", ("shelf_life",))
    warm = Said("The diluted solution keeps for 4 hours at room temperature.", ("shelf_life",))
    chapters = {
        "indications_and_usage": [use],
        "dosage_and_administration": [dose, missed, mixing],
        "how_supplied": [keeping, warm],
        "clinical_studies": [heparin],
    }
    assert note in asked(place, chapters, question).message


@pytest.mark.parametrize(("said", "is_noted"), [("serum creatinine", False), ("weight", True)])
def test_a_value_that_a_shown_line_names_is_not_said_to_be_unstated(
    place: Place, said: str, is_noted: bool
) -> None:
    dose = Said(f"Give the dose of 20 mg daily after a look at the {said}.", ("dose",))
    answer = asked(place, {"dosage_and_administration": [dose]}, "famotidine dose, creatinine 130")
    assert ("for the creatinine asked about" in answer.message) is is_noted
