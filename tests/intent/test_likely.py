"""What a question is likely to ask: topics alone, always the same, and no more than cues read."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.intent import classify
from monograph_qa.intent.cues import topics
from monograph_qa.intent.likely import PLACES, TOPICS, WEIGHTS, features, likely_topics

from .list_namebook import ListNameBook

NAMES = ListNameBook([("Axid", "brand", "lab_1")])
CASES: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("likely.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"])
def test_a_question_in_other_words_is_read(case: dict[str, Any]) -> None:
    assert case["topic"] in [each.topic for each in likely_topics(case["question"])]


def test_the_weights_are_of_the_topics_of_the_vocabulary() -> None:
    named = [line.split(",")[0] for line in TOPICS.read_text(encoding="utf-8").splitlines()]
    assert set(named) <= topics().keys()
    assert WEIGHTS.stat().st_size == 2 * (PLACES + 1) * len(named)


@given(st.text(max_size=80))
def test_probabilities_are_shares_and_the_likeliest_comes_first(typed: str) -> None:
    found = [each.probability for each in likely_topics(typed)]
    assert found == sorted(found, reverse=True)
    assert all(0 <= each <= 1 for each in found) and sum(found) <= 1.0001
    assert all(0 <= at < PLACES for at in features(typed))


def test_what_a_cue_reads_is_not_replaced() -> None:
    read = classify("half-life of Axid", NAMES)
    assert read.topics == ("half_life",)
    assert classify("What is Axid?", NAMES).topics == ("definition",)


def test_what_no_cue_reads_is_learned() -> None:
    read = classify("having two teeth pulled thursday, when does he leave off the Axid?", NAMES)
    assert "surgery" in read.attributes
