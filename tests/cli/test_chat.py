"""`monograph-qa chat` as typed: piped lines, JSON lines, commands, a terminal."""

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from building import DOSE, HALF_LIFE, a_label, a_monograph, publish_at
from conftest import Run
from terminal import signals_of_a_terminal

from monograph_qa.domain.label import Monograph
from monograph_qa.resources import resource
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place

PROGRAM = Path(sys.executable).with_name("monograph-qa")
Chat = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def chat(run: Run, folder: LibraryFolder, monkeypatch: pytest.MonkeyPatch) -> Chat:
    """`chat(LINE, LINE, options=[...])`: the lines piped in, one question a line."""

    def piped(*lines: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
            return run("chat", *options, library=folder.root)

    return piped


def values(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_piped_lines_are_answered_one_after_the_other(chat: Chat) -> None:
    done = chat("What is the dose of Axid?", "", "and the half-life?")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.split("? and the half-life?\n")
    assert first.startswith("? What is the dose of Axid?\n") and DOSE.text in first
    assert "(continuing" not in first
    assert second.startswith("(continuing: Axid)\n") and HALF_LIFE.text in second


def test_what_is_carried_is_shown_before_the_answer(chat: Chat) -> None:
    done = chat("What is the dose of Axid?", "and for adults?")
    assert "(continuing: Axid, dosing)" in done.stdout


def test_json_is_one_line_for_each_line(chat: Chat) -> None:
    lines = (
        "What is the dose of Axid?", "and the half-life?", "/sources", "/why", "/label axid",
        "/label", "/label clear", "/label nonsense", "/help", "/nonsense", "x" * 2000,
        "and for zorblaxin?",
    )  # fmt: skip
    done = chat(*lines, options=("--json",))
    said = values(done)
    assert [value["line"] for value in said] == list(lines)
    schema = json.loads(resource("schemas/json/chat_line.schema.json").read_text(encoding="utf-8"))
    answer = json.loads(resource("schemas/json/answer.schema.json").read_text(encoding="utf-8"))
    for value in said:
        jsonschema.validate(value, schema)
        if "answer" in value:
            jsonschema.validate(value["answer"], answer)
    assert said[0]["carried"] is None
    assert said[1]["carried"] == {"question": lines[0], "drugs": ["Axid"], "topics": []}
    assert said[1]["answer"]["groups"][0]["quotes"][0]["text"] == HALF_LIFE.text
    assert [source["page"] for source in said[2]["sources"]] == [1, 2]
    assert said[3]["why"]["intent"]["carried"]["drugs"] == ["Axid"]
    assert said[3]["why"]["verdict"] == "released"
    assert said[4]["label"]["drug"] == "Nizatidine" and said[5]["label"] == said[4]["label"]
    assert said[6]["label"] is None
    assert "error" in said[7] and "error" in said[9] and "error" in said[10]
    assert said[11]["answer"]["outcome"] == "not_found"


def test_why_tells_reading_routes_and_checks(chat: Chat) -> None:
    done = chat("What is the dose of Axid?", "and the half-life?", "/why")
    why = done.stdout.partition("? /why\n")[2]
    assert re.search(r"carried +Axid, from “What is the dose of Axid\?”", why)
    assert "attributes: half_life" in why
    assert re.search(r"route +fact_span: 2 hits, [\d.]+ ms", why)
    assert re.search(r"verdict +released", why) and "aud_" in why


def test_sources_are_those_of_the_last_answer(chat: Chat) -> None:
    done = chat("half-life of Axid", "/sources", "half-life of zorblaxin", "/sources")
    first, second = re.findall(r"\? /sources\n(.*?)\n", done.stdout)
    assert first.startswith("  [1] Nizatidine capsules")
    assert second == "(the last answer cites no source)"


@pytest.mark.parametrize("command", ["/sources", "/why"])
def test_before_the_first_question_there_is_nothing_to_tell(chat: Chat, command: str) -> None:
    done = chat(command)
    assert "(nothing was asked yet)" in done.stdout and done.returncode == 0


def test_a_choice_is_made_by_its_number(chat: Chat) -> None:
    done = chat("half-life?", "1")
    assert "(Type the number of the one you mean.)" in done.stdout
    assert HALF_LIFE.text in done.stdout.partition("? 1\n")[2]


def test_a_misspelt_name_is_answered_under_a_line_that_says_how_it_was_read(chat: Chat) -> None:
    done = chat("half-life of nizatidne")
    assert "“nizatidne” is read as Nizatidine (a slip); no label here bears" in done.stdout
    assert HALF_LIFE.text in done.stdout and "(Type the number" not in done.stdout


def test_a_label_can_be_kept_from_the_start(chat: Chat) -> None:
    done = chat("half-life?", options=("--label", "axid"))
    assert HALF_LIFE.text in done.stdout
    wrong = chat("half-life?", options=("--label", "nonsense"))
    assert wrong.returncode == 2 and "no label is called 'nonsense'" in wrong.stderr


def test_quit_leaves_what_follows_unasked(chat: Chat, folder: LibraryFolder, run: Run) -> None:
    done = chat("half-life of Axid", "/quit", "dose of Axid")
    assert done.returncode == 0 and DOSE.text not in done.stdout
    assert len(json.loads(run("audit", "list", "--json", library=folder.root).stdout)) == 1


def test_every_question_is_in_the_audit_log(chat: Chat, folder: LibraryFolder, run: Run) -> None:
    chat("half-life of Axid", "/why", "and the dose?", "what about Zantac?")
    asked = json.loads(run("audit", "list", "--json", library=folder.root).stdout)
    assert [record["question"] for record in asked][::-1] == [
        "half-life of Axid", "and the dose?", "what about Zantac?",
    ]  # fmt: skip


def test_without_a_library_it_says_so_at_once(run: Run, tmp_path: Path) -> None:
    done = run("chat", library=tmp_path / "none")
    assert done.returncode == 1 and done.stderr.startswith("monograph-qa: ")


@pytest.fixture
def meanwhile(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Place, Callable[[], object], str], str]:
    """What a chat says after "half-life of Axid" when this happened before the next line."""

    def chatted(place: Place, happens: Callable[[], object], *more: str) -> str:
        class Typist:
            """Types a question; something happens before the next one."""

            def isatty(self) -> bool:
                return False

            def __iter__(self) -> Iterator[str]:
                yield "half-life of Axid\n"
                happens()
                yield from (f"{line}\n" for line in more)

        monkeypatch.setattr(sys, "stdin", Typist())
        return run("chat", library=place).stdout.partition(f"? {more[0]}\n")[2]

    return chatted


def newer_axid() -> Monograph:
    own = replace(a_label("Nizatidine", text="revised"), version=2)
    return a_monograph({"dosage_and_administration": [DOSE]}, own, brands=["Axid"])


def test_a_label_that_is_replaced_meanwhile_is_not_carried_over(
    axid: Place, meanwhile: Callable[..., str]
) -> None:
    after = meanwhile(axid, lambda: publish_at(axid, newer_axid()), "and the dose?", "dose of Axid")
    assert after.startswith("The library was loaded anew")
    assert "Which drug is meant?" in after and DOSE.text in after.partition("? dose of Axid")[2]


def test_another_label_that_is_loaded_meanwhile_leaves_a_conversation_as_it_is(
    axid: Place, meanwhile: Callable[..., str]
) -> None:
    other = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine"))
    after = meanwhile(axid, lambda: publish_at(axid, other), "and the dose?", "/quit")
    assert "loaded anew" not in after and DOSE.text in after


def test_the_help_shows_examples(run: Run) -> None:
    done = run("chat", "--help")
    assert "monograph-qa chat --label axid" in done.stdout and done.returncode == 0


def test_the_commands_complete_in_every_shell() -> None:
    for shell, variable in (("bash", "complete_bash"), ("zsh", "complete_zsh")):
        done = subprocess.run(
            [str(PROGRAM)],
            env={
                **os.environ,
                "_MONOGRAPH_QA_COMPLETE": variable,
                "COMP_WORDS": "monograph-qa ch",
                "COMP_CWORD": "1",
                "_TYPER_COMPLETE_ARGS": "monograph-qa ch",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert "chat" in done.stdout, shell


class Terminal:
    """A chat in a pseudo-terminal."""

    def __init__(self, library: Path) -> None:
        pid, self._fd = pty.fork()
        if pid == 0:
            environment = {**os.environ, "MONOGRAPH_QA_LIBRARY": str(library), "TERM": "dumb"}
            command = [str(PROGRAM), "chat"]
            signals_of_a_terminal()
            os.execve(command[0], command, environment)
        self._pid = pid
        self._unread = ""

    def until(self, words: str, seconds: float = 60.0) -> str:
        """What was shown up to `words`; fails when they do not come."""
        over = time.monotonic() + seconds
        while words not in self._unread:
            assert time.monotonic() < over, self._unread
            if select.select([self._fd], [], [], 0.1)[0]:
                self._unread += os.read(self._fd, 4096).decode(errors="replace")
        shown, found, self._unread = self._unread.partition(words)
        return shown + found

    def interrupt(self, words: str, seconds: float = 60.0) -> None:
        """Presses Ctrl-C until `words` come.

        Python's own line editing overlooks one that falls between two keys until the next key.
        """
        over = time.monotonic() + seconds
        while True:
            self.type("\x03")
            try:
                self.until(words, 2.0)
            except AssertionError:
                assert time.monotonic() < over
                self.type("x")
            else:
                return

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def left(self, seconds: float = 60.0) -> int:
        """The exit code, once the chat is over."""
        over = time.monotonic() + seconds
        while True:
            assert time.monotonic() < over, "the chat goes on"
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            if select.select([self._fd], [], [], 0.05)[0]:
                try:
                    os.read(self._fd, 4096)
                except OSError:
                    time.sleep(0.05)

    def close(self) -> None:
        os.close(self._fd)
        try:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        except (ProcessLookupError, ChildProcessError):
            return


def test_in_a_terminal_ctrl_c_empties_the_line_and_ctrl_d_leaves(folder: LibraryFolder) -> None:
    terminal = Terminal(folder.root)
    try:
        terminal.until("Ctrl-D leaves.")
        terminal.until("? ")
        terminal.type("half-life of zor")
        terminal.until("zor")
        terminal.interrupt("/quit leaves)")
        terminal.type("half-life of Axid\n")
        terminal.until("aud_")
        terminal.type("/s\t\n")
        assert "[1] Nizatidine capsules" in terminal.until("[2]")
        terminal.until("? ")
        terminal.type("\x04")
        assert terminal.left() == 0
    finally:
        terminal.close()
