"""SQL of outsiders on a server reads one store, under the fewest rights, for as long as it may."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml
from audit.logs import a_log
from building import nizatidine, publish_at

from monograph_qa.errors import JournalError, LibraryError, QueryRefused
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.inquiry.bounded import Bounds, select
from monograph_qa.store.inquiry.server import server_rows

TRIED: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("server_attacks.yaml").read_text(encoding="utf-8")
)
REFUSED = [sql for each in TRIED["refused"].values() for sql in each]
ENDLESS = "SELECT count(*) FROM generate_series(1, 1000000000000)"


@pytest.fixture(scope="module")
def journal(postgresql: str) -> Iterator[LibraryServer]:
    """A log of four records, to which nothing is done."""
    with closing(LibraryServer(postgresql % "postgres").reach()) as keeper:
        keeper.execute("CREATE DATABASE inquired TEMPLATE library")
        server = LibraryServer(postgresql % "inquired")
        a_log(server)
        yield server
        keeper.execute("DROP DATABASE inquired WITH (FORCE)")


def contents(server: LibraryServer) -> list[tuple[Any, ...]]:
    statement = (
        "SELECT (SELECT count(*) FROM ingest_job), (SELECT said FROM signed_head), "
        "(SELECT string_agg(hash, ' ' ORDER BY sequence) FROM audit_record), "
        "(SELECT appended FROM audit_count), (SELECT last_value FROM ingest_load), "
        "(SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_proc)"
    )
    with closing(server.reach()) as connection:
        return connection.execute(statement).fetchall()


@pytest.mark.parametrize("sql", REFUSED)
def test_whatever_is_no_single_select_of_the_journal_is_refused(
    journal: LibraryServer, sql: str
) -> None:
    before = contents(journal)
    with pytest.raises(QueryRefused):
        list(server_rows(journal.url, "journal", sql, 5))
    assert contents(journal) == before


@pytest.mark.parametrize("sql", TRIED["answered"])
def test_what_merely_reckons_is_answered(journal: LibraryServer, sql: str) -> None:
    columns, *_ = server_rows(journal.url, "journal", sql, 5)
    assert columns


def test_it_runs_under_the_role_with_the_fewest_rights(journal: LibraryServer) -> None:
    (_, (role,)) = server_rows(journal.url, "journal", "SELECT current_user", 5)
    assert role == "monograph_auditor"
    (_, (role,)) = server_rows(journal.url, "library", "SELECT current_user", 5)
    assert role == "monograph_asker"


def test_a_select_gives_columns_and_rows_with_json_decoded(journal: LibraryServer) -> None:
    sql = "SELECT sequence, intent, hash AS h, hash AS h, 1.5 FROM audit_record WHERE sequence = 2"
    table = select("journal", journal, sql)
    assert table.columns == ("sequence", "intent", "h", "h_1", "?column?")
    assert table.rows[0][:2] == (2, {"kind": "fact"}) and table.rows[0][4] == 1.5
    assert not table.truncated


def test_a_statement_that_never_ends_is_stopped(journal: LibraryServer) -> None:
    with pytest.raises(QueryRefused, match="longer than"):
        list(server_rows(journal.url, "journal", ENDLESS, 0.3))
    with pytest.raises(QueryRefused, match="longer than"):
        select("journal", journal, ENDLESS, Bounds(seconds=1))


def test_rows_and_bytes_are_bounded(journal: LibraryServer) -> None:
    many = select("journal", journal, "SELECT generate_series(1, 5000)", Bounds(rows=1000))
    assert len(many.rows) == 1000 and many.truncated
    wide = "SELECT repeat('x', 100000) FROM generate_series(1, 500)"
    table = select("journal", journal, wide, Bounds(size=1_000_000))
    assert 0 < len(table.rows) <= 10 and table.truncated


def test_labels_are_read_and_the_journal_is_not_theirs(server: LibraryServer) -> None:
    publish_at(a_log(server), nizatidine())
    sql = "SELECT drug, count(*) FROM label JOIN fact_span USING (label_id) GROUP BY drug"
    assert select("library", server, sql).rows[0][0] == "Nizatidine"
    for private in ("audit_record", "ingest_job"):
        with pytest.raises(QueryRefused, match="cannot be read here"):
            select("library", server, f"SELECT * FROM {private}")


def test_a_server_out_of_reach_is_told_without_its_password() -> None:
    away = LibraryServer("postgresql+psycopg://somebody:s3cret@localhost:1/nowhere")
    for store, error in (("journal", JournalError), ("library", LibraryError)):
        with pytest.raises(error) as caught:
            select(store, away, "SELECT 1")
        assert "s3cret" not in str(caught.value) and "localhost" in str(caught.value)
