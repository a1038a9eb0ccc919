"""Logs for tests: a few records, wherever a journal lives, and what verify says once they are
tampered with."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from monograph_qa.audit.chain import Break, seal, verify
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.journal import Journal
from monograph_qa.store.place import Place, open_journal
from monograph_qa.store.rows import server_query

COLUMNS = ("sequence", *AuditRecord.__match_args__)


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


def add(journal: Journal, record: AuditRecord) -> int:
    """The number under which the record is appended."""
    return journal.append(lambda previous: seal(record, previous))[0]


def a_log(place: Place, count: int = 4) -> Place:
    """The place, with a journal of so many records."""
    with closing(open_journal(place, make=True)) as journal:
        for number in range(1, count + 1):
            add(journal, a_record(number))
    return place


def a_journal(path: Path, count: int = 4) -> Path:
    """The same of a folder, named by the journal's file."""
    a_log(LibraryFolder(path.parent), count)
    return path


def breaks_of(place: Place) -> list[Break]:
    with closing(open_journal(place)) as journal:
        return verify(journal.records(), journal.appended())[1]


def tampered(place: Place, *statements: str, values: Sequence[object] = ()) -> list[Break]:
    """What verify finds after these statements were run behind the journal's back."""
    tamper(place, *statements, values=values)
    return breaks_of(place)


def tamper(place: Place, *statements: str, values: Sequence[object] = ()) -> None:
    """Runs statements, their values marked by ?, as somebody may who owns the file or the tables:
    on a server, with the triggers switched off meanwhile."""
    if isinstance(place, LibraryFolder):
        with closing(sqlite3.connect(place.journal)) as connection, connection:
            for statement in statements:
                connection.execute(statement, values)
        return
    with closing(place.connect()) as server:
        guards = server.execute(server_query("store/journal_guards").encode()).fetchall()
        for table, trigger, *_ in guards:
            server.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}".encode())
        for statement in statements:
            server.execute(statement.replace("?", "%s").encode(), values)
        for table, trigger, *_ in guards:
            server.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}".encode())


def count_made(place: Place, number: int) -> str:
    """The statement that changes the count of what was ever appended."""
    if isinstance(place, LibraryFolder):
        return f"UPDATE sqlite_sequence SET seq = {number} WHERE name = 'audit_record'"
    return f"UPDATE audit_count SET appended = {number}"


def empty(place: Place) -> None:
    """Takes the whole log away, and its count, as if nothing had ever been asked."""
    tamper(place, "DELETE FROM audit_record", count_made(place, 0))
    if not isinstance(place, LibraryFolder):
        tamper(place, "UPDATE audit_count SET hash = ''")
