"""What a load tells beside the single files: what it passes over, whom it waits for, how far it has
published; and which failures are not tried again."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from monograph_qa.domain.journal import JobState
from monograph_qa.errors import LibraryBusy
from monograph_qa.pipeline.ingestion import ingest
from monograph_qa.pipeline.loading.job_log import is_permanent_failure
from monograph_qa.pipeline.loading.paths import find_files
from monograph_qa.pipeline.loading.reading_pool import LocalEngine
from monograph_qa.pipeline.loading.report import Found, Limits, Published, ReadOutcome, Waiting
from monograph_qa.store.homes import LibraryFolder

from .files import write_pdf, write_spl
from .loading import ReadHere, current, jobs, load, load_here
from .zips import SAMPLE, picture, spl_of, zipped


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A label, an archive with a picture, and what is no label in many ways."""
    labels = tmp_path / "labels"
    write_spl(labels / "a.xml", "Famotidine")
    (labels / "bare").write_bytes(spl_of("abc"))  # told by its content
    (labels / "one.zip").write_bytes(zipped({"b.xml": spl_of("xyz"), "p.png": picture()}))
    for name in ("q.jpg", "style.css", "note", ".hidden"):
        (labels / name).write_text("no label")
    (labels / ".git").mkdir()
    return labels


SKIPPED = {
    "pictures that no label shows": 2, "files named .css": 1,
    "files without a suffix that are no labels": 1, "hidden files": 1, "hidden folders": 1,
}  # fmt: skip


def test_what_is_skipped_is_counted_by_reason_beforehand_in_the_report_and_among_the_jobs(
    tmp_path: Path, mixed: Path
) -> None:
    folder = LibraryFolder(tmp_path / "library")
    told: list[object] = []
    report = ingest(folder, [mixed], workers=1, notice=told.append)
    assert report.skipped == SKIPPED and told[0] == Found(3, SKIPPED, mixed)
    assert len(current(folder)) == 3
    noted = jobs(folder, JobState.SKIPPED)
    assert {(job.source_path, job.error) for job in noted} == {
        (str(mixed), f"{files} {reason}") for reason, files in SKIPPED.items()
    }
    load_here(folder, mixed)
    assert jobs(folder, JobState.SKIPPED) == noted
    (mixed / "style.css").unlink()
    (mixed / "r.jpg").touch()
    load_here(folder, mixed)
    said = {job.error for job in jobs(folder, JobState.SKIPPED)}
    assert (
        "3 pictures that no label shows" in said
        and "1 files named .css" not in said
        and len(said) == 4
    )
    load_here(folder, mixed / "a.xml")
    assert len(jobs(folder, JobState.SKIPPED)) == 4
    for path in mixed.iterdir():
        if path.name not in {"a.xml", "bare"}:
            path.rename(tmp_path / path.name)
    load_here(folder, mixed)
    assert jobs(folder, JobState.SKIPPED) == []


@pytest.mark.parametrize("way", ["folder", "archive", "archive in an archive"])
def test_a_picture_that_a_label_shows_is_not_skipped(tmp_path: Path, way: str) -> None:
    named, labels = tmp_path / "labels", tmp_path / "labels" / "one"
    names = {"a.xml": SAMPLE.read_bytes(), "capsule.png": picture(), "other.png": picture()}
    labels.mkdir(parents=True)
    if way == "folder":
        for name, data in names.items():
            (labels / name).write_bytes(data)
    else:
        one = zipped({f"a/{name}": data for name, data in names.items()})
        data = zipped({"one.zip": one}) if way == "archive in an archive" else one
        (labels / "one.zip").write_bytes(data)
    found = find_files([named])
    assert [each.name for each in found.files] == ["a.xml"]
    assert found.skipped_by_reason() == {"pictures that no label shows": 1}


def test_published_is_told_apart_from_read(tmp_path: Path, mixed: Path) -> None:
    told: list[object] = []
    report = ingest(
        LibraryFolder(tmp_path / "library"), [mixed], engine=ReadHere(), notice=told.append
    )
    assert told[-1] == Published(3) and (report.read, report.published) == (3, 3)
    assert report.pages == 0 and report.files_a_second > 0


class ReadSlowly(ReadHere):
    """Reads the first file, and the others when it is published, or after half a minute."""

    def __init__(self) -> None:
        self.published: list[int] = []

    def note(self, what: object) -> None:
        if isinstance(what, Published):
            self.published.append(what.labels)

    def iter_read(
        self, paths: Iterable[Path], stopping: Callable[[], bool]
    ) -> Iterator[ReadOutcome]:
        for outcome in super().iter_read(paths, stopping):
            yield outcome
            until = time.monotonic() + 25
            while not self.published and time.monotonic() < until:
                time.sleep(0.1)
                yield ReadOutcome(outcome.path, None, None)


def test_what_was_read_first_is_published_within_seconds(tmp_path: Path) -> None:
    labels = [write_spl(tmp_path / f"{drug}.xml", drug) for drug in ("Axidine", "Famotidine")]
    engine = ReadSlowly()
    ingest(LibraryFolder(tmp_path / "library"), labels, engine=engine, notice=engine.note)
    assert engine.published == [1, 2]


def test_a_second_load_waits_and_says_for_whom(tmp_path: Path) -> None:
    folder, path = LibraryFolder(tmp_path / "library"), write_spl(tmp_path / "a.xml", "Famotidine")
    told: list[object] = []
    waits, reports = threading.Event(), []

    def note(what: object) -> None:
        told.append(what)
        if isinstance(what, Waiting):
            waits.set()

    second = threading.Thread(
        target=lambda: reports.append(
            ingest(folder, [path], engine=ReadHere(), wait=True, notice=note)
        )
    )
    with folder.exclusively():
        with pytest.raises(LibraryBusy, match=r"another load is running \(process \d+ of .* since"):
            load_here(folder, path)
        second.start()
        assert waits.wait(20) and not reports
    second.join(120)
    (holder,) = [each.holder for each in told if isinstance(each, Waiting)]
    assert "process" in holder and reports[0].published == 1


def test_what_a_file_is_to_blame_for_is_tried_again_only_when_it_changed(tmp_path: Path) -> None:
    folder, labels = LibraryFolder(tmp_path / "library"), tmp_path / "labels"
    labels.mkdir()
    broken = labels / "broken.xml"
    broken.write_text("<document")
    secret = write_pdf(labels / "secret.pdf", password="secret")
    (labels / "cut.zip").write_bytes(zipped({"a.xml": b"x" * 999})[:-40])
    load(folder, labels, labels / "gone.xml")
    failed = {Path(job.source_path).name: job for job in jobs(folder, JobState.FAILED)}
    assert set(failed) == {"broken.xml", "secret.pdf", "cut.zip", "gone.xml"}
    assert all(map(is_permanent_failure, failed.values()))
    write_spl(broken, "Famotidine")
    (labels / "gone.xml").write_bytes(broken.read_bytes())
    assert not is_permanent_failure(failed["broken.xml"]) and not is_permanent_failure(
        failed["gone.xml"]
    )
    secret.rename(secret.with_suffix(".old"))
    secret.with_suffix(".old").rename(secret)  # moved, and perhaps another
    assert not is_permanent_failure(failed["secret.pdf"])


def test_what_only_ran_out_of_time_is_tried_again(tmp_path: Path) -> None:
    folder, path = LibraryFolder(tmp_path / "library"), write_spl(tmp_path / "a.xml", "Famotidine")
    ingest(folder, [path], workers=1, limits=Limits(seconds=0.001), engine=LocalEngine())
    (job,) = jobs(folder, JobState.FAILED)
    assert job.error_type == "UnfinishedLabel" and not is_permanent_failure(job)
