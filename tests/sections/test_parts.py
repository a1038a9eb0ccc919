"""Parts of a label that begin without a title: patient parts, package labels, listing data."""

from dataclasses import replace

import pytest

from monograph_qa.domain.label import Section
from monograph_qa.domain.parsed import Block, BlockKind, Picture, Style
from monograph_qa.sections import sectionize
from sections.blocks import BOLD, a_parsed_label, heading, item, place, text
from sections.blocks import table as a_table

WORDS = "Nizatidine is eliminated mainly by the kidney, and most of a dose is found in urine."
BODY = (
    heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
    heading("FULL PRESCRIBING INFORMATION"),
    heading("1 INDICATIONS AND USAGE"),
    text(WORDS),
    heading("10 OVERDOSAGE"),
    text(WORDS),
    heading("17 PATIENT COUNSELING INFORMATION"),
    text("Tell patients to swallow the capsules whole."),
)
QUESTIONS = (
    heading("What is NIZAT?", 2),
    text("NIZAT is a medicine for heartburn.", 2),
    heading("How should I take NIZAT?", 2),
    text("Take it at bedtime.", 2),
    heading("What are the possible side effects of NIZAT?", 2),
    text("It may make you sweat.", 2),
)


def sections_of(*blocks: Block) -> dict[str, Section]:
    found = sectionize(a_parsed_label(*blocks), "lab_test").sections
    return {s.section.heading: s.section for s in found}


def test_a_leaflet_without_a_title_begins_at_its_questions() -> None:
    found = sections_of(*BODY, *QUESTIONS)
    part = found["(Patient information)"]
    assert part.section_key == "spl_patient_package_insert"
    assert found["How should I take NIZAT?"].parent_id == part.section_id
    assert found["17 PATIENT COUNSELING INFORMATION"].text.endswith("capsules whole.")


def test_a_leaflet_keeps_the_name_and_the_advice_above_its_first_question() -> None:
    head = (
        text("NIZAT capsules, for oral use", 2),
        text("Read this Medication Guide before you start NIZAT.", 2),
    )
    part = sections_of(*BODY, *head, *QUESTIONS)["(Patient information)"]
    assert part.section_key == "spl_medguide"
    assert part.text.startswith("NIZAT capsules, for oral use\nRead this Medication Guide")


def test_instructions_for_use_may_have_but_a_picture_for_a_title() -> None:
    shown = Block(BlockKind.PICTURE, places=(place(3),), picture=Picture(b"", 300, 200))
    begun = text("Read and follow the Instructions for Use that come with your NIZAT pen.", 3)
    guide = (heading("MEDICATION GUIDE", 2), *QUESTIONS)
    found = sections_of(*BODY, *guide, shown, begun, heading("Storing your pen", 3), text(WORDS, 3))
    part = found["(Instructions for use)"]
    assert part.section_key == "instructions_for_use"
    assert found["Storing your pen"].parent_id == part.section_id


def test_one_question_makes_no_leaflet() -> None:
    found = sections_of(*BODY, *QUESTIONS[:2])
    assert "(Patient information)" not in found


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("MEDICATION GUIDE", "spl_medguide"),
        ("Patient Information", "spl_patient_package_insert"),
        ("Instructions for Use", "instructions_for_use"),
    ],
)
def test_a_leaflet_may_have_its_title_in_a_table(title: str, key: str) -> None:
    ruled = a_table([[title, ""], ["NIZAT capsules", "NIZAT syrup"]], 2)
    found = sections_of(*BODY, ruled, *QUESTIONS)
    assert found["(Patient information)"].section_key == key


def test_a_product_code_after_the_leaflet_begins_the_package_label() -> None:
    found = sections_of(*BODY, *QUESTIONS, heading("NDC 12345-678-90", 3), text("30 capsules", 3))
    package = found["(Package label)"]
    assert package.section_code == "51945-4"
    assert package.text == "NDC 12345-678-90\n30 capsules"


def test_a_product_code_in_the_supply_chapter_begins_nothing() -> None:
    found = sections_of(*BODY[:-2], heading("16 HOW SUPPLIED"), text("NDC 12345-678-90: thirty."))
    assert "(Package label)" not in found


def test_listing_data_at_the_end_is_no_part_of_the_last_chapter() -> None:
    listing = a_table(
        [["NIZAT", ""], ["Product Information", ""], ["Item Code (Source)", "NDC"]], 3
    )
    found = sections_of(*BODY, heading("NIZAT", 3), text("nizatidine capsule", 3), listing)
    data = found["(Product listing data)"]
    assert data.section_key == "spl_product_data_elements"
    assert data.text.startswith("NIZAT\nnizatidine capsule")
    assert found["17 PATIENT COUNSELING INFORMATION"].text.endswith("capsules whole.")


def test_instructions_inside_a_chapter_are_that_chapters_text() -> None:
    italic = Style(size=10.0, ratio=1.0, italic=True, left=72.0)
    found = sections_of(*BODY, heading("Instructions for Use", 1, italic), text("Teach it."))
    inside = found["Instructions for Use"]
    assert inside.section_key == "spl_unclassified"
    assert inside.heading_path.startswith("17 PATIENT COUNSELING INFORMATION > ")


def test_a_lettered_title_is_one_of_the_precautions() -> None:
    found = sections_of(
        heading("INDICATIONS AND USAGE"),
        text(WORDS),
        heading("PRECAUTIONS"),
        heading("B. Patient Information"),
        text("Tell patients to swallow the capsules whole."),
        heading("C. Laboratory Tests"),
        text(WORDS),
        heading("ADVERSE REACTIONS"),
        text(WORDS),
    )
    precautions = found["PRECAUTIONS"].section_id
    assert found["B. Patient Information"].parent_id == precautions
    assert found["C. Laboratory Tests"].parent_id == precautions


def test_a_product_code_above_drug_facts_begins_no_package_label() -> None:
    found = sections_of(
        text("NDC 12345-678-90"),
        heading("Drug Facts"),
        heading("Active ingredient"),
        text("Zentrolol 10 mg"),
        heading("Uses"),
        text("Relieves heartburn."),
        heading("Warnings"),
        text("Do not use with other acid reducers."),
        heading("Inactive ingredients"),
        text("Lactose."),
    )
    assert "(Package label)" not in found


def test_known_headings_of_a_numbered_leaflet_stand_in_its_chapters_though_set_alike() -> None:
    read_it = text("Read all of it before you start, and keep it: you may need it again.")
    label = a_parsed_label(
        heading("SUMMARY OF PRODUCT CHARACTERISTICS"),
        heading("1. NAME OF THE MEDICINAL PRODUCT"),
        text("Zorbimax 5 mg tablets"),
        heading("4.1 Therapeutic indications"),
        item("Package leaflet"),
        heading("Package leaflet: Information for the user"),
        heading("What is in this leaflet"),
        read_it,
        heading("1. What Zorbimax is and what it is used for"),
        read_it,
        heading("2. What you need to know before you take Zorbimax"),
        heading("Do not take Zorbimax"),
        read_it,
        heading("Driving and using machines"),
        read_it,
        heading("3. How to take Zorbimax"),
        read_it,
        heading("If you forget to take Zorbimax"),
        read_it,
        heading("4. Possible side effects"),
        read_it,
        heading("The following information is intended for healthcare professionals only:"),
        heading("Preparation"),
        read_it,
    )
    leaflet = "Package leaflet: Information for the user"
    paths = [s.section.heading_path for s in sectionize(label, "lab_1").sections]
    assert paths[paths.index(leaflet) :] == [
        leaflet,
        f"{leaflet} > What is in this leaflet",
        f"{leaflet} > 1. What Zorbimax is and what it is used for",
        f"{leaflet} > 2. What you need to know before you take Zorbimax",
        f"{leaflet} > 2. What you need to know before you take Zorbimax > Do not take Zorbimax",
        f"{leaflet} > 2. What you need to know before you take Zorbimax > "
        "Driving and using machines",
        f"{leaflet} > 3. How to take Zorbimax",
        f"{leaflet} > 3. How to take Zorbimax > If you forget to take Zorbimax",
        f"{leaflet} > 4. Possible side effects",
        f"{leaflet} > The following information is intended for healthcare professionals only:",
        f"{leaflet} > The following information is intended for healthcare professionals only: > "
        "Preparation",
    ]


def test_a_known_heading_is_no_part_of_one_that_nobody_knows() -> None:
    underlined = replace(BOLD, bold=False, underline=True)
    label = a_parsed_label(
        heading("SUMMARY OF PRODUCT CHARACTERISTICS"),
        heading("1. NAME OF THE MEDICINAL PRODUCT"),
        text("Zorbimax 5 mg tablets"),
        heading("ANNEX II"),
        heading("A. MANUFACTURER RESPONSIBLE FOR BATCH RELEASE"),
        heading("Name and address of the manufacturer", style=underlined),
        text("Florbo Ltd, 1 Example Road"),
        heading("B. CONDITIONS OR RESTRICTIONS REGARDING SUPPLY AND USE"),
        text("Medicinal product subject to medical prescription."),
    )
    *_, conditions = sectionize(label, "lab_1").sections
    assert conditions.section.heading_path == (
        "ANNEX II > B. CONDITIONS OR RESTRICTIONS REGARDING SUPPLY AND USE"
    )
