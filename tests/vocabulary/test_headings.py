"""Printed headings open the sections they should, and only those."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.vocabulary import folding
from monograph_qa.vocabulary.headings import (
    _EVERY,
    heading_rows,
    match_heading,
    match_heading_prefix,
    match_opening_words,
)
from monograph_qa.vocabulary.sections import section_by_key

CASES = yaml.safe_load((Path(__file__).parent / "headings.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['heading']}-{case.get('layout')}")
def test_a_heading_opens_its_section(case: dict[str, Any]) -> None:
    found = match_heading(
        case["heading"], case.get("number"), case.get("layout"), case.get("within")
    )
    assert (found.key if found else None) == case["key"]


def test_every_row_names_a_known_section_layout_and_surrounding() -> None:
    for row in heading_rows():
        assert section_by_key(row.key)
        assert row.layout in _EVERY
        assert all(section_by_key(key) for key in row.within)
        assert row.folded.replace("*", "").strip(" :")


def test_no_two_rows_of_one_layout_contradict_each_other() -> None:
    seen: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {}
    for row in heading_rows():
        place = (row.folded, row.layout)
        key, within = seen.setdefault(place, (row.key, row.within))
        # Two meanings may share a heading only where each says in which sections it stands.
        assert key == row.key or (within and row.within), (row.heading, row.layout, key, row.key)


def test_every_row_is_found_in_its_own_layout() -> None:
    for row in heading_rows():
        if row.is_wildcard:
            continue
        layout = None if row.layout == "any" else row.layout
        found = match_heading(row.heading, layout=layout, within=row.within or None)
        assert found is not None, row.heading
        if row.layout != "any" and not row.within:
            assert found.key == row.key or section_by_key(row.key).scope == "professional"


def test_a_run_in_heading_is_found_with_the_offset_where_it_ends() -> None:
    text = "Pregnancy: Teratogenic effects were seen."
    found = match_heading_prefix(text)
    assert found is not None
    term, end = found
    assert term.key == "pregnancy"
    assert text[:end] == "Pregnancy:"


def test_a_run_in_heading_may_say_in_brackets_whom_it_means() -> None:
    text = "Geriatrics (over 65 years of age): Smaller doses are enough."
    found = match_heading_prefix(text, "hc", ["warnings_and_precautions"])
    assert found is not None
    assert found[0].key == "geriatric_use"
    assert text[: found[1]] == "Geriatrics (over 65 years of age):"


@pytest.mark.parametrize(
    "text",
    [
        "Pregnancy may occur: use contraception.",
        "pregnancy: lower case opens no heading",
        "Warning: do not shake.",
        "The dose is: 5 mg.",
        "Dosage",
        "",
    ],
)
def test_a_sentence_is_no_run_in_heading(text: str) -> None:
    assert match_heading_prefix(text) is None


def test_a_full_stop_ends_a_run_in_heading_only_after_a_title() -> None:
    assert match_heading_prefix("Use in Pregnancy. Studies in rats show no harm.") is not None
    assert match_heading_prefix("Use in pregnancy. Studies in rats show no harm.") is None


def test_a_numbered_heading_whose_end_was_lost_is_known_by_number_and_beginning() -> None:
    found = match_heading("16 HOW SUPPLIED/STORAGE AND", layout="plr")
    assert found is not None
    assert found.key == "how_supplied"
    assert match_heading("HOW SUPPLIED/STORAGE AND", layout="plr") is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Do not use with any other cough medicine.", "otc_do_not_use"),
        ("If pregnant or breast-feeding, ask a doctor.", "otc_pregnancy_or_breast_feeding"),
        ("Ask a doctor or pharmacist before use if you are on a sedative.",
         "otc_ask_doctor_or_pharmacist"),
        ("do not use in the eyes", None),
        ("Purpose built tablets", None),
        ("Directions for children", None),
    ],
)  # fmt: skip
def test_fixed_words_of_drug_facts_are_known_at_a_sentence_start(
    text: str, key: str | None
) -> None:
    found = match_opening_words(text, "otc")
    assert (found.key if found else None) == key


def test_a_quantity_that_opens_a_heading_is_no_section_number() -> None:
    assert folding.split_number("5.1 Bleeding") == ("5.1", "Bleeding")
    assert folding.split_number("12 hours after the dose") == (None, "12 hours after the dose")
    assert folding.split_number("16") == (None, "16")
