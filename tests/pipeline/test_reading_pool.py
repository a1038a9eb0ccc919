"""Reading processes that die, and such as cannot be started."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from monograph_qa.pipeline.loading.reading_pool import ReadingPool
from monograph_qa.pipeline.loading.report import Limits
from monograph_qa.store.homes import LibraryFolder

from .files import write_spl
from .loading import jobs, load


def test_a_process_that_is_killed_between_two_files_costs_none(tmp_path: Path) -> None:
    files = [write_spl(tmp_path / f"{drug}.xml", drug) for drug in ("Famotidine", "Nizatidine")]
    with closing(ReadingPool(1, Limits())) as pool:
        assert pool.read(files[0]).error is None
        (reader,) = multiprocessing.active_children()
        assert reader.pid is not None
        os.kill(reader.pid, signal.SIGKILL)
        reader.join()
        outcome = pool.read(files[1])
    assert outcome.error is None and outcome.path == files[1]


@pytest.fixture
def no_python() -> Iterator[None]:
    """Processes that multiprocessing starts end at once."""
    multiprocessing.set_executable("/bin/false")
    yield
    multiprocessing.set_executable(sys.executable)


def test_a_load_whose_processes_cannot_start_says_so_and_leaves_its_files_to_the_next(
    tmp_path: Path, no_python: None
) -> None:
    folder, path = LibraryFolder(tmp_path / "library"), write_spl(tmp_path / "a.xml", "Famotidine")
    report = load(folder, path)
    assert "end as soon as they are started" in str(report.deserted)
    assert not report.is_complete and report.results == ()
    assert [job.state for job in jobs(folder)] == ["pending"]
