"""Each file is loaded, or fails alone with its cause named; nothing is done twice or lost."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from building import address

from monograph_qa.domain.jobs import IngestJob, JobState
from monograph_qa.errors import LibraryBusy
from monograph_qa.pipeline.ingestion import ingest
from monograph_qa.pipeline.load_report import FileState, LoadReport
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.place import Place, open_journal, open_reader

from .files import write_pdf, write_spl

MANY = 40


def load(folder: Place, *paths: Path) -> LoadReport:
    return ingest(folder, list(paths), workers=1)


def states(report: LoadReport) -> dict[str, FileState]:
    return {result.path.name: result.state for result in report.results}


def jobs(folder: Place, *wanted: JobState) -> list[IngestJob]:
    journal = open_journal(folder)
    try:
        return journal.jobs(wanted)
    finally:
        journal.close()


def current(folder: Place) -> dict[str, int]:
    """Drug and version of every current label."""
    reader = open_reader(folder)
    try:
        return {each.drug: each.version for each in reader.labels() if each.superseded_by is None}
    finally:
        reader.close()


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[LibraryFolder, Path, LoadReport]:
    """One load of a folder of good and bad files, and of a file that is not there."""
    root = tmp_path_factory.mktemp("mixed")
    labels = root / "labels"
    write_spl(labels / "good.xml", "Famotidine")
    good = write_pdf(labels / "good.pdf")
    (labels / "cut.pdf").write_bytes(good.read_bytes()[:300])
    (labels / "empty.pdf").touch()
    write_pdf(labels / "secret.pdf", password="secret")
    (labels / "notes.pdf").write_text("Call the supplier about the labels.")
    (labels / "cut.xml").write_text((labels / "good.xml").read_text()[:700])
    (labels / "page.html").write_text("no label at all")
    (labels / "readme.txt").write_text("not looked at")
    folder = LibraryFolder(root / "library")
    return folder, labels, load(folder, labels, labels / "missing.pdf")


def test_the_good_files_are_loaded_and_each_bad_one_fails(
    mixed: tuple[LibraryFolder, Path, LoadReport],
) -> None:
    folder, _, report = mixed
    loaded = {name for name, state in states(report).items() if state is FileState.LOADED}
    failed = {name for name, state in states(report).items() if state is FileState.FAILED}
    assert loaded == {"good.xml", "good.pdf"}
    assert failed == {
        "cut.pdf", "empty.pdf", "secret.pdf", "notes.pdf", "cut.xml", "page.html", "missing.pdf"
    }  # fmt: skip
    assert {drug.casefold() for drug in current(folder)} == {"famotidine", "nizatidine"}


@pytest.mark.parametrize(
    ("name", "kind", "cause"),
    [
        ("cut.pdf", "UnreadableLabel", "damaged"),
        ("empty.pdf", "UnreadableLabel", "empty"),
        ("secret.pdf", "EncryptedLabel", "password"),
        ("notes.pdf", "UnreadableLabel", "not a PDF"),
        ("cut.xml", "UnreadableLabel", ""),
        ("page.html", "UnreadableLabel", ""),
        ("missing.pdf", "UnreadableLabel", "no such file"),
    ],
)
def test_a_bad_file_s_job_names_the_cause(
    mixed: tuple[LibraryFolder, Path, LoadReport], name: str, kind: str, cause: str
) -> None:
    folder, labels, _ = mixed
    (job,) = [j for j in jobs(folder) if j.source_path == str(labels / name)]
    assert (job.state, job.error_type) == (JobState.FAILED, kind)
    assert job.error and cause in job.error


def test_a_good_file_s_job_is_completed_with_its_label(
    mixed: tuple[LibraryFolder, Path, LoadReport],
) -> None:
    folder, labels, report = mixed
    (job,) = [j for j in jobs(folder) if j.source_path == str(labels / "good.pdf")]
    (result,) = [r for r in report.results if r.path == labels / "good.pdf"]
    assert result.label is not None
    assert (job.state, job.attempt, job.label_id) == (JobState.COMPLETED, 1, result.label.label_id)
    assert job.started_at and job.ended_at and job.started_at <= job.ended_at


def test_a_tiny_pdf_is_stored_with_pages_and_sound_offsets(
    mixed: tuple[LibraryFolder, Path, LoadReport],
) -> None:
    folder, _, _ = mixed
    reader = open_reader(folder)
    (label,) = [each for each in reader.labels() if each.drug.casefold() == "nizatidine"]
    facts = {fact.quote: fact for fact in reader.facts(label.label_id)}
    fact = facts["The elimination half-life of nizatidine is 2 hours."]
    assert fact.page == 1 and fact.boxes and "half_life" in fact.attributes
    assert reader.rows("store/unsound_spans", {"first": "", "last": "~"}) == [(0,)]
    reader.close()


def test_loading_the_same_file_again_does_nothing(tmp_path: Path) -> None:
    folder, path = LibraryFolder(tmp_path / "library"), write_spl(tmp_path / "a.xml", "Famotidine")
    load(folder, path)
    before, noted = folder.library.read_bytes(), jobs(folder)
    assert states(load(folder, path)) == {"a.xml": FileState.UNCHANGED}
    assert folder.library.read_bytes() == before
    assert jobs(folder) == noted


def test_a_file_named_twice_is_loaded_once(tmp_path: Path, place: Place) -> None:
    path = write_spl(tmp_path / "labels" / "a.xml", "Famotidine")
    report = load(place, path, path, path.parent)
    assert len(report.results) == 1


def test_a_changed_file_makes_a_second_version(tmp_path: Path, place: Place) -> None:
    path = write_spl(tmp_path / "a.xml", "Famotidine")
    load(place, path)
    write_spl(path, "Famotidine", version=2, text="The half-life is 4 hours.")
    assert states(load(place, path)) == {"a.xml": FileState.UPDATED}
    assert current(place) == {"Famotidine": 2}
    assert sorted(job.state for job in jobs(place)) == [JobState.COMPLETED, JobState.SUPERSEDED]


def test_a_file_put_back_as_it_was_is_current_again_without_reading_it(
    tmp_path: Path, place: Place
) -> None:
    path = tmp_path / "a.xml"
    load(place, write_spl(path, "Famotidine", in_set=False))
    first = path.read_bytes()
    load(place, write_spl(path, "Famotidine", in_set=False, text="Now it is 4 hours."))
    assert current(place) == {"Famotidine": 2}
    path.write_bytes(first)
    assert states(load(place, path)) == {"a.xml": FileState.UPDATED}
    assert current(place) == {"Famotidine": 1}
    assert states(load(place, path)) == {"a.xml": FileState.UNCHANGED}


@pytest.mark.parametrize("names", [("old.xml", "young.xml"), ("z_old.xml", "a_young.xml")])
def test_of_two_spl_versions_the_younger_is_current_in_whatever_order_they_come(
    tmp_path: Path, place: Place, names: tuple[str, str]
) -> None:
    labels = tmp_path / "labels"
    write_spl(labels / names[0], "Famotidine", version=6, date="20200101", text="It was 3 hours.")
    write_spl(labels / names[1], "Famotidine", version=7, date="20250101", text="It is 4 hours.")
    load(place, labels)
    reader = open_reader(place)
    (label,) = [each for each in reader.labels() if each.superseded_by is None]
    assert Path(label.source_path).name == names[1]
    reader.close()
    assert set(states(load(place, labels)).values()) == {FileState.UNCHANGED}


def test_a_copy_of_a_loaded_file_is_not_loaded_again(tmp_path: Path, place: Place) -> None:
    path = write_spl(tmp_path / "a.xml", "Famotidine")
    load(place, path)
    copy = tmp_path / "b.xml"
    copy.write_bytes(path.read_bytes())
    report = load(place, copy)
    assert states(report) == {"b.xml": FileState.DUPLICATE}
    assert report.results[0].duplicate_of == path
    path.unlink()
    assert states(load(place, copy)) == {"b.xml": FileState.UNCHANGED}, "it was moved, then"


def test_the_same_file_has_the_same_label_id_wherever_it_lies(tmp_path: Path) -> None:
    ids = set()
    for place in ("here", "there"):
        path = write_spl(tmp_path / place / "a.xml", "Famotidine", in_set=False)
        report = load(LibraryFolder(tmp_path / place / "library"), path.parent)
        ids |= {result.label.label_id for result in report.results if result.label}
    assert len(ids) == 1


def test_a_changed_file_that_was_moved_is_a_new_version_of_its_document(
    tmp_path: Path, place: Place
) -> None:
    path = tmp_path / "old" / "a.xml"
    load(place, write_spl(path, "Famotidine", in_set=False))
    path.unlink()
    moved = tmp_path / "new" / "a.xml"
    load(place, write_spl(moved, "Famotidine", in_set=False, text="It is 4 hours."))
    assert current(place) == {"Famotidine": 2}
    load(place, write_spl(moved, "Famotidine", in_set=False, text="It is 5 hours."))
    assert current(place) == {"Famotidine": 3}


def test_two_files_of_one_name_in_two_folders_are_two_labels(tmp_path: Path, place: Place) -> None:
    one = write_spl(tmp_path / "us" / "a.xml", "Famotidine", in_set=False)
    two = write_spl(tmp_path / "ca" / "a.xml", "Famotidine", in_set=False, text="It is 4 hours.")
    load(place, one.parent, two.parent)
    reader = open_reader(place)
    assert sorted(label.source_path for label in reader.labels()) == [str(two), str(one)]
    assert all(label.superseded_by is None for label in reader.labels())
    reader.close()


def test_a_file_where_another_was_moved_away_from_supersedes_nothing(
    tmp_path: Path, place: Place
) -> None:
    path = tmp_path / "old" / "a.xml"
    load(place, write_spl(path, "Famotidine", in_set=False))
    path.unlink()
    moved = tmp_path / "new" / "a.xml"
    load(place, write_spl(moved, "Famotidine", in_set=False, text="It is 4 hours."))
    load(place, write_spl(path, "Famotidine", in_set=False, text="It is 6 hours."))
    reader = open_reader(place)
    now = {label.source_path for label in reader.labels() if label.superseded_by is None}
    assert now == {str(path), str(moved)}
    reader.close()


def test_an_old_version_kept_under_another_name_is_a_document_of_its_own(
    tmp_path: Path, place: Place
) -> None:
    path = tmp_path / "a.xml"
    first = write_spl(path, "Famotidine", in_set=False).read_bytes()
    load(place, path)
    load(place, write_spl(path, "Famotidine", in_set=False, text="Now it is 4 hours."))
    kept = tmp_path / "b.xml"
    kept.write_bytes(first)
    assert states(load(place, kept)) == {"b.xml": FileState.UPDATED}
    reader = open_reader(place)
    now = {label.source_path for label in reader.labels() if label.superseded_by is None}
    assert now == {str(path), str(kept)}
    reader.close()


def test_a_mended_file_is_loaded_and_nothing_is_left_to_retry(tmp_path: Path, place: Place) -> None:
    path = tmp_path / "a.xml"
    path.touch()
    load(place, path)
    load(place, path)
    (job,) = jobs(place, JobState.FAILED)
    assert job.attempt == 2
    write_spl(path, "Famotidine")
    assert states(load(place, path)) == {"a.xml": FileState.LOADED}
    assert jobs(place, JobState.FAILED, JobState.PENDING, JobState.RUNNING) == []


def test_a_missing_file_that_turns_up_is_loaded_and_nothing_is_left_to_retry(
    tmp_path: Path,
    place: Place,
) -> None:
    path = tmp_path / "a.xml"
    load(place, path)
    assert [job.source_path for job in jobs(place, JobState.FAILED)] == [str(path)]
    write_spl(path, "Famotidine")
    load(place, path)
    assert jobs(place, JobState.FAILED) == []


def test_a_folder_without_labels_says_so(tmp_path: Path, place: Place) -> None:
    (tmp_path / "labels").mkdir()
    (result,) = load(place, tmp_path / "labels").results
    assert result.error is not None and "no label file" in result.error.cause


def test_a_glob_and_hidden_files_are_understood(tmp_path: Path, place: Place) -> None:
    write_spl(tmp_path / "labels" / "a.xml", "Famotidine")
    write_spl(tmp_path / "labels" / ".hidden" / "b.xml", "Ranitidine")
    report = load(place, tmp_path / "labels" / "*.xml", tmp_path)
    assert states(report) == {"a.xml": FileState.LOADED}


def test_a_second_load_at_once_is_busy_and_changes_nothing(tmp_path: Path) -> None:
    folder = LibraryFolder(tmp_path / "library")
    with folder.exclusively(), pytest.raises(LibraryBusy):
        load(folder, write_spl(tmp_path / "a.xml", "Famotidine"))
    assert not folder.journal.exists()


def _many(root: Path) -> Path:
    for number in range(MANY):
        write_spl(root / f"{number:03}.xml", f"Drug{chr(97 + number % 26)}{number}")
    return root


def _start(place: Place, labels: Path) -> subprocess.Popen[str]:
    """A load in its own process group, returned when its first file is done."""
    command = ["ingest", str(labels), "--workers", "1", "--library", address(place)]
    process = subprocess.Popen(
        [sys.executable, "-c", "from monograph_qa.cli.app import main; main()", *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.readline().startswith("[1/")
    return process


def _end(process: subprocess.Popen[str]) -> str:
    out, _ = process.communicate(timeout=60)
    return out


def test_ctrl_c_publishes_what_was_read_and_the_next_load_does_the_rest(
    tmp_path: Path, place: Place
) -> None:
    labels = _many(tmp_path / "labels")
    process = _start(place, labels)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the command
    out = _end(process)
    assert process.returncode == 130 and "stopped" in out
    done = {job.source_path for job in jobs(place, JobState.COMPLETED)}
    assert 1 <= len(done) < MANY
    assert len(current(place)) == len(done)
    assert len(jobs(place, JobState.PENDING)) == MANY - len(done)
    report = load(place, labels)
    assert list(states(report).values()).count(FileState.UNCHANGED) == len(done)
    assert len(current(place)) == MANY
    assert {job.state for job in jobs(place)} == {JobState.COMPLETED}


def test_a_load_killed_outright_loses_only_what_was_not_published(tmp_path: Path) -> None:
    folder, labels = LibraryFolder(tmp_path / "library"), tmp_path / "labels"
    write_spl(tmp_path / "first.xml", "Famotidine")
    load(folder, tmp_path / "first.xml")
    process = _start(folder, _many(labels))
    os.killpg(process.pid, signal.SIGKILL)
    _end(process)
    assert set(current(folder)) == {"Famotidine"}
    assert jobs(folder, JobState.RUNNING)
    started = time.monotonic()
    report = load(folder, labels / "000.xml")
    assert time.monotonic() - started < 30 and states(report) == {"000.xml": FileState.LOADED}
    assert jobs(folder, JobState.RUNNING) == []
    assert len(jobs(folder, JobState.PENDING)) == MANY - 1
