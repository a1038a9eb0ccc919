"""What `ask --json` prints keeps to schemas/json/answer.schema.json, whatever the outcome."""

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from building import nizatidine

from monograph_qa.domain.answer import Answer, Finding, Outcome, Status, Verdict
from monograph_qa.domain.evidence import Route, Tier
from monograph_qa.domain.frame import Facet
from monograph_qa.domain.intent import QuestionKind
from monograph_qa.domain.label import ImageKind
from monograph_qa.library import Library
from monograph_qa.resources import resource
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.values import answer_value

jsonschema = pytest.importorskip("jsonschema", reason="the validator is not installed")

SCHEMA: dict[str, Any] = json.loads(
    resource("schemas/json/answer.schema.json").read_text(encoding="utf-8")
)
TOLD = "Dose of Axid in a 40-year-old who takes ketoconazole"
QUESTIONS = {
    "What is the half-life of Axid?": Outcome.ANSWERED,
    "What is the dosage of nizatidine?": Outcome.ANSWERED,
    TOLD: Outcome.ANSWERED,
    "Show the structure of Axid": Outcome.ANSWERED,
    "What is the half-life of zentrolol?": Outcome.NOT_FOUND,
    "Who won the world cup?": Outcome.OUT_OF_SCOPE,
}


def printed(answer: Answer) -> dict[str, Any]:
    """The answer as an outside program reads it."""
    value: dict[str, Any] = json.loads(json.dumps(answer_value(answer, lambda image: "/x.png")))
    return value


def validate(value: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(value)


@pytest.fixture
def answers(folder: LibraryFolder) -> dict[str, Answer]:
    with Library.open(folder.root) as library:
        return {question: library.ask(question) for question in QUESTIONS}


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_real_answers_of_every_outcome_keep_to_the_schema(answers: dict[str, Answer]) -> None:
    for question, answer in answers.items():
        assert answer.outcome is QUESTIONS[question], (question, answer.message)
        validate(printed(answer))
    pictures = answers["Show the structure of Axid"].images
    assert pictures[0].image_id == nizatidine().images[0].image_id


def test_an_answer_tells_what_was_read_of_the_question(answers: dict[str, Answer]) -> None:
    whole = printed(answers[TOLD])
    frame = whole["intent"]["frame"]
    age = {"facet": "people", "concept": "age", "low": 480.0, "high": 492.0, "unit": "months"}
    assert age in frame["values"]
    assert [(each["facet"], each["said"]) for each in frame["named"]] == [
        ("comedication", "ketoconazole")
    ]
    refused = printed(answers["Who won the world cup?"])
    assert refused["intent"]["frame"] is None


def test_ranks_count_the_lines_in_the_order_printed(answers: dict[str, Answer]) -> None:
    for answer in answers.values():
        lines = [quote for group in printed(answer)["groups"] for quote in group["quotes"]]
        assert [line["rank"] for line in lines] == list(range(1, len(lines) + 1))
        assert all(line["because"] for line in lines)


def test_a_withheld_answer_keeps_to_the_schema(answers: dict[str, Answer]) -> None:
    found = (Finding("verbatim", "fact_0", "the line is not the stored one"),)
    held = replace(
        next(iter(answers.values())), outcome=Outcome.WITHHELD, message="Withheld.",
        groups=(), sources=(), verdict=Verdict(Status.WITHHELD, found),
    )  # fmt: skip
    validate(printed(held))


def test_a_property_more_or_less_breaks_the_schema(answers: dict[str, Answer]) -> None:
    whole = printed(answers[TOLD])
    group, frame = whole["groups"][0], whole["intent"]["frame"]
    for place in (
        whole, group, group["quotes"][0], whole["sources"][0], whole["intent"], frame,
        frame["values"][0], frame["named"][0], whole["routes"][0], whole["parts"][0],
    ):  # fmt: skip
        for name in list(place):
            kept = place.pop(name)
            with pytest.raises(jsonschema.ValidationError):
                validate(whole)
            place[name] = kept
        place["surplus"] = 1
        with pytest.raises(jsonschema.ValidationError):
            validate(whole)
        del place["surplus"]
    validate(whole)


def test_an_answer_without_a_line_or_with_a_failed_verdict_is_none(
    answers: dict[str, Answer],
) -> None:
    whole = printed(answers["What is the half-life of Axid?"])
    changes: tuple[dict[str, Any], ...] = (
        {"groups": []},
        {"verdict": {"status": "withheld", "findings": []}},
    )
    for changed in changes:
        with pytest.raises(jsonschema.ValidationError):
            validate({**deepcopy(whole), **changed})


def test_the_schema_lists_the_words_of_the_domain() -> None:
    parts = SCHEMA["$defs"]
    listed = {
        Outcome: SCHEMA["properties"]["outcome"]["enum"],
        Status: parts["verdict"]["properties"]["status"]["enum"],
        Route: parts["route"]["properties"]["route"]["enum"],
        Tier: parts["quote"]["properties"]["tier"]["enum"],
        Facet: parts["facet"]["enum"],
        ImageKind: parts["image"]["properties"]["kind"]["enum"],
        QuestionKind: parts["intent"]["properties"]["kind"]["enum"][:-1],
    }
    for words, enum in listed.items():
        assert enum == [word.value for word in words]
