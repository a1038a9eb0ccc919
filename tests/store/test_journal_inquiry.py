"""SQL over the journal reads one journal and does nothing else, for as long as it may."""

from pathlib import Path

import pytest
from audit.test_chain import a_journal

from monograph_qa.errors import JournalError, QueryRefused
from monograph_qa.store.inquiry import MOST_ROWS
from monograph_qa.store.journal_inquiry import MOST_BYTES, run_journal_select

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return a_journal(tmp_path / "journal.sqlite")


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM audit_record", "UPDATE audit_record SET at = 1", "DROP TABLE audit_record",
        "INSERT INTO audit_record SELECT * FROM audit_record", "CREATE TABLE t(a)", "VACUUM",
        "CREATE TEMP TABLE t(a)", "ATTACH ':memory:' AS other", "PRAGMA writable_schema = ON",
        "PRAGMA table_info(audit_record)", "SELECT 1; SELECT 2", "BEGIN", "REINDEX", "ANALYZE", "",
        "SELECT load_extension('x')", "SELECT zeroblob(1000000000)", "SELECT nothing", "-- said",
        "VACUUM INTO 'copy.sqlite'", "SELECT * FROM pragma_database_list", "nonsense",
    ],
)  # fmt: skip
def test_whatever_is_no_single_select_is_refused(path: Path, sql: str) -> None:
    before = path.read_bytes()
    with pytest.raises(QueryRefused):
        run_journal_select(path, sql)
    assert path.read_bytes() == before


def test_a_select_gives_columns_and_rows_with_json_decoded(path: Path) -> None:
    table = run_journal_select(
        path, "SELECT sequence, intent, hash AS h, hash AS h FROM audit_record WHERE sequence = 2"
    )
    assert table.columns == ("sequence", "intent", "h", "h_1")
    assert table.rows[0][:2] == (2, {"kind": "fact"}) and not table.truncated


def test_a_statement_that_never_ends_is_stopped(path: Path) -> None:
    with pytest.raises(QueryRefused, match="longer than"):
        run_journal_select(path, ENDLESS + "count(*) FROM n", seconds=0.2)


def test_rows_and_bytes_are_bounded(path: Path) -> None:
    table = run_journal_select(path, ENDLESS + "i FROM n")
    assert len(table.rows) == MOST_ROWS and table.truncated
    wide = run_journal_select(path, ENDLESS + "printf('%5000000s', i) FROM n")
    assert sum(len(row[0]) for row in wide.rows) <= MOST_BYTES and wide.truncated


def test_without_a_journal_one_line_says_so_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal here"):
        run_journal_select(tmp_path / "journal.sqlite", "SELECT 1")
    assert not (tmp_path / "journal.sqlite").exists()
