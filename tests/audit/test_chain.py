"""The audit log proves itself: whatever is changed, removed, moved or added is found."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monograph_qa.audit import Break, record_hash, seal, verify
from monograph_qa.domain.audit import AuditRecord
from monograph_qa.errors import JournalError
from monograph_qa.store.journal import Journal

COLUMNS = ("sequence", *AuditRecord.__slots__)
WRITERS, EACH = 4, 50


def a_record(number: int, question: str = "What is the half-life of Axid?") -> AuditRecord:
    return AuditRecord(
        audit_id=f"aud_{number:020d}",
        at="2026-01-02T03:04:05.678+00:00",
        question=question,
        intent='{"kind":"fact"}',
        routes='[{"hits":1,"ms":1.5,"route":"fact_span"}]',
        evidence='[{"facts":["fact_1"],"images":[],"route":"fact_span"}]',
        draft='{"groups":[]}',
        verdict="released",
        findings="[]",
        answer='{"outcome":"answered"}',
        model="template",
        prompt_sha256="",
        library_version="0123456789abcdef",
        elapsed_ms=12.5,
        previous_hash="",
        hash="",
    )


def chained(count: int) -> list[tuple[int, AuditRecord]]:
    records: list[tuple[int, AuditRecord]] = []
    previous = ""
    for number in range(1, count + 1):
        record = seal(a_record(number), previous)
        records.append((number, record))
        previous = record.hash
    return records


def a_journal(path: Path, count: int = 4) -> Path:
    journal = Journal(path)
    for number in range(1, count + 1):
        record = a_record(number)
        journal.append(lambda previous, record=record: seal(record, previous))  # type: ignore[misc]
    journal.close()
    return path


def breaks_of(path: Path) -> list[Break]:
    journal = Journal(path, make=False)
    try:
        return verify(journal.records(), journal.appended())[1]
    finally:
        journal.close()


def tampered(path: Path, *statements: str, values: Sequence[object] = ()) -> list[Break]:
    """What verify finds after these statements were run behind the journal's back."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement, values)
    connection.commit()
    connection.close()
    return breaks_of(path)


def test_an_untouched_log_verifies(tmp_path: Path) -> None:
    assert breaks_of(a_journal(tmp_path / "journal.sqlite")) == []


def test_an_empty_log_verifies(tmp_path: Path) -> None:
    assert breaks_of(a_journal(tmp_path / "journal.sqlite", count=0)) == []


@given(st.data())
def test_any_changed_character_of_any_column_changes_the_hash(data: st.DataObject) -> None:
    column = data.draw(st.sampled_from([c for c in AuditRecord.__slots__ if c != "hash"]))
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
    path = a_journal(tmp_path_factory.mktemp("log") / "journal.sqlite")
    row = data.draw(st.integers(1, 4))
    column = data.draw(st.sampled_from(COLUMNS))
    read = sqlite3.connect(path)
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
    assert tampered(path, change, values=values), (column, values)


@pytest.mark.parametrize("column", AuditRecord.__slots__)
def test_text_turned_into_bytes_is_found(tmp_path: Path, column: str) -> None:
    path = a_journal(tmp_path / "journal.sqlite")
    change = f"UPDATE audit_record SET {column} = x'00ff' WHERE sequence = 2"
    assert any(each.sequence == 2 for each in tampered(path, change))


@pytest.mark.parametrize("gone", [1, 2, 3, 4])
def test_a_removed_record_is_found(tmp_path: Path, gone: int) -> None:
    path = a_journal(tmp_path / "journal.sqlite")
    assert tampered(path, f"DELETE FROM audit_record WHERE sequence = {gone}")


def test_a_removed_record_is_found_though_the_rest_was_renumbered(tmp_path: Path) -> None:
    path = a_journal(tmp_path / "journal.sqlite")
    found = tampered(
        path,
        "DELETE FROM audit_record WHERE sequence = 2",
        "UPDATE audit_record SET sequence = sequence - 1 WHERE sequence = 3",
        "UPDATE audit_record SET sequence = sequence - 1 WHERE sequence = 4",
        "UPDATE sqlite_sequence SET seq = 3",
    )
    assert [each.problem for each in found] == ["does not follow the record before it"]


def test_a_last_record_removed_before_more_are_asked_is_found(tmp_path: Path) -> None:
    path = a_journal(tmp_path / "journal.sqlite")
    tampered(path, "DELETE FROM audit_record WHERE sequence = 4")
    journal = Journal(path)
    journal.append(lambda previous: seal(a_record(9), previous))
    journal.close()
    assert [each.problem for each in breaks_of(path)] == ["record 4 is missing"]


def test_an_emptied_log_is_found(tmp_path: Path) -> None:
    path = a_journal(tmp_path / "journal.sqlite")
    assert tampered(path, "DELETE FROM audit_record")


def test_swapped_records_are_found(tmp_path: Path) -> None:
    path = a_journal(tmp_path / "journal.sqlite")
    assert tampered(
        path,
        "UPDATE audit_record SET sequence = 99 WHERE sequence = 2",
        "UPDATE audit_record SET sequence = 2 WHERE sequence = 3",
        "UPDATE audit_record SET sequence = 3 WHERE sequence = 99",
    )


def test_an_added_record_is_found(tmp_path: Path) -> None:
    path = a_journal(tmp_path / "journal.sqlite")
    forged = seal(a_record(5, "What did nobody ask?"), "0" * 64)
    columns = ", ".join(AuditRecord.__slots__)
    marks = ", ".join("?" for _ in AuditRecord.__slots__)
    found = tampered(
        path,
        f"INSERT INTO audit_record ({columns}) VALUES ({marks})",
        values=[getattr(forged, column) for column in AuditRecord.__slots__],
    )
    assert [each.sequence for each in found] == [5]


@given(st.permutations(range(4)))
def test_records_in_any_other_order_are_found(order: list[int]) -> None:
    records = chained(4)
    moved = [records[at] for at in order]
    assert (verify(moved)[1] == []) == (order == sorted(order))


def test_one_record_can_be_followed_only_once(tmp_path: Path) -> None:
    journal = Journal(a_journal(tmp_path / "journal.sqlite"))
    with pytest.raises(JournalError, match="UNIQUE"):
        journal.append(lambda previous: seal(a_record(7), ""))
    assert verify(journal.records(), journal.appended()) == (4, [])
    journal.close()


def _write(path: Path, writer: int) -> None:
    journal = Journal(path)
    for number in range(EACH):
        record = a_record(writer * EACH + number)
        journal.append(lambda previous, record=record: seal(record, previous))  # type: ignore[misc]
    journal.close()


def test_four_processes_that_write_at_once_never_fork_the_chain(tmp_path: Path) -> None:
    """They start without a journal, so its making is raced for as well."""
    path = tmp_path / "journal.sqlite"
    context = get_context("fork")
    writers = [context.Process(target=_write, args=(path, writer)) for writer in range(WRITERS)]
    for process in writers:
        process.start()
    for process in writers:
        process.join(60)
    assert [process.exitcode for process in writers] == [0] * WRITERS
    journal = Journal(path)
    assert verify(journal.records(), journal.appended()) == (WRITERS * EACH, [])
    journal.close()


def test_a_record_that_could_not_be_made_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    def broken(previous: str) -> AuditRecord:
        raise RuntimeError("no record")

    journal = Journal(a_journal(tmp_path / "journal.sqlite"))
    with pytest.raises(RuntimeError):
        journal.append(broken)
    journal.append(lambda previous: seal(a_record(5), previous))
    assert verify(journal.records(), journal.appended()) == (5, [])
    journal.close()


def test_a_missing_journal_is_an_error_and_not_an_empty_log(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal here"):
        Journal(tmp_path / "journal.sqlite", make=False)
    assert not (tmp_path / "journal.sqlite").exists()


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"not a database at all, but long enough to be taken for one" * 4)
    with pytest.raises(JournalError, match=r"journal\.sqlite"):
        Journal(path)
