"""A model says which sentences, in which order: what it may decide and what it may not."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from building import (
    DOSE,
    HALF_LIFE,
    LIMIT,
    RENAL_HALF_LIFE,
    STORAGE,
    Said,
    a_label,
    a_monograph,
    published,
)

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.evidence import Tier
from monograph_qa.library import Library
from monograph_qa.resources import resource
from writer.conftest import Choose
from writer.monographs import CAPTION, KEEP_DRY, MIND, STABLE, axid, quotes

for module in ("openai", "jinja2", "jsonschema"):
    pytest.importorskip(module, reason="the extra llm is not installed")

from endpoint.scripted_server import Reply, scripted  # noqa: E402

HALF_LIVES = "What is the half-life of Axid?"
STORED = "How is Axid stored?"
BOTH = "Half-life and storage of Axid"
Record = Callable[[Answer], dict[str, Any]]


def arranged(*groups: list[Any], **more: Any) -> Reply:
    usage = {"usage": {"prompt_tokens": 321, "completion_tokens": 12}}
    return Reply(json.dumps({"groups": groups, **more}), more=usage)


def asked(library: Library, choose: Choose, question: str, *replies: Reply, **options: Any) -> Any:
    """The answer by --writer llm, and the script with the requests that came."""
    with scripted(*replies) as script:
        choose(script.address)
        return library.ask(question, writer="llm", **options), script


def test_its_order_is_the_answer_s(library: Library, choose: Choose) -> None:
    answer, script = asked(library, choose, STORED, arranged([3, 1], [2]))
    assert quotes(answer, Tier.ANSWER) == [STABLE.text, STORAGE.text, KEEP_DRY.text]
    assert [len(group.quotes) for group in answer.groups] == [2, 1, 1]
    assert [q.rank for group in answer.groups for q in group.quotes] == [1, 2, 3, 4]
    assert answer.writer == f"llm/{MIND}" and len(script.requests) == 1


def test_a_group_that_mixes_sections_becomes_one_group_a_section(
    library: Library, choose: Choose
) -> None:
    answer, _ = asked(library, choose, BOTH, arranged([1, 3, 2]))
    shown = [g for g in answer.groups if any(q.tier is Tier.ANSWER for q in g.quotes)]
    sections = [group.section_key for group in shown]
    assert sections == list(dict.fromkeys(sections)) and len(sections) == 2
    ranks = [quote.rank for group in answer.groups for quote in group.quotes]
    assert sorted(ranks) == list(range(1, len(ranks) + 1))


@pytest.mark.parametrize("full", [False, True])
def test_what_it_leaves_out_is_folded(library: Library, choose: Choose, full: bool) -> None:
    answer, _ = asked(library, choose, STORED, arranged([3]), full=full)
    assert quotes(answer, Tier.ANSWER) == [STABLE.text]
    assert quotes(answer, Tier.MORE) == [STORAGE.text, KEEP_DRY.text, CAPTION.text]
    assert answer.writer == f"llm/{MIND}"


def test_of_a_drug_that_it_leaves_out_whole_the_best_line_stays(
    tmp_path: Path, choose: Choose
) -> None:
    other = Said("The half-life of famotidine is 3 hours.", ("half_life",))
    famotidine = a_monograph({"pharmacokinetics": [other]}, a_label("Famotidine"))
    with Library.open(published(tmp_path / "library", axid(), famotidine).root) as two:
        answer, _ = asked(two, choose, "half-life of Axid vs famotidine", arranged([3]))
    assert quotes(answer, Tier.ANSWER) == [HALF_LIFE.text, other.text]
    assert quotes(answer, Tier.MORE) == [RENAL_HALF_LIFE.text]


def test_what_it_adds_of_the_rest_does_not_become_an_answer(
    library: Library, choose: Choose
) -> None:
    answer, _ = asked(library, choose, STORED, arranged([4, 1, 2, 3]), full=True)
    assert quotes(answer, Tier.ANSWER) == [STORAGE.text, KEEP_DRY.text, STABLE.text]
    assert quotes(answer, Tier.MORE) == [CAPTION.text]
    assert answer.writer == f"llm/{MIND}"


def test_a_required_sentence_that_it_leaves_out_is_folded_and_not_lost(
    library: Library, choose: Choose
) -> None:
    answer, script = asked(library, choose, HALF_LIVES, arranged([2]))
    assert quotes(answer, Tier.ANSWER) == [RENAL_HALF_LIFE.text]
    assert quotes(answer, Tier.MORE) == [HALF_LIFE.text]
    assert len(script.requests) == 1


def test_a_number_given_twice_is_said_once(library: Library, choose: Choose) -> None:
    answer, _ = asked(library, choose, HALF_LIVES, arranged([2, 2], [1, 2], []))
    assert quotes(answer) == [RENAL_HALF_LIFE.text, HALF_LIFE.text]


def test_for_a_sentence_that_was_not_offered_it_is_told_so_and_asked_once_more(
    library: Library, choose: Choose, record_of: Record
) -> None:
    answer, script = asked(library, choose, HALF_LIVES, arranged([1, 7]), arranged([2], [1]))
    assert quotes(answer) == [RENAL_HALF_LIFE.text, HALF_LIFE.text]
    assert answer.writer == f"llm/{MIND}"
    first, second = (each["messages"][0]["content"] for each in script.requests)
    assert "refused" not in first
    assert "An arrangement of yours was refused:\n- sentence 7: it was not offered" in second
    assert "fact_" not in second
    (attempt,) = record_of(answer)["attempts"]
    assert attempt["failed"] == "sentences that were not offered"
    assert [each["check"] for each in attempt["findings"]] == ["not_retrieved"]


@pytest.mark.parametrize(
    ("reply", "check"),
    [
        (arranged([1, 2, 3]), "not_retrieved"),
        (arranged([999]), "not_retrieved"),
        (arranged(), "empty"),
        (arranged([], []), "empty"),
    ],
    ids=["not offered", "far off", "no groups", "empty groups"],
)
def test_when_it_fails_twice_the_template_answers_and_says_so(
    library: Library, choose: Choose, record_of: Record, reply: Reply, check: str
) -> None:
    plain = library.ask(HALF_LIVES, writer="template")
    answer, script = asked(library, choose, HALF_LIVES, reply)
    assert answer.groups == plain.groups and answer.sources == plain.sources
    assert answer.outcome is Outcome.ANSWERED
    assert answer.writer == "template (model withheld)" and len(script.requests) == 2
    attempts = record_of(answer)["attempts"]
    assert [each["findings"][0]["check"] for each in attempts] == [check, check]


def test_a_line_that_is_only_counted_may_not_be_named(
    library: Library, choose: Choose, record_of: Record
) -> None:
    answer, _ = asked(library, choose, STORED, arranged([1, 4]))
    assert answer.writer == "template (model withheld)"
    assert quotes(answer, Tier.MORE) == [CAPTION.text]
    attempts = record_of(answer)["attempts"]
    assert [each["subject"] for tried in attempts for each in tried["findings"]] == [
        "sentence 4", "sentence 4",
    ]  # fmt: skip


def test_wrong_numbers_without_end_do_not_fill_the_record(
    library: Library, choose: Choose, record_of: Record
) -> None:
    many = [list(range(at * 1000 + 10, at * 1000 + 1010)) for at in range(100)]
    answer, _ = asked(library, choose, HALF_LIVES, arranged(*many))
    assert answer.writer == "template (model withheld)"
    assert [len(each["findings"]) for each in record_of(answer)["attempts"]] == [40, 40]


@pytest.mark.parametrize(
    "reply",
    [
        arranged([0, 1, 2]),
        arranged([-1]),
        arranged([1.5]),
        arranged([True, 2]),
        arranged(["1", "2"]),
        arranged([1, 2], text="The half-life is 9999 hours."),
        arranged([{"n": 1, "text": "9999 hours"}]),
        Reply('{"groups": [[1e400]]}'),
        Reply('{"groups": [[NaN]]}'),
        Reply('{"groups": "1, 2"}'),
        Reply("[[1, 2]]"),
        Reply('The answer is {"groups": [[1, 2]]}'),
    ],
    ids=repr,
)
def test_what_the_schema_has_no_place_for_is_no_answer(
    library: Library, choose: Choose, record_of: Record, reply: Reply
) -> None:
    answer, script = asked(library, choose, HALF_LIVES, reply)
    assert quotes(answer) == [HALF_LIFE.text, RENAL_HALF_LIFE.text]
    assert answer.writer == "template (model unavailable)" and len(script.requests) == 1
    (attempt,) = record_of(answer)["attempts"]
    assert attempt["failed"] in ("answer breaks the schema", "answer is no JSON")


def test_whole_numbers_in_any_notation_are_numbers(library: Library, choose: Choose) -> None:
    answer, _ = asked(library, choose, HALF_LIVES, Reply('```json\n{"groups": [[2.0], [1]]}\n```'))
    assert quotes(answer) == [RENAL_HALF_LIFE.text, HALF_LIFE.text]


@pytest.mark.parametrize("full", [False, True])
def test_it_is_shown_the_question_and_what_was_found_and_no_more(
    library: Library, choose: Choose, full: bool
) -> None:
    _, script = asked(library, choose, STORED, arranged([1, 2, 3]), full=full)
    (request,) = script.requests
    prompt = request["messages"][0]["content"]
    assert f"<question>{STORED}</question>" in prompt
    assert "Store the bottle dry &amp; closed." in prompt and STABLE.text in prompt
    assert (CAPTION.text in prompt) is full
    assert DOSE.text not in prompt and LIMIT.text not in prompt
    assert request["temperature"] == 0
    assert request["response_format"]["json_schema"]["schema"]["required"] == ["groups"]


def test_the_record_names_the_model_its_prompt_and_its_tokens(
    library: Library, choose: Choose, record_of: Record
) -> None:
    answer, _ = asked(library, choose, HALF_LIVES, arranged([3]), arranged([1, 2]))
    record = record_of(answer)
    assert record["model"].split() == [f"llm/{MIND}", MIND]
    assert [use["purpose"] for use in record["models"]] == ["arrangement"] * 2
    assert {(use["tokens_in"], use["tokens_out"]) for use in record["models"]} == {(321, 12)}
    template = resource("prompts/arrangement.j2").read_text(encoding="utf-8")
    assert record["prompts"] == [sha256(template.encode()).hexdigest()]


def test_a_model_whose_name_is_a_title_may_sign(library: Library, choose: Choose) -> None:
    with scripted(arranged([2, 1])) as script:
        choose(script.address, MONOGRAPH_QA_LLM_MODEL="My Model (q4) " + "x" * 200)
        answer = library.ask(HALF_LIVES, writer="llm")
    assert answer.writer.startswith("llm/My_Model_q4_x") and len(answer.writer) < 100
    assert quotes(answer) == [RENAL_HALF_LIFE.text, HALF_LIFE.text]


def test_nothing_is_sent_where_nothing_is_to_be_quoted(library: Library, choose: Choose) -> None:
    answer, script = asked(library, choose, "What is the half-life of zorblaxin?", arranged([1]))
    assert answer.outcome is not Outcome.ANSWERED and script.requests == []
    answer, script = asked(library, choose, "Does Axid cause grogginess?", arranged([1]))
    assert answer.outcome is Outcome.NOT_FOUND and script.requests == []


def test_identifiers_of_people_are_not_sent(library: Library, choose: Choose) -> None:
    question = "tanaka hiroshi: half-life of Axid? jane.roe@example.org, phone 212-555-0147"
    _, script = asked(library, choose, question, arranged([1, 2]))
    (request,) = script.requests
    sent = json.dumps(request)
    assert "tanaka" not in sent and "jane.roe" not in sent and "555-0147" not in sent
