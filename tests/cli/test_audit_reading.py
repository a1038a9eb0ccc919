"""What fits nothing is said to the auditor, and a drug is counted once under all its names."""

import json
from pathlib import Path

import pytest
from building import address, nizatidine, published
from conftest import Run
from endpoint.scripted_server import Reply, scripted

from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place


@pytest.fixture
def asked(run: Run, tmp_path: Path) -> LibraryFolder:
    folder = published(tmp_path / "library", nizatidine())
    for question in ("Half-life of Axid?", "Half-life of nizatidine?", "Axid or nizatidine dose?"):
        run("ask", question, library=folder.root)
    return folder


def test_who_asked_is_listed_and_looked_for(run: Run, asked: LibraryFolder) -> None:
    with Library(asked) as library:
        library.ask("Half-life of Axid?", caller="ward 3")
    listed = run("audit", "list", library=asked.root).stdout.splitlines()
    assert "caller" in listed[0] and "  ward 3  " in listed[1] and "ward 3" not in listed[2]
    done = run("audit", "list", "--caller", "ward 3", "--json", library=asked.root)
    assert len(json.loads(done.stdout)) == 1
    assert "no record fits" in run("audit", "list", "--caller", "ward", library=asked.root).stderr


@pytest.mark.parametrize("command", [("list",), ("export", "--format", "csv")])
def test_a_finding_that_no_record_has_is_said(
    run: Run, asked: LibraryFolder, command: tuple[str, ...]
) -> None:
    done = run("audit", *command, "--finding", "nonsense", library=asked.root)
    assert done.returncode == 0 and "no record in this log has a finding 'nonsense'" in done.stderr
    assert "it has none at all" in done.stderr


@pytest.mark.parametrize(
    "command", [("list",), ("export",), ("report", "--html", "unwritten.html")]
)
def test_a_period_that_ends_before_it_begins_is_refused(
    run: Run, asked: LibraryFolder, command: tuple[str, ...]
) -> None:
    times = ("--since", "2026-03-02", "--until", "2026-03-01")
    done = run("audit", *command, *times, library=asked.root)
    assert done.returncode == 2 and "2026-03-01 is before 2026-03-02" in done.stderr
    assert not Path("unwritten.html").exists()


def test_a_day_is_a_period(run: Run, asked: LibraryFolder) -> None:
    (first, *_) = json.loads(run("audit", "list", "--json", library=asked.root).stdout)
    day = first["at"][:10]
    done = run("audit", "list", "--since", day, "--until", day, "--json", library=asked.root)
    assert len(json.loads(done.stdout)) == 3


def test_a_brand_and_its_ingredient_are_one_drug_of_a_report(
    run: Run, asked: LibraryFolder, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    assert run("audit", "report", "--html", str(out), library=asked.root).returncode == 0
    page = out.read_text(encoding="utf-8")
    assert '<td>nizatidine</td><td class="n">3</td>' in page and "<td>axid</td>" not in page
    asked.library.unlink()  # kept without its library, the names stand as they were held
    assert run("audit", "report", "--html", str(out), library=asked.root).returncode == 0
    page = out.read_text(encoding="utf-8")
    assert '<td>axid</td><td class="n">2</td>' in page


def test_a_replay_asks_the_writer_that_was_asked_then(run: Run, asked: LibraryFolder) -> None:
    (first, *_) = json.loads(run("audit", "list", "--json", library=asked.root).stdout)
    assert first["intent"]["options"]["writer"] == "template"
    with scripted(Reply('{"groups": [[1]]}')) as server:
        models = {
            "MONOGRAPH_QA_LLM_BASE_URL": server.address,
            "MONOGRAPH_QA_LLM_MODEL": "small",
            "MONOGRAPH_QA_LLM_TIMEOUT": "5",
        }
        now = {**models, "MONOGRAPH_QA_WRITER": "llm"}
        done = run("audit", "replay", first["audit_id"], library=asked.root, **now)
        assert done.returncode == 0 and not server.requests
        question = "Half-life of Axid?"
        run("ask", question, "--writer", "llm", library=asked.root, **models)
        sent = len(server.requests)
        (newest, *_) = json.loads(run("audit", "list", "--json", library=asked.root).stdout)
        assert sent and newest["intent"]["options"]["writer"] == "llm"
        run("audit", "replay", newest["audit_id"], library=asked.root, **models)
        assert len(server.requests) > sent


def test_a_finding_in_a_try_that_was_refused_is_found_and_counted(
    run: Run, axid: Place, tmp_path: Path
) -> None:
    lie = Reply(json.dumps({"text": '"The half-life of Axid is ninety days."'}))
    with scripted(lie) as server:
        models = {"MONOGRAPH_QA_LLM_BASE_URL": server.address, "MONOGRAPH_QA_LLM_MODEL": "small"}
        asked = ("ask", "Half-life of Axid?", "--writer", "llm-text", "--json")
        told = json.loads(run(*asked, library=address(axid), **models).stdout)
    assert told["outcome"] == "answered" and told["writer"] == "template (model withheld)"
    run("ask", "Storage of Axid?", library=address(axid))
    shown = run("audit", "show", told["audit_id"], "--json", library=address(axid))
    record = json.loads(shown.stdout)
    assert record["findings"] == []
    (check,) = {found["check"] for found in record["draft"]["attempts"][0]["findings"]}
    for command in ("list", "export"):
        done = run("audit", command, "--finding", check, library=address(axid))
        assert told["audit_id"] in done.stdout and "Storage" not in done.stdout
        assert not done.stderr
    page = tmp_path / "report.html"
    run("audit", "report", "--html", str(page), library=address(axid))
    tries = len(record["draft"]["attempts"])
    counts = "".join(f'<td class="n">{count}</td>' for count in (1, tries, tries))
    assert f"<td>{check}</td>{counts}" in page.read_text(encoding="utf-8")


def test_a_list_that_is_cut_or_empty_says_so(run: Run, asked: LibraryFolder) -> None:
    cut = run("audit", "list", "--limit", "2", library=asked.root)
    assert cut.stdout.count("aud_") == 2 and "the newest 2 are listed" in cut.stderr
    assert not run("audit", "list", "--limit", "3", library=asked.root).stderr
    none = run("audit", "list", "--drug", "zorblaxin", "--json", library=asked.root)
    assert json.loads(none.stdout) == [] and "no record fits" in none.stderr


def test_an_export_can_leave_out_what_auditors_asked(run: Run, asked: LibraryFolder) -> None:
    (first, *_) = json.loads(run("audit", "list", "--json", library=asked.root).stdout)
    run("audit", "replay", first["audit_id"], library=asked.root)
    assert len(run("audit", "export", library=asked.root).stdout.splitlines()) == 4
    assert len(run("audit", "export", "--no-replays", library=asked.root).stdout.splitlines()) == 3


def test_a_record_tells_what_was_said_of_a_silent_subject(run: Run, asked: LibraryFolder) -> None:
    question = "Half-life of Axid, and its bioavailability?"
    told = json.loads(run("ask", question, "--json", library=asked.root).stdout)
    shown = run("audit", "show", told["audit_id"], library=asked.root).stdout
    (part,) = told["parts"]
    assert "bioavailability" in part["note"] and part["note"] in shown
