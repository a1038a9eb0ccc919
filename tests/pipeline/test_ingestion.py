"""Each file is loaded, or fails alone with its cause named; nothing is done twice or lost."""

from pathlib import Path

import pytest

from monograph_qa.domain.journal import JobState
from monograph_qa.errors import LibraryBusy
from monograph_qa.pipeline.loading.report import FileState, LoadReport
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_reader

from .files import write_pdf, write_spl
from .loading import current, jobs, load, load_here, states


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
    load_here(folder, path)
    before, noted = folder.library.read_bytes(), jobs(folder)
    assert states(load_here(folder, path)) == {"a.xml": FileState.UNCHANGED}
    assert folder.library.read_bytes() == before
    assert jobs(folder) == noted


def test_a_file_named_twice_is_loaded_once(tmp_path: Path, place: Place) -> None:
    path = write_spl(tmp_path / "labels" / "a.xml", "Famotidine")
    report = load_here(place, path, path, path.parent)
    assert len(report.results) == 1


def test_a_mended_file_is_loaded_and_nothing_is_left_to_retry(tmp_path: Path, place: Place) -> None:
    path = tmp_path / "a.xml"
    path.touch()
    load_here(place, path)
    load_here(place, path)
    (job,) = jobs(place, JobState.FAILED)
    assert job.attempt == 2
    write_spl(path, "Famotidine")
    assert states(load_here(place, path)) == {"a.xml": FileState.LOADED}
    assert jobs(place, JobState.FAILED, JobState.PENDING, JobState.RUNNING) == []


def test_a_missing_file_that_turns_up_is_loaded_and_nothing_is_left_to_retry(
    tmp_path: Path,
    place: Place,
) -> None:
    path = tmp_path / "a.xml"
    load_here(place, path)
    assert [job.source_path for job in jobs(place, JobState.FAILED)] == [str(path)]
    write_spl(path, "Famotidine")
    load_here(place, path)
    assert jobs(place, JobState.FAILED) == []


def test_a_folder_without_labels_says_so(tmp_path: Path, place: Place) -> None:
    (tmp_path / "labels").mkdir()
    (result,) = load_here(place, tmp_path / "labels").results
    assert result.error is not None and "no label file" in result.error.cause


def test_a_glob_and_hidden_files_are_understood(tmp_path: Path, place: Place) -> None:
    write_spl(tmp_path / "labels" / "a.xml", "Famotidine")
    write_spl(tmp_path / "labels" / ".hidden" / "b.xml", "Ranitidine")
    report = load_here(place, tmp_path / "labels" / "*.xml", tmp_path)
    assert states(report) == {"a.xml": FileState.LOADED}


def test_a_second_load_at_once_is_busy_and_changes_nothing(tmp_path: Path) -> None:
    folder = LibraryFolder(tmp_path / "library")
    with folder.exclusively(), pytest.raises(LibraryBusy):
        load_here(folder, write_spl(tmp_path / "a.xml", "Famotidine"))
    assert not folder.journal.exists()
