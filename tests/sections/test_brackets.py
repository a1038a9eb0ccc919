"""Headings in brackets that begin paragraphs, as inserts from Japan set them."""

import pytest

from monograph_qa.domain.label import Section
from monograph_qa.domain.parsed import Block
from monograph_qa.sections import sectionize
from sections.blocks import a_parsed_label, heading, text

INSERT = (
    heading("Zentrolol preparations"),
    text("ÿ [Contraindications (Do not administer to the following patients)] Patients in shock."),
    heading("[Efficacy or effect]"),
    text("Angina pectoris."),
    text("[Dosage and dosage] The usual adult dose is 50 mg of zentrolol once a day."),
    text("[Precautions for use] Patients with zentrolol allergy [see the first page] are rare."),
    text("[Packaging] Boxes of 100 tablets."),
)


def sections_of(*blocks: Block) -> list[Section]:
    return [s.section for s in sectionize(a_parsed_label(*blocks), "lab_test").sections]


def test_a_heading_in_brackets_opens_the_chapter_that_its_words_name() -> None:
    found = {section.section_key: section for section in sections_of(*INSERT)}
    assert found["contraindications"].text == "Patients in shock."
    assert found["indications_and_usage"].text == "Angina pectoris."
    assert found["dosage_and_administration"].heading == "[Dosage and dosage]"
    assert found["dosage_and_administration"].text.startswith("The usual adult dose is 50 mg")
    assert found["precautions"].text.endswith("[see the first page] are rare.")
    assert {section.level for section in found.values()} == {1}


def test_the_drug_is_named_before_the_first_heading_in_brackets() -> None:
    others = text("[Contraindications] Patients on dolutegravir/rilpivirine/emtricitabine.")
    dose = text("[Dosage and dosage] Carbamazepine is taken twice; carbamazepine makes sleepy.")
    parsed = a_parsed_label(heading("Carbamazepine preparations"), others, dose, *INSERT[5:])
    assert sectionize(parsed, "lab_test").identity.drug == "Carbamazepine"


@pytest.mark.parametrize("kept", [1, 2])
def test_a_few_words_in_brackets_stay_in_their_paragraphs(kept: int) -> None:
    framed = INSERT[4:][:kept]
    found = sections_of(heading("INDICATIONS AND USAGE"), *framed)
    assert [section.section_key for section in found] == ["indications_and_usage"]
    assert all(block.text in found[0].text for block in framed)


def test_a_numbered_label_sets_no_headings_in_brackets() -> None:
    first = (heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"), heading("1 INDICATIONS AND USAGE"))
    keys = [section.section_key for section in sections_of(*first, *INSERT[4:])]
    assert "how_supplied" not in keys
