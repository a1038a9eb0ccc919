"""Which drug a label is about, from its own first words."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.sections import sectionize
from monograph_qa.sections.names import (
    FoundName,
    clean,
    names_in_composition,
    names_in_line,
    names_in_product_line,
)
from sections.blocks import a_parsed_label, heading, text

CASES: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "cases" / "names.yaml").read_text(encoding="utf-8")
)
READERS: dict[str, Callable[[str], Iterable[FoundName]]] = {
    "product_lines": names_in_product_line,
    "title_lines": names_in_line,
    "composition": names_in_composition,
}


@pytest.mark.parametrize(
    ("kind", "case"),
    [(kind, case) for kind in READERS for case in CASES[kind]],
    ids=lambda value: value["line"] if isinstance(value, dict) else value,
)
def test_a_line_names_what_its_case_says(kind: str, case: dict[str, Any]) -> None:
    found = {n.kind.value: n.name for n in READERS[kind](case["line"])}
    assert found == case["names"]


@pytest.mark.parametrize(("printed", "name"), CASES["cleaned"])
def test_a_name_is_freed_of_form_strength_and_marks(printed: str, name: str) -> None:
    assert clean(printed) == name


def test_a_label_bears_its_generic_its_salt_and_its_brand() -> None:
    found = sectionize(
        a_parsed_label(
            heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
            text(
                "These highlights do not include all the information needed to use NIZAT safely "
                "and effectively. See full prescribing information for NIZAT."
            ),
            heading("NIZAT (nizatidine hydrochloride) capsules, for oral use"),
            heading("Initial U.S. Approval: 1988"),
            heading("1 INDICATIONS AND USAGE"),
            text("NIZAT is used for ulcers. Revised: 4/2021"),
        ),
        "lab_test",
    ).identity
    assert found.drug == "nizatidine"
    assert found.title == "NIZAT (nizatidine hydrochloride) capsules, for oral use"
    assert {(n.kind.value, n.name) for n in found.names} == {
        ("generic", "nizatidine"),
        ("salt", "nizatidine hydrochloride"),
        ("brand", "NIZAT"),
    }
    assert found.revision_date == "2021-04"


def test_a_label_that_names_nothing_is_called_by_its_file() -> None:
    found = sectionize(a_parsed_label(text("Hello."), name="odd.pdf"), "lab_test").identity
    assert (found.drug, found.title, found.names) == ("odd", "odd", ())
