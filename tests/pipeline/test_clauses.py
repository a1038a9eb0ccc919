"""A question of several clauses is read clause by clause, each of the same drug."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from intent.list_namebook import ListNameBook

from monograph_qa.intent import classify
from monograph_qa.pipeline.question.clauses import clauses_of

NAMES = ListNameBook([("Axid", "brand", "lab_1")])
CASES: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("clauses.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"])
def test_each_clause_is_read_by_itself(case: dict[str, Any]) -> None:
    clauses = clauses_of(classify(case["question"], NAMES), NAMES)
    assert [each.topics[0] for each in clauses] == case["topics"]
    assert {each.drugs[0].asked for each in clauses} <= {"Axid"}


@given(st.text(alphabet="axid dose,.;?&+-/ and or\n", max_size=60))
def test_no_clause_has_another_drug(typed: str) -> None:
    read = classify(typed, NAMES)
    assert all(each.drugs == read.drugs for each in clauses_of(read, NAMES))
