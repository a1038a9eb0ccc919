"""`ask` answered by a server that runs: as `ask` answers by itself, and recorded alike."""

import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from building import HALF_LIFE, a_label, a_monograph, nizatidine, publish_at
from terminal import at_a_terminal

from bench.served import PATIENCE, PROGRAM
from bench.serving import answered as answered_by
from monograph_qa.cli.warm import answered
from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryFolder
from serving.conftest import Serve

_OF_EACH_ASKING = re.compile(r"\d+(\.\d+)? ms|aud_\w+|\"(elapsed_ms|ms)\": [\d.]+|[\d.]+ *ms")
COMMANDS = (
    ["What is the half-life of Axid?"],
    ["What is the half-life of Axid?", "--json"],
    ["half-life of nizatidine", "--full", "--label", "axid"],
    ["dose of zorblax"],
    ["Show the chemical structure of Axid"],
    ["dose"],
    ["half-life of Axid", "--label", "zorblax"],
    ["half-life of Axid", "--writer", "none"],
    ["half-life of Axid", "--nonsense"],
    [""],
    ["--help"],
)


def ask(
    folder: LibraryFolder | Path, *typed: str, **env: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [PROGRAM, "ask", *typed, "--library", str(folder)],
        capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **env},
    )  # fmt: skip


def as_another_user(deed: Callable[[], object]) -> bool:
    """Does it in a process that another user runs; says whether that gave something true."""
    child = os.fork()
    if child == 0:
        os.setuid(65534)
        os._exit(int(not deed()))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def told(done: "subprocess.CompletedProcess[str]") -> tuple[int, str, str]:
    said = (_OF_EACH_ASKING.sub("", each) for each in (done.stdout, done.stderr))
    return (done.returncode, *said)  # type: ignore[return-value]


def recorded(folder: LibraryFolder) -> list[dict[str, Any]]:
    with Library(folder) as library:
        records = [record for _, record in library.journal.records()]
    return [
        {"question": r.question, "intent": r.intent, "answer": r.answer, "draft": r.draft}
        for r in records
    ]


@pytest.mark.parametrize("typed", COMMANDS, ids=" ".join)
def test_the_same_is_said_and_recorded(
    serve: Serve, folder: LibraryFolder, typed: list[str]
) -> None:
    alone = told(ask(folder, *typed))
    server = serve(folder)
    assert told(ask(folder, *typed)) == alone
    records = recorded(folder)
    half = len(records) // 2
    assert records[:half] == records[half:]
    assert (
        answered_by(server) == half
    )  # it was the server that answered, wherever there is a record


def test_a_choice_is_made_at_the_terminal_of_who_asks(serve: Serve, folder: LibraryFolder) -> None:
    solution = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label(title="Nizatidine solution"))
    publish_at(folder, solution)
    command = [str(PROGRAM), "ask", "half-life", "--library", str(folder)]
    for typed in ("1\n", "\n", "\x04"):
        code, said = alone = at_a_terminal(command, typed)
        assert "1. Nizatidine" in said and ("1 to 2 hours" in said) == (typed == "1\n")
        server = serve(folder)
        again = at_a_terminal(command, typed)
        assert [_OF_EACH_ASKING.sub("", str(each)) for each in again] == [
            _OF_EACH_ASKING.sub("", str(each)) for each in alone
        ]
        assert answered_by(server) == (2 if code == 0 else 1)
        server.process.terminate()
        server.process.wait(PATIENCE)


def test_other_settings_and_other_libraries_are_answered_apart(
    serve: Serve, folder: LibraryFolder, tmp_path: Path
) -> None:
    server = serve(folder)
    assert ask(folder, "half-life of Axid", MONOGRAPH_QA_WRITER="template").returncode == 0
    assert answered_by(server) == 0
    other = publish_at(LibraryFolder(tmp_path / "other"), nizatidine())
    assert ask(other, "half-life of Axid").returncode == 0
    assert answered_by(server) == 0
    assert ask(folder, "half-life of Axid", f"--library={folder}").returncode == 0
    assert answered_by(server) == 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_server_that_is_gone_or_hangs_keeps_nobody_waiting(
    serve: Serve, folder: LibraryFolder, how: signal.Signals
) -> None:
    first = serve(folder)
    first.process.send_signal(how)
    if how is signal.SIGKILL:
        first.process.wait(PATIENCE)
    assert (folder.root / "serve.sock").exists()
    assert HALF_LIFE.text in ask(folder, "half-life of Axid").stdout
    first.process.kill()
    first.process.wait(PATIENCE)
    second = serve(folder)
    assert HALF_LIFE.text in ask(folder, "half-life of Axid").stdout
    assert answered_by(second) == 1


def test_of_two_servers_the_first_answers_and_both_end_well(
    serve: Serve, folder: LibraryFolder
) -> None:
    first, second = serve(folder), serve(folder)
    ask(folder, "half-life of Axid")
    assert (answered_by(first), answered_by(second)) == (1, 0)
    for each in (second, first):
        each.process.terminate()
        assert each.process.wait(PATIENCE) == 0
    assert not (folder.root / "serve.sock").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_another_user_is_neither_answered_nor_believed(
    serve: Serve, folder: LibraryFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(folder)
    path = folder.root / "serve.sock"
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o666)
    monkeypatch.chdir(folder.root)  # the whole path may be longer than an address can be

    def is_answered() -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(path.name)
            except PermissionError:  # a folder above is closed to others
                return False
            return bool(connection.recv(1))

    assert is_answered() and not as_another_user(is_answered)
    server.process.kill()
    server.process.wait(PATIENCE)
    path.unlink()
    folder.root.chmod(0o777)
    with socket.socket(socket.AF_UNIX) as impostor:
        as_another_user(lambda: impostor.bind(path.name))
        path.chmod(0o666)
        impostor.listen()
        assert answered({"question": "half-life of Axid", "library": str(folder)}) is None
