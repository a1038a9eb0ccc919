"""The table of label sections is sound, and holds every code that labels use."""

import csv
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from monograph_qa.errors import NotFound
from monograph_qa.vocabulary.sections import (
    ancestors,
    descendants,
    is_section_within,
    section_by_code,
    section_by_key,
    sections,
)

SHARED = Path(__file__).resolve().parents[3] / "shared"


def test_keys_and_codes_are_unique_and_well_formed() -> None:
    keys = [term.key for term in sections()]
    codes = [term.code for term in sections() if term.code]
    assert len(keys) == len(set(keys))
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", key) for key in keys)
    assert all(re.fullmatch(r"\d{3,6}-\d", code) for code in codes)


def test_every_code_has_a_right_check_digit() -> None:
    for code in (term.code for term in sections() if term.code):
        digits, check = code.split("-")
        doubled = "".join(
            str(int(d) * 2) if place % 2 == 0 else d for place, d in enumerate(digits[::-1])
        )
        # LOINC codes end in a mod 10 check digit.
        assert (10 - sum(map(int, doubled)) % 10) % 10 == int(check), code


def test_every_parent_exists_and_the_tree_has_no_ring() -> None:
    keys = {term.key for term in sections()}
    for term in sections():
        assert term.parent_key is None or term.parent_key in keys
        assert term.key not in ancestors(term.key)
        assert term.scope in {"professional", "patient", "package", "front"}


def test_a_section_without_a_code_is_filed_under_the_nearest_one_above() -> None:
    assert section_by_key("shelf_life").code is None
    assert section_by_key("shelf_life").loinc == section_by_key("storage_and_handling").code
    assert section_by_key("highlights").loinc is None


def test_an_unknown_key_is_not_found_and_an_unknown_code_is_none() -> None:
    with pytest.raises(NotFound):
        section_by_key("no_such_section")
    assert section_by_code("0-0") is None


def test_the_family_of_a_section_reads_both_ways() -> None:
    assert "pharmacokinetics" in descendants("clinical_pharmacology")
    assert ancestors("nursing_mothers") == ("lactation", "use_in_specific_populations")
    assert is_section_within(["pharmacokinetics"], ["clinical_pharmacology"])
    assert not is_section_within(["clinical_pharmacology"], ["pharmacokinetics"])


def test_every_code_of_the_openfda_table_is_known() -> None:
    table = SHARED / "names" / "openfda_sections.csv"
    if not table.exists():
        pytest.skip("the optional folder of shared names is absent")
    with table.open(newline="") as lines:
        codes = [row[0] for row in csv.reader(lines) if row]
    assert [code for code in codes if section_by_code(code) is None] == []


def test_every_section_code_of_real_labels_is_known() -> None:
    labels = sorted((SHARED / "labels" / "spl").glob("*.xml"))
    if not labels:
        pytest.skip("the optional folder of shared labels is absent")
    space = "{urn:hl7-org:v3}"
    unknown: set[str] = set()
    for label in labels:
        for section in ElementTree.parse(label).iter(f"{space}section"):
            code = section.find(f"{space}code")
            if code is not None and code.get("codeSystem") == "2.16.840.1.113883.6.1":
                written = code.get("code") or ""
                if section_by_code(written) is None:
                    unknown.add(written)
    assert unknown == set()
