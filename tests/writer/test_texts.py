"""A model answers in free text: its quotes are read back to stored sentences, its words never."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from building import HALF_LIFE, RENAL_HALF_LIFE, STORAGE

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.evidence import Tier
from monograph_qa.library import Library
from monograph_qa.resources import resource
from writer.conftest import Choose
from writer.monographs import CAPTION, KEEP_DRY, MIND, STABLE, quotes

for module in ("openai", "jinja2", "jsonschema"):
    pytest.importorskip(module, reason="the extra llm is not installed")

from endpoint.scripted_server import Reply, scripted  # noqa: E402

QUESTION = "What is the half-life of Axid?"
CASES = yaml.safe_load(Path(__file__).with_name("texts.yaml").read_text(encoding="utf-8"))
STORED = {"H": HALF_LIFE.text, "R": RENAL_HALF_LIFE.text}
MANY = '"\n' * 90_000
Record = Callable[[Answer], dict[str, Any]]


def said(text: str) -> Reply:
    usage = {"usage": {"prompt_tokens": 400, "completion_tokens": 50}}
    return Reply(json.dumps({"text": text}), more=usage)


def spelt(case: dict[str, Any]) -> str:
    return MANY if case["text"] == "@many" else str(case["text"]).format(**STORED)


@pytest.mark.parametrize("case", [c for c in CASES if "shown" in c], ids=lambda c: c["name"])
def test_a_text_of_quotes_is_the_answer(
    library: Library, choose: Choose, case: dict[str, Any]
) -> None:
    with scripted(said(spelt(case))) as script:
        choose(script.address)
        answer = library.ask(QUESTION, writer="llm-text")
    assert quotes(answer, Tier.ANSWER) == [STORED[name] for name in case["shown"]]
    assert quotes(answer, Tier.MORE) == [STORED[name] for name in case.get("folded", ())]
    assert answer.writer == f"llm/{MIND}+text" and len(script.requests) == 1


@pytest.mark.parametrize("case", [c for c in CASES if "check" in c], ids=lambda c: c["name"])
def test_a_text_with_anything_else_is_not_shown(
    library: Library, choose: Choose, record_of: Record, case: dict[str, Any]
) -> None:
    plain = library.ask(QUESTION, writer="template")
    with scripted(said(spelt(case))) as script:
        choose(script.address)
        answer = library.ask(QUESTION, writer="llm-text")
    assert answer.groups == plain.groups and answer.outcome is Outcome.ANSWERED
    assert answer.writer == "template (model withheld)"
    first, second = (each["messages"][0]["content"] for each in script.requests)
    assert "was refused" not in first and "A text of yours was refused:\n- " in second
    assert "9999" not in second
    for attempt in record_of(answer)["attempts"]:
        assert case["check"] in [each["check"] for each in attempt["findings"]]


def test_told_what_was_wrong_it_may_do_better(
    library: Library, choose: Choose, record_of: Record
) -> None:
    good = f"“{HALF_LIFE.text}” [Source 1]\n“{RENAL_HALF_LIFE.text}” [Source 2]"
    with scripted(said(f"Gladly.\n{good}"), said(good)) as script:
        choose(script.address)
        answer = library.ask(QUESTION, writer="llm-text")
    assert answer.writer == f"llm/{MIND}+text"
    assert "- line 1: words that are neither quoted" in script.requests[1]["messages"][0]["content"]
    record = record_of(answer)
    assert [each["failed"] for each in record["attempts"]] == ["the text is no quotation"]
    assert [each["said"] for each in record["attempts"]] == [f"Gladly.\n{good}"]
    assert {(use["tokens_in"], use["tokens_out"]) for use in record["models"]} == {(400, 50)}
    template = resource("prompts/quotation.j2").read_text(encoding="utf-8")
    assert record["prompts"] == [sha256(template.encode()).hexdigest()]


@pytest.mark.parametrize("full", [False, True])
def test_what_it_does_not_quote_is_folded(library: Library, choose: Choose, full: bool) -> None:
    with scripted(said(f"“{STABLE.text}” [Source 1]")) as script:
        choose(script.address)
        answer = library.ask("How is Axid stored?", writer="llm-text", full=full)
    assert answer.writer == f"llm/{MIND}+text"
    assert quotes(answer, Tier.ANSWER) == [STABLE.text]
    assert quotes(answer, Tier.MORE) == [STORAGE.text, KEEP_DRY.text, CAPTION.text]


def test_what_is_only_counted_may_be_quoted_when_asked_in_full(
    library: Library, choose: Choose
) -> None:
    text = f"“{CAPTION.text}” [Source 1]\n“{STORAGE.text}” [Source 1]"
    with scripted(said(text)) as script:
        choose(script.address)
        plain = library.ask("How is Axid stored?", writer="llm-text")
        full = library.ask("How is Axid stored?", writer="llm-text", full=True)
    assert plain.writer == "template (model withheld)"
    assert full.writer == f"llm/{MIND}+text"
    assert quotes(full, Tier.ANSWER) == [STORAGE.text]
    assert quotes(full, Tier.MORE) == [KEEP_DRY.text, STABLE.text, CAPTION.text]


def test_quote_marks_and_apostrophes_are_shown_to_it_as_printed(
    library: Library, choose: Choose
) -> None:
    with scripted(said("no")) as script:
        choose(script.address)
        library.ask('What is the "half-life" of Axid <b>in the patient\'s blood</b>?', writer="llm")
    prompt = script.requests[0]["messages"][0]["content"]
    assert "&lt;b&gt;" in prompt and "<b>" not in prompt
    assert "&#3" not in prompt


def test_a_refused_text_that_no_file_can_hold_is_kept_as_json_says_it(
    library: Library, choose: Choose, record_of: Record
) -> None:
    with scripted(said("Take \ud800 two.")) as script:
        choose(script.address)
        answer = library.ask(QUESTION, writer="llm-text")
    assert answer.outcome == "answered"
    kept = [each["said"] for each in record_of(answer)["attempts"]]
    assert kept and set(kept) == {"Take \ud800 two."}


def test_of_a_refused_text_without_end_the_beginning_is_kept(
    library: Library, choose: Choose, record_of: Record
) -> None:
    with scripted(said("Take more. " * 5000)) as script:
        choose(script.address)
        answer = library.ask(QUESTION, writer="llm-text")
    kept = [each["said"] for each in record_of(answer)["attempts"]]
    assert kept and all(text.startswith("Take more. ") for text in kept if text)
    assert all(len(text) < 20_100 for text in kept)
