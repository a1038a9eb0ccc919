"""The pages over HTTP: headers, roles, links that stay, errors that are pages."""

import json
import re
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from audit.logs import a_record, add
from building import HALF_LIFE, STORAGE, a_label, a_monograph, nizatidine, publish_at
from conftest import Run

from bench.served import PATIENCE, Reply, Server, reply_of
from monograph_qa.audit.recording import recorded_answer
from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.library import Library
from monograph_qa.serving.tokens import Role, add_token
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_journal
from serving.conftest import ALL, Serve

QUESTION = "What is the half-life of Axid?"
PAGES = (
    "/", "/search", "/search?need=half-life", "/views/dose?drug=axid", "/log", "/log/proof",
    "/loads", "/sign-in", "/answers/aud_none", "/where/fact_none",
)  # fmt: skip
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


def send(served: Server, path: str, cookie: str = "", **form: str) -> Reply:
    """A form, sent as a browser sends it."""
    connection = HTTPConnection(served.host, served.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    connection.request("POST", path, urlencode(form), headers)
    reply = reply_of(connection.getresponse())
    connection.close()
    return reply


def asked(served: Server, question: str, **form: str) -> str:
    """Where the answer is shown."""
    reply = send(served, "/", question=question, **form)
    assert reply.status == 303
    return str(reply.headers["location"])


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_a_strict_policy(served: Server, path: str) -> None:
    policy = served.get(path).headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    framed = "'self'" if path.startswith("/where") else "'none'"
    assert f"frame-ancestors {framed}" in policy


def test_an_answer_s_page_is_made_from_its_record(serve: Serve, axid: Place) -> None:
    served = serve(axid, *ALL)
    path = asked(served, QUESTION)
    page = served.get(path)
    assert page.status == 200 and HALF_LIFE.text in page.body.decode()
    with Library(axid) as library:
        record = library.journal.find_record(path.rpartition("/")[2])
    assert record is not None and record.question == QUESTION


def test_a_link_shows_what_was_said_when_the_label_is_long_replaced(
    serve: Serve, folder: LibraryFolder
) -> None:
    served = serve(folder, *ALL)
    path = asked(served, QUESTION)
    before = served.get(path).body
    newer = a_monograph({"storage_and_handling": [STORAGE]}, a_label("Famotidine"))
    publish_at(folder, newer)
    assert served.get(path).body == before


def test_a_record_is_read_back_as_it_was_said(axid: Place) -> None:
    questions = (QUESTION, "dose of Axid, CrCl 22", "dose of zorblax", "Show the structure of Axid")
    with Library(axid) as library:
        for question in questions:
            answer = library.ask(question)
            record = library.journal.find_record(answer.audit_id)
            assert record is not None
            then = recorded_answer(record)
            for name in (
                "outcome",
                "message",
                "groups",
                "sources",
                "parts",
                "candidates",
                "intent",
            ):
                assert getattr(then.answer, name) == getattr(answer, name)
            assert [each.image_id for each in then.answer.images] == [
                i.image_id for i in answer.images
            ]
            assert then.is_sound


def test_a_follow_up_stands_in_the_log_with_what_it_took_over(
    served: Server, held: LibraryFolder
) -> None:
    first = asked(served, QUESTION).rpartition("/")[2]
    then = asked(served, "and the storage?", after=first).rpartition("/")[2]
    with Library(held) as library:
        record = library.journal.find_record(then)
    assert record is not None
    carried = json.loads(record.intent)["carried"]
    assert carried["question"] == QUESTION and STORAGE.text in record.answer


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"question": ""}, 422),
        ({"question": "x" * 5000}, 422),
        ({"question": "dose of Axid", "after": "aud_none"}, 404),
        ({"question": "dose of Axid", "after": "../../etc/passwd"}, 404),
        ({"choice": "99", "after": "AUDIT"}, 303),  # no choice was offered: it is a question
    ],
)
def test_what_cannot_be_asked_is_told_on_a_page(
    served: Server, held: LibraryFolder, form: dict[str, str], status: int
) -> None:
    audit_id = asked(served, QUESTION).rpartition("/")[2]
    reply = send(served, "/", **{n: said.replace("AUDIT", audit_id) for n, said in form.items()})
    assert reply.status == status
    if status != 303:
        assert reply.headers["content-type"].startswith("text/html")
        assert b"Traceback" not in reply.body and str(held.root).encode() not in reply.body


def test_who_lacks_a_role_signs_in_with_a_token(
    serve: Serve, folder: LibraryFolder, tmp_path: Path
) -> None:
    tokens = tmp_path / "tokens.json"
    asker = add_token(tokens, "ward 3", [Role.ASK])
    served = serve(folder, "--tokens", str(tokens))
    assert served.get("/").status == 401 and b'type="password"' in served.get("/").body
    assert send(served, "/sign-in", token="wrong").status == 401
    done = send(served, "/sign-in", token=asker)
    cookie, _, traits = done.headers["set-cookie"].partition(";")
    assert (
        done.status == 303 and "httponly" in traits.lower() and "samesite=strict" in traits.lower()
    )
    assert served.get("/", Cookie=cookie).status == 200
    assert b"Audit log" not in served.get("/", Cookie=cookie).body
    for path in ("/log", "/log/proof", "/loads"):
        assert served.get(path, Cookie=cookie).status == 403
    reply = send(served, "/", cookie, question=QUESTION)
    with Library(folder) as library:
        record = library.journal.find_record(reply.headers["location"].rpartition("/")[2])
    assert record is not None and json.loads(record.intent)["options"]["caller"] == "ward 3"


def test_a_page_of_a_label_without_its_file_is_its_section(served: Server) -> None:
    fact = next(each for each in nizatidine().facts if each.quote == HALF_LIFE.text)
    page = served.get(f"/where/{fact.fact_id}")
    assert page.status == 200 and f'id="quote">{HALF_LIFE.text}</mark>' in page.body.decode()
    assert served.get(f"/sheets/{fact.label_id}/1.png").status == 404


def test_names_are_completed(serve: Serve, axid: Place) -> None:
    served = serve(axid)
    for begin in ("ax", "AX", "niz"):
        names = served.get(f"/completions?begin={begin}").json
        assert names and all(name.lower().startswith(begin.lower()) for name in names), begin
    assert served.get("/completions?begin=a").json == []


def test_a_signed_log_is_whole_only_where_its_end_was_checked(
    run: Run, serve: Serve, folder: LibraryFolder, tmp_path: Path
) -> None:
    key = tmp_path / "audit.key"
    key.write_bytes(b"k" * 32)
    named = {"MONOGRAPH_QA_AUDIT_KEY_FILE": str(key)}
    run("ask", QUESTION, library=folder, **named)
    for environment, whole, words in (
        (named, True, "The chain is whole"),
        ({}, False, "The chain holds, but its end is not proven"),
    ):
        served = serve(folder, *ALL, **environment)
        proof = served.get("/audit/proof").json
        assert (proof["sound"], proof["whole"]) == (True, whole)
        printed = run("audit", "verify", "--json", library=folder, **environment)
        assert json.loads(printed.stdout)["whole"] == whole
        assert printed.returncode == (0 if whole else 3)
        page = served.get("/log/proof").body.decode()
        assert f"<h1>{words}</h1>" in page and str(folder.root) not in page


def test_a_long_log_is_read_a_page_at_a_time(serve: Serve, axid: Place) -> None:
    with closing(open_journal(axid, make=True)) as journal:
        for number in range(1, 131):
            record = a_record(number, f"question {number} of all")
            add(journal, replace(record, intent='{"options":{"caller":"ward 3"}}'))
    served = serve(axid, *ALL)
    newest = served.get("/log").body.decode()
    assert "<td>ward 3</td><td>question 130 of all" in newest and "question 30 of" not in newest
    assert "Looked back as far as 2026-01-02 03:04" in newest
    (further,) = re.findall(r'href="(/log[?][^"]*before=31)"', newest)
    oldest = served.get(unescape(further)).body.decode()
    assert "question 30 of" in oldest and "question 1 of" in oldest
    assert "Looked back as far as the first record" in oldest
    assert "No record fits" in served.get("/log?caller=ward").body.decode()
    reply = served.get("/audit?most=2&caller=ward%203")
    assert [each["sequence"] for each in reply.json] == [130, 129]
    assert reply.headers["link"] == '</audit?most=2&caller=ward+3&before=129>; rel="next"'
    assert served.get("/audit?most=2&before=3").headers.get("link") is None


def test_loads_are_counted_by_state_and_shown_by_it(serve: Serve, axid: Place) -> None:
    with closing(open_journal(axid, make=True)) as journal:
        for at in range(4):
            journal.put_job(
                IngestJob(
                    f"job_{at}", f"/labels/{at}.pdf", f"file:/labels/{at}.pdf",
                    JobState.FAILED if at == 0 else JobState.COMPLETED, 1, None, None,
                    BEGUN, BEGUN, BEGUN, None,
                )
            )  # fmt: skip
    served = serve(axid, *ALL)
    shown = served.get("/loads").body.decode()
    assert "completed 3" in shown and "failed 1" in shown and "3.pdf" in shown
    shown = served.get("/loads?state=failed").body.decode()
    assert "0.pdf" in shown and "3.pdf" not in shown and "completed 3" in shown
    assert served.get("/loads?state=lost").status == 404
