"""Proof that the log is whole: receipts, signed heads, keys, journals of early versions."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from audit.logs import a_log, count_made, empty, tamper
from building import address
from conftest import Run

from cli.conftest import QUESTION, ids
from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_journal


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
