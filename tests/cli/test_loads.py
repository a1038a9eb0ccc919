"""`ingest`, `jobs` and `retry`: exit codes and JSON of loads."""

import json
from pathlib import Path

from conftest import Run

SAMPLE = Path(__file__).parent.parent / "parse_spl" / "nizatidine.xml"


def test_a_dry_run_lists_the_files_and_makes_nothing(run: Run, tmp_path: Path) -> None:
    done = run("ingest", str(SAMPLE), "--dry-run", "--json", library=tmp_path / "library")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"files": [str(SAMPLE)], "missing": []}
    assert run("ingest", "no.pdf", "--dry-run", library=tmp_path / "library").returncode == 1
    assert not (tmp_path / "library").exists()


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
