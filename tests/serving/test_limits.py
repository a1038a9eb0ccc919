"""What a server takes on, and from whom: time, the line, tokens."""

import hashlib
import json
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Run
from hypothesis import given
from hypothesis import strategies as st

from bench.served import Server
from monograph_qa.library import Library
from monograph_qa.serving.requests import Rates
from monograph_qa.serving.serving import Limits, ReadingQueue, TooBusy
from monograph_qa.serving.tokens import Caller, Role, Tokens, add_token
from monograph_qa.store.homes import LibraryFolder
from serving.conftest import Serve

QUESTION = "What is the half-life of Axid?"


@contextmanager
def journal_held(folder: LibraryFolder) -> Iterator[None]:
    """Within the block, no record can be written."""
    with closing(sqlite3.connect(folder.journal, isolation_level=None)) as journal:
        journal.execute("BEGIN IMMEDIATE")
        yield
        journal.execute("ROLLBACK")


def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        time.sleep(0.02)


def waiting(server: Server) -> int:
    lines = server.get("/metrics").body.decode().splitlines()
    return int(float(next(x for x in lines if x.startswith("monograph_qa_waiting ")).split()[1]))


def test_what_takes_too_long_is_refused_and_recorded_all_the_same(
    serve: Serve, folder: LibraryFolder
) -> None:
    server = serve(folder, MONOGRAPH_QA_SERVE_SECONDS="2")
    until(lambda: waiting(server) == 0)  # it has prepared for questions
    with journal_held(folder):
        reply = server.post("/ask", {"question": QUESTION})
        assert reply.status == 504 and "retry-after" in reply.headers
        assert server.get("/health").status == 200
    until(lambda: waiting(server) == 0)
    with Library(folder) as library:
        assert [record.question for _, record in library.journal.records()] == [QUESTION]


def test_a_line_that_is_full_sends_away(serve: Serve, folder: LibraryFolder) -> None:
    server = serve(folder, MONOGRAPH_QA_SERVE_WAITING="2")
    server.ask(QUESTION)  # what a server reads before its first question waits in this line as well
    with journal_held(folder):
        waiters = []
        for at in range(2):
            connection = server.connect()
            body = json.dumps({"question": QUESTION})
            connection.request("POST", "/ask", body, {"Content-Type": "application/json"})
            waiters.append(connection)
            until(lambda at=at: waiting(server) == at + 1)  # type: ignore[misc]
        assert server.post("/ask", {"question": QUESTION}).status == 503
    for connection in waiters:
        reply = connection.getresponse()
        assert reply.status == 200, reply.read()
        connection.close()
    assert server.ask(QUESTION)["outcome"] == "answered"


def test_who_waits_is_counted_while_many_come_and_go(folder: LibraryFolder) -> None:
    limits = Limits(waiting=4)
    line = ReadingQueue(Library(folder), limits)
    read, turned_away = [], []

    def come(_: int) -> None:
        try:
            read.append(line.queue(lambda library: line.waiting).result())
        except TooBusy:
            turned_away.append(line.waiting)

    with ThreadPoolExecutor(16) as callers:
        list(callers.map(come, range(2000)))
    line.close()
    assert len(read) + len(turned_away) == 2000 and line.waiting == 0
    assert all(1 <= waiting <= limits.waiting for waiting in read)


def test_a_token_is_printed_once_and_good_until_it_is_removed(
    run: Run, serve: Serve, folder: LibraryFolder, tmp_path: Path
) -> None:
    file = tmp_path / "tokens.json"
    made = run("tokens", "add", "ward-3", "--tokens", str(file))
    both = ("--role", "ask", "--role", "audit")
    quality = run("tokens", "add", "quality", *both, "--tokens", str(file))
    token, other = made.stdout.strip(), quality.stdout.strip()
    assert file.stat().st_mode & 0o777 == 0o600
    assert token not in file.read_text() and len(token) > 40
    listed = run("tokens", "list", "--json", MONOGRAPH_QA_TOKENS_FILE=str(file))
    assert json.loads(listed.stdout) == [
        {"name": "ward-3", "roles": ["ask"]}, {"name": "quality", "roles": ["ask", "audit"]},
    ]  # fmt: skip
    server = serve(folder, "--tokens", str(file))
    assert server.post("/ask", {"question": QUESTION}).status == 401
    assert server.post("/ask", {"question": QUESTION}, token).status == 200
    (record,) = server.get("/audit", other).json
    assert record["intent"]["options"]["caller"] == "ward-3"
    assert run("audit", "replay", record["audit_id"], library=folder).returncode == 0
    assert run("tokens", "remove", "ward-3", "--tokens", str(file)).returncode == 0
    assert run("tokens", "remove", "ward-3", "--tokens", str(file)).returncode == 2
    later = serve(folder, "--tokens", str(file))
    assert later.get("/labels", token).status == 401
    assert later.get("/labels", other).status == 200
    assert run("tokens", "list").returncode == 2


@given(st.text(max_size=60))
def test_no_text_is_taken_for_a_token(text: str) -> None:
    made = "a token that was made"
    known = Tokens({hashlib.sha256(made.encode()).hexdigest(): Caller("one", frozenset())})
    assert known.bearer(made) is not None
    assert known.bearer(text) is None


@given(st.lists(st.floats(0, 10), min_size=1, max_size=80), st.floats(0.1, 20), st.integers(1, 9))
def test_nobody_asks_more_often_than_they_may(pauses: list[float], rate: float, burst: int) -> None:
    now = 0.0
    rates = Rates(rate, burst, clock=lambda: now)
    let_in = 0
    for pause in pauses:
        now += pause
        wait = rates.wait("somebody")
        let_in += wait == 0
        if wait:
            now += wait + 1e-6
            let_in += rates.wait("somebody") == 0
    assert let_in <= burst + rate * now + 1e-3


def test_who_sends_no_token_is_a_guest_on_this_machine_alone(
    serve: Serve, folder: LibraryFolder, tmp_path: Path
) -> None:
    address = own_address()
    file = tmp_path / "tokens.json"
    add_token(file, "ward-3", [Role.ASK])
    server = serve(folder, "--host", "0.0.0.0", "--tokens", str(file), "--guest", "ask")
    here = replace(server, host="127.0.0.1")
    elsewhere = replace(server, host=address)
    assert here.get("/labels").status == 200
    assert elsewhere.get("/labels").status == 401
    assert elsewhere.get("/labels", Host="localhost").status == 401


def own_address() -> str:
    """An address of this machine that others see."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            pytest.skip("this machine has no network")
        return str(route.getsockname()[0])


def test_wrong_tokens_are_let_in_no_more_often_than_others(
    serve: Serve, folder: LibraryFolder, tmp_path: Path
) -> None:
    file = tmp_path / "tokens.json"
    add_token(file, "ward-3", [Role.ASK])
    server = serve(
        folder, "--tokens", str(file),
        MONOGRAPH_QA_SERVE_RATE="0.01", MONOGRAPH_QA_SERVE_BURST="3",
    )  # fmt: skip
    tried = [server.get("/labels", f"guess {at}").status for at in range(5)]
    assert tried == [401, 401, 401, 429, 429]
