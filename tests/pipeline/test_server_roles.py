"""Each role can do its work on the server, and no more."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from building import address, nizatidine, publish_at

from monograph_qa.errors import JournalError, LibraryError
from monograph_qa.library import Library
from monograph_qa.names.name_table import NameTable
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.place import import_names

from .files import write_spl

QUESTION = "What is the half-life of Axid?"
WRITES = [
    "UPDATE label SET drug = 'x'",
    "DELETE FROM label",
    "TRUNCATE fact_span",
    "UPDATE fact_span SET quote = 'x'",
    "UPDATE section SET text = 'x'",
    "UPDATE library_mark SET mark = 0",
    "DROP TABLE image",
    "CREATE TABLE own (id int)",
    "UPDATE alembic_version SET version_num = '9999'",
    "DELETE FROM audit_record",
]
OF_LOADERS = [
    "INSERT INTO drug_name VALUES ('x', 'brand', 'lab_x')",
    "UPDATE label SET superseded_by = 'x'",
    "DELETE FROM known_name",
]


def acting_as(server: LibraryServer, role: str) -> LibraryServer:
    """The server as a user sees it who has just this role."""
    return replace(server, url=f"{server.url}&options=-c%20role%3Dmonograph_{role}")


@pytest.fixture
def library(server: LibraryServer) -> LibraryServer:
    return publish_at(server, nizatidine())


def refused(server: LibraryServer, statement: str) -> None:
    with closing(server.reach()) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement.encode())


def test_an_asker_asks(library: LibraryServer) -> None:
    with Library(acting_as(library, "asker")) as asker:
        assert asker.ask(QUESTION).outcome == "answered"
        slip = asker.ask("half life of nizatadine")
        assert (slip.outcome, slip.groups) == ("answered", asker.ask(QUESTION).groups)
        assert asker.find("half-life").total == 2
        with pytest.raises(JournalError):
            list(asker.journal.records())
    with Library(acting_as(library, "auditor")) as auditor:
        assert next(record.question for _, record in auditor.journal.records()) == QUESTION


@pytest.mark.parametrize("role", ["asker", "auditor"])
@pytest.mark.parametrize("statement", [*WRITES, *OF_LOADERS])
def test_who_asks_or_audits_changes_nothing(
    library: LibraryServer, role: str, statement: str
) -> None:
    refused(acting_as(library, role), statement)


def test_a_loader_loads_and_imports_names(library: LibraryServer, tmp_path: Path) -> None:
    loader = acting_as(library, "loader")
    path = write_spl(tmp_path / "a.xml", "Famotidine", in_set=False)
    with Library(loader) as opened:
        assert [r.state for r in opened.ingest([path], workers=1).results] == [FileState.LOADED]
        write_spl(path, "Famotidine", in_set=False, text="It is 4 hours.")
        assert [r.state for r in opened.ingest([path], workers=1).results] == [FileState.UPDATED]
    import_names(loader, NameTable("names.csv", "names", "0", ()))


@pytest.mark.parametrize("statement", [*WRITES, "SELECT question FROM audit_record"])
def test_a_loader_takes_nothing_away_and_reads_no_question(
    library: LibraryServer, statement: str
) -> None:
    refused(acting_as(library, "loader"), statement)


def test_an_asker_cannot_load(library: LibraryServer, tmp_path: Path) -> None:
    path = write_spl(tmp_path / "a.xml", "Famotidine")
    with (
        Library(acting_as(library, "asker")) as asker,
        pytest.raises((LibraryError, JournalError), match="permission denied"),
    ):
        asker.ingest([path], workers=1)
    assert "monograph_asker" in address(acting_as(library, "asker"))
