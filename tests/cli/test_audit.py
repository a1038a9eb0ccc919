"""The audit log as auditors meet it: lists, records, replays, exports, reports, proof."""

import csv
import html as pages
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from audit.logs import a_log, count_made, empty, tamper
from building import HALF_LIFE, Said, a_label, a_monograph, address, nizatidine, publish_at
from conftest import Run

from monograph_qa.audit.chain import seal
from monograph_qa.audit.recording import record_of
from monograph_qa.domain.answer import Answer, Finding, Outcome, Status, Verdict
from monograph_qa.library import Library
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.place import Place, open_journal
from monograph_qa.store.server.connection import LibraryServer

QUESTION = "What is the half-life of Axid?"
EVIL = "<script>alert('Axid')</script> & \"half-life\""
TODAY = datetime.now(UTC).date().isoformat()


@pytest.fixture
def asked(axid: Place) -> Place:
    """A library that three questions were asked, and a log with one withheld answer besides."""
    with Library(axid) as library:
        for question in (QUESTION, "Who won the world cup?", "=HYPERLINK(A1) of zorblaxin?"):
            library.ask(question)
    finding = Finding("verbatim", "fact_1", f"differs from the label: {EVIL}")
    answer = Answer(Outcome.WITHHELD, Verdict(Status.WITHHELD, (finding,)), message="withheld")
    record = record_of(
        "aud_withheld", EVIL, None, [], None, answer, library_version="v", elapsed_ms=3
    )
    with closing(open_journal(axid)) as journal:
        journal.append(lambda previous: seal(record, previous))
    return axid


def ids(run: Run, place: Place, *options: str) -> list[str]:
    done = run("audit", "list", "--json", *options, library=address(place))
    assert done.returncode == 0, done.stderr
    return [record["question"] for record in json.loads(done.stdout)]


def first_id(run: Run, place: Place) -> str:
    done = run("audit", "list", "--json", "--drug", "axid", library=address(place))
    return str(json.loads(done.stdout)[-1]["audit_id"])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--outcome", "answered"), [QUESTION]),
        (("--outcome", "withheld"), [EVIL]),
        (("--finding", "verbatim"), [EVIL]),
        (("--finding", "completeness"), []),
        (("--drug", "AXID"), [QUESTION]),
        (("--drug", "zatidin"), [QUESTION]),  # the label that was quoted
        (("--drug", "zorblaxin"), ["=HYPERLINK(A1) of zorblaxin?"]),  # a drug that is not here
        (("--drug", "warfarin"), []),
        (("--limit", "1"), [EVIL]),
        (("--since", "2999-01-01"), []),
        (("--until", "2001-01-01"), []),
        (("--since", TODAY, "--until", TODAY, "--outcome", "answered"), [QUESTION]),
        (("--since", "2001-01-01T10:00:00+02:00", "--limit", "1"), [EVIL]),
    ],
)
def test_records_are_listed_by_what_is_asked_for(
    run: Run, asked: Place, options: tuple[str, ...], expected: list[str]
) -> None:
    assert ids(run, asked, *options) == expected


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "--since", "yesterday"),
        ("list", "--until", "2026-13-01"),
        ("list", "--outcome", "lost"),
        ("export", "--format", "parquet"),
        ("export", "--format", "xml"),
        ("report",),
    ],
)
def test_wrong_usage_exits_2(run: Run, asked: Place, arguments: tuple[str, ...]) -> None:
    done = run("audit", *arguments, library=address(asked))
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_a_record_is_shown_with_version_page_and_checks(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    shown = run("audit", "show", audit_id, library=address(asked)).stdout
    for part in (QUESTION, HALF_LIFE.text, "page 1", "version 1", "checks: no finding", "fits the"):
        assert part in shown
    withheld = run("audit", "show", "aud_withheld", library=address(asked)).stdout
    assert "finding    verbatim: fact_1" in withheld


def test_a_changed_record_is_shown_as_such(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    tamper(asked, "UPDATE audit_record SET question = 'x' WHERE sequence = 1")
    assert "DOES NOT FIT" in run("audit", "show", audit_id, library=address(asked)).stdout
    verified = run("audit", "verify", library=address(asked))
    assert verified.returncode == 1
    assert f"record 1 ({audit_id} {TODAY}" in verified.stdout  # what, where, when


def test_a_replay_on_the_same_library_says_the_same_and_is_marked(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    done = run("audit", "replay", audit_id, library=address(asked))
    assert done.returncode == 0 and "the same is said: 2 quotes the same" in done.stdout
    assert ids(run, asked, "--drug", "axid") == [QUESTION]  # no second question of a user
    assert ids(run, asked, "--drug", "axid", "--replays") == [QUESTION, QUESTION]
    value = json.loads(run("audit", "replay", audit_id, "--json", library=address(asked)).stdout)
    assert value["audit_id"].startswith("rpl_") and value["is_same"] is True
    shown = run("audit", "show", value["audit_id"], library=address(asked)).stdout
    assert f"replay     of {audit_id}" in shown
    assert run("audit", "verify", library=address(asked)).returncode == 0


def newer_label(place: Place) -> None:
    """The label of Axid as it was published later, with another half-life."""
    text = Said("The elimination half-life of nizatidine is 2 to 3 hours.", ("half_life",))
    renal = nizatidine().facts[3].quote
    label = replace(a_label(text="a later edition"), version=2)
    said = {"pharmacokinetics": [text, Said(renal, ("half_life",), page=3)]}
    publish_at(place, a_monograph(said, label, brands=["Axid"]))


def test_a_replay_tells_what_a_newer_label_changed(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    newer_label(asked)
    done = run("audit", "replay", audit_id, library=address(asked))
    assert done.returncode == 3
    assert f"- “{HALF_LIFE.text}”" in done.stdout
    assert "+ “The elimination half-life of nizatidine is 2 to 3 hours.”" in done.stdout
    assert "0 quotes the same, 1 from another place, 1 gone, 1 new" in done.stdout
    assert "version 2" in done.stdout


def test_a_replay_as_then_asks_the_version_of_then(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    newer_label(asked)
    done = run("audit", "replay", audit_id, "--then", library=address(asked))
    assert "the same is said: 2 quotes the same" in done.stdout and done.returncode == 0
    assert f"asked of   {nizatidine().label.label_id}" in done.stdout


def lose_labels(place: Place) -> None:
    if isinstance(place, LibraryFolder):
        place.library.unlink()
        return
    with closing(place.connect()) as server:
        server.execute("TRUNCATE label, drug_name, drug_name_key, section, fact_span, image")


def test_a_replay_of_a_lost_label_says_so(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    lose_labels(asked)
    publish_at(asked, a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine")))
    done = run("audit", "replay", audit_id, library=address(asked))
    assert done.returncode == 3 and "is no longer in this library" in done.stdout
    assert "Traceback" not in done.stderr


def test_replaying_what_was_never_asked_is_an_error(run: Run, asked: Place) -> None:
    done = run("audit", "replay", "aud_0", library=address(asked))
    assert done.returncode == 2 and "aud_0" in done.stderr


def test_the_three_exports_hold_the_same(run: Run, asked: Place, tmp_path: Path) -> None:
    import pyarrow.parquet

    for form in ("jsonl", "csv", "parquet"):
        out = tmp_path / f"log.{form}"
        done = run("audit", "export", "--format", form, "--out", str(out), library=address(asked))
        assert done.returncode == 0 and done.stdout.startswith("4 records"), done.stderr
    lines = (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["sequence"] for record in records] == [1, 2, 3, 4]
    assert pyarrow.parquet.read_table(tmp_path / "log.parquet").to_pylist() == records
    with (tmp_path / "log.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["hash"] for row in rows] == [record["hash"] for record in records]
    assert rows[2]["question"] == "'=HYPERLINK(A1) of zorblaxin?"  # no formula in a spreadsheet
    assert rows[0]["question"] == QUESTION


def test_an_export_can_go_to_standard_output(run: Run, asked: Place) -> None:
    done = run("audit", "export", "--outcome", "answered", library=address(asked))
    (line,) = done.stdout.splitlines()
    assert json.loads(line)["question"] == QUESTION


def test_an_export_that_cannot_be_written_leaves_nothing(
    run: Run, asked: Place, tmp_path: Path
) -> None:
    done = run("audit", "export", "--out", str(tmp_path / "no" / "log"), library=address(asked))
    assert done.returncode == 1 and "cannot be written" in done.stderr
    assert not (tmp_path / "no").exists()


def test_the_report_is_one_escaped_page_that_loads_nothing(
    run: Run, asked: Place, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    done = run("audit", "report", "--html", str(out), library=address(asked))
    assert done.returncode == 0, done.stderr
    page = out.read_text(encoding="utf-8")
    assert EVIL not in page and "<script" not in page
    assert EVIL in pages.unescape(page)
    assert "http:" not in page and "https:" not in page and "url(" not in page
    assert "The chain of the whole log is unbroken: 4 records" in page
    silent = page[page.index("Questions not found") : page.index("Questions asked back")]
    assert "of zorblaxin?" in silent and "world cup" not in silent
    assert "No question was asked back." in page
    assert "aud_withheld" in page and "<svg" in page and 'class="withheld"' in page


def test_the_report_of_a_broken_log_says_so(run: Run, asked: Place, tmp_path: Path) -> None:
    broken = "{broken" if isinstance(asked, LibraryServer) else b"\x00"
    tamper(
        asked,
        "UPDATE audit_record SET at = 'never', answer = ? WHERE sequence = 2",
        values=[broken],
    )
    out = tmp_path / "report.html"
    assert run("audit", "report", "--html", str(out), library=address(asked)).returncode == 0
    page = out.read_text(encoding="utf-8")
    assert "was changed or damaged" in page and "unreadable" in page


def test_an_empty_time_is_reported_too(run: Run, asked: Place, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    done = run(
        "audit", "report", "--html", str(out), "--since", "2999-01-01", library=address(asked)
    )
    assert done.returncode == 0 and "0 questions" in done.stdout
    assert "No question was asked" in out.read_text(encoding="utf-8")


def test_anchors_are_signed_kept_and_checked(run: Run, asked: Place, tmp_path: Path) -> None:
    key, receipt = tmp_path / "audit.key", tmp_path / "receipt.json"
    key.write_text("0123456789abcdef0123456789abcdef\n")
    made = run("audit", "anchor", "--key", str(key), library=address(asked))
    receipt.write_text(made.stdout)
    given = ("audit", "verify", "--anchor", str(receipt), "--key", str(key))
    assert run(*given, library=address(asked)).returncode == 0
    empty(asked)
    with Library(asked) as library:
        for _ in range(4):
            library.ask(QUESTION)  # another log in the place of the first
    assert run("audit", "verify", library=address(asked)).returncode == 0
    done = run(*given, library=address(asked))
    assert done.returncode == 1 and "is not the record that stood here" in done.stdout
    receipt.write_text(made.stdout.replace('"sequence": 4', '"sequence": 3'))
    forged = run(*given, library=address(asked))
    assert forged.returncode == 1 and "not signed with this key" in forged.stderr


def signed_head(place: Place) -> str:
    with closing(open_journal(place)) as journal:
        return journal.read_head() or ""


def test_with_a_key_every_question_moves_the_signed_head(
    run: Run, asked: Place, tmp_path: Path
) -> None:
    key = tmp_path / "audit.key"
    key.write_text("0123456789abcdef0123456789abcdef")
    named = {"MONOGRAPH_QA_AUDIT_KEY_FILE": str(key)}
    assert run("ask", QUESTION, library=address(asked), **named).returncode == 0
    assert json.loads(signed_head(asked).splitlines()[-1])["sequence"] == 5
    assert run("audit", "verify", library=address(asked), **named).returncode == 0
    tamper(asked, "DELETE FROM audit_record WHERE sequence = 5", count_made(asked, 4))
    unchecked = run("audit", "verify", library=address(asked))
    assert unchecked.returncode == 3 and "whole" not in unchecked.stdout
    assert "how it ends is signed and was not checked" in unchecked.stdout
    page = tmp_path / "report.html"
    run("audit", "report", "--html", str(page), library=address(asked))
    assert "signed and was not checked" in page.read_text() and "unbroken" not in page.read_text()
    found = run("audit", "verify", library=address(asked), **named)
    assert found.returncode == 1 and "record 5 is missing" in found.stdout
    assert (
        run("audit", "anchor", library=address(asked), **named).returncode == 1
    )  # no receipt of this


def test_a_head_that_is_not_ours_is_told_and_never_written_over(
    run: Run, asked: Place, tmp_path: Path
) -> None:
    key = tmp_path / "audit.key"
    key.write_text("0123456789abcdef0123456789abcdef")
    named = {"MONOGRAPH_QA_AUDIT_KEY_FILE": str(key)}
    with closing(open_journal(asked)) as journal:
        journal.keep_head(lambda kept: '{"sequence": 1, "hash": "00", "at": "then", "hmac": "00"}')
    assert run("ask", QUESTION, library=address(asked), **named).returncode == 0
    assert "then" in signed_head(asked)
    done = run("audit", "verify", library=address(asked), **named)
    assert done.returncode == 1 and "the signed head" in done.stdout


@pytest.mark.parametrize("content", [None, b"", b"short"])
def test_a_key_that_is_none_is_an_error_and_nothing_is_recorded(
    run: Run, asked: Place, tmp_path: Path, content: bytes | None
) -> None:
    key = tmp_path / "audit.key"
    if content is not None:
        key.write_bytes(content)
    named = {"MONOGRAPH_QA_AUDIT_KEY_FILE": str(key)}
    done = run("ask", QUESTION, library=address(asked), **named)
    assert done.returncode == 1 and done.stdout == "" and "AUDIT_KEY_FILE" in done.stderr
    assert len(ids(run, asked)) == 4


def test_a_journal_that_never_counted_is_verified_with_a_note(
    run: Run, folder: LibraryFolder
) -> None:
    a_log(folder)
    with sqlite3.connect(folder.journal) as connection:
        (ddl,) = connection.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'audit_record'"
        ).fetchone()
        connection.execute("ALTER TABLE audit_record RENAME TO counted")
        connection.execute(ddl.replace("AUTOINCREMENT", ""))
        connection.execute("INSERT INTO audit_record SELECT * FROM counted")
        connection.execute("DROP TABLE counted")
        connection.execute("DELETE FROM sqlite_sequence")
    done = run("audit", "verify", library=folder.root)
    assert "Traceback" not in done.stderr and done.returncode == 0
    assert "note: this journal was begun by an early version" in done.stdout


def test_sql_reads_the_journal_with_json_decoded(run: Run, asked: Place) -> None:
    sql = "SELECT question, findings FROM audit_record WHERE verdict = 'withheld'"
    (row,) = json.loads(run("audit", "sql", sql, "--json", library=address(asked)).stdout)
    assert row["question"] == EVIL and row["findings"][0]["check"] == "verbatim"


def test_a_question_is_stored_without_what_identifies_a_person(
    run: Run, folder: LibraryFolder
) -> None:
    typed = (
        "Patient Jane Kowalski, MRN 4482913, tel 617-555-0134, okonkwo chidinma: half-life of Axid?"
    )
    said = run("ask", typed, library=folder.root)
    assert "What identifies a person was removed" in said.stdout and HALF_LIFE.text in said.stdout
    raw = folder.journal.read_bytes()
    wal = folder.journal.with_name(folder.journal.name + "-wal")
    raw += wal.read_bytes() if wal.exists() else b""
    for private in (b"Kowalski", b"4482913", b"0134", b"okonkwo", b"chidinma"):
        assert private not in raw and private.decode() not in said.stdout
    assert ids(run, folder) == [
        "Patient [patient name], MRN [record number], tel [phone], [name]: half-life of Axid?"
    ]
