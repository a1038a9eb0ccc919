"""What a pharmacist and an auditor see of who wrote an answer."""

import json
from pathlib import Path

import pytest
from building import HALF_LIFE, published
from conftest import Run

from writer.monographs import MIND, axid

for module in ("openai", "jinja2", "jsonschema"):
    pytest.importorskip(module, reason="the extra llm is not installed")

from endpoint.scripted_server import Reply, Script, scripted  # noqa: E402

QUESTION = "What is the half-life of Axid?"
GOOD = Reply('{"groups": [[2, 1]]}', more={"usage": {"prompt_tokens": 321, "completion_tokens": 7}})
STRANGE = Reply('{"groups": [[1, 9]]}')
ENDINGS = {
    "unavailable": (Reply(status=401), "The model gave nothing, so the template arranged"),
    "withheld": (STRANGE, "What the model wrote failed a check and is not shown"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return published(tmp_path / "library", axid()).root


def chosen(script: Script) -> dict[str, str]:
    return {"MONOGRAPH_QA_LLM_BASE_URL": script.address, "MONOGRAPH_QA_LLM_MODEL": MIND}


def test_an_answer_that_a_model_arranged_is_signed_by_it(run: Run, folder: Path) -> None:
    with scripted(GOOD) as script:
        done = run("ask", QUESTION, "--writer", "llm", library=folder, **chosen(script))
    assert done.returncode == 0 and f"writer: llm/{MIND} · " in done.stdout
    assert "template" not in done.stdout


def test_without_a_model_no_writer_is_spoken_of(run: Run, folder: Path) -> None:
    done = run("ask", QUESTION, library=folder)
    assert done.returncode == 0
    assert "writer" not in done.stdout and "model" not in done.stdout


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("named", ["--writer", "MONOGRAPH_QA_WRITER"])
def test_it_is_said_when_the_template_stood_in(
    run: Run, folder: Path, ending: str, named: str
) -> None:
    reply, line = ENDINGS[ending]
    with scripted(reply) as script:
        switch = ["--writer", "llm"] if named == "--writer" else []
        more = {} if switch else {named: "llm"}
        plain = {**chosen(script), **more}
        done = run("ask", QUESTION, *switch, library=folder, **plain)
        value = json.loads(run("ask", QUESTION, *switch, "--json", library=folder, **plain).stdout)
    assert done.returncode == 0 and line in done.stdout and HALF_LIFE.text in done.stdout
    audit_id = done.stdout.rsplit("audit ", 1)[1].strip()
    assert f"audit show {audit_id}" in done.stdout
    assert value["writer"] == f"template (model {ending})" and value["outcome"] == "answered"


def test_the_audit_shows_model_prompt_tokens_and_what_was_not_shown(run: Run, folder: Path) -> None:
    with scripted(STRANGE, GOOD) as script:
        said = run("ask", QUESTION, "--writer", "llm", "--json", library=folder, **chosen(script))
    audit_id = json.loads(said.stdout)["audit_id"]
    shown = run("audit", "show", audit_id, library=folder).stdout
    assert f"writer: llm/{MIND}" in shown
    refused = "sentences that were not offered (not_retrieved)"
    assert f"tried      llm/{MIND}: {refused}" in shown
    assert f"model      arrangement: {MIND}, 321 tokens in, 7 out" in shown
    (prompts,) = [line for line in shown.splitlines() if line.startswith("prompts")]
    assert len(prompts.split()[1]) == 64


def test_the_audit_shows_why_a_model_gave_nothing(run: Run, folder: Path) -> None:
    with scripted(Reply("", refusal="no")) as script:
        said = run("ask", QUESTION, "--writer", "llm-text", "--json", library=folder,
                   **chosen(script))  # fmt: skip
    shown = run("audit", "show", json.loads(said.stdout)["audit_id"], library=folder).stdout
    assert f"tried      llm/{MIND}+text: refused" in shown
    assert "; failed: refused" in shown


def test_a_writer_that_does_not_exist_is_an_error(run: Run, folder: Path) -> None:
    done = run("ask", QUESTION, "--writer", "poet", library=folder)
    assert done.returncode != 0 and "poet" in done.stderr and "llm-text" in done.stderr


def test_a_model_that_is_not_named_is_an_error(run: Run, folder: Path) -> None:
    done = run("ask", QUESTION, "--writer", "llm", library=folder)
    assert done.returncode != 0 and "MONOGRAPH_QA_LLM_MODEL" in done.stderr
