"""Jobs are kept by id; a journal that nobody may write can still be read."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from audit.logs import a_log, a_record, add

from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.errors import JournalError
from monograph_qa.store.files.journal import FileJournal
from monograph_qa.store.journal import Journal
from monograph_qa.store.place import Place, open_journal

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
def journal(place: Place) -> Iterator[Journal]:
    """A journal of two jobs."""
    with closing(open_journal(place, make=True)) as opened:
        for job in (FAILED, DONE):
            opened.put_job(job)
        yield opened


def test_a_job_comes_back_as_it_was(journal: Journal) -> None:
    assert journal.find_job("job_1") == FAILED
    assert journal.find_job("job_0") is None


def test_jobs_are_found_by_state_file_and_label(journal: Journal) -> None:
    assert journal.jobs() == [FAILED, DONE]
    assert journal.jobs([JobState.FAILED, JobState.PENDING]) == [FAILED]
    assert journal.jobs(source_path="/labels/b.pdf") == [DONE]
    assert journal.jobs([JobState.COMPLETED], label_id="lab_1") == [DONE]
    assert journal.jobs([JobState.FAILED], label_id="lab_1") == []
    assert journal.jobs(most=1) == [FAILED] and journal.jobs([JobState.COMPLETED], most=1) == [DONE]
    assert journal.jobs(most=0) == []


def test_jobs_are_counted_by_state_the_most_frequent_first(journal: Journal) -> None:
    journal.put_job(replace(DONE, job_id="job_3"))
    assert list(journal.job_counts().items()) == [(JobState.COMPLETED, 2), (JobState.FAILED, 1)]


def test_a_job_is_replaced_by_its_id(journal: Journal) -> None:
    again = replace(FAILED, state=JobState.RUNNING, attempt=2)
    journal.put_job(again)
    assert journal.jobs() == [again, DONE]


def test_a_load_claims_its_own_job_as_often_as_it_likes(journal: Journal) -> None:
    running = replace(FAILED, state=JobState.RUNNING)
    assert journal.claim_job(running) and journal.claim_job(running)
    assert journal.jobs([JobState.RUNNING]) == [running]


def test_jobs_of_a_dead_load_are_known_as_interrupted(place: Place) -> None:
    running = replace(FAILED, state=JobState.RUNNING)
    with closing(open_journal(place, make=True)) as dead:
        dead.put_job(running)
    with closing(open_journal(place)) as journal:
        assert journal.interrupted_jobs() == [running]
        assert journal.claim_job(running)


def test_what_is_appended_meanwhile_is_not_seen_in_a_snapshot(place: Place) -> None:
    with closing(open_journal(a_log(place, 2))) as journal:
        with journal.snapshot():
            assert journal.head()[0] == 2
            with closing(open_journal(place)) as other:
                add(other, a_record(3))
            assert (journal.head()[0], journal.appended(), len(list(journal.records()))) == (2,) * 3
        assert journal.head()[0] == 3


def test_a_signed_head_is_replaced_by_what_follows_it(journal: Journal) -> None:
    assert journal.read_head() is None
    journal.keep_head(lambda kept: "first" if kept is None else "wrong")
    journal.keep_head(lambda kept: None)
    assert (journal.read_head() or "").strip() == "first"
    journal.keep_head(lambda kept: "third" if (kept or "").strip() == "first" else None)
    assert (journal.read_head() or "").strip() == "third"


def test_many_records_come_in_order(place: Place) -> None:
    with closing(open_journal(a_log(place, 450))) as journal:
        assert [sequence for sequence, _ in journal.records()] == list(range(1, 451))
        last = journal.record_at(450)
        assert last is not None and last.audit_id == a_record(450).audit_id
        assert journal.record_at(451) is None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with closing(FileJournal(tmp_path / "journal.sqlite")) as journal:
        for job in (FAILED, DONE):
            journal.put_job(job)
    return tmp_path / "journal.sqlite"


def test_a_journal_is_written_ahead_so_that_many_can_ask_at_once(path: Path) -> None:
    journal = FileJournal(path)
    with journal.transaction():
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        other = FileJournal(path, make=False)
        assert other.jobs() == [FAILED, DONE]  # reads while another writes
        other.close()
    journal.close()


READ = """
import os, sys
from pathlib import Path
from monograph_qa.store.files.journal import FileJournal
os.setuid(65534)
journal = FileJournal(Path(sys.argv[1]), make=False)
print(len(journal.jobs()))
journal.put_job(journal.jobs()[0])
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to become another user")
def test_a_journal_on_a_read_only_folder_is_read_and_a_write_says_why_not(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        journal = FileJournal(folder / "journal.sqlite")
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
        FileJournal(tmp_path / "journal.sqlite")
