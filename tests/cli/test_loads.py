"""`ingest`, `jobs` and `retry`: exit codes and JSON of loads."""

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from conftest import Run

from monograph_qa.store.homes import LibraryServer

SAMPLE = Path(__file__).parent.parent / "parse_spl" / "nizatidine.xml"


def test_a_dry_run_lists_the_files_and_makes_nothing(run: Run, tmp_path: Path) -> None:
    done = run("ingest", str(SAMPLE), "--dry-run", "--json", library=tmp_path / "library")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {
        "files": [str(SAMPLE)], "held": [], "missing": [], "refused": [], "skipped": {},
    }  # fmt: skip
    assert run("ingest", "no.pdf", "--dry-run", library=tmp_path / "library").returncode == 1
    assert not (tmp_path / "library").exists()


def test_files_of_one_name_are_told_apart_and_a_dry_run_says_which_are_held(
    run: Run, tmp_path: Path
) -> None:
    labels, library = tmp_path / "labels", tmp_path / "library"
    for folder in ("one", "two"):
        (labels / folder).mkdir(parents=True)
        data = SAMPLE.read_bytes().replace(b"aaaaaaaa-", folder.encode() + b"aaaaa-")
        (labels / folder / "label.xml").write_bytes(data)
    page = tmp_path / "load.html"
    done = run("ingest", str(labels), "--report", str(page), library=library)
    for name in ("one/label.xml", "two/label.xml"):
        assert f"read      {name}: " in done.stderr and f">{name}<" in page.read_text()
    (labels / "new.xml").write_bytes(SAMPLE.read_bytes())
    told = json.loads(run("ingest", str(labels), "--dry-run", "--json", library=library).stdout)
    assert told["files"] == [str(labels / "new.xml")]
    assert told["held"] == [str(labels / name / "label.xml") for name in ("one", "two")]
    shown = run("ingest", str(labels), "--dry-run", library=library).stdout
    assert shown.splitlines() == [*told["files"], *(f"held already: {e}" for e in told["held"])]


def test_a_load_is_reported_failed_and_retried_until_nothing_is_left(
    run: Run, tmp_path: Path
) -> None:
    library, broken = tmp_path / "library", tmp_path / "broken.xml"
    broken.touch()
    loaded = run("ingest", str(SAMPLE), str(broken), "--json", library=library)
    assert loaded.returncode == 1 and loaded.stderr == ""
    files = {Path(f["path"]).name: f for f in json.loads(loaded.stdout)["files"]}
    assert files["nizatidine.xml"]["state"] == "loaded" and files["nizatidine.xml"]["facts"] > 5
    assert files["broken.xml"]["error_type"] == "UnreadableLabel"
    assert files["broken.xml"]["error"] == "the file is empty"

    (job,) = json.loads(run("jobs", "--state", "failed", "--json", library=library).stdout)
    assert job["source_path"] == str(broken) and job["error"] == "the file is empty"
    shown = run("show", job["job_id"], library=library)
    assert shown.returncode == 0 and str(broken) in shown.stdout

    broken.write_bytes(SAMPLE.read_bytes())
    again = run("retry", library=library)
    assert again.returncode == 0 and "broken.xml" in again.stderr
    nothing = run("retry", "--json", library=library)
    assert nothing.returncode == 0 and json.loads(nothing.stdout)["files"] == []


def test_a_load_into_a_place_that_is_no_folder_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run("ingest", str(SAMPLE), library=tmp_path / "file" / "library")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("monograph-qa: ") and "cannot be made" in done.stderr


_LITTLE_ROOM = (
    "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)); "
    "from monograph_qa.cli.start import main; main()"
)


def test_a_full_disk_is_one_clear_line_and_the_same_command_goes_on(
    run: Run, tmp_path: Path
) -> None:
    labels, library = tmp_path / "labels", tmp_path / "library"
    labels.mkdir()
    (labels / "a.xml").write_bytes(SAMPLE.read_bytes())
    assert run("ingest", str(labels), library=library).returncode == 0
    published = (library / "library.duckdb").read_bytes()
    for set_id in "bcd":
        data = SAMPLE.read_bytes().replace(b"aaaaaaaa-", set_id.encode() * 8 + b"-")
        (labels / f"{set_id}.xml").write_bytes(data)
    command = [sys.executable, "-c", _LITTLE_ROOM, "ingest", str(labels)]
    full = subprocess.run(
        [*command, "--library", str(library)], capture_output=True, text=True, check=False
    )
    assert full.returncode == 1 and full.stderr.count("\n") == full.stderr.count("[")
    (line,) = [each for each in full.stdout.splitlines() if each.startswith("stopped")]
    assert line.startswith(f"stopped: {library}") and "Error" not in line
    assert "no file may grow so large here (ulimit -f)" in line
    assert (library / "library.duckdb").read_bytes() == published
    assert json.loads(run("jobs", "--state", "failed", "--json", library=library).stdout) == []
    again = json.loads(run("ingest", str(labels), "--json", library=library).stdout)
    assert sorted(file["state"] for file in again["files"]) == ["loaded"] * 3 + ["unchanged"]


def test_a_full_disk_of_a_server_is_one_clear_line_too(
    run: Run, tmp_path: Path, server: LibraryServer
) -> None:
    labels = tmp_path / "labels"
    labels.mkdir()
    for set_id in "bcd":
        data = SAMPLE.read_bytes().replace(b"aaaaaaaa-", set_id.encode() * 8 + b"-")
        (labels / f"{set_id}.xml").write_bytes(data)
    with closing(server.reach()) as keeper:
        keeper.execute(
            "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
            "'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
        )
        keeper.execute("CREATE TRIGGER filled BEFORE INSERT ON image EXECUTE FUNCTION fill()")
        full = run("ingest", str(labels), library=server)
        keeper.execute("DROP TRIGGER filled ON image")
    assert full.returncode == 1 and "FAILED" not in full.stderr
    (line,) = [each for each in full.stdout.splitlines() if each.startswith("stopped")]
    assert str(server) in line and line.endswith("the disk of the server is full")
    assert json.loads(run("jobs", "--state", "failed", "--json", library=server).stdout) == []
    again = json.loads(run("ingest", str(labels), "--json", library=server).stdout)
    assert [file["state"] for file in again["files"]] == ["loaded"] * 3


def test_retry_leaves_what_cannot_succeed_and_says_so(run: Run, tmp_path: Path) -> None:
    library, broken = tmp_path / "library", tmp_path / "broken.xml"
    broken.write_text("<document")
    assert run("ingest", str(broken), library=library).returncode == 1
    left = run("retry", library=library)
    assert left.returncode == 0
    assert left.stderr.splitlines() == [
        "left: 1 files that are what they were when they failed", "nothing to retry"
    ]  # fmt: skip
    assert run("retry", "--all", library=library).returncode == 1


def test_only_our_own_lines_are_told_of_a_page_of_html(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "zentrolol.html"
    page.write_text(
        "<!DOCTYPE html><html><body><h1>ZENTROLOL tablets</h1><h2>1 INDICATIONS AND USAGE</h2>"
        "<p>Zentrolol is indicated for hypertension.</p></body></html>"
    )
    done = run("ingest", str(page), library=tmp_path / "library")
    assert done.returncode == 0
    assert [line[:4] for line in done.stderr.splitlines()] == ["[1/1", "publ"]
