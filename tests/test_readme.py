"""The README's commands for servers and agents, run as they are printed."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from building import HALF_LIFE

from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryFolder

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
PORT = 8000


def printed(language: str, holding: str) -> str:
    """The one block of that language which holds the words."""
    (block,) = [
        each for each in re.findall(rf"```{language}\n(.*?)```", README, re.S) if holding in each
    ]
    return str(block)


def environment(folder: LibraryFolder) -> dict[str, str]:
    programs = str(Path(sys.executable).parent)
    path = os.pathsep.join([programs, os.environ["PATH"]])
    return {**os.environ, "PATH": path, "MONOGRAPH_QA_LIBRARY": str(folder)}


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_serve_curl_and_ask_work_as_printed(folder: LibraryFolder, tmp_path: Path) -> None:
    block = printed("sh", "monograph-qa serve")
    with socket.socket() as taken:
        if taken.connect_ex(("127.0.0.1", PORT)) == 0:
            pytest.skip(f"port {PORT} is in use here")
    out, err = tmp_path / "out", tmp_path / "err"
    with out.open("w") as said, err.open("w") as told:
        process = subprocess.Popen(
            ["bash", "-ec", block], stdout=said, stderr=told, env=environment(folder),
            start_new_session=True,
        )  # fmt: skip
        try:
            assert process.wait(120) == 0
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # the server that was left in the background
    serving, answer, *printed_answer = out.read_text().splitlines()
    assert serving == f"answering at http://127.0.0.1:{PORT}/ (Ctrl-C ends it)"
    assert HALF_LIFE.text in json.loads(answer)["groups"][0]["quotes"][0]["text"]
    assert HALF_LIFE.text in "\n".join(printed_answer) and err.read_text() == ""
    with Library(folder) as library:
        first, second = (record.answer for _, record in library.journal.records())
    assert first == second


def test_an_agent_s_client_works_as_printed(folder: LibraryFolder) -> None:
    block = printed("python", "from mcp import")
    done = subprocess.run(
        [sys.executable, "-c", block], capture_output=True, text=True, cwd=folder.root.parent,
        env=environment(folder), timeout=120, check=False,
    )  # fmt: skip
    assert HALF_LIFE.text in done.stdout, done.stderr


def test_the_lines_to_paste_after_the_demo_are_those_that_it_prints() -> None:
    block = [line.partition("  ")[0] for line in printed("", ". .venv/bin/activate").splitlines()]
    makefile = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")
    said = re.findall(r"@echo '((?:\. |export ).*)'", makefile)
    for name, value in (("$(BIN)", ".venv/bin"), ("$(LIBRARY)", "library"), ("$$", "$")):
        said = [line.replace(name, value) for line in said]
    assert block == said


def test_the_settings_of_an_agent_are_json() -> None:
    page = Path(__file__).parents[1] / "docs" / "serving.md"
    (block,) = re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    assert json.loads(block)["mcpServers"]["monograph-qa"]["args"][0] == "mcp"
