"""The HTTP API as programs meet it: the same values that the command line prints."""

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from building import HALF_LIFE, nizatidine
from conftest import Run

from bench.served import PATIENCE, reply_of
from monograph_qa.library import Library
from monograph_qa.resources import resource
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place
from serving.conftest import Serve

QUESTION = "What is the half-life of Axid?"
PICTURE = "Show the chemical structure of Axid"
_OWN = ("audit_id", "elapsed_ms", "trace", "routes")  # of each asking: ids and times


def without_times(value: Any) -> Any:
    """What is the same each time that a question is asked."""
    kept = {name: said for name, said in value.items() if name not in _OWN}
    return {**kept, "routes": [(each["route"], each["hits"]) for each in value["routes"]]}


@pytest.mark.parametrize("question", [QUESTION, "dose of zorblax", "What is the half-life?", ""])
def test_ask_says_what_the_command_line_prints(
    run: Run, serve: Serve, folder: LibraryFolder, question: str
) -> None:
    served = serve(folder)
    printed = run("ask", question, "--json", library=folder)
    said = served.post("/ask", {"question": question})
    if printed.returncode == 2:
        assert said.status == 422 and said.json["error"] in " ".join(printed.stderr.split())
        return
    assert said.status == 200
    assert without_times(said.json) == without_times(json.loads(printed.stdout))
    schema = json.loads(resource("schemas/json/answer.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(said.json, schema)


def test_a_picture_s_path_is_its_url(serve: Serve, folder: LibraryFolder) -> None:
    served = serve(folder)
    (image,) = served.ask(PICTURE)["images"]
    reply = served.get(image["path"])
    assert reply.headers["content-type"] == "image/png"
    assert reply.body == nizatidine().images[0].png


def test_every_answer_has_its_record_before_it_is_sent(serve: Serve, axid: Place) -> None:
    served = serve(axid)
    said = [served.ask(question) for question in (QUESTION, "dose of zorblax")]
    with Library(axid) as library:
        for answer in said:
            record = library.journal.find_record(answer["audit_id"])
            assert record is not None and record.question == answer["question"]


def test_a_conversation_goes_on_under_its_name(serve: Serve, folder: LibraryFolder) -> None:
    served = serve(folder)
    first = served.post("/chat", {"line": "dose of Axid?"}).json
    again = {"line": "and the half-life?", "conversation": first["conversation"]}
    second = served.post("/chat", again).json
    assert first["carried"] is None and second["carried"]["drugs"] == ["Axid"]
    assert HALF_LIFE.text in json.dumps(second["answer"])
    strange = served.post("/chat", {**again, "conversation": "of another"})
    assert (strange.status, list(strange.json)) == (404, ["error"])


def test_a_conversation_understands_the_commands_of_chat(serve: Serve, axid: Place) -> None:
    served = serve(axid)
    first = served.post("/chat", {"line": "dose of Axid?"}).json
    talk = {"conversation": first["conversation"]}
    schema = json.loads(resource("schemas/json/chat_line.schema.json").read_text(encoding="utf-8"))
    shown = {}
    for line in ("/why", "/sources", " /label axid", "/label clear", "/help", "/quit"):
        shown[line] = served.post("/chat", {"line": line, **talk}).json
        assert shown[line].pop("conversation") == first["conversation"]
        jsonschema.validate(shown[line], schema)
    assert shown["/why"]["why"]["audit_id"] == first["answer"]["audit_id"]
    assert shown[" /label axid"]["label"]["drug"] == "Nizatidine"
    assert shown["/label clear"]["label"] is None
    assert served.post("/chat", {"line": "and children?", **talk}).status == 404
    unknown = served.post("/chat", {"line": "/wyh"})
    assert unknown.status == 422 and "no command /wyh; /help" in unknown.json["error"]
    assert served.post("/chat", {"line": "/why"}).status == 404
    with Library(axid) as library:
        assert [record.question for _, record in library.journal.records()] == ["dose of Axid?"]


def test_what_is_held_can_be_looked_up(serve: Serve, folder: LibraryFolder) -> None:
    served = serve(folder)
    (label,) = served.get("/labels").json
    assert label["drug"] == "Nizatidine" and "/" not in label["source_path"]
    headings = [section["heading"] for section in served.get("/sections?label=axid").json]
    assert headings == [each.heading for each in nizatidine().sections]
    facts = served.get("/facts?label=axid&attribute=half_life").json
    assert facts[0]["quote"] == HALF_LIFE.text and len(facts) == 2
    assert served.get("/facts?label=axid&attribute=half_lives").status == 404
    (image,) = served.get("/images?label=axid").json
    assert served.get(image["path"]).status == 200
    assert served.get("/sections?label=zorblax").status == 404
    assert served.get("/sections").status == 422


def test_the_log_is_read_by_those_who_may(serve: Serve, folder: LibraryFolder) -> None:
    served = serve(folder, "--guest", "audit", "--guest", "load")
    asked = served.ask(QUESTION)
    served.ask("dose of zorblax")
    listed = served.get("/audit").json
    assert [each["question"] for each in listed] == ["dose of zorblax", QUESTION]
    (found,) = served.get("/audit?drug=nizatidine&since=2026-01-01").json
    assert found["audit_id"] == asked["audit_id"]
    assert served.get(f"/audit/{asked['audit_id']}").json["question"] == QUESTION
    assert served.get("/audit/aud_none").status == 404
    assert served.get("/audit?since=yesterday").status == 422
    proof = served.get("/audit/proof").json
    assert (proof["records"], proof["sound"], proof["whole"], proof["breaks"]) == (
        2,
        True,
        True,
        [],
    )
    assert served.get("/jobs").json == []
    assert served.get("/doubts?label=axid").json == []


def test_a_server_says_how_it_is_and_what_it_counts(serve: Serve, folder: LibraryFolder) -> None:
    served = serve(folder)
    version = served.get("/health").json["library_version"]
    answer = served.ask(QUESTION)
    tiers = [quote["tier"] for group in answer["groups"] for quote in group["quotes"]]
    counted = served.get("/metrics").body.decode()
    for line in (
        'monograph_qa_questions_total{outcome="answered"} 1.0',
        'monograph_qa_routes_total{route="fact_span"} 1.0',
        f'monograph_qa_lines_total{{tier="answer"}} {tiers.count("answer")}.0',
        "monograph_qa_withheld_total 0.0",
        f'library_version="{version}"',
        'monograph_qa_request_seconds_count{route="/ask",status="200"} 1.0',
    ):
        assert line in counted


def test_identifiers_of_people_are_neither_answered_counted_nor_logged(
    serve: Serve, folder: LibraryFolder
) -> None:
    served = serve(folder)
    asked = "tanaka hiroshi, pacemaker SN RNH628401S, 14 larkspur lane: half-life of Axid?"
    said = served.post("/ask", {"question": asked})
    assert said.json["verdict"]["status"] == "released"
    pages = [served.get(path).body for path in ("/metrics", "/audit", "/jobs")]
    served.process.terminate()
    printed, logged = served.process.communicate(timeout=PATIENCE)
    everything = " ".join([*(each.decode() for each in (said.body, *pages)), printed, logged])
    private = ("tanaka", "hiroshi", "rnh628401s", "larkspur")
    assert [each for each in private if each in everything.lower()] == []


def test_openapi_says_what_there_is(serve: Serve, folder: LibraryFolder) -> None:
    told = serve(folder).get("/openapi.json").json
    for route in ("/ask", "/chat", "/labels", "/sections", "/facts", "/images", "/audit"):
        assert route in told["paths"]
    schemas = told["components"]["schemas"]
    assert "audit_id" in schemas["answer"]["properties"]
    for named in re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(told)):
        assert named in schemas
    assert "$defs" not in json.dumps(told)


def test_a_library_that_goes_is_told_without_its_path_and_one_that_comes_is_asked(
    serve: Serve, folder: LibraryFolder
) -> None:
    served = serve(folder)
    away = folder.root.with_name("away")
    folder.root.rename(away)
    said = served.post("/ask", {"question": QUESTION})
    assert said.status == 503 and str(folder.root) not in said.body.decode()
    assert served.get("/health").status == 503
    away.rename(folder.root)
    assert served.get("/health").status == 200
    assert served.ask(QUESTION)["outcome"] == "answered"


def test_what_was_begun_is_answered_before_the_end(serve: Serve, folder: LibraryFolder) -> None:
    served = serve(folder)
    served.ask(QUESTION)
    with (
        closing(sqlite3.connect(folder.journal, isolation_level=None)) as journal,
        closing(served.connect()) as connection,
    ):
        journal.execute("BEGIN IMMEDIATE")  # so that no record can be written
        connection.request(
            "POST", "/ask", json.dumps({"question": QUESTION}), {"Content-Type": "application/json"}
        )
        while b"monograph_qa_waiting 1.0" not in served.get("/metrics").body:
            pass
        served.process.send_signal(signal.SIGTERM)
        with pytest.raises(TimeoutError):
            connection.sock.settimeout(0.5)
            connection.sock.recv(1, socket.MSG_PEEK)
        journal.execute("ROLLBACK")
        connection.sock.settimeout(PATIENCE)
        said = reply_of(connection.getresponse())
    assert said.status == 200 and said.json["outcome"] == "answered"
    _, told = served.process.communicate(timeout=PATIENCE)
    assert (served.process.returncode, told) == (0, "")


def test_no_library_a_port_in_use_and_tokens_others_can_read_are_told_in_a_line(
    run: Run, serve: Serve, folder: LibraryFolder, tmp_path: Path
) -> None:
    served = serve(folder)
    open_to_all = tmp_path / "tokens.json"
    open_to_all.write_text("{}")
    open_to_all.chmod(0o644)
    none = tmp_path / "none"
    for options, why in (
        (["--port", str(served.port), "--library", str(folder)], "the port is in use"),
        (["--port", "0", "--library", str(none)], "no library"),
        (["--library", str(folder), "--host", "0.0.0.0"], "name tokens"),
        (["--library", str(folder), "--tokens", str(open_to_all)], "chmod 600"),
        (["--library", str(folder), "--tokens", str(none)], "cannot be read"),
    ):
        done = run("serve", *options)
        assert done.returncode == 1 and done.stdout == ""
        assert why in done.stderr and len(done.stderr.splitlines()) == 1
    done = run("serve", "--library", str(folder), MONOGRAPH_QA_SERVE_RATE="fast")
    assert done.returncode == 1 and "MONOGRAPH_QA_SERVE_RATE" in done.stderr


@pytest.mark.parametrize(("missing", "command"), [("fastapi", "serve"), ("mcp", "mcp")])
def test_without_its_extra_a_command_says_how_to_get_it(
    folder: LibraryFolder, missing: str, command: str
) -> None:
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from monograph_qa.cli.start import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, command, "--port", "0", "--library", str(folder)],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.endswith(f"pip install 'monograph-qa[{command}]'\n")
    assert len(done.stderr.splitlines()) == 1
