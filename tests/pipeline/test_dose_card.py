"""The card of doses: for whom each line is, what comes first, and what is no dose."""

from building import Said, a_label, a_monograph, a_section, publish_at

from monograph_qa.domain.label import DrugName, FactKind, Monograph, NameKind
from monograph_qa.frames.framing import with_frames
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .views import said_in

USUAL = "Take 500 mg twice daily."
RENAL = "Give 250 mg once daily when CrCl is below 30 mL/min."


def card_of(place: Place, drug: str = "fluconazole") -> dict[str, list[str]]:
    """What the card of the one label says, by its parts."""
    with Library(place) as opened:
        (card,) = said_in(opened.doses(drug)).values()
    return card


def test_a_card_of_doses_leaves_out_studies_and_says_once_what_is_said_twice(place: Place) -> None:
    study = "Fluconazole 200 mg once daily raised the AUC of midazolam."
    adjusts = "Reduce the dose of tolvaptan when fluconazole is taken."
    never = "Severe renal impairment (eGFR below 30 mL/min)."
    leaflet = "It may harm them."
    twice = a_monograph(
        {
            "dosage_and_administration": [Said(USUAL), Said(USUAL)],
            "contraindications": [Said(never, ("renal_dose",))],
            "drug_interactions": [Said(study, ("dose",)), Said(adjusts, ("dose_adjustment",))],
            "pmi_directions": [Said(leaflet, ("dose_adjustment",))],
        },
        a_label("Fluconazole"),
    )
    publish_at(place, twice)
    said = card_of(place)
    assert said["1 DOSAGE AND ADMINISTRATION"] == [USUAL]
    assert said["kidneys"] == [never]
    assert said["with other drugs"] == [adjusts]
    assert leaflet not in [quote for quotes in said.values() for quote in quotes]


def test_a_list_stays_whole_behind_its_lead_in(place: Place) -> None:
    lead_in = "Give 250 mg twice daily to patients with at least two of the following:"
    items = ["age of at least 80 years", "body weight of at most 60 kg", "CrCl below 30 mL/min"]
    listed = [Said(lead_in), *(Said(item, context=lead_in) for item in items)]
    sections = {"dosage_and_administration": [Said(USUAL), *listed], "geriatric_use": listed}
    publish_at(place, a_monograph(sections, a_label("Fluconazole")))
    with Library(place) as opened:
        view = opened.doses("fluconazole")
    (said,) = said_in(view).values()
    assert said["1 DOSAGE AND ADMINISTRATION"] == [USUAL, lead_in, *items]
    assert said["kidneys"] == []
    silences = {block.name: block.silence for side in view.sides for block in side.blocks}
    assert silences["liver"] == "Nothing found in this label."
    assert silences["kidneys"] != silences["liver"]  # something is said of them


def test_what_is_contraindicated_is_a_dose_of_none_and_comes_first(place: Place) -> None:
    """Each item of its list where it belongs; who is allergic to a drug takes no other one."""
    lead_in = "It is contraindicated in patients with:"
    kidneys, liver, infants = "renal impairment", "Child-Pugh class C", "age under 6 months"
    beside = Said("concomitant use of tizanidine", ("drug_interaction",), context=lead_in)
    allergic = Said("hypersensitivity to penicillins", ("hypersensitivity",), context=lead_in)
    items = [Said(each, context=lead_in) for each in (kidneys, liver, infants)]
    sections = {
        "dosage_and_administration": [Said(USUAL), Said(RENAL)],
        "contraindications": [Said(lead_in), *items, beside, allergic],
    }
    publish_at(place, a_monograph(sections, a_label("Fluconazole")))
    said = card_of(place)
    assert said == {
        "1 DOSAGE AND ADMINISTRATION": [USUAL],
        "age and weight": [infants],
        "elderly": [],
        "kidneys": [kidneys, RENAL],
        "liver": [liver],
        "with other drugs": [beside.text],
    }


def test_where_doses_stand_whatever_is_said_of_an_organ_is_shown(place: Place) -> None:
    limited = "Experience is limited in patients with renal impairment."
    elsewhere = "The kinetics were studied in patients with renal impairment."
    sections = {
        "dosage_and_administration": [Said(USUAL), Said(limited)],
        "warnings": [Said(elsewhere)],
    }
    publish_at(place, a_monograph(sections, a_label("Fluconazole")))
    said = card_of(place)
    assert said["kidneys"] == [limited]


def test_the_usual_dose_stands_before_a_missed_one_though_it_is_told_in_tablets(
    place: Place,
) -> None:
    label = a_label("Fluconazole")
    missed = Said("If a dose is missed by 4 hours, take it.", ("dose", "missed_dose"))
    usual = Said("The dose is one 50 mg tablet once daily.", ("dose",))
    first, said = a_section(label, "dosage_and_administration", [missed], heading="Missed doses")
    second, more = a_section(
        label, "dosage_and_administration", [usual], ordinal=2, heading="Posology", first_fact=2
    )
    sections, facts = with_frames(["Fluconazole"], [first, second], [*said, *more])
    name = DrugName("Fluconazole", NameKind.GENERIC, label.label_id)
    publish_at(place, Monograph(label, (name,), sections, facts, ()))
    card = card_of(place)
    assert list(card)[:2] == ["Posology", "Missed doses"]


def test_adults_of_some_age_are_not_the_elderly(place: Place) -> None:
    grown, old = "Aged 20 years and older: 1 mL.", "Aged 65 years and older: 2 mL."
    given = [Said(grown), Said(old)]
    publish_at(place, a_monograph({"dosage_and_administration": given}, a_label("Fluconazole")))
    said = card_of(place)
    assert (said["age and weight"], said["elderly"]) == ([grown], [old])


def test_a_range_that_takes_in_healthy_kidneys_is_of_the_usual_dose(place: Place) -> None:
    usual = "In adults with CrCl 30 mL/min and above the dose is 500 mg twice daily."
    less = "In adults with CrCl less than 30 mL/min reduce the dose to 250 mg."
    no_change = "No dose adjustment is needed at a CrCl of 30 mL/min and above."
    given = [Said(usual, ("dose", "renal_dose")), Said(less, ("dose",)), Said(no_change)]
    publish_at(place, a_monograph({"dosage_and_administration": given}, a_label("Fluconazole")))
    said = card_of(place)
    assert said["1 DOSAGE AND ADMINISTRATION"] == [usual]
    assert said["kidneys"] == [less, no_change]


def test_what_stands_behind_a_colon_is_shown_with_it(place: Place) -> None:
    lead_in = "The dose is as follows:"
    listed = [
        Said("Adults:"),
        Said("Give 50 mg once daily."),
        Said("from 6 to 16 years: 25 mg once daily", context=lead_in),
        Said("Pregnant women:", context=lead_in),
        Said("Give 25 mg, and adjust it to the levels."),
    ]
    publish_at(place, a_monograph({"dosage_and_administration": listed}, a_label("Fluconazole")))
    said = card_of(place)
    shown = [quote for quotes in said.values() for quote in quotes]
    for above, below in (("Adults:", listed[1].text), ("Pregnant women:", listed[4].text)):
        assert shown[shown.index(above) + 1] == below


def test_how_often_doses_were_interrupted_is_no_dose(place: Place) -> None:
    rate = "Hepatotoxicity led to dose interruptions in 2 % of patients."
    publish_at(
        place,
        a_monograph(
            {
                "dosage_and_administration": [Said(USUAL, ("dose",))],
                "warnings_and_precautions": [Said(rate, ("dose_adjustment", "incidence"))],
            },
            a_label("Fluconazole"),
        ),
    )
    said = card_of(place)
    assert [quote for quotes in said.values() for quote in quotes] == [USUAL]


def test_a_card_begins_with_the_usual_dose_and_ends_with_the_preparation(place: Place) -> None:
    mixing = "Prepare the suspension: tap the bottle and add water."
    both = "Adults and children from 3 months on: 500 mg or 20 mg/kg every 12 hours."
    triple = "Give 500 mg with lansoprazole 30 mg twice daily."
    old = "In patients of 80 years or more give 250 mg once daily."
    table = "Table 1. Water for Mixing"
    rows = [
        "Strength: 125 mg/5 mL | Water: 80 mL",
        "Strength: mg/5 mL | Water: 90 mL",
        "Strength: 125 mg/5 mL",
    ]
    made = ("dose", "reconstitution")
    label = a_monograph(
        {
            "dosage_and_administration": [
                Said(mixing, ("reconstitution",)),
                *(Said(row, made, FactKind.TABLE_ROW, context=table) for row in rows),
                Said(both, ("dose", "frequency", "pediatric_dose")),
                Said(triple, ("dose", "frequency")),
                Said(old, ("dose", "frequency", "geriatric_dose")),
            ]
        },
        a_label("Fluconazole"),
    )
    publish_at(place, label)
    said = card_of(place)
    assert list(said) == [
        "1 DOSAGE AND ADMINISTRATION", "age and weight", "elderly", "kidneys", "liver",
        "with other drugs", "preparation",
    ]  # fmt: skip
    assert said["1 DOSAGE AND ADMINISTRATION"] == [both, triple]
    assert said["elderly"] == [old] and said["preparation"] == [mixing, rows[0]]


def test_an_amount_by_weight_is_no_dose_for_children(place: Place) -> None:
    loading = "Give an initial dose of 8 mg/kg over 90 minutes."
    said = Said(loading, attributes=("dose", "starting_dose", "pediatric_dose"))
    publish_at(place, a_monograph({"dosage_and_administration": [said]}, a_label("Trastuzumab")))
    card = card_of(place, "trastuzumab")
    assert card["1 DOSAGE AND ADMINISTRATION"] == [loading]
    assert card["age and weight"] == []
