"""Of a dosing section, the regimen that is asked for is shown: by the headings above it, in short
or spelt out, for its purpose, the one for everybody first."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from building import Said, a_label, a_section, publish_at

from monograph_qa.domain.answer import Answer
from monograph_qa.domain.label import DrugName, FactKind, FactSpan, Monograph, NameKind, Section
from monograph_qa.library import Library
from monograph_qa.pipeline.fitting.spelling import Wanted, explained_in, headed_by, things_in
from monograph_qa.store.place import Place

DOSING = "dosage_and_administration"
CASES = yaml.safe_load(Path(__file__).with_name("regimens.yaml").read_text("utf-8"))
ASKED = [(case["label"], asked) for case in CASES for asked in case["asked"]]


def a_label_of(parts: dict[str, dict[str, list[Said]]]) -> Monograph:
    """A label with these subsections below the chapters of these keys."""
    label = a_label("Famotidine", text=str(parts))
    sections: dict[str, Section] = {}
    facts: list[FactSpan] = []
    for key, below in parts.items():
        chapter, _ = a_section(label, key, [], ordinal=len(sections) + 1)
        sections[key] = chapter
        for path, said in below.items():
            above, heading = chapter, ""
            for heading in path.split(" > "):
                name = f"{above.heading_path} > {heading}"
                is_last = path.endswith(heading)
                if name not in sections:
                    sections[name], spans = a_section(
                        label, "spl_unclassified", said if is_last else [], heading=heading,
                        ordinal=len(sections) + 1, parent=above, first_fact=len(facts) + 1,
                    )  # fmt: skip
                    facts += spans
                above = sections[name]
    names = (DrugName(label.drug, NameKind.GENERIC, label.label_id),)
    return Monograph(label, names, tuple(sections.values()), tuple(facts), ())


def asked_of(place: Place, parts: dict[str, dict[str, list[Said]]], question: str) -> Answer:
    with Library(publish_at(place, a_label_of(parts))) as library:
        return library.ask(question)


def quotes(answer: Answer) -> list[str]:
    return [quote.text for group in answer.groups for quote in group.quotes]


@pytest.mark.parametrize(
    ("headings", "asked"), ASKED, ids=[asked["question"] for _, asked in ASKED]
)
def test_the_regimen_that_is_asked_for_is_shown(
    place: Place, headings: dict[str, list[str]], asked: dict[str, Any]
) -> None:
    dosing = {path: [Said(t, ("dose",)) for t in texts] for path, texts in headings.items()}
    answer = asked_of(place, {DOSING: dosing}, asked["question"])
    assert quotes(answer) == asked["shown"]
    assert asked.get("note", "") in answer.parts[0].note


CHILD = ("pediatric_dose", "dose")


def test_a_number_that_no_dose_takes_in_is_said_to_be_so(place: Place) -> None:
    dose = Said("Patients of at least 40 kg are given 200 mg.", CHILD)
    denied = Said("It is not established in children weighing less than 40 kg.", ("pediatric_use",))
    studied = Said("Children were studied.", ("pediatric_use",))
    parts = {
        DOSING: {"Recommended Dose": [dose]},
        "pediatric_use": {"Overview": [studied, denied]},
    }
    answer = asked_of(place, parts, "famotidine dose for a 20 kg child")
    assert quotes(answer)[:2] == [denied.text, studied.text] and dose.text in quotes(answer)
    assert "No dose that is stated takes in the weight asked for." in answer.parts[0].note


def test_children_that_are_only_mentioned_stand_aside_from_their_dose(place: Place) -> None:
    dose = Said("Children are given 5 mg.", CHILD)
    kept = Said("Keep it out of the reach of children.", ("pediatric_use",))
    parts = {DOSING: {"Recommended Dose": [dose]}, "storage_and_handling": {"Storage": [kept]}}
    answer = asked_of(place, parts, "famotidine dose for a 20 kg child")
    assert quotes(answer) == [dose.text]
    assert "1 more sentence on such patients" in answer.parts[0].note
    with Library(place) as library:
        answer = library.ask("famotidine dose for a 20 kg child", full=True)
    assert quotes(answer) == [dose.text, kept.text]


def test_what_goes_on_from_a_sentence_comes_with_it(place: Place) -> None:
    said = [
        Said("If a dose is missed, give it at once.", ("missed_dose",), FactKind.CONDITIONAL),
        Said("Thereafter, resume the usual schedule.", ()),
        Said("Tablets are round.", ()),
    ]
    answer = asked_of(place, {DOSING: {"Recommended Dose": said}}, "famotidine missed dose")
    assert quotes(answer) == [said[0].text, said[1].text]


def test_the_professional_part_stands_before_the_patient_s(place: Place) -> None:
    told = Said("If you forget a dose, take it soon.", ("missed_dose",))
    stated = Said("A missed dose is given within 12 hours.", ("missed_dose",))
    parts = {"patient_medication_information": {"Forgetting": [told]},
             DOSING: {"Recommended Dose": [stated]}}  # fmt: skip
    assert quotes(asked_of(place, parts, "famotidine missed dose")) == [stated.text, told.text]


@pytest.mark.parametrize(
    ("words", "text", "is_named"),
    [
        (("psoriasis",), "Adult PsO", True),
        (("plaque", "psoriasis"), "Adult PsO", True),
        (("psoriatic", "arthritis"), "Adult PsO", False),
        (("psoriatic", "arthritis"), "Adult RA, AS and PsA", True),
        (("rheumatoid", "ra", "arthritis"), "Rheumatoid Arthritis", True),
        (("rheumatoid", "arthritis"), "Psoriatic Arthritis", False),
        (("pulmonary", "embolism"), "Systemic Embolism", False),
    ],
)
def test_short_and_spelt_out_are_one(words: tuple[str, ...], text: str, is_named: bool) -> None:
    explained = explained_in(
        ["plaque psoriasis (PsO)", "active psoriatic arthritis (PsA)", "rheumatoid arthritis (RA)"]
    )
    assert all(each.is_in(Wanted.of(text)) for each in things_in(words, explained)) is is_named


def test_a_heading_spells_out_what_no_text_explains() -> None:
    headings = ["Dosage in Psoriatic Arthritis", "Dosage in Giant Cell Arteritis"]
    assert [short for short, _ in headed_by(["psa"], headings, "PsA dose")] == ["psa"]
    assert [short for short, _ in headed_by(["gca"], headings, "gca dose")] == ["gca"]
    assert not headed_by(["dia", "gsa"], headings, "DIA and GSA dose")
