"""The audit log as auditors meet it: lists, records, replays, exports, reports, proof."""

import csv
import html as pages
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from audit.logs import tamper
from building import HALF_LIFE, address
from conftest import Run

from cli.conftest import EVIL, QUESTION, first_id, ids
from monograph_qa.store.homes import LibraryFolder, LibraryServer
from monograph_qa.store.place import Place

TODAY = datetime.now(UTC).date().isoformat()


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
    for part in (
        QUESTION,
        HALF_LIFE.text,
        "page 1",
        "version 1",
        "tier: answer; checks",
        "fits the",
    ):
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
