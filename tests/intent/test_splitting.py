"""What a question sets side by side is asked apart, and only that."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.intent import DrugMention
from monograph_qa.intent.splitting import split

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "splitting.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"])
def test_a_question_is_split_where_it_names_several_subjects(case: dict[str, Any]) -> None:
    named = re.search(r"<(.+?)>", case["question"])
    assert named is not None
    question = case["question"].replace("<", "").replace(">", "")
    start = named.start()
    drug = DrugMention(named[1], named[1], ("lab_1",), start, start + len(named[1]))
    subs = split(question, [drug])
    assert [sub.subject for sub in subs if sub.subject] == case["subjects"]
    assert all(named[1] in sub.question for sub in subs)


def test_a_question_that_is_one_is_left_as_it_is() -> None:
    (only,) = split("What is the half-life?", [])
    assert only.question == "What is the half-life?" and only.named == ("half", "life")


@given(st.text(max_size=80))
def test_anything_can_be_split(typed: str) -> None:
    assert split(typed, [])
