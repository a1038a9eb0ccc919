"""The audit log proves itself: whatever is changed, removed, moved or added is found."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.logs import (
    COLUMNS,
    a_log,
    a_record,
    add,
    breaks_of,
    chained,
    count_made,
    tamper,
    tampered,
)
from monograph_qa.audit.chain import record_hash, seal, verify
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import JournalError
from monograph_qa.pipeline.examining.proving import prove
from monograph_qa.store.files.journal import FileJournal
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_journal

WRITERS, EACH = 4, 50


@pytest.fixture
def log(place: Place) -> Place:
    """A log of four records."""
    return a_log(place)


def test_an_untouched_log_verifies(log: Place) -> None:
    assert breaks_of(log) == []


def test_an_empty_log_verifies(place: Place) -> None:
    assert breaks_of(a_log(place, count=0)) == []


@given(st.data())
def test_any_changed_character_of_any_column_changes_the_hash(data: st.DataObject) -> None:
    column = data.draw(st.sampled_from([c for c in AuditRecord.__match_args__ if c != "hash"]))
    record = seal(a_record(1), "")
    value = getattr(record, column)
    if isinstance(value, float):
        changed: Any = data.draw(st.floats(0, 1e6).filter(lambda other: other != value))
    else:
        at = data.draw(st.integers(0, len(value)))
        changed = value[:at] + data.draw(st.characters(exclude_categories=["Cs"])) + value[at:]
    assert record_hash(replace(record, **{column: changed})) != record.hash


@settings(max_examples=60)
@given(st.data())
def test_any_changed_byte_of_any_stored_column_is_found(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    log = LibraryFolder(tmp_path_factory.mktemp("log"))
    a_log(log)
    row = data.draw(st.integers(1, 4))
    column = data.draw(st.sampled_from(COLUMNS))
    read = sqlite3.connect(log.journal)
    kind, raw = read.execute(
        f"SELECT typeof({column}), CAST({column} AS BLOB) FROM audit_record WHERE sequence = ?",
        (row,),
    ).fetchone()
    read.close()
    if kind == "text" and raw:
        at = data.draw(st.integers(0, len(raw) - 1))
        byte = data.draw(st.integers(0, 255).filter(lambda b: b != raw[at]))
        values: list[object] = [raw[:at] + bytes([byte]) + raw[at + 1 :], row]
        change = f"UPDATE audit_record SET {column} = CAST(? AS TEXT) WHERE sequence = ?"
    elif kind == "text":
        values = [data.draw(st.characters(exclude_categories=["Cs"])), row]
        change = f"UPDATE audit_record SET {column} = ? WHERE sequence = ?"
    else:
        values = [data.draw(st.integers(5, 99)), row]
        change = f"UPDATE audit_record SET {column} = ? WHERE sequence = ?"
    assert tampered(log, change, values=values), (column, values)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_changed_character_of_any_stored_column_is_found(
    place: Place, data: st.DataObject
) -> None:
    with closing(open_journal(place, make=True)) as journal:
        if not journal.head()[0]:
            for number in (1, 2):
                add(journal, a_record(number))
        held = list(journal.records())
    row, record = data.draw(st.sampled_from(held))
    column = data.draw(st.sampled_from(AuditRecord.__match_args__))
    was = getattr(record, column)
    if isinstance(was, str):
        at = data.draw(st.integers(0, len(was)))
        letter = data.draw(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
        rest = was[at + data.draw(st.integers(0, 1)) :]
        becomes: Any = was[:at] + letter + rest
    else:
        becomes = was + data.draw(st.sampled_from([0.1, -0.1, 1.0, 1e-9]))
    change = f"UPDATE audit_record SET {column} = ? WHERE sequence = ?"
    found = tampered(place, change, values=[becomes, row])
    tamper(place, change, values=[was, row])
    assert bool(found) == (becomes != was), (column, becomes)


@pytest.mark.parametrize("column", AuditRecord.__match_args__)
def test_text_turned_into_bytes_is_found(tmp_path: Path, column: str) -> None:
    log = a_log(LibraryFolder(tmp_path))
    change = f"UPDATE audit_record SET {column} = x'00ff' WHERE sequence = 2"
    assert any(each.sequence == 2 for each in tampered(log, change))


@pytest.mark.parametrize("gone", [1, 2, 3, 4])
def test_a_removed_record_is_found(log: Place, gone: int) -> None:
    assert tampered(log, f"DELETE FROM audit_record WHERE sequence = {gone}")


def test_a_removed_record_is_found_though_the_rest_was_renumbered(log: Place) -> None:
    found = tampered(
        log,
        "DELETE FROM audit_record WHERE sequence = 2",
        "UPDATE audit_record SET sequence = sequence - 1 WHERE sequence = 3",
        "UPDATE audit_record SET sequence = sequence - 1 WHERE sequence = 4",
        count_made(log, 3),
    )
    assert [each.problem for each in found] == ["does not follow the record before it"]


def test_a_last_record_removed_before_more_are_asked_is_found(log: Place) -> None:
    tamper(log, "DELETE FROM audit_record WHERE sequence = 4")
    with closing(open_journal(log)) as journal:
        add(journal, a_record(9))
    assert "record 4 is missing" in [each.problem for each in breaks_of(log)]


def test_an_emptied_log_is_found(log: Place) -> None:
    assert tampered(log, "DELETE FROM audit_record")


def test_a_count_that_is_gone_is_found(server: Place) -> None:
    assert tampered(a_log(server), "DELETE FROM audit_count")


def test_swapped_records_are_found(log: Place) -> None:
    assert tampered(
        log,
        "UPDATE audit_record SET sequence = 99 WHERE sequence = 2",
        "UPDATE audit_record SET sequence = 2 WHERE sequence = 3",
        "UPDATE audit_record SET sequence = 3 WHERE sequence = 99",
    )


def test_an_added_record_is_found(log: Place) -> None:
    forged = seal(a_record(5, "What did nobody ask?"), "0" * 64)
    marks = ", ".join("?" for _ in COLUMNS)
    found = tampered(
        log,
        f"INSERT INTO audit_record ({', '.join(COLUMNS)}) VALUES ({marks})",
        values=[5, *(getattr(forged, column) for column in AuditRecord.__match_args__)],
    )
    assert 5 in [each.sequence for each in found]


@given(st.permutations(range(4)))
def test_records_in_any_other_order_are_found(order: list[int]) -> None:
    records = chained(4)
    moved = [records[at] for at in order]
    assert (verify(moved)[1] == []) == (order == sorted(order))


def test_one_record_can_be_followed_only_once(log: Place) -> None:
    with closing(open_journal(log)) as journal:
        with pytest.raises(JournalError, match=r"UNIQUE|does not follow"):
            journal.append(lambda previous: seal(a_record(7), ""))
        assert verify(journal.records(), journal.appended()) == (4, [])


def _write(place: Place, writer: int) -> None:
    with closing(open_journal(place, make=True)) as journal:
        for number in range(EACH):
            add(journal, a_record(writer * EACH + number))


def test_four_processes_that_write_at_once_never_fork_the_chain(place: Place) -> None:
    """They start without a journal, so its making is raced for as well."""
    context = get_context("fork")
    writers = [context.Process(target=_write, args=(place, writer)) for writer in range(WRITERS)]
    for process in writers:
        process.start()
    for process in writers:
        process.join(60)
    assert [process.exitcode for process in writers] == [0] * WRITERS
    with closing(open_journal(place)) as journal:
        assert verify(journal.records(), journal.appended()) == (WRITERS * EACH, [])


def test_a_log_that_is_written_to_meanwhile_is_no_broken_one(log: Place) -> None:
    writer = get_context("fork").Process(target=_write, args=(log, 1))
    writer.start()
    proofs = []
    with closing(open_journal(log)) as journal:
        while writer.is_alive():
            proofs.append(prove(journal))
    writer.join(60)
    assert [proof.breaks for proof in proofs if proof.breaks] == []
    assert proofs[0].records < 4 + EACH


def test_a_record_that_could_not_be_made_leaves_the_log_as_it_was(log: Place) -> None:
    def broken(previous: str) -> AuditRecord:
        raise RuntimeError("no record")

    with closing(open_journal(log)) as journal:
        with pytest.raises(RuntimeError):
            journal.append(broken)
        assert add(journal, a_record(5)) == 5  # no number is lost
        assert verify(journal.records(), journal.appended()) == (5, [])


def test_a_missing_journal_is_an_error_and_not_an_empty_log(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal here"):
        FileJournal(tmp_path / "journal.sqlite", make=False)
    assert not (tmp_path / "journal.sqlite").exists()


def test_a_database_without_a_library_is_an_error_and_not_an_empty_log(database: Place) -> None:
    with pytest.raises(JournalError, match="database upgrade"):
        open_journal(database, make=True)


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"not a database at all, but long enough to be taken for one" * 4)
    with pytest.raises(JournalError, match=r"journal\.sqlite"):
        FileJournal(path)


def test_a_time_that_runs_backwards_is_found_and_a_clock_set_right_is_none() -> None:
    def told(*times: str) -> list[str]:
        records, before = [], ""
        for n, at in enumerate(times, 1):
            record = seal(replace(a_record(n), at=f"2026-03-0{at}.000+00:00"), before)
            records.append((n, record))
            before = record.hash
        return [each.problem for each in verify(records)[1]]

    assert told("1T10:00:00", "1T09:59:30", "2T00:00:00") == []
    assert told("2T10:00:00", "1T10:00:00") == [
        "is dated before the record before it (2026-03-02T10:00:00.000+00:00)"
    ]
