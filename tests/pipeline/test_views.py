"""Doses, interactions, reactions, comparisons: each line under its own label, silence said."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, a_section, publish_at
from conftest import Run

from monograph_qa.cli.text_layout import side_by_side
from monograph_qa.domain.label import Doubt, DoubtKind, DrugName, FactKind, Monograph, NameKind
from monograph_qa.errors import NotFound
from monograph_qa.frames.concepts import class_as_printed
from monograph_qa.frames.framing import with_frames
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .views import said_in

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


def test_a_card_of_doses_tells_whom_each_is_for(library: Library) -> None:
    view = library.doses("fluconazole")
    assert said_in(view) == {
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


def test_each_side_of_an_interaction_speaks_or_is_silent(library: Library) -> None:
    said = said_in(library.interactions("warfarin", "Diflucan"))
    assert said["Warfarin capsules"]["Diflucan"] == []
    assert said["Warfarin capsules"]["azole antifungal (a class of Diflucan)"] == [CLASS]
    # No label here is called so, but one is of its ingredient.
    assert said["Fluconazole capsules"]["warfarin"] == [SAID]
    absent = said_in(library.interactions("warfarin", "aspirin"))
    assert absent["aspirin"] == {"warfarin": []}
    both = library.interactions("warfarin", "fluconazole")
    assert said_in(both)["Fluconazole capsules"]["warfarin"] == [SAID]
    for side in both.sides:
        assert {line.label_id for block in side.blocks for line in block.lines} <= {side.label_id}
    with pytest.raises(NotFound, match="no label here is of"):
        library.interactions("aspirin", "ibuprofen")


def test_rates_keep_the_column_of_the_placebo(library: Library) -> None:
    assert said_in(library.reactions("fluconazole"))["Fluconazole capsules"] == {TABLE: [ROW]}
    assert said_in(library.reactions("fluconazole", "feeling sick")) == {
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
        (shown,) = said_in(opened.compare(["fluconazole"], "renal impairment")).values()
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
        (shown,) = said_in(opened.compare(["etanercept"], "storage")).values()
    assert list(shown.values()) == [[cold], [keep]]


def test_a_line_stands_under_one_class_and_classes_are_written_as_readers_do(place: Place) -> None:
    twice = "Avoid benzodiazepines and other CNS depressants."
    methadone = a_monograph({"drug_interactions": [Said(twice)]}, a_label("Methadone"))
    publish_at(place, methadone)
    with Library(place) as opened:
        said = said_in(opened.interactions("methadone", "diazepam"))["Methadone capsules"]
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
        shown = said_in(opened.interactions("metformin", "cimetidine"))["Metformin capsules"]
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
