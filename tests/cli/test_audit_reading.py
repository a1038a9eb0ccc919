"""What fits nothing is said to the auditor, and a drug is counted once under all its names."""

import json
from pathlib import Path

import pytest
from building import nizatidine, published
from conftest import Run
from endpoint.scripted_server import Reply, scripted

from monograph_qa.store.folder import LibraryFolder


@pytest.fixture
def asked(run: Run, tmp_path: Path) -> LibraryFolder:
    folder = published(tmp_path / "library", nizatidine())
    for question in ("Half-life of Axid?", "Half-life of nizatidine?", "Axid or nizatidine dose?"):
        run("ask", question, library=folder.root)
    return folder


@pytest.mark.parametrize("command", [("list",), ("export", "--format", "csv")])
def test_a_finding_that_no_record_has_is_said(
    run: Run, asked: LibraryFolder, command: tuple[str, ...]
) -> None:
    done = run("audit", *command, "--finding", "nonsense", library=asked.root)
    assert done.returncode == 0 and "no answer in this log has a finding 'nonsense'" in done.stderr
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
