"""Which vaccines a question means that names their disease or their short name."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.intent import classify

from .list_namebook import ListNameBook

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "vaccines.yaml").read_text(encoding="utf-8")
)
CASES = [(row["names"], q, q in row["asked"]) for row in ROWS for q in row["asked"] + row["others"]]


@pytest.mark.parametrize(("names", "question", "is_meant"), CASES, ids=str)
def test_a_vaccine_is_meant_by_its_own_disease_and_type(
    names: list[str], question: str, is_meant: bool
) -> None:
    book = ListNameBook([(name, "generic", "held") for name in names])
    assert bool(classify(question, book).drugs) is is_meant
