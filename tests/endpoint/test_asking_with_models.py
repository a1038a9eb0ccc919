"""Questions asked with models chosen in the environment: helped, or answered without them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from building import Said, a_monograph, published

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.evidence import Tier
from monograph_qa.errors import SettingsError
from monograph_qa.library import Library

for module in ("openai", "jinja2", "jsonschema"):
    pytest.importorskip(module, reason="the extra llm is not installed")

from endpoint.scripted_server import Reply, closed_port, scripted  # noqa: E402

GROGGY = Said("Patients should not drive until they know how they react.", ("driving",))
STORE = Said("Grogginess was reported when the capsules were kept warm.", ())
UNCLEAR = "Does Axid bring grogginess?"
KEY = "sk-a-very-secret-key"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    chapters = {"warnings_and_precautions": [GROGGY], "how_supplied": [STORE]}
    folder = published(tmp_path / "library", a_monograph(chapters, brands=["Axid"]))
    with Library.open(folder.root) as opened:
        yield opened


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Any:
    def chosen(address: str, **more: str) -> None:
        named = {
            "MONOGRAPH_QA_LLM_BASE_URL": address,
            "MONOGRAPH_QA_LLM_MODEL": "mind-1",
            "MONOGRAPH_QA_LLM_TIMEOUT": "2",
            "OPENAI_API_KEY": KEY,
            **more,
        }
        for name, value in named.items():
            monkeypatch.setenv(name, value)

    return chosen


def quotes(answer: Answer) -> list[str]:
    return [quote.text for group in answer.groups for quote in group.quotes]


def naming(**changed: Any) -> Reply:
    said = {"section_keys": [], "attributes": [], "populations": [], "kind": "yes_no"}
    return Reply(json.dumps(said | changed), more={"usage": {"prompt_tokens": 900}})


def recorded(library: Library, answer: Answer) -> dict[str, Any]:
    record = library.journal.find_record(answer.audit_id)
    assert record is not None
    return {"model": record.model, "prompt": record.prompt_sha256, "all": repr(record)}


def test_by_the_rules_alone_the_question_is_searched_for_by_its_words(library: Library) -> None:
    answer = library.ask(UNCLEAR)
    assert answer.last_resort and STORE.text in quotes(answer)


def test_a_model_may_name_where_the_answer_stands(library: Library, choose: Any) -> None:
    with scripted(naming(attributes=["driving"])) as script:
        choose(script.address, MONOGRAPH_QA_INTENT="llm")
        answer = library.ask(UNCLEAR)
    lines = [(q.text, q.tier) for group in answer.groups for q in group.quotes]
    # The sentence that says the asker's word is read first, as it would be without the model.
    assert lines == [(STORE.text, Tier.ANSWER), (GROGGY.text, Tier.ANSWER)]
    assert answer.groups[1].quotes[0].because[0] == "states driving" and not answer.last_resort
    assert answer.intent is not None and answer.intent.refined_by == "llm/mind-1"
    record = recorded(library, answer)
    assert "mind-1" in record["model"] and len(record["prompt"]) == 64
    assert KEY not in record["all"]


def test_what_it_names_in_vain_is_no_ground_to_say_that_the_label_is_silent(
    library: Library, choose: Any
) -> None:
    with scripted(naming(attributes=["half_life"])) as script:
        choose(script.address, MONOGRAPH_QA_INTENT="llm")
        answer = library.ask("Was grogginess reported when Axid capsules reached summery attics?")
    assert answer.last_resort and STORE.text in quotes(answer)
    assert answer.intent is not None and not answer.intent.refined_by


@pytest.mark.parametrize(
    "reply",
    [Reply(status=500), Reply(status=401), Reply("nonsense"), Reply(wait=30), Reply(raw="{")],
    ids=["down", "not let in", "nonsense", "hangs", "garbage"],
)
def test_when_the_model_fails_the_rules_answer_and_the_record_says_so(
    library: Library, choose: Any, reply: Reply
) -> None:
    plain = library.ask(UNCLEAR)
    with scripted(reply) as script:
        choose(script.address, MONOGRAPH_QA_INTENT="llm")
        answer = library.ask(UNCLEAR)
    assert quotes(answer) == quotes(plain) and answer.outcome is Outcome.ANSWERED
    record = recorded(library, answer)
    assert "mind-1" in record["model"] and KEY not in record["all"]
    assert '"failure":"' in record["all"]


def test_a_drug_that_is_not_held_is_not_sent_anywhere(library: Library, choose: Any) -> None:
    with scripted(naming(attributes=["driving"])) as script:
        choose(script.address, MONOGRAPH_QA_INTENT="llm")
        answer = library.ask("Does zorblaxin bring grogginess?")
    assert answer.outcome is not Outcome.ANSWERED and script.requests == []


def test_an_embedder_that_is_down_is_replaced_and_the_record_says_so(
    library: Library, choose: Any
) -> None:
    plain = library.ask(UNCLEAR)
    choose(
        closed_port(),
        MONOGRAPH_QA_EMBEDDER="endpoint",
        MONOGRAPH_QA_EMBEDDING_MODEL="near-1",
    )
    answer = library.ask(UNCLEAR)
    assert quotes(answer) == quotes(plain)
    record = recorded(library, answer)
    assert "near-1" in record["model"] and "no connection" in record["all"]


def test_a_setting_that_makes_no_sense_stops_the_question(library: Library, choose: Any) -> None:
    choose("http://localhost:1/v1", MONOGRAPH_QA_INTENT="gpt")
    with pytest.raises(SettingsError, match="MONOGRAPH_QA_INTENT"):
        library.ask(UNCLEAR)


def test_asking_without_an_endpoint_loads_no_client(library: Library) -> None:
    program = (
        "import sys; from monograph_qa.library import Library;"
        f"Library.open({library.place.shown!r}).ask('Axid dose');"
        "print({'openai', 'jinja2', 'jsonschema', 'httpx2', 'pydantic'} "
        "& {m.partition('.')[0] for m in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
