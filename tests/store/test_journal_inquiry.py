"""SQL over the journal reads one journal and does nothing else, for as long as it may."""

import time
from pathlib import Path

import pytest
from audit.logs import a_journal

from monograph_qa.errors import JournalError, QueryRefused
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.inquiry.bounded import Bounds, select
from monograph_qa.store.inquiry.journal import journal_rows
from store.sql_attacks import ATTACKS

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "


@pytest.fixture
def folder(tmp_path: Path) -> LibraryFolder:
    a_journal(tmp_path / "journal.sqlite")
    return LibraryFolder(tmp_path)


@pytest.mark.parametrize("sql", ATTACKS["journal"]["refused"])
def test_whatever_is_no_single_select_is_refused(folder: LibraryFolder, sql: str) -> None:
    before = folder.journal.read_bytes()
    with pytest.raises(QueryRefused):
        list(journal_rows(folder.journal, sql))
    assert folder.journal.read_bytes() == before


@pytest.mark.parametrize("sql", ATTACKS["journal"]["answered"])
def test_whatever_only_reads_is_answered(folder: LibraryFolder, sql: str) -> None:
    columns, *rows = journal_rows(folder.journal, sql)
    assert columns and rows


@pytest.mark.parametrize("sql", ATTACKS["journal"]["outgrown"])
def test_a_statement_that_takes_too_much_is_stopped(folder: LibraryFolder, sql: str) -> None:
    bounds = Bounds(seconds=1.5, memory=1024**3)
    started = time.monotonic()
    with pytest.raises(QueryRefused):
        select("journal", folder, sql, bounds)
    assert time.monotonic() - started < bounds.seconds + 30  # it would never end


def test_a_select_gives_columns_and_rows_with_json_decoded(folder: LibraryFolder) -> None:
    table = select(
        "journal",
        folder,
        "SELECT sequence, intent, hash AS h, hash AS h FROM audit_record WHERE sequence = 2",
    )
    assert table.columns == ("sequence", "intent", "h", "h_1")
    assert table.rows[0][:2] == (2, {"kind": "fact"}) and not table.truncated


def test_rows_and_bytes_are_bounded(folder: LibraryFolder) -> None:
    table = select("journal", folder, ENDLESS + "i FROM n", Bounds(rows=1000))
    assert len(table.rows) == 1000 and table.truncated
    wide = ENDLESS + "printf('%5000000s', i) FROM n"
    table = select("journal", folder, wide, Bounds(size=12_000_000))
    assert len(table.rows) == 2 and table.truncated


def test_what_is_no_json_any_more_is_shown_as_it_is(folder: LibraryFolder) -> None:
    sql = """SELECT '{bad' AS intent, '{"a": 1e999}' AS draft, x'00ff' AS answer"""
    assert select("journal", folder, sql).rows == (("{bad", {"a": "1e999"}, "00ff"),)


def test_without_a_journal_one_line_says_so_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal here"):
        select("journal", LibraryFolder(tmp_path), "SELECT 1")
    assert not (tmp_path / "journal.sqlite").exists()
