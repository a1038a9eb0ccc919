"""Keys and passwords are sent where they belong and written nowhere: journal, screen, report."""

import json
import os
from pathlib import Path

import pytest
from conftest import Run
from endpoint.scripted_server import Reply, scripted

from writer.monographs import MIND

KEY = "sk-hidden-0123456789abcdef"
SIGNING = "signing-key-0123456789abcdef0123456789abcdef"
QUESTION = "What is the half-life of Axid?"
REPLIES = (
    Reply(status=401, raw=f'{{"error": {{"message": "bad key {KEY}"}}}}'),
    Reply(status=500, raw=f"key {KEY} failed"),
    Reply(f"Your key is {KEY}."),
    Reply(json.dumps({"text": f"Your key is {KEY}."})),
    Reply(refusal=f"no, {KEY}"),
    Reply(raw=f"<html>{KEY}</html>"),
)


@pytest.mark.parametrize("writer", ["llm", "llm-text"])
@pytest.mark.parametrize("reply", REPLIES, ids=["401", "500", "said", "quoted", "refused", "html"])
def test_a_failing_endpoint_gets_no_key_into_journal_screen_or_report(
    run: Run, axid_folder: Path, tmp_path: Path, reply: Reply, writer: str
) -> None:
    signing = tmp_path / "audit.key"
    signing.write_text(SIGNING)
    signing.chmod(0o600)
    page = tmp_path / "report.html"
    with scripted(reply) as server:
        models = {
            "MONOGRAPH_QA_LLM_BASE_URL": server.address,
            "MONOGRAPH_QA_LLM_MODEL": MIND,
            "MONOGRAPH_QA_LLM_TIMEOUT": "5",
            "MONOGRAPH_QA_AUDIT_KEY_FILE": str(signing),
            "OPENAI_API_KEY": KEY,
        }
        asked = run("ask", QUESTION, "--writer", writer, "--trace", library=axid_folder, **models)
        assert asked.returncode == 0 and server.keys[0] == f"Bearer {KEY}"
        others = [
            run(*words, library=axid_folder, **models)
            for words in (
                ("doctor", "--json"), ("audit", "list", "--json"), ("audit", "verify"),
                ("audit", "report", "--html", str(page)), ("audit", "export"),
            )
        ]  # fmt: skip
    shown = "".join(done.stdout + done.stderr for done in (asked, *others))
    assert "Traceback" not in shown and page.is_file()
    kept = [path for path in (*axid_folder.rglob("*"), page) if path.is_file()]
    assert any(path.name == "journal.sqlite" for path in kept)
    for secret in (KEY, SIGNING):
        assert secret not in shown
        for path in kept:
            assert os.fsencode(secret) not in path.read_bytes(), path


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://asker:hidden-word@127.0.0.1:9/labels",
        "postgresql://asker@127.0.0.1:9/labels?password=hidden-word",
        "postgresql+psycopg://asker:hidden%2Dword@127.0.0.1:9/labels",
        "mysql://asker:hidden-word@127.0.0.1/labels",
    ],
)
@pytest.mark.parametrize("words", [("ask", QUESTION, "--trace"), ("doctor",), ("labels", "--json")])
def test_a_password_in_an_address_is_never_shown(
    run: Run, url: str, words: tuple[str, ...]
) -> None:
    done = run(*words, "--library", url)
    said = done.stdout + done.stderr
    assert done.returncode != 0 and "Traceback" not in said
    assert "hidden-word" not in said and "hidden%2Dword" not in said
