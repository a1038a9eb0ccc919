"""The vision classifier, against a real server that answers well, badly, late or not at all."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from monograph_qa.domain.label import ImageKind
from monograph_qa.endpoint.connection import Server
from monograph_qa.endpoint.models import ChatModel
from monograph_qa.errors import SettingsError
from monograph_qa.images.classification import (
    PROMPT,
    SCHEMA,
    PictureView,
    VisionClassifier,
    default_classifier,
)
from monograph_qa.resources import resource

for module in ("openai", "jinja2", "jsonschema"):
    pytest.importorskip(module, reason="the extra llm is not installed")

from endpoint.scripted_server import Reply, Script, closed_port, scripted  # noqa: E402

from images.conftest import as_png  # noqa: E402
from monograph_qa.prompting import declared, render  # noqa: E402

KEY = "sk-a-very-secret-key"
GRAPH = Reply('{"kind": "graph", "confidence": 0.8}')


def classifier(script: Script | str, seconds: float = 5.0) -> VisionClassifier:
    address = script if isinstance(script, str) else script.address
    server = Server(address, KEY, seconds=seconds, pause=0.01)
    return VisionClassifier(ChatModel("eye-1", server))


@pytest.fixture
def picture(ruled_table: Image.Image) -> PictureView:
    return PictureView(as_png(ruled_table), near_text="Table 2. Doses", heading="DOSAGE")


def test_a_good_answer_names_the_kind_and_who_said_so(picture: PictureView) -> None:
    with scripted(GRAPH) as script:
        found = classifier(script).classify(picture)
    template = render(PROMPT, kinds=[], heading="", caption="", near_text="")
    assert (found.kind, found.confidence) == (ImageKind.GRAPH, 0.8)
    assert found.classifier == f"llm/eye-1 {template.sha256[:12]}"
    assert script.keys == [f"Bearer {KEY}"]


def test_the_request_holds_prompt_picture_and_schema(picture: PictureView) -> None:
    with scripted(GRAPH) as script:
        classifier(script).classify(picture)
    (request,) = script.requests
    text, image = request["messages"][0]["content"]
    assert "Near it: Table 2. Doses" in text["text"] and "Heading: DOSAGE" in text["text"]
    assert all(f"- {kind.value}: " in text["text"] for kind in ImageKind)
    assert image["image_url"]["url"].startswith("data:image/png;base64,iVBOR")
    form = request["response_format"]["json_schema"]
    assert form["strict"] and form["schema"]["properties"]["kind"]["enum"] == list(ImageKind)


def test_an_answer_in_a_code_fence_is_an_answer(picture: PictureView) -> None:
    with scripted(Reply('```json\n{"kind": "logo", "confidence": 1}\n```')) as script:
        assert classifier(script).classify(picture).kind is ImageKind.LOGO


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply('{"kind": "graph", "confi'), "answer is no JSON"),
        (Reply("It looks like a graph to me."), "answer is no JSON"),
        (Reply('{"kind": "poem", "confidence": 0.9}'), "answer breaks the schema"),
        (Reply('{"kind": "graph", "confidence": 7}'), "answer breaks the schema"),
        (Reply('{"kind": "graph"}'), "answer breaks the schema"),
        (Reply("[]"), "answer breaks the schema"),
        (Reply('{"kind": "chemical_structure", "confidence": 0.4}'), "structure not sure enough"),
        (Reply(""), "empty answer"),
        (Reply(None), "empty answer"),
        (Reply(None, refusal="I will not look at that."), "refused"),
        (Reply(raw="<html>welcome</html>"), "reply is no chat completion"),
        (Reply(raw='{"choices": []}'), "reply is no chat completion"),
        (Reply(raw="x" * 1_100_000), "answer too long"),
        (Reply(status=401), "HTTP 401: not let in"),
        (Reply(status=404), "HTTP 404: no such model or address"),
    ],
)
def test_nonsense_is_asked_once_and_leaves_it_to_the_forest(
    picture: PictureView, reply: Reply, reason: str
) -> None:
    forest = default_classifier()
    with scripted(reply) as script:
        found = classifier(script).classify(picture)
    plain = forest.classify(picture)
    assert (found.kind, found.confidence) == (plain.kind, plain.confidence)
    assert found.classifier == f"{forest.name} (llm/eye-1: {reason})"
    assert len(script.requests) == 1


def test_without_a_server_the_forest_decides(picture: PictureView) -> None:
    found = classifier(closed_port()).classify(picture)
    assert found.classifier.endswith("(llm/eye-1: no connection)")
    assert found.kind is default_classifier().classify(picture).kind


def test_a_server_that_failed_three_times_is_left_alone(picture: PictureView) -> None:
    with scripted(Reply(status=401)) as script:
        asked = classifier(script)
        reasons = [asked.classify(picture).classifier for _ in range(5)]
    assert len(script.requests) == 3
    assert all(reason.endswith("server resting after failures)") for reason in reasons[3:])


def test_what_shows_nothing_is_not_sent() -> None:
    with scripted(GRAPH) as script:
        assert classifier(script).classify(PictureView(b"broken")).kind is ImageKind.OTHER
    assert script.requests == []


def test_without_the_extra_its_name_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(SettingsError, match=r"monograph-qa\[llm\]"):
        VisionClassifier(ChatModel("eye-1"))


def test_the_package_loads_no_client_until_one_is_asked_for() -> None:
    code = "import sys, monograph_qa.images; print({'openai', 'jinja2'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_prompt_gets_the_variables_of_its_first_line_and_no_others() -> None:
    given = {"kinds": [], "heading": "", "caption": "", "near_text": ""}
    with pytest.raises(TypeError, match="missing variables: caption"):
        render(PROMPT, **{k: v for k, v in given.items() if k != "caption"})
    with pytest.raises(TypeError, match="unknown: drug"):
        render(PROMPT, **given, drug="axid")


@pytest.mark.parametrize("path", sorted(resource("prompts").glob("*.j2")), ids=lambda p: p.name)
def test_line_one_of_each_prompt_lists_what_it_uses(path: Path) -> None:
    from jinja2 import Environment, meta

    source = path.read_text(encoding="utf-8")
    used = meta.find_undeclared_variables(Environment(autoescape=True).parse(source))
    assert set(declared(source)) == used


def test_the_schema_lists_the_kinds_there_are() -> None:
    schema = json.loads(resource(f"schemas/json/{SCHEMA}.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["kind"]["enum"] == [kind.value for kind in ImageKind]
    assert re.fullmatch(r"https://json-schema\.org/.*", schema["$schema"])
