"""How deep a heading stands, by the way it is set; and lines that belong to no heading."""

from dataclasses import replace

from monograph_qa.domain.label import Section
from monograph_qa.domain.parsed import Block
from monograph_qa.sections import sectionize
from sections.blocks import BODY, BOLD, a_parsed_label, heading, item, text, with_posology

ITALIC = replace(BODY, italic=True)
UNDERLINED = replace(BODY, underline=True)
WORDS = "Zentrolol is taken up quickly, and half of a dose is found in the urine of adults."


def levels_of(*blocks: Block) -> dict[str, int]:
    return {name: section.level for name, section in found(*blocks).items()}


def found(*blocks: Block) -> dict[str, Section]:
    first = (
        heading("FULL PRESCRIBING INFORMATION"),
        heading("1 INDICATIONS AND USAGE"),
        text(WORDS),
        heading("2 DOSAGE AND ADMINISTRATION"),
        text(WORDS),
    )
    last = (
        heading("4 CONTRAINDICATIONS"),
        text(WORDS),
        heading("5 WARNINGS AND PRECAUTIONS"),
        text(WORDS),
    )
    parsed = a_parsed_label(*first, *blocks, *last)
    return {s.section.heading: s.section for s in sectionize(parsed, "lab_test").sections}


def test_a_heading_without_text_leads_the_ones_below_it() -> None:
    levels = levels_of(
        heading("Dose changes", style=ITALIC),
        text(WORDS),
        heading("Special groups", style=UNDERLINED),
        heading("Older people", style=ITALIC),
        text(WORDS),
        heading("People with weak kidneys", style=ITALIC),
        text(WORDS),
    )
    assert levels["Older people"] == levels["Special groups"] + 1
    assert levels["People with weak kidneys"] == levels["Older people"]
    assert levels["Dose changes"] < levels["Special groups"]


def test_entries_of_a_list_that_are_set_like_headings_lead_nothing() -> None:
    levels = levels_of(
        heading("Bacteria of one kind", style=BOLD),
        heading("Alpha coccus", style=ITALIC),
        heading("Beta coccus", style=ITALIC),
        heading("Bacteria of another kind", style=BOLD),
        text(WORDS),
    )
    assert levels["Bacteria of another kind"] == levels["Bacteria of one kind"]


def test_long_headings_of_cases_open_a_section_each() -> None:
    case = "If you forget 2 tablets of the row in Week 1 or in Week 2 of your first pack:"
    sections = found(
        heading("What to do", style=UNDERLINED),
        heading("If you forget 1 tablet:"),
        item("1. Take it at once, and the next one at the usual time."),
        heading(case),
        item("1. Take two tablets on the day you remember."),
        heading("Unlike the others, this one only tells in bold what the next lines are about:"),
        text(WORDS),
    )
    assert sections[case].text == (
        "1. Take two tablets on the day you remember.\n"
        "Unlike the others, this one only tells in bold what the next lines are about:\n" + WORDS
    )
    assert sections[case].level == sections["If you forget 1 tablet:"].level
    assert sections[case].heading_path.split(" > ")[-2] == "What to do"


def test_capitals_stand_beside_small_letters_of_the_same_face() -> None:
    levels = levels_of(
        heading("How it works", style=BOLD),
        text(WORDS),
        heading("A part of it", style=ITALIC),
        text(WORDS),
        heading("WHO MUST NOT TAKE IT", style=BOLD),
        text(WORDS),
        heading("What else there is", style=BOLD),
        text(WORDS),
    )
    assert levels["How it works"] == levels["WHO MUST NOT TAKE IT"] == levels["What else there is"]


def test_lines_on_the_maker_are_no_part_of_the_last_section() -> None:
    parsed = a_parsed_label(
        heading("INDICATIONS AND USAGE"),
        text(WORDS),
        heading("CONTRAINDICATIONS"),
        text(WORDS),
        heading("OVERDOSAGE"),
        text(WORDS),
        text("Manufactured and packed by:"),
        text("Zentro Works"),
        text("1 Long Lane, Anytown"),
        text("Revised: 1/2020"),
    )
    sections = {s.section.heading: s.section for s in sectionize(parsed, "lab_test").sections}
    assert sections["OVERDOSAGE"].text == WORDS
    assert sections["(Manufacturer)"].text.splitlines()[1] == "Zentro Works"


def test_a_sentence_on_manufacture_that_text_follows_is_text() -> None:
    parsed = a_parsed_label(
        heading("INDICATIONS AND USAGE"),
        text(WORDS),
        heading("DESCRIPTION"),
        text("Made by fermentation, zentrolol is a white powder."),
        text(f"{WORDS} {WORDS}"),
        heading("OVERDOSAGE"),
        text(WORDS),
    )
    headings = [s.section.heading for s in sectionize(parsed, "lab_test").sections]
    assert "(Manufacturer)" not in headings


def test_a_heading_with_a_colon_stays_below_the_one_that_only_leads_parts() -> None:
    both = replace(BOLD, italic=True)
    levels = levels_of(
        heading("Recommended dose", style=BOLD),
        heading("Motion sickness", style=both),
        text(WORDS),
        heading("Children:", style=BOLD),
        item("Over 12 years of age: 50 mg twice a day."),
        heading("Radiation sickness", style=both),
        text(WORDS),
        heading("Missed dose", style=BOLD),
        text(WORDS),
    )
    assert levels["Children:"] == levels["Motion sickness"] + 1
    assert levels["Radiation sickness"] == levels["Motion sickness"]
    assert levels["Missed dose"] == levels["Recommended dose"]


def test_adults_are_no_part_of_children_whose_age_is_told() -> None:
    levels = levels_of(
        heading("Ear infections:", style=BOLD),
        text(WORDS),
        heading("Children 2 months of age or older:", style=ITALIC),
        text(WORDS),
        heading("Bronchitis in Adults:", style=UNDERLINED),
        text(WORDS),
        heading("Pneumonia:", style=UNDERLINED),
        text(WORDS),
    )
    children = levels["Children 2 months of age or older:"]
    assert levels["Bronchitis in Adults:"] == levels["Pneumonia:"] == children


def test_those_named_by_one_word_are_no_part_of_others() -> None:
    levels = levels_of(
        heading("Effect of variants", style=UNDERLINED),
        heading("Adults", style=ITALIC),
        text(WORDS),
        heading("Trials without cirrhosis", style=replace(ITALIC, underline=True)),
        text(WORDS),
        heading("Pediatrics", style=replace(ITALIC, underline=True)),
        text(WORDS),
    )
    assert levels["Pediatrics"] == levels["Adults"] < levels["Trials without cirrhosis"]


def test_children_stand_beside_a_treatment_of_adults_however_long_its_heading() -> None:
    levels = levels_of(
        heading("Treatment of adult patients with mild to moderate heart failure", style=BOLD),
        text(WORDS),
        heading("Dose increase", style=ITALIC),
        text(WORDS),
        heading("Paediatric population", style=ITALIC),
        heading("Treatment of heart failure before surgery", style=BOLD),
        text(WORDS),
    )
    adults = levels["Treatment of adult patients with mild to moderate heart failure"]
    assert levels["Paediatric population"] == adults
    assert levels["Treatment of heart failure before surgery"] == adults + 1


def test_yourself_or_your_child_names_no_children_that_adults_are_no_part_of() -> None:
    levels = levels_of(
        heading("When treating yourself or your child:", style=BOLD),
        text(WORDS),
        heading("Adult dose:", style=ITALIC),
        text(WORDS),
    )
    child = levels["When treating yourself or your child:"]
    assert levels["Adult dose:"] == child + 1


def test_bold_words_at_the_start_of_a_paragraph_end_a_section_that_began_so_too() -> None:
    name = "Adults with weak kidneys:"
    begun = text(f"{name} {WORDS}")
    sections = found(
        heading("Ulcers:", style=BOLD),
        text("Two tablets are taken with a meal."),
        replace(begun, style=replace(BODY, lead=len(name))),
        text("After dialysis a tablet is taken."),
    )
    assert sections["Ulcers:"].text == "Two tablets are taken with a meal."
    assert sections[name].text.startswith(WORDS) and "dialysis" in sections[name].text
    assert sections[name].level == sections["Ulcers:"].level


def test_bold_words_below_a_heading_that_they_part_stay_text() -> None:
    begun = replace(text(f"Adults: {WORDS}"), style=replace(BODY, lead=len("Adults:")))
    more = replace(text(f"Children: {WORDS}"), style=replace(BODY, lead=len("Children:")))
    assert "Children:" not in found(heading("By mouth:", style=BOLD), begun, more)


def test_a_line_in_italics_ends_what_an_italic_heading_opened() -> None:
    line = replace(text("Prevention of clots after surgery"), style=ITALIC)
    sections = found(
        heading("Prevention of stroke", style=ITALIC), text(WORDS), line, text("No change.")
    )
    assert sections["Prevention of stroke"].text == WORDS
    assert sections["Prevention of clots after surgery"].text == "No change."


def test_children_stand_beside_those_whose_kidneys_fail_however_their_heading_is_set() -> None:
    read = sectionize(
        with_posology(
            heading("Renal and/or hepatic impairment", style=UNDERLINED),
            text("Zentrolol has not been studied in these patients."),
            heading("Paediatric population", style=ITALIC),
            text("The dose is 1 mg/kg."),
        ),
        "lab_test",
    ).sections
    path = next(s.section.heading_path for s in read if s.section.text == "The dose is 1 mg/kg.")
    assert path.endswith("administration > Paediatric population")


def test_what_stands_again_for_each_strength_is_a_part_of_it() -> None:
    parsed = a_parsed_label(
        heading("1 INDICATIONS AND USAGE"),
        text(WORDS),
        heading("2 DOSAGE AND ADMINISTRATION"),
        text(WORDS),
        heading("Zentrol 10 mg tablets", style=UNDERLINED),
        text(WORDS),
        heading("What is in it", style=UNDERLINED),
        text(WORDS),
        heading("Zentrol 50 mg tablets", style=UNDERLINED),
        text(WORDS),
        heading("What is in it", style=UNDERLINED),
        text(WORDS),
        heading("What both hold", style=UNDERLINED),
        text(WORDS),
        heading("4 CONTRAINDICATIONS"),
        text(WORDS),
    )
    paths = [one.section.heading_path for one in sectionize(parsed, "lab_test").sections]
    chapter = "2 DOSAGE AND ADMINISTRATION"
    assert f"{chapter} > Zentrol 10 mg tablets > What is in it" in paths
    assert f"{chapter} > Zentrol 50 mg tablets > What is in it" in paths
    assert f"{chapter} > What both hold" in paths
