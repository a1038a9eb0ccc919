"""A load that is stopped or killed: what was read is kept, and the next load does the rest."""

import os
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

from monograph_qa.domain.journal import JobState
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place

from .files import write_spl
from .loading import LOAD, MANY, begun, current, ended, jobs, load, many, states


@pytest.mark.parametrize(
    "signals",
    [(signal.SIGINT,), (signal.SIGINT, signal.SIGINT), (signal.SIGTERM,), (signal.SIGHUP,)],
    ids=["ctrl-c", "ctrl-c twice", "service stopped", "terminal lost"],
)
def test_a_load_that_is_to_stop_publishes_what_was_read(
    tmp_path: Path, signals: tuple[signal.Signals, ...]
) -> None:
    folder = LibraryFolder(tmp_path / "library")
    process = begun(folder, many(tmp_path / "labels"))
    for each in signals:
        os.killpg(process.pid, each)  # as a terminal does: to every process of the command
        time.sleep(0.05)
    out, told = ended(process)
    assert process.returncode == 130 and "stopped" in out and "Traceback" not in told
    published = len(current(folder))
    assert published == 1 + told.count("] read  ") < MANY, "all that was told of is kept"
    assert len(jobs(folder, JobState.COMPLETED)) == published
    assert len(jobs(folder, JobState.PENDING)) == MANY - published


def test_the_next_load_does_the_rest(tmp_path: Path, place: Place) -> None:
    labels = many(tmp_path / "labels")
    process = begun(place, labels)
    os.killpg(process.pid, signal.SIGINT)
    ended(process)
    done = len(jobs(place, JobState.COMPLETED))
    assert 1 <= done < MANY and len(current(place)) == done
    report = load(place, labels)
    assert list(states(report).values()).count(FileState.UNCHANGED) == done
    assert len(current(place)) == MANY
    assert {job.state for job in jobs(place)} == {JobState.COMPLETED}


def test_a_load_killed_outright_loses_only_what_was_not_published(tmp_path: Path) -> None:
    folder, labels = LibraryFolder(tmp_path / "library"), tmp_path / "labels"
    write_spl(tmp_path / "first.xml", "Famotidine")
    load(folder, tmp_path / "first.xml")
    process = begun(folder, many(labels))
    os.killpg(process.pid, signal.SIGKILL)
    ended(process)
    assert set(current(folder)) == {"Famotidine"}
    assert jobs(folder, JobState.RUNNING)
    first = min(labels.iterdir())
    report = load(folder, first)
    assert states(report) == {first.name: FileState.LOADED}
    assert jobs(folder, JobState.RUNNING) == []
    assert len(jobs(folder, JobState.PENDING)) == MANY - 1


def test_a_load_whose_own_process_is_killed_leaves_no_warning_of_python(tmp_path: Path) -> None:
    process = begun(LibraryFolder(tmp_path / "library"), many(tmp_path / "labels"))
    process.kill()  # what it started ends by itself
    _, told = ended(process)
    assert "resource_tracker" not in told and "Warning" not in told


@pytest.mark.slow
def test_a_full_disk_is_told_and_the_published_library_stays(tmp_path: Path) -> None:
    folder, labels = LibraryFolder(tmp_path / "library"), tmp_path / "labels"
    load(folder, write_spl(tmp_path / "first.xml", "Famotidine"))
    most = folder.library.stat().st_size  # a file may become no larger than this
    done = subprocess.run(
        [*LOAD, str(many(labels)), "--workers", "1", "--library", str(folder)],
        capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )  # fmt: skip
    (stopped,) = (line for line in done.stdout.splitlines() if line.startswith("stopped: "))
    assert done.returncode == 1 and "no file may grow so large here" in stopped
    assert "Traceback" not in done.stderr
    assert set(current(folder)) == {"Famotidine"}
    load(folder, labels)
    assert len(current(folder)) == MANY + 1
