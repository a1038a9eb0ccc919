"""Which model does what, chosen by the environment; errors name the variable and the fix."""

import subprocess
import sys

import pytest

from monograph_qa.endpoint.connection import Server
from monograph_qa.endpoint.models import ChatModel, EmbeddingModel
from monograph_qa.errors import SettingsError
from monograph_qa.settings import EMBEDDER, INTENT, LLM_BASE_URL, PICTURES, WRITER, Settings

KEY = "sk-a-very-secret-key"
SWITCHES = {PICTURES: "pictures", INTENT: "intent", WRITER: "writer"}


def environment(**changed: str) -> dict[str, str]:
    return {"MONOGRAPH_QA_LLM_MODEL": "mind-1", "OPENAI_API_KEY": KEY, **changed}


def test_nothing_is_asked_of_a_model_unless_a_switch_says_so() -> None:
    read = Settings.read(environment())
    assert (read.pictures, read.intent, read.writer, read.embedder) == (None, None, None, None)


@pytest.mark.parametrize("switch", SWITCHES)
def test_each_use_has_a_switch_of_its_own(switch: str) -> None:
    read = Settings.read(environment(**{switch: "LLM", LLM_BASE_URL: "http://localhost:1/v1"}))
    asked = {name for name in SWITCHES.values() if getattr(read, name) is not None}
    assert asked == {SWITCHES[switch]}
    chosen = getattr(read, SWITCHES[switch])
    assert chosen == ChatModel("mind-1", Server("http://localhost:1/v1", KEY))


def test_the_timeout_bounds_each_question() -> None:
    read = Settings.read(environment(MONOGRAPH_QA_INTENT="llm", MONOGRAPH_QA_LLM_TIMEOUT="2.5"))
    assert read.intent is not None and read.intent.server.seconds == 2.5


def test_an_embedder_has_its_own_model_and_tells_questions_from_documents() -> None:
    read = Settings.read(
        environment(
            MONOGRAPH_QA_EMBEDDER="endpoint",
            MONOGRAPH_QA_EMBEDDING_MODEL="near-1",
            MONOGRAPH_QA_EMBEDDING_QUERY_PREFIX="query: ",
            MONOGRAPH_QA_EMBEDDING_DOCUMENT_PREFIX="passage: ",
            MONOGRAPH_QA_EMBEDDING_QUERY_TYPE="query",
        )
    )
    assert read.embedder == EmbeddingModel(
        "near-1", Server(None, KEY), "query: ", "passage: ", "query", ""
    )


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"MONOGRAPH_QA_PICTURES": "forrest"}, "MONOGRAPH_QA_PICTURES"),
        ({"MONOGRAPH_QA_INTENT": "rule"}, "rules or llm"),
        ({"MONOGRAPH_QA_WRITER": "gpt"}, "template or llm"),
        ({"MONOGRAPH_QA_EMBEDDER": "openai"}, "static or endpoint"),
        ({"MONOGRAPH_QA_LLM_MODEL": " "}, "MONOGRAPH_QA_LLM_MODEL"),
        ({"MONOGRAPH_QA_LLM_BASE_URL": "localhost:1"}, "MONOGRAPH_QA_LLM_BASE_URL"),
        ({"MONOGRAPH_QA_LLM_BASE_URL": "http://"}, "MONOGRAPH_QA_LLM_BASE_URL"),
        ({"MONOGRAPH_QA_LLM_BASE_URL": "http://h:port/v1"}, "MONOGRAPH_QA_LLM_BASE_URL"),
        ({"MONOGRAPH_QA_LLM_BASE_URL": "http://me:" + KEY + "@h/v1"}, "OPENAI_API_KEY"),
        ({"OPENAI_API_KEY": ""}, "OPENAI_API_KEY"),
        ({"OPENAI_API_KEY": "sk-“quoted”"}, "OPENAI_API_KEY"),
        ({"OPENAI_API_KEY": "sk-two\nlines"}, "OPENAI_API_KEY"),
        ({"MONOGRAPH_QA_LLM_TIMEOUT": "soon"}, "MONOGRAPH_QA_LLM_TIMEOUT"),
        ({"MONOGRAPH_QA_LLM_TIMEOUT": "0"}, "MONOGRAPH_QA_LLM_TIMEOUT"),
        ({"MONOGRAPH_QA_LLM_TIMEOUT": "nan"}, "MONOGRAPH_QA_LLM_TIMEOUT"),
        ({"MONOGRAPH_QA_LLM_TIMEOUT": "1e9"}, "600"),
        ({"MONOGRAPH_QA_EMBEDDER": "endpoint"}, "MONOGRAPH_QA_EMBEDDING_MODEL"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(
    changed: dict[str, str], named: str
) -> None:
    with pytest.raises(SettingsError) as raised:
        Settings.read(environment(MONOGRAPH_QA_INTENT="llm") | changed)
    assert named in str(raised.value)
    assert KEY not in str(raised.value)


def test_settings_that_are_not_used_are_not_judged() -> None:
    assert Settings.read({"MONOGRAPH_QA_LLM_BASE_URL": "nonsense"}).intent is None


def test_the_key_is_not_in_the_settings_as_printed() -> None:
    assert KEY not in repr(Settings.read(environment(**{PICTURES: "llm", EMBEDDER: ""})))


def test_settings_bring_in_no_client() -> None:
    code = (
        "import sys, monograph_qa.settings;"
        "print({'openai', 'jinja2', 'jsonschema', 'httpx2', 'numpy', 'email'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
