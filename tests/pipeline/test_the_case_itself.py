"""What is for the case asked about and only looks otherwise, and what looks like it and is not: a
class within another's name, a liver told by its bilirubin, a mother who nurses again."""

import pytest
from building import Said
from hypothesis import given, settings
from hypothesis import strategies as st

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.label import FactKind
from monograph_qa.frames.defined import degrees_by_value
from monograph_qa.frames.lab_values import lab_spans_in
from monograph_qa.frames.lines import LabelLines
from monograph_qa.frames.measure_words import degree_spans
from monograph_qa.frames.spans import Measure
from monograph_qa.store.place import Place

from .asking import asked
from .tiers import limits, quotes, shown

HEAD = SectionHead("sec_1", "lab_1", 0, "Dose", "Dose", "dosage_and_administration", None)
DOSES, INTERACTIONS = "dosage_and_administration", "drug_interactions"
RAISING = Said("Oral contraceptives, glucocorticoids and danazol.", ("drug_interaction",),
               context="What may increase the requirement:")  # fmt: skip
LOWERING = Said("Beta-blockers, salicylates and anabolic steroids.", ("drug_interaction",),
                context="What may reduce the requirement:")  # fmt: skip


def test_a_class_within_the_name_of_another_is_not_meant(place: Place) -> None:
    chapters = {INTERACTIONS: [LOWERING, RAISING]}
    answer = asked(place, chapters, "famotidine, pt started prednisolone - more or less of it?")
    assert quotes(answer)[0] == RAISING.text


def test_words_far_apart_do_not_name_a_drug(place: Place) -> None:
    study = Said("A case-control study of 900 live births showed no harm.", ("pregnancy",))
    chapters = {"pregnancy": [study], DOSES: [Said("Give 20 mg once daily.", ("dose",))]}
    answer = asked(place, chapters, "does famotidine make oral contraceptives less effective?")
    assert answer.outcome is Outcome.NOT_FOUND
    assert "“oral contraceptives”" in answer.message


MILD = Said("Mild hepatic impairment: 100 mg once daily.", ("hepatic_dose", "dose"))
MODERATE = Said("Moderate hepatic impairment: 75 mg once daily.", ("hepatic_dose", "dose"))
DEFINED = Said(
    "Reduce the dose in mild (total bilirubin > ULN to 1.5 × ULN) or moderate (total bilirubin"
    " > 1.5 to 3 × ULN) hepatic impairment.",
    ("hepatic_dose",),
)


@pytest.mark.parametrize(("times", "first"), [("1.2", MILD), ("2.2", MODERATE)])
def test_a_bilirubin_tells_the_degree_that_the_label_gives_it(
    place: Place, times: str, first: Said
) -> None:
    chapters = {DOSES: [DEFINED, MILD, MODERATE]}
    lines = shown(asked(place, chapters, f"famotidine starting dose, bilirubin {times} x ULN"))
    other = MILD if first is MODERATE else MODERATE
    assert first.text in lines
    assert lines.index(first.text) < (lines.index(other.text) if other.text in lines else 99)


@given(st.floats(min_value=1.6, max_value=3.0), st.floats(min_value=3.1, max_value=20))
@settings(max_examples=25)
def test_what_lies_beyond_every_definition_has_no_degree(within: float, beyond: float) -> None:
    lines = LabelLines([(HEAD, "", DEFINED.text)])
    (degree,) = degrees_by_value(lab_spans_in(f"bilirubin {within:.1f} x ULN"), lines)
    assert degree == degree_spans()[Measure.LIVER, "moderate"]
    assert degrees_by_value(lab_spans_in(f"bilirubin {beyond:.1f} x ULN"), lines) == ()
    assert degrees_by_value(lab_spans_in(f"bilirubin {within:.1f} x ULN"), LabelLines(())) == ()


def test_who_nurses_again_asks_for_no_other_drug_after_it(place: Place) -> None:
    switch = Said("Wait 14 days after stopping famotidine before an MAOI.", ("withdrawal",))
    stop = Said("Do not stop famotidine suddenly.", ("discontinuation",))
    milk = Said("Do not breastfeed until 5 days after the final dose.", ("lactation",))
    chapters = {"contraindications": [switch], "warnings": [stop], "lactation": [milk]}
    answer = asked(place, chapters, "stopping famotidine, when can she breastfeed again?")
    assert quotes(answer)[0] == milk.text


def test_an_indication_for_children_is_no_limit_where_another_is_for_adults(place: Place) -> None:
    adults = Said("Lymphoma in adults.", ("indication",), context="It is indicated for:")
    children = Said("Tumours in children 6 to < 18 years.", ("indication",),
                    context="It is indicated for:")  # fmt: skip
    chapters = {"indications_and_usage": [adults, children],
                DOSES: [Said("Give 20 mg once daily.", ("dose",))]}  # fmt: skip
    answer = asked(place, chapters, "62 yo, famotidine dose?")
    assert children.text not in limits(answer)


@pytest.mark.parametrize(
    ("note", "is_shown"),
    [
        ("a National Cancer Institute Common Terminology Criteria for Adverse Events", False),
        ("a NCI CTCAE version 5.0", False),
        ("a See sections 4.4 and 4.8.", False),
        ("a From the date of the last injection.", True),
        ("a Graded by CTCAE; stop for good at the second recurrence.", True),
    ],
)
def test_a_note_that_names_a_scale_takes_no_line(place: Place, note: str, is_shown: bool) -> None:
    row = Said("Gradeᵃ: Grade 3 rash | Action: Withhold, then resume at 10 mg.", ("dose",),
               kind=FactKind.TABLE_ROW, context="Dose modifications")  # fmt: skip
    chapters = {DOSES: [row, Said(note, ("dose",))]}
    lines = shown(asked(place, chapters, "famotidine grade 3 rash, resume at what dose?"))
    assert lines[0] == row.text
    assert (note in lines[1:2]) is is_shown


def test_who_asks_how_long_to_treat_does_not_ask_how_long_a_study_was(place: Place) -> None:
    follow_up = Said("The median follow-up of adjuvant treatment was about 32 months.")
    years = Said("Adjuvant treatment goes on for 1 year.", ("treatment_duration",))
    chapters = {"clinical_studies": [follow_up], DOSES: [years]}
    answer = asked(place, chapters, "famotidine adjuvant, how long to treat")
    assert quotes(answer)[0] == years.text


def test_a_transfusion_is_asked_about_and_not_blood(place: Place) -> None:
    blood = Said("Blood counts and platelets are to be monitored weekly.", ("monitoring",))
    answer = asked(place, {"warnings": [blood]}, "platelet transfusion threshold on famotidine?")
    assert "“transfusion”" in answer.message


def test_a_drug_of_another_country_is_known_with_its_class(place: Place) -> None:
    nitrates = Said("Contraindicated with nitrates in any form.", ("contraindication",))
    chapters = {"contraindications": [nitrates],
                DOSES: [Said("Give 20 mg once daily.", ("dose",))]}  # fmt: skip
    answer = asked(place, chapters, "70 yo on nicorandil for angina. Famotidine ok?")
    assert quotes(answer)[0] == nitrates.text
    assert "“nicorandil”" in answer.message


def test_alcohol_is_not_named_by_an_enzyme(place: Place) -> None:
    enzyme = Said("It is metabolised by alcohol dehydrogenase.", ("metabolism",))
    answer = asked(place, {"pharmacokinetics": [enzyme]}, "can pt drink alcohol with famotidine?")
    assert "“alcohol”" in answer.message


@pytest.mark.parametrize(("nyha", "is_limit"), [("II", False), ("IV", True), ("class III", True)])
def test_a_class_of_heart_failure_forbids_what_is_for_it(
    place: Place, nyha: str, is_limit: bool
) -> None:
    worse = Said("Contraindicated in moderate or severe heart failure (NYHA class III/IV).",
                 ("contraindication",))  # fmt: skip
    mild = Said("Use with caution in mild heart failure (NYHA class I/II).", ("monitoring",))
    chapters = {"contraindications": [worse], "warnings": [mild]}
    answer = asked(place, chapters, f"pt with heart failure NYHA {nyha} - famotidine ok?")
    assert (quotes(answer)[0] == worse.text) is is_limit


@pytest.mark.parametrize(("kidneys", "is_none"), [("on HD", True), ("CrCl 45", False)])
def test_that_there_is_no_dose_on_dialysis_leads_a_dose_for_any_kidneys(
    place: Place, kidneys: str, is_none: bool
) -> None:
    usual = Said("Patients with renal impairment take 15 mg daily.", ("renal_dose", "dose"))
    none = Said("No dosage recommendation can be made for end-stage renal disease.",
                ("renal_dose",))  # fmt: skip
    answer = asked(place, {DOSES: [usual, none]}, f"famotidine dose, {kidneys}?")
    assert (quotes(answer)[0] == none.text) is is_none


def test_who_changes_the_way_asks_of_that(place: Place) -> None:
    other = Said("Each 2 mg tablet holds lactose.", ("excipients",))
    change = Said("Patients can be switched from the oral to the intravenous form mg per mg.",
                  ("switching",))  # fmt: skip
    chapters = {"description": [other], DOSES: [change]}
    answer = asked(place, chapters, "famotidine: changing from 2 mg po to iv, same dose?")
    assert quotes(answer)[0] == change.text


def test_a_limit_in_another_use_of_the_drug_leads_nothing(place: Place) -> None:
    use = Said("It is given for lymphoma and for renal cell carcinoma.", ("indication",))
    lymphoma = Said("Not to be used in lymphoma with severe hepatic impairment.",
                    ("hepatic_impairment",))  # fmt: skip
    renal = Said("In renal cell carcinoma with severe hepatic impairment give 10 mg.",
                 ("hepatic_dose", "dose"))  # fmt: skip
    chapters = {"indications_and_usage": [use], DOSES: [lymphoma, renal]}
    question = "renal cell carcinoma, Child-Pugh C, famotidine dose?"
    assert quotes(asked(place, chapters, question))[0] == renal.text


def test_that_no_level_to_aim_at_is_stated_is_said(place: Place) -> None:
    bag = Said("The concentration in the bag does not exceed 4 mg/mL.", ("dilution",))
    answer = asked(place, {DOSES: [bag]}, "target famotidine trough level?")
    assert answer.outcome is Outcome.NOT_FOUND or "what level to aim at" in answer.message


def test_two_drugs_that_the_patient_takes_are_not_weighed(place: Place) -> None:
    chapters = {DOSES: [Said("Give 20 mg once daily.", ("dose",))]}
    answer = asked(place, chapters, "famotidine in pt on phenelzine or amitriptyline?")
    assert "names “phenelzine”, “amitriptyline”" in answer.message
