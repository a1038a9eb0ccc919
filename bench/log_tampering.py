"""Every way to change an audit log behind its back, tried on copies, and what finds it."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from monograph_qa.audit import chain
from monograph_qa.audit.chain import Anchor
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import MonographError
from monograph_qa.pipeline.examining.proving import prove
from monograph_qa.store.files.journal import FileJournal
from monograph_qa.store.homes import LibraryFolder

COLUMNS = ("sequence", *AuditRecord.__match_args__)


@dataclass(slots=True)
class Tally:
    """How often something was tried and found; `harmless` changed nothing that is stored."""

    tried: int = 0
    found: int = 0
    harmless: int = 0

    @property
    def missed(self) -> int:
        return self.tried - self.found - self.harmless


def first_records(journal: Path, folder: Path, most: int, longest: int) -> LibraryFolder:
    """A log with the first `most` records that have at most `longest` characters, chained anew."""
    small = LibraryFolder(folder)
    original = FileJournal(journal, make=False)
    with closing(original) as source, closing(FileJournal(small.journal)) as copy:
        kept = 0
        for _, record in source.records():
            if kept < most and sum(len(str(v)) for v in _values(record)) <= longest:
                kept += 1
                copy.append(lambda previous, record=record: chain.seal(record, previous))  # type: ignore[misc]
    _settle(small.journal)
    return small


def every_byte(folder: LibraryFolder, records: int) -> Tally:
    """Each byte of each column of the first records, changed by one bit in turn."""
    tally = Tally()
    with closing(sqlite3.connect(folder.journal, isolation_level=None)) as connection:
        for sequence in range(1, records + 1):
            for column in COLUMNS[1:]:
                for change in _byte_changes(connection, column, sequence):
                    with closing(FileJournal(folder.journal, make=False)) as journal:
                        _, breaks = chain.verify(journal.records(), journal.appended())
                    tally.tried += 1
                    tally.found += bool(breaks)
                    change()
    return tally


def _byte_changes(
    connection: sqlite3.Connection, column: str, sequence: int
) -> Iterator[Callable[[], object]]:
    where = f"UPDATE audit_record SET {column} = "
    kind, value, raw = connection.execute(
        f"SELECT typeof({column}), {column}, CAST({column} AS BLOB) FROM audit_record "
        "WHERE sequence = ?",
        (sequence,),
    ).fetchone()

    def back() -> object:
        return connection.execute(where + "? WHERE sequence = ?", (value, sequence))

    if kind != "text":
        connection.execute(where + "? WHERE sequence = ?", (value + 0.1, sequence))
        yield back
        return
    for at in range(len(raw)):
        flipped = raw[:at] + bytes([raw[at] ^ (1 << at % 7)]) + raw[at + 1 :]
        connection.execute(where + "CAST(? AS TEXT) WHERE sequence = ?", (flipped, sequence))
        yield back


def random_columns(folder: LibraryFolder, tries: int, dice: random.Random) -> Tally:
    """One byte of any column of any record of the whole log."""
    tally = Tally()
    with closing(FileJournal(folder.journal, make=False)) as journal:
        last = journal.head()[0]
    with closing(sqlite3.connect(folder.journal, isolation_level=None)) as connection:
        for _ in range(tries):
            column, sequence = dice.choice(COLUMNS[1:-1]), dice.randint(1, last)
            kind, raw = connection.execute(
                f"SELECT typeof({column}), CAST({column} AS BLOB) FROM audit_record "
                "WHERE sequence = ?", (sequence,),
            ).fetchone()  # fmt: skip
            if kind != "text" or not raw:
                continue
            at = dice.randrange(len(raw))
            for said in (raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :], raw):
                connection.execute(
                    f"UPDATE audit_record SET {column} = CAST(? AS TEXT) WHERE sequence = ?",
                    (said, sequence),
                )
                if said != raw:
                    tally.tried += 1
                    tally.found += not _proved(folder)
    return tally


def file_bytes(folder: LibraryFolder, tries: int, dice: random.Random) -> Tally:
    """One byte of the file itself, wherever it stands: pages, indexes, counters, free space."""
    whole = folder.journal.read_bytes()
    was = _content(folder)
    tally = Tally()
    for _ in range(tries):
        at = dice.randrange(len(whole))
        flipped = bytes([whole[at] ^ (1 << dice.randrange(8))])
        _remove_companions(folder.journal)
        folder.journal.write_bytes(whole[:at] + flipped + whole[at + 1 :])
        tally.tried += 1
        if not _proved(folder):
            tally.found += 1
        elif _content(folder) == was:
            tally.harmless += 1
    _remove_companions(folder.journal)
    folder.journal.write_bytes(whole)
    return tally


def removals(folder: LibraryFolder, place: Path) -> dict[str, Tally]:
    """Each record taken out, each tail cut, with and without its count; all of it written anew."""
    with closing(FileJournal(folder.journal, make=False)) as journal:
        last = journal.head()[0]
        anchor = chain.make_anchor(*journal.head())
    forget = "UPDATE sqlite_sequence SET seq = {} WHERE name = 'audit_record'"
    tallies = {
        name: Tally()
        for name in ("record removed", "tail cut", "tail and count cut, with anchor",
                     "written anew, with anchor")
    }  # fmt: skip

    def tried(name: str, statements: list[str], anchors: tuple[Anchor, ...] = ()) -> None:
        copy = LibraryFolder(place / "copy")
        shutil.rmtree(copy.root, ignore_errors=True)
        shutil.copytree(folder.root, copy.root)
        with closing(sqlite3.connect(copy.journal, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)
        tallies[name].tried += 1
        tallies[name].found += not _proved(copy, anchors)

    for at in range(1, last + 1):
        tried("record removed", [f"DELETE FROM audit_record WHERE sequence = {at}"])
        cut = f"DELETE FROM audit_record WHERE sequence >= {at}"
        tried("tail cut", [cut])
        tried("tail and count cut, with anchor", [cut, forget.format(at - 1)], (anchor,))
        anew = LibraryFolder(place / "anew")
        shutil.rmtree(anew.root, ignore_errors=True)
        _write_anew(folder, anew, at)
        tallies["written anew, with anchor"].tried += 1
        tallies["written anew, with anchor"].found += not _proved(anew, (anchor,))
        if not _proved(anew):
            raise AssertionError("a log written anew should have no flaw of its own")
    return tallies


def _write_anew(folder: LibraryFolder, anew: LibraryFolder, forged: int) -> None:
    """The same log with another question in one record, chained from the start."""
    from dataclasses import replace

    original = FileJournal(folder.journal, make=False)
    with closing(original) as old, closing(FileJournal(anew.journal)) as new:
        for sequence, record in old.records():
            if sequence == forged:
                record = replace(record, question="What did nobody ask?")
            new.append(lambda previous, record=record: chain.seal(record, previous))  # type: ignore[misc]


def _proved(folder: LibraryFolder, anchors: tuple[Anchor, ...] = ()) -> bool:
    try:
        with closing(FileJournal(folder.journal, make=False)) as journal:
            return prove(journal, anchors=anchors).is_sound
    except MonographError:
        return False


def _content(folder: LibraryFolder) -> list[tuple[object, ...]]:
    with closing(FileJournal(folder.journal, make=False)) as journal:
        return [(sequence, *_values(record)) for sequence, record in journal.records()]


def _values(record: AuditRecord) -> tuple[object, ...]:
    return tuple(getattr(record, name) for name in AuditRecord.__match_args__)


def _settle(path: Path) -> None:
    """All of the log in its one file, none of it in the one written ahead."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")


def _remove_companions(path: Path) -> None:
    for ending in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
