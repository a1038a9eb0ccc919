"""Jobs are kept by id; a journal that nobody may write can still be read."""

import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from monograph_qa.domain.jobs import IngestJob, JobState
from monograph_qa.errors import JournalError
from monograph_qa.store.journal import Journal

NOW = datetime(2026, 1, 2, tzinfo=UTC)
FAILED = IngestJob(
    "job_1", "/labels/a.pdf", "file:/labels/a.pdf", JobState.FAILED, 1,
    "UnreadableLabel", "the file is empty", NOW, NOW, NOW, None,
)  # fmt: skip
DONE = replace(
    FAILED, job_id="job_2", source_path="/labels/b.pdf", state=JobState.COMPLETED, error=None,
    error_type=None, label_id="lab_1",
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    journal = Journal(tmp_path / "journal.sqlite")
    for job in (FAILED, DONE):
        journal.put_job(job)
    journal.close()
    return tmp_path / "journal.sqlite"


def test_a_job_comes_back_as_it_was(path: Path) -> None:
    journal = Journal(path)
    assert journal.find_job("job_1") == FAILED
    assert journal.find_job("job_0") is None
    journal.close()


def test_jobs_are_found_by_state_file_and_label(path: Path) -> None:
    journal = Journal(path)
    assert journal.jobs() == [FAILED, DONE]
    assert journal.jobs([JobState.FAILED, JobState.PENDING]) == [FAILED]
    assert journal.jobs(source_path="/labels/b.pdf") == [DONE]
    assert journal.jobs([JobState.COMPLETED], label_id="lab_1") == [DONE]
    assert journal.jobs([JobState.FAILED], label_id="lab_1") == []
    journal.close()


def test_a_job_is_replaced_by_its_id(path: Path) -> None:
    journal = Journal(path)
    again = replace(FAILED, state=JobState.RUNNING, attempt=2)
    journal.put_job(again)
    assert journal.jobs() == [again, DONE]
    journal.close()


def test_a_journal_is_written_ahead_so_that_many_can_ask_at_once(path: Path) -> None:
    journal = Journal(path)
    with journal.transaction() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        other = Journal(path, make=False)
        assert other.jobs() == [FAILED, DONE]  # reads while another writes
        other.close()
    journal.close()


READ = """
import os, sys
from pathlib import Path
from monograph_qa.store.journal import Journal
os.setuid(65534)
journal = Journal(Path(sys.argv[1]), make=False)
print(len(journal.jobs()))
journal.put_job(journal.jobs()[0])
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to become another user")
def test_a_journal_on_a_read_only_folder_is_read_and_a_write_says_why_not(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        journal = Journal(folder / "journal.sqlite")
        journal.put_job(FAILED)
        journal.close()
        folder.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", READ, str(folder / "journal.sqlite")],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        folder.chmod(0o755)
    assert done.stdout == "1\n", done.stderr
    assert "readonly" in done.stderr.splitlines()[-1]


def test_a_journal_that_is_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").mkdir()
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "journal.sqlite")
