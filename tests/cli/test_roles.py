"""On a server each user does what their role is for, and one line tells what it is not for."""

import json
from pathlib import Path

import pytest
from building import HALF_LIFE, nizatidine, publish_at
from conftest import As, Run
from pipeline.files import write_spl

from monograph_qa.store.homes import LibraryServer

QUESTION = "What is the half-life of Axid?"


@pytest.fixture
def served(server: LibraryServer) -> LibraryServer:
    """A library on a server that holds one label of nizatidine, Axid."""
    return publish_at(server, nizatidine())


def test_an_asker_asks_and_sees_nothing_of_the_log(
    run: Run, served: LibraryServer, as_role: As
) -> None:
    asker = as_role("monograph_asker").url
    said = run("ask", QUESTION, library=asker)
    assert said.returncode == 0 and HALF_LIFE.text in said.stdout
    for command in (["list"], ["verify"], ["export"], ["sql", "SELECT question FROM audit_record"]):
        done = run("audit", *command, library=asker)
        assert done.returncode != 0 and "permission denied" in done.stderr, command
        assert "half-life" not in done.stdout and "Traceback" not in done.stderr
    done = run("audit", "list", "--json", library=served.url)
    assert [record["question"] for record in json.loads(done.stdout)] == [QUESTION]


def test_an_auditor_reads_verifies_and_asks_again(
    run: Run, served: LibraryServer, as_role: As
) -> None:
    run("ask", QUESTION, library=as_role("monograph_asker").url)
    auditor = as_role("monograph_auditor").url
    (record,) = json.loads(run("audit", "list", "--json", library=auditor).stdout)
    assert run("audit", "replay", record["audit_id"], library=auditor).returncode == 0
    verified = run("audit", "verify", library=auditor)
    assert verified.returncode == 0 and "2 records: the chain is whole" in verified.stdout
    said = run("audit", "sql", "SELECT count(*) AS n FROM audit_record", "--json", library=auditor)
    assert json.loads(said.stdout) == [{"n": 2}]


def test_a_loader_loads_and_reads_no_question(
    run: Run, served: LibraryServer, as_role: As, tmp_path: Path
) -> None:
    run("ask", QUESTION, library=as_role("monograph_asker").url)
    loader = as_role("monograph_loader").url
    done = run("ingest", str(write_spl(tmp_path / "a.xml", "Famotidine")), library=loader)
    assert done.returncode == 0, done.stderr
    assert "completed" in run("jobs", library=loader).stdout
    for command in (["audit", "list"], ["ask", QUESTION]):
        done = run(*command, library=loader)
        assert done.returncode == 1 and "permission denied" in done.stderr, command
        assert HALF_LIFE.text not in done.stdout
