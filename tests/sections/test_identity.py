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
from monograph_qa.sections.revision import read_revision
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


VACCINE_TITLES = (
    (("Kolerax®", "[Cholera Vaccine", "(Killed, Oral)]"), "Cholera Vaccine (Killed, Oral)"),
    (("XX-VAX®", "Marsh Fever Vaccine"), "Marsh Fever Vaccine"),
    (("TOXADS", "TETANUS TOXOIDS ADSORBED"), "tetanus toxoids adsorbed"),
)


@pytest.mark.parametrize(("title", "name"), VACCINE_TITLES, ids=lambda value: str(value)[:20])
def test_a_vaccine_is_named_by_its_title(title: tuple[str, ...], name: str) -> None:
    lines = [heading(line) for line in title]
    body = text(
        f"{title[0].strip('®')} is for active immunization. {title[0].strip('®')} is given."
    )
    found = sectionize(a_parsed_label(*lines, heading("DESCRIPTION"), body), "lab_test").identity
    assert found.drug == name


def test_a_known_brand_brings_its_ingredients_where_the_label_speaks_of_them() -> None:
    body = "Telmisartan and amlodipine. Telmisartan lowers. Amlodipine lowers. TWYNSTA is a tablet."
    title = heading("TWYNSTA®")
    found = sectionize(a_parsed_label(title, heading("DESCRIPTION"), text(body)), "lab_test")
    assert found.identity.drug in ("amlodipine and telmisartan", "telmisartan and amlodipine")


REVISED = (
    ("Rev. 01/23", "2023-01"),
    ("Rev April 2017", "2017-04"),
    ("Revised: 10/ 2010", "2010-10"),
    ("This leaflet was last revised in02/2023.", "2023-02"),
    ("Product Information as of April 2025.", "2025-04"),
    ("Summary of Product Characteristics Updated 03-Feb-2025", "2025-02-03"),
    ("Revised: XX/XXXX", None),
    ("Rev. Infect. Dis. 11: 1-8, 1989.", None),
)


@pytest.mark.parametrize(("printed", "date"), REVISED)
def test_the_revision_date_is_read_as_it_is_printed(printed: str, date: str | None) -> None:
    found = read_revision(a_parsed_label(text("Hello."), text(printed)))
    assert (found[0] if found else None) == date
    assert found is None or found[1] in printed


@pytest.mark.parametrize(
    ("printed", "date"), [("25 July 2024", "2024-07-25"), ("09/12/2020", "2020-12-09")]
)
def test_a_date_alone_below_its_heading_is_the_revision_date(printed: str, date: str) -> None:
    blocks = (heading("10. DATE OF REVISION OF THE TEXT"), text(printed))
    found = read_revision(a_parsed_label(*blocks))
    assert found is not None
    assert found[0] == date
