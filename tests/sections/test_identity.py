"""Which drug a label is about, from its own first words."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.domain.sectioned import Identity
from monograph_qa.names.ingredients import clean, without_salt
from monograph_qa.names.phrases import (
    FoundName,
    is_plausible,
    names_in_composition,
    names_in_line,
    names_in_product_line,
)
from monograph_qa.names.places import PRODUCT_IN_TITLE, from_title
from monograph_qa.sections import sectionize
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


@pytest.mark.parametrize(
    ("name", "may_be"),
    [
        ("See section 4.8", False),
        ("Subcutaneous use after reconstitution", False),
        ("For children weighing 4 kg and more", False),
        ("Seebri Breezhaler", True),
        ("Forteo", True),
        ("Cold and Flu Relief", True),
    ],
)
def test_a_remark_is_no_name(name: str, may_be: bool) -> None:
    assert is_plausible(name) is may_be


@pytest.mark.parametrize(("printed", "name"), CASES["cleaned"])
def test_a_name_is_freed_of_form_strength_and_marks(printed: str, name: str) -> None:
    assert clean(printed) == name


@pytest.mark.parametrize(("name", "bare"), CASES["bare"])
def test_a_name_of_salts_alone_stays_whole(name: str, bare: str) -> None:
    assert without_salt(name) == bare


@pytest.mark.parametrize(
    ("title", "generic"),
    [
        (("Ibuprofen and Paracetamol Tablets",), "Ibuprofen and Paracetamol"),
        (
            ("Ibuprofen, Paracetamol and Zelforine (SR) Tablets",),
            "Ibuprofen and Paracetamol and Zelforine",
        ),
        (("INTERNATIONAL NON-PROPRIETARY NAME", "Zelforine tablets 20 mg"), "Zelforine"),
    ],
)
def test_a_title_names_its_ingredients_and_nothing_else(
    title: tuple[str, ...], generic: str
) -> None:
    found = [(n.kind.value, n.name) for n in from_title([text(line) for line in title])]
    assert found == [("generic", generic)]


def test_a_label_that_says_no_name_where_names_stand_is_called_by_the_brand_it_names_most() -> None:
    body = text("Store Xarelto in a dry place. " * 9 + "Aspirin is another medicine.")
    found = sectionize(a_parsed_label(heading("STORAGE"), body), "lab_test").identity
    assert ("brand", "Xarelto") in [(n.kind.value, n.name) for n in found.names]


def test_a_biological_bears_the_suffix_that_its_label_puts_behind_its_name() -> None:
    body = text("Zelforimab-gxly is given once. Zelforimab-gxly acts. Zelforimab-gxly is a mAb.")
    label = a_parsed_label(heading("11 DESCRIPTION"), body)
    stated = replace(label, names=(("ZELFORIMAB", "generic"), ("ZELVIA", "brand")))
    found = sectionize(stated, "lab_test").identity
    assert found.drug == "zelforimab"
    assert "zelforimab-gxly" in [n.name for n in found.names if n.kind == "synonym"]


def test_a_label_bears_the_ester_that_its_composition_states() -> None:
    blocks = (
        heading("SUMMARY OF PRODUCT CHARACTERISTICS"),
        heading("1. NAME OF THE MEDICINAL PRODUCT"),
        text("Zelvicta 175 mg prolonged release suspension for injection\npaliperidone"),
        heading("2. QUALITATIVE AND QUANTITATIVE COMPOSITION"),
        text(
            "Each syringe contains 273 mg paliperidone palmitate equivalent to 175 mg paliperidone."
        ),
        heading("3. PHARMACEUTICAL FORM"),
        text("Suspension. Paliperidone is a white powder."),
    )
    found = sectionize(a_parsed_label(*blocks), "lab_test").identity
    assert {(n.kind.value, n.name) for n in found.names} == {
        ("generic", "paliperidone"),
        ("salt", "paliperidone palmitate"),
        ("brand", "Zelvicta"),
    }


@pytest.mark.parametrize("said", ["in the form of tocofersolan", "with tocofersolan beside it"])
def test_a_label_bears_the_form_of_its_substance_that_its_brand_is_known_by(said: str) -> None:
    label = a_parsed_label(
        heading("1. NAME OF THE MEDICINAL PRODUCT"),
        text("Vedrop 50 mg/ml oral solution"),
        heading("2. QUALITATIVE AND QUANTITATIVE COMPOSITION"),
        text(f"Each ml contains 50 mg of tocopherol, {said}, and tocopherol is a vitamin."),
        text("Vedrop holds tocofersolan."),
    )
    names = {name.name for name in sectionize(label, "lab_1").identity.names}
    assert {"Vedrop", "tocopherol"} <= names
    assert ("tocofersolan" in names) is said.startswith("in")


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
    (("XX-VAX® Marsh Fever Vaccine (Recombinant)",), "Marsh Fever Vaccine (Recombinant)"),
    (("XX-VAX®, Marsh (Groups A, C) Fever Vaccine",), "Marsh (Groups A, C) Fever Vaccine"),
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


def test_an_unbranded_biosimilar_bears_the_brand_that_its_package_tells() -> None:
    label = a_parsed_label(
        heading("11 DESCRIPTION"),
        text("Adalimumab-ryvk is a blocker. Adalimumab-ryvk is given by injection."),
        heading("PACKAGE LABEL"),
        text("This product is SIMLANDI ® (adalimumab-ryvk)"),
    )
    stated = replace(label, names=(("adalimumab-ryvk", "generic"),))
    brands = [n.name for n in sectionize(stated, "lab_test").identity.names if n.kind == "brand"]
    assert brands == ["SIMLANDI"]


def test_salts_of_one_ingredient_are_one_and_a_remark_in_brackets_is_none() -> None:
    line = (
        "ADDERALL XR® (mixed salts of a single entity amphetamine product) capsules, for oral use"
    )
    safely = (
        "use ADDERALL XR safely and effectively. See full prescribing information for ADDERALL XR."
    )
    body = "Amphetamine and dextroamphetamine are released. Dextroamphetamine and amphetamine act."
    found = sectionize(
        a_parsed_label(
            heading("HIGHLIGHTS OF PRESCRIBING INFORMATION"),
            text(f"These highlights do not include all the information needed to {safely}"),
            heading(line),
            heading("Initial U.S. Approval: 2001"),
            heading("11 DESCRIPTION"),
            text(body),
        ),
        "lab_test",
    ).identity
    assert found.drug == "amphetamine and dextroamphetamine"
    assert [n.name for n in found.names if n.kind.value == "brand"] == ["ADDERALL XR"]


def test_a_title_lists_all_ingredients_of_a_kit_however_many() -> None:
    parts = "lidocaine, benzocaine, bacitracin zinc, neomycin sulfate, ibuprofen, acetaminophen"
    title = heading(f"SIX PERSON KIT- {parts}, aspirin, polymyxin b sulfate, alcohol kit")
    body = text(f"{parts}, aspirin, polymyxin b sulfate, alcohol. " * 3)
    found = sectionize(a_parsed_label(title, heading("PURPOSE"), body), "lab_test").identity
    (generic,) = [n.name for n in found.names if n.kind.value == "generic"]
    assert generic.count(", ") == 8


def identified(product: str, *composition: str) -> Identity:
    """What a European label is of that says this in its sections 1 and 2."""
    blocks = (
        heading("SUMMARY OF PRODUCT CHARACTERISTICS"),
        heading("1. NAME OF THE MEDICINAL PRODUCT"),
        text(product),
        heading("2. QUALITATIVE AND QUANTITATIVE COMPOSITION"),
        *map(text, composition),
    )
    return sectionize(a_parsed_label(*blocks), "lab_test").identity


def test_what_a_powder_is_dissolved_in_is_no_ingredient() -> None:
    product = "Voraxaze 1,000 units powder for solution for injection."
    mixed = "After reconstitution with 1 mL of 0.9% sodium chloride, each vial contains 1,000 units"
    assert identified(product, f"{mixed} of glucarpidase.").drug == "glucarpidase"


def test_rows_of_the_composition_name_the_ingredients() -> None:
    found = identified(
        "Warmin lotion", "Racemic Camphor | 0.6 | %w/v", "Methyl Salicylate | 0.6 | %w/v"
    )
    assert "Camphor and Methyl Salicylate" in {n.name for n in found.names}


def test_a_leaflet_names_its_active_substance_though_no_table_knows_it() -> None:
    said = "Each Relaxan capsule contains up to 8 mg of thiocolamide as an active ingredient."
    blocks = (
        heading("PACKAGE LEAFLET: INFORMATION FOR THE USER"),
        heading("RELAXAN"),
        heading("THIOCOLAMIDE"),
        heading("What is in this leaflet?"),
        heading("1. WHAT RELAXAN IS AND WHAT IT IS USED FOR"),
        text("Relaxan. " * 9 + "Thiocolamide. " * 9),
        heading("6. FURTHER INFORMATION"),
        text(said),
    )
    found = sectionize(a_parsed_label(*blocks), "lab_test").identity
    assert {(n.kind.value, n.name) for n in found.names} == {
        ("brand", "RELAXAN"),
        ("generic", "thiocolamide"),
    }


def test_what_a_label_repeats_as_a_warning_is_no_brand() -> None:
    title = [heading("IBUPROFEN TABLETS, USP"), heading("NSAIDs"), heading("WARNING")]
    body = text("NSAIDs. " * 12 + "WARNING. " * 12 + "Ibuprofen is an NSAID. " * 12)
    found = sectionize(a_parsed_label(*title, heading("DESCRIPTION"), body), "lab_test").identity
    assert {n.name.casefold() for n in found.names} == {"ibuprofen"}


def test_a_european_label_numbered_with_dashes_is_named_by_its_first_section() -> None:
    blocks = (
        heading("SUMMARY OF PRODUCT CHARACTERISTICS"),
        heading("1-NAME OF THE MEDICINAL PRODUCT (FPP)"),
        text("Zelfor"),
        heading("2- QUALITATIVE AND QUANTITATIVE COMPOSITION"),
        text("Each tablet contains 500 mg paracetamol. Paracetamol is an analgesic."),
        heading("3- PHARMACEUTICAL FORM"),
        text("Tablet"),
        heading("4- CLINICAL PARTICULARS"),
        heading("4.1 Therapeutic indications"),
        text("Mild pain and fever in adults and children who can swallow tablets."),
    )
    found = sectionize(a_parsed_label(*blocks), "lab_test")
    assert [(n.kind.value, n.name) for n in found.identity.names] == [
        ("generic", "paracetamol"),
        ("brand", "Zelfor"),
    ]
    keys = [each.section.section_key for each in found.sections]
    assert [
        key for key in keys if key in ("product_name", "description", "dosage_forms_and_strengths")
    ] == ["product_name", "description", "dosage_forms_and_strengths"]


def test_a_title_without_a_full_stop_is_told_by_the_name_that_is_said_again() -> None:
    stated = (
        "These highlights do not include all the information needed to use ZENTROLOL TABLETS "
        "safely and effectively. See full prescribing information for ZENTROLOL TABLETS "
        "ZENTROLOL tablets, for oral use Initial U.S. Approval: 1988"
    )
    found = PRODUCT_IN_TITLE.search(stated)
    assert found is not None and found["product"] == "ZENTROLOL tablets, for oral use"


def test_a_known_brand_whose_label_never_says_its_ingredient_is_of_the_table_s() -> None:
    label = a_parsed_label(heading("APTIOM"), heading("WARNINGS"), text("APTIOM may cause a rash."))
    stated = replace(label, names=(("APTIOM", "brand"),))
    assert sectionize(stated, "lab_test").identity.drug == "eslicarbazepine"


@pytest.mark.parametrize(
    ("stated", "generic", "brand"),
    [
        ("Mens rogaine Minoxidil", "Minoxidil", "Mens rogaine"),
        ("Mens rogaine Minoxidil - Unscented Formula", "Minoxidil", "Mens rogaine"),
        ("Childrens Motrin Ibuprofen", "Ibuprofen", "Childrens Motrin"),
        ("Tylenol Extra Strength Acetaminophen", "Acetaminophen", "Tylenol Extra Strength"),
        ("Claritin Loratadine", "Loratadine", "Claritin"),
        ("Prilosec OTC Omeprazole", "Omeprazole", "Prilosec OTC"),
        ("Lamisil AT Terbinafine", "Terbinafine", "Lamisil AT"),
        ("Equate Ibuprofen", "Ibuprofen", "Equate Ibuprofen"),
        ("Good Sense Omeprazole", "Omeprazole", "Good Sense Omeprazole"),
        ("Claritin", "Loratadine", "Claritin"),
    ],
)
def test_a_brand_is_called_without_the_ingredient_that_a_file_prints_behind_it(
    stated: str, generic: str, brand: str
) -> None:
    label = a_parsed_label(heading("WARNINGS"), text(f"{stated} is for the skin."))
    named = replace(label, names=((generic, "generic"), (stated, "brand")))
    found = sectionize(named, "lab_test").identity
    assert [n.name for n in found.names if n.kind == "brand"] == [brand]
    assert found.product.brand == brand


def test_a_generic_s_name_with_what_it_is_dissolved_in_is_no_brand() -> None:
    stated = "Gentamicin Sulfate in Sodium Chloride"
    names = (("gentamicin sulfate", "generic"), (stated, "brand"))
    label = replace(a_parsed_label(text(f"{stated} harms the ear.")), names=names)
    found = sectionize(label, "lab_test").identity
    assert {n.kind for n in found.names} == {"generic", "salt"} and found.product.brand is None


@pytest.mark.parametrize(
    ("head", "end", "layout"),
    [
        ("PATIENT MEDICATION INFORMATION", "Find the full product monograph for details.", "pil"),
        ("PATIENT MEDICATION INFORMATION", "See the Product Monograph of your medicine.", "pil"),
        ("PRODUCT MONOGRAPH", "PART III: PATIENT MEDICATION INFORMATION", "hc"),
        ("ZORBIDA Product Monograph", "PATIENT MEDICATION INFORMATION", "hc"),
    ],
)
def test_a_leaflet_that_tells_of_a_monograph_is_none(head: str, end: str, layout: str) -> None:
    label = a_parsed_label(
        heading(head),
        text("Read this carefully before you start taking ZORBIDA."),
        text(end),
        text("This leaflet was prepared by Florbo Inc."),
    )
    assert sectionize(label, "lab_test").format == layout
