"""Every command works with a library on a server as with one in a folder."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from building import DOSE, HALF_LIFE, a_label, a_monograph, nizatidine, publish_at, published
from conftest import As, Run

from monograph_qa.cli.talk import Talk
from monograph_qa.domain.label import Doubt, DoubtKind
from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryServer

LABEL = nizatidine().label.label_id
FACT = nizatidine().facts[0].fact_id


@pytest.fixture
def library(server: LibraryServer) -> LibraryServer:
    return publish_at(server, nizatidine())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("labels",), "Nizatidine"),
        (("labels", "--json"), LABEL),
        (("sections", "axid"), "pharmacokinetics"),
        (("facts", "nizatidine", "--attribute", "half_life"), "1 to 2 hours"),
        (("images", "axid"), "chemical_structure"),
        (("show", LABEL), "Nizatidine capsules"),
        (("show", FACT), "bedtime"),
        (("sql", "SELECT count(*) AS labels FROM label"), "1"),
        (("ask", "What is the half-life of Axid?"), "1 to 2 hours"),
        (("ask", "What is the half-life of Axid?", "--json"), '"answered"'),
        (("names", "list"), "source"),
        (("database", "status"), "meanings compared: "),
    ],
)
def test_a_command_reads_the_server(
    run: Run, library: LibraryServer, arguments: tuple[str, ...], said: str
) -> None:
    done = run(*arguments, library=library)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_doctor_tells_a_server_that_a_crash_can_empty(run: Run, library: LibraryServer) -> None:
    done = run("doctor", "--json", library=library)
    checks = {each["subject"]: each for each in json.loads(done.stdout)["checks"]}
    assert checks["verbatim"]["sound"] and checks["journal"]["sound"]
    # This server is one for tests: whatever makes it safe is switched off.
    assert [name for name, each in checks.items() if not each["sound"]] == ["server"]
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        assert f"{setting} is off" in checks["server"]["detail"]
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("role", "said"),
    [
        ("monograph_asker", "may append to the audit log and not read it"),
        ("monograph_loader", "may not append to the log, nor read it"),
        ("monograph_auditor", "0 audit records"),
    ],
)
def test_doctor_says_who_may_not_look_at_the_journal(
    run: Run, library: LibraryServer, as_role: As, role: str, said: str
) -> None:
    checks = json.loads(run("doctor", "--json", library=as_role(role)).stdout)["checks"]
    (journal,) = [each for each in checks if each["subject"] == "journal"]
    assert journal["sound"] and said in journal["detail"]


def test_the_url_can_be_an_option_as_well(run: Run, library: LibraryServer) -> None:
    assert run("labels", "--library", library.url).returncode == 0


def test_questions_are_logged_on_the_server(run: Run, library: LibraryServer) -> None:
    run("ask", "What is the half-life of Axid?", library=library)
    listed = json.loads(run("audit", "list", "--json", library=library).stdout)
    assert [each["question"] for each in listed] == ["What is the half-life of Axid?"]
    assert run("audit", "verify", library=library).returncode == 0
    assert run("audit", "show", listed[0]["audit_id"], library=library).returncode == 0
    assert run("audit", "replay", listed[0]["audit_id"], library=library).returncode == 0
    counted = run("audit", "sql", "SELECT count(*) AS n FROM audit_record", library=library)
    assert "2" in counted.stdout


def test_tables_of_names_are_kept_on_the_server(
    run: Run, library: LibraryServer, tmp_path: Path
) -> None:
    table = tmp_path / "names.csv"
    table.write_text("name,kind,ingredient\nZorbimax,brand,nizatidine\n")
    assert run("names", "import", str(table), library=library).returncode == 0
    assert "Zorbimax" in run("names", "list", "zor", library=library).stdout
    assert "Nizatidine capsules" in run("names", "show", "Zorbimax", library=library).stdout
    assert run("names", "remove", "names.csv", library=library).returncode == 0
    assert run("names", "show", "Zorbimax", library=library).returncode != 0


def test_a_failed_file_is_a_job_that_can_be_retried(
    run: Run, library: LibraryServer, tmp_path: Path
) -> None:
    (tmp_path / "empty.pdf").touch()
    assert run("ingest", str(tmp_path / "empty.pdf"), library=library).returncode == 1
    assert "empty" in run("jobs", "--state", "failed", library=library).stdout
    assert run("retry", "--all", library=library).returncode == 1


def test_pictures_are_written_to_the_cache_and_nowhere_else(
    run: Run, library: LibraryServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (image,) = json.loads(run("images", "axid", "--json", library=library).stdout)
    written = Path(image["path"])
    assert written.read_bytes() == nizatidine().images[0].png
    assert written.is_relative_to(tmp_path / "cache")
    assert list((tmp_path / "here").iterdir()) == []


def test_a_folder_s_labels_are_copied_once_with_all_versions(
    run: Run, library: LibraryServer, tmp_path: Path
) -> None:
    old = nizatidine().label
    newer = replace(a_label(text="new"), doc_key=old.doc_key, version=2)
    newest = a_monograph({"dosage_and_administration": [DOSE]}, newer)
    doubt = Doubt(newer.label_id, newest.sections[0].section_id, 2, DoubtKind.TABLES, "no table 2")
    folder = published(
        tmp_path / "library",
        nizatidine(),
        replace(newest, doubts=(doubt,)),
        a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine")),
    )
    said = json.loads(run("database", "fill", str(folder), "--json", library=library).stdout)
    assert said == {"copied": 2, "held": 1}
    again = json.loads(run("database", "fill", str(folder), "--json", library=library).stdout)
    assert again == {"copied": 0, "held": 3}
    shown = json.loads(run("labels", "--all-versions", "--json", library=library).stdout)
    assert {(each["drug"], each["version"], each["superseded_by"]) for each in shown} == {
        ("Nizatidine", 1, newer.label_id), ("Nizatidine", 2, None), ("Famotidine", 1, None)
    }  # fmt: skip
    assert [each["doubts"] for each in shown if each["version"] == 2] == [1]
    assert "0 labels" in run("database", "index", library=library).stdout


def test_a_database_is_made_upgraded_and_granted(run: Run, database: LibraryServer) -> None:
    asked = run("ask", "Axid dose", library=database)
    assert asked.returncode == 1 and "database upgrade" in asked.stderr
    assert run("database", "status", library=database).returncode == 1
    assert run("database", "upgrade", library=database).returncode == 0
    assert run("database", "roles", library=database).returncode == 0
    state = json.loads(run("database", "status", "--json", library=database).stdout)
    assert state["stands_at"] == state["newest"] and len(state["roles"]) == 3
    assert "monograph_asker" in run("database", "roles", "--sql", library=database).stdout


def test_a_folder_needs_no_database(run: Run, tmp_path: Path) -> None:
    done = run("database", "upgrade", library=tmp_path)
    assert done.returncode == 1 and "is a folder" in done.stderr


def test_an_open_chat_sees_what_is_loaded_and_goes_on_without_the_log(
    library: LibraryServer, capsys: pytest.CaptureFixture[str]
) -> None:
    asker = replace(library, url=f"{library.url}&options=-c%20role%3Dmonograph_asker")
    with Library(asker) as opened:
        talk = Talk(opened, as_json=False)
        talk.hear("half-life of famotidine")
        assert "No label" in capsys.readouterr().out
        publish_at(library, a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine")))
        talk.hear("half-life of famotidine")
        assert HALF_LIFE.text in capsys.readouterr().out
        talk.hear("/why")
        assert "permission denied" in capsys.readouterr().out
        talk.hear("half-life of Axid")
        assert HALF_LIFE.text in capsys.readouterr().out
