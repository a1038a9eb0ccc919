"""Doses, interactions, reactions, comparisons: each line under its own label, silence said."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, a_section, publish_at
from conftest import Run

from monograph_qa.cli.text_layout import side_by_side
from monograph_qa.domain.label import Doubt, DoubtKind, DrugName, FactKind, Monograph, NameKind
from monograph_qa.domain.search import View
from monograph_qa.errors import NotFound
from monograph_qa.frames.concepts import class_as_printed
from monograph_qa.frames.framing import with_frames
from monograph_qa.library import Library
from monograph_qa.store.place import Place

USUAL = "Take 500 mg twice daily."
RENAL = "Give 250 mg once daily when CrCl is below 30 mL/min."
CHILD = "Children 2 to 11 years: 10 mg/kg once daily."
KINETIC = "Doses of 500 mg were given to healthy adults."
ROW = "Nausea | Drug: 12 % | Placebo: 3 %"
SAID = "Avoid warfarin."
CLASS = "Azole antifungals raise the INR."
FEVER = "Store below 25 °C."
TABLE = "Table 1. Adverse reactions"


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    fluconazole = a_monograph(
        {
            "dosage_and_administration": [Said(USUAL), Said(RENAL), Said(CHILD)],
            "drug_interactions": [Said(SAID)],
            "adverse_reactions": [Said(ROW, kind=FactKind.TABLE_ROW, context=TABLE)],
            "pharmacokinetics": [Said(KINETIC)],
        },
        a_label("Fluconazole"),
    )
    warfarin = a_monograph(
        {"drug_interactions": [Said(CLASS)], "storage_and_handling": [Said(FEVER)]},
        a_label("Warfarin"),
    )
    publish_at(place, fluconazole, warfarin)
    with Library(place) as opened:
        yield opened


def _said(view: View) -> dict[str, dict[str, list[str]]]:
    return {
        side.title: {block.name: [line.quote for line in block.lines] for block in side.blocks}
        for side in view.sides
    }


def test_a_card_of_doses_tells_whom_each_is_for(library: Library) -> None:
    view = library.doses("fluconazole")
    assert _said(view) == {
        "Fluconazole capsules": {
            "1 DOSAGE AND ADMINISTRATION": [USUAL],
            "age and weight": [CHILD],
            "elderly": [],
            "kidneys": [RENAL],
            "liver": [],
            "with other drugs": [],
        }
    }
    (side,) = view.sides
    silent = [block for block in side.blocks if not block.lines]
    assert all(block.silence for block in silent)


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
    with Library(place) as opened:
        (said,) = _said(opened.doses("fluconazole")).values()
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
    (said,) = _said(view).values()
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
    with Library(place) as opened:
        (said,) = _said(opened.doses("fluconazole")).values()
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
    with Library(place) as opened:
        (said,) = _said(opened.doses("fluconazole")).values()
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
    with Library(place) as opened:
        (card,) = _said(opened.doses("fluconazole")).values()
    assert list(card)[:2] == ["Posology", "Missed doses"]


def test_a_label_whose_reading_is_in_doubt_says_so_beside_its_name(place: Place) -> None:
    label = a_label("Fluconazole")
    read = a_monograph({"dosage_and_administration": [Said(USUAL)]}, label)
    at = read.sections[0].section_id
    doubts = (
        Doubt(label.label_id, at, 3, DoubtKind.CELLS, "words of a cell stand elsewhere"),
        Doubt(label.label_id, at, 9, DoubtKind.NAME, "its name is no known ingredient"),
    )
    publish_at(place, replace(read, doubts=doubts))
    with Library(place) as opened:
        (side,) = opened.doses("fluconazole").sides
    assert side.edition.endswith("reading in doubt (page 3)")


def test_adults_of_some_age_are_not_the_elderly(place: Place) -> None:
    grown, old = "Aged 20 years and older: 1 mL.", "Aged 65 years and older: 2 mL."
    given = [Said(grown), Said(old)]
    publish_at(place, a_monograph({"dosage_and_administration": given}, a_label("Fluconazole")))
    with Library(place) as opened:
        (said,) = _said(opened.doses("fluconazole")).values()
    assert (said["age and weight"], said["elderly"]) == ([grown], [old])


def test_a_range_that_takes_in_healthy_kidneys_is_of_the_usual_dose(place: Place) -> None:
    usual = "In adults with CrCl 30 mL/min and above the dose is 500 mg twice daily."
    less = "In adults with CrCl less than 30 mL/min reduce the dose to 250 mg."
    no_change = "No dose adjustment is needed at a CrCl of 30 mL/min and above."
    given = [Said(usual, ("dose", "renal_dose")), Said(less, ("dose",)), Said(no_change)]
    publish_at(place, a_monograph({"dosage_and_administration": given}, a_label("Fluconazole")))
    with Library(place) as opened:
        (said,) = _said(opened.doses("fluconazole")).values()
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
    with Library(place) as opened:
        (said,) = _said(opened.doses("fluconazole")).values()
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
    with Library(place) as opened:
        (said,) = _said(opened.doses("fluconazole")).values()
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
    with Library(place) as opened:
        (said,) = _said(opened.doses("fluconazole")).values()
    assert list(said) == [
        "1 DOSAGE AND ADMINISTRATION", "age and weight", "elderly", "kidneys", "liver",
        "with other drugs", "preparation",
    ]  # fmt: skip
    assert said["1 DOSAGE AND ADMINISTRATION"] == [both, triple]
    assert said["elderly"] == [old] and said["preparation"] == [mixing, rows[0]]


def test_each_side_of_an_interaction_speaks_or_is_silent(library: Library) -> None:
    said = _said(library.interactions("warfarin", "Diflucan"))
    assert said["Warfarin capsules"]["Diflucan"] == []
    assert said["Warfarin capsules"]["azole antifungal (a class of Diflucan)"] == [CLASS]
    # No label here is called so, but one is of its ingredient.
    assert said["Fluconazole capsules"]["warfarin"] == [SAID]
    absent = _said(library.interactions("warfarin", "aspirin"))
    assert absent["aspirin"] == {"warfarin": []}
    both = library.interactions("warfarin", "fluconazole")
    assert _said(both)["Fluconazole capsules"]["warfarin"] == [SAID]
    for side in both.sides:
        assert {line.label_id for block in side.blocks for line in block.lines} <= {side.label_id}
    with pytest.raises(NotFound, match="no label here is of"):
        library.interactions("aspirin", "ibuprofen")


def test_rates_keep_the_column_of_the_placebo(library: Library) -> None:
    assert _said(library.reactions("fluconazole"))["Fluconazole capsules"] == {TABLE: [ROW]}
    assert _said(library.reactions("fluconazole", "feeling sick")) == {
        "Fluconazole capsules": {TABLE: [ROW]}
    }
    silent = library.reactions("warfarin", "nausea")
    assert silent.is_silent and silent.sides[0].blocks[0].silence


def test_drugs_are_compared_on_a_topic_each_from_its_own_label(library: Library) -> None:
    view = library.compare(["fluconazole", "warfarin"], "interactions")
    assert [side.title for side in view.sides] == ["Fluconazole capsules", "Warfarin capsules"]
    assert [block.lines[0].quote for side in view.sides for block in side.blocks] == [SAID, CLASS]
    with pytest.raises(NotFound, match="'aspirin'"):
        library.compare(["fluconazole", "aspirin"], "interactions")


def test_a_comparison_of_one_organ_leaves_out_the_other_and_keeps_lists_whole(place: Place) -> None:
    both = "Patients with Renal Impairment or Hepatic Impairment"
    lead_in = "Reduce the dose of patients with at least two of the following:"
    items = ["CrCl below 30 mL/min", "age of 80 years or more"]
    kidney, liver = "Give 15 mg in renal impairment.", "Give 30 mg in hepatic impairment."
    label = a_label("Fluconazole")
    said = [Said(kidney), Said(liver), Said(lead_in), *(Said(i, context=lead_in) for i in items)]
    section, spans = a_section(label, "dosage_and_administration", said, heading=both)
    sections, facts = with_frames(["Fluconazole"], [section], spans)
    name = DrugName("Fluconazole", NameKind.GENERIC, label.label_id)
    publish_at(place, Monograph(label, (name,), sections, facts, ()))
    with Library(place) as opened:
        (shown,) = _said(opened.compare(["fluconazole"], "renal impairment")).values()
    assert list(shown.values()) == [[kidney, lead_in, *items]]


def test_the_steps_below_a_question_on_storage_are_not_of_storage(place: Place) -> None:
    cold, step, keep = "Store in the refrigerator.", "Wash your hands.", "Store the syringe dry."
    label = a_label("Etanercept")
    asked, lines = a_section(label, "pmi_storage", [Said(cold)], heading="How should I store it?")
    below, steps = a_section(
        label, "spl_unclassified", [Said(step), Said(keep, attributes=("storage_temperature",))],
        ordinal=2, heading="Step 1", parent=asked, first_fact=2,
    )  # fmt: skip
    sections, facts = with_frames(["Etanercept"], [asked, below], [*lines, *steps])
    name = DrugName("Etanercept", NameKind.GENERIC, label.label_id)
    publish_at(place, Monograph(label, (name,), sections, facts, ()))
    with Library(place) as opened:
        (shown,) = _said(opened.compare(["etanercept"], "storage")).values()
    assert list(shown.values()) == [[cold], [keep]]


def test_an_amount_by_weight_is_no_dose_for_children(place: Place) -> None:
    loading = "Give an initial dose of 8 mg/kg over 90 minutes."
    said = Said(loading, attributes=("dose", "starting_dose", "pediatric_dose"))
    publish_at(place, a_monograph({"dosage_and_administration": [said]}, a_label("Trastuzumab")))
    with Library(place) as opened:
        (card,) = _said(opened.doses("trastuzumab")).values()
    assert card["1 DOSAGE AND ADMINISTRATION"] == [loading]
    assert card["age and weight"] == []


def test_a_line_stands_under_one_class_and_classes_are_written_as_readers_do(place: Place) -> None:
    twice = "Avoid benzodiazepines and other CNS depressants."
    methadone = a_monograph({"drug_interactions": [Said(twice)]}, a_label("Methadone"))
    publish_at(place, methadone)
    with Library(place) as opened:
        said = _said(opened.interactions("methadone", "diazepam"))["Methadone capsules"]
    assert said["benzodiazepine (a class of diazepam)"] == [twice]
    assert said["CNS depressant (a class of diazepam)"] == []
    assert class_as_printed("p gp substrate") == "P-gp substrate"
    assert class_as_printed("glp 1 receptor agonist") == "GLP-1 receptor agonist"


def test_a_row_of_examples_comes_with_what_its_group_says_to_do(place: Place) -> None:
    """As in a label's table on interactions; other groups and other tables stay out."""
    table = "Table 7: Interactions"
    group = f"{table} — Drugs that Reduce Clearance"
    rows = ["Intervention: | Consider the benefits.", "Examples: | Cimetidine, ranolazine."]
    warned = "Intervention: | Warn of it."
    other = Said(warned, kind=FactKind.TABLE_ROW, context=f"{table} — Alcohol")
    said = [Said(each, kind=FactKind.TABLE_ROW, context=group) for each in rows]
    sections = {"drug_interactions": [*said, other], "pharmacokinetics": said}
    publish_at(place, a_monograph(sections, a_label("Metformin")))
    with Library(place) as opened:
        shown = _said(opened.interactions("metformin", "cimetidine"))["Metformin capsules"]
    assert shown["cimetidine"] == [*rows, rows[1]]


def test_labels_stand_beside_each_other_where_there_is_room(library: Library) -> None:
    view = library.compare(["fluconazole", "warfarin"], "interactions")
    table = side_by_side(view, 100)
    assert table is not None
    title, _, *rows = table.split("\n")
    assert title.split() == ["Fluconazole", "capsules", "Warfarin", "capsules"]
    assert any(SAID in row and CLASS[:12] in row for row in rows)
    assert all(len(row) <= 100 for row in rows)
    assert side_by_side(view, 60) is None and side_by_side(view, None) is None


def test_a_view_is_a_table_with_silence_in_it(library: Library) -> None:
    rows = library.doses("fluconazole").table().records()
    renal = next(row for row in rows if row["quote"] == RENAL)
    fact = library.reader.find_fact(renal["fact_id"])
    assert renal["block"] == "kidneys" and fact is not None and fact.page == renal["page"]
    assert [row["silence"] for row in rows if row["quote"] is None] == [rows[-1]["silence"]] * 3


def test_commands_show_views_and_end_with_three_where_all_is_silent(
    run: Run, library: Library
) -> None:
    place = library.place
    done = run("dose", "fluconazole", library=place)
    assert done.returncode == 0 and "## kidneys\n  - “Give 250 mg" in done.stdout
    assert "## liver\n  Nothing found in this label." in done.stdout
    done = run("interactions", "warfarin", "fluconazole", "--json", library=place)
    assert done.returncode == 0 and SAID in done.stdout
    done = run("compare", "warfarin", "--topic", "half-life", library=place)
    assert done.returncode == 3 and "Nothing found" in done.stdout
    assert run("reactions", "aspirin", library=place).returncode == 2
