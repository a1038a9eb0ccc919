"""A load that is stopped or killed: what was read is kept, and the next load does the rest."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from building import address

from monograph_qa.domain.jobs import JobState
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.place import Place

from .files import write_spl
from .loading import current, jobs, load, states

MANY = 250  # more than a fast machine reads before it hears that it should stop


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


def _end(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it still said, on standard output and standard error."""
    return process.communicate(timeout=60)


@pytest.mark.parametrize(
    "signals",
    [(signal.SIGINT,), (signal.SIGINT, signal.SIGINT), (signal.SIGTERM,), (signal.SIGHUP,)],
    ids=["ctrl-c", "ctrl-c twice", "service stopped", "terminal lost"],
)
def test_a_load_that_is_to_stop_publishes_what_was_read(
    tmp_path: Path, signals: tuple[signal.Signals, ...]
) -> None:
    folder = LibraryFolder(tmp_path / "library")
    process = _start(folder, _many(tmp_path / "labels"))
    for each in signals:
        os.killpg(process.pid, each)  # as a terminal does: to every process of the command
        time.sleep(0.05)
    out, told = _end(process)
    assert process.returncode == 130 and "stopped" in out and "Traceback" not in told
    published = len(current(folder))
    assert published == 1 + told.count("loaded ") < MANY, "all that was told of is kept"
    assert len(jobs(folder, JobState.COMPLETED)) == published
    assert len(jobs(folder, JobState.PENDING)) == MANY - published


def test_the_next_load_does_the_rest(tmp_path: Path, place: Place) -> None:
    labels = _many(tmp_path / "labels")
    process = _start(place, labels)
    os.killpg(process.pid, signal.SIGINT)
    _end(process)
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


def test_a_full_disk_is_told_and_the_published_library_stays(tmp_path: Path) -> None:
    folder, labels = LibraryFolder(tmp_path / "library"), tmp_path / "labels"
    load(folder, write_spl(tmp_path / "first.xml", "Famotidine"))
    most = folder.library.stat().st_size  # a file may become no larger than this
    command = ["ingest", str(_many(labels)), "--workers", "1", "--library", str(folder)]
    ended = subprocess.run(
        [sys.executable, "-c", "from monograph_qa.cli.app import main; main()", *command],
        capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )  # fmt: skip
    assert ended.returncode == 1 and "cannot be" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr
    assert set(current(folder)) == {"Famotidine"}
    load(folder, labels)
    assert len(current(folder)) == MANY + 1
