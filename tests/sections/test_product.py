"""What product a label is of, as it says itself."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.domain.label import LabelFormat, Product, Section
from monograph_qa.sections.product import read_product

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "cases" / "products.yaml").read_text(encoding="utf-8")
)


def sections_of(case: dict[str, Any]) -> list[Section]:
    return [
        Section(f"sec_{at}", "lab_1", at, None, 1, heading, heading, None, None, key, text, 1, 1)
        for at, (key, heading, text) in enumerate(case["sections"])
    ]


@pytest.mark.parametrize("case", CASES, ids=[case["it"] for case in CASES])
def test_a_label_tells_its_product(case: dict[str, Any]) -> None:
    found = read_product(sections_of(case), [], LabelFormat(case["layout"]), Product())
    assert found.maker == case["maker"]
    for name in ("forms", "strengths", "routes", "numbers"):
        if name in case:
            assert list(getattr(found, name)) == case[name], name


def test_what_a_file_states_in_its_own_fields_comes_first() -> None:
    stated = Product(maker="Stated Inc.", forms=("tablet, film coated",), set_id="s-1")
    found = read_product(sections_of(CASES[0]), [], LabelFormat.PLR, stated)
    assert (found.maker, found.forms, found.set_id) == ("Stated Inc.", stated.forms, "s-1")
    assert found.strengths == ("18 mg", "27 mg", "0.5 mg/mL")
