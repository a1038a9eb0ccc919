"""Two loads of the same files into one server at once: each file is read by one of them, and what a
killed load was reading is read by the next."""

import hashlib
from contextlib import closing
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from monograph_qa.domain.journal import JobState
from monograph_qa.pipeline.ingestion import ingest
from monograph_qa.pipeline.loading.job_log import JobLog
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.place import open_journal, open_reader
from monograph_qa.store.server.statements import ServerJournal

from .files import write_spl

DRUGS = ("Famotidine", "Nizatidine", "Cimetidine", "Ranitidine", "Omeprazole", "Pantoprazole",
         "Esomeprazole", "Lansoprazole", "Rabeprazole", "Sucralfate")  # fmt: skip


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    folder = tmp_path / "labels"
    for drug in DRUGS:
        write_spl(folder / f"{drug}.xml", drug)
    return folder


def _load(server: LibraryServer, labels: Path, report_to: Connection) -> None:
    report = ingest(server, [labels], workers=1)
    report_to.send({result.path.stem: result.state for result in report.results})


def test_two_loads_at_once_read_each_file_once(server: LibraryServer, labels: Path) -> None:
    context = get_context("spawn")
    told = []
    for _ in range(2):
        receiving, sending = context.Pipe(duplex=False)
        process = context.Process(target=_load, args=(server, labels, sending))
        process.start()
        told.append((process, receiving))
    states = []
    for process, receiving in told:
        assert receiving.poll(120)
        states.append(receiving.recv())
        process.join(30)
    for drug in DRUGS:
        both = [each[drug] for each in states]
        assert both.count(FileState.LOADED) == 1, (drug, both)
        assert FileState.FAILED not in both
    with closing(open_journal(server)) as journal:
        jobs = journal.jobs()
    assert [job.state for job in jobs] == [JobState.COMPLETED] * len(DRUGS)
    assert [job.attempt for job in jobs if job.attempt > 2] == []
    with closing(open_reader(server)) as reader:
        assert sorted(label.drug for label in reader.labels()) == sorted(DRUGS)


def test_a_file_that_another_load_is_reading_is_left_to_it(
    server: LibraryServer, labels: Path
) -> None:
    taken = sorted(labels.iterdir())[0]
    with closing(ServerJournal(server)) as other:
        log = JobLog(other)
        log.start(taken, _sha256(taken))
        assert list(log.iter_begin([taken])) == [taken]
        report = ingest(server, [labels], workers=1)
        states = {result.path: result.state for result in report.results}
        assert states.pop(taken) is FileState.ELSEWHERE
        assert set(states.values()) == {FileState.LOADED}
    again = ingest(server, [labels], workers=1)  # the other load is gone, and never ended
    states = {result.path: result.state for result in again.results}
    assert states.pop(taken) is FileState.LOADED
    assert set(states.values()) == {FileState.UNCHANGED}


def test_only_jobs_of_dead_loads_are_released(server: LibraryServer, labels: Path) -> None:
    first, second = sorted(labels.iterdir())[:2]
    with closing(ServerJournal(server)) as living, closing(ServerJournal(server)) as journal:
        with closing(ServerJournal(server)) as dead:
            for opened, path in ((living, first), (dead, second)):
                log = JobLog(opened)
                log.start(path, _sha256(path))
                assert list(log.iter_begin([path])) == [path]
        running = {job.source_path: job for job in journal.jobs([JobState.RUNNING])}
        JobLog(journal).release_interrupted()
        assert [job.source_path for job in journal.jobs([JobState.RUNNING])] == [str(first)]
        released = replace(running[str(second)], state=JobState.PENDING, started_at=None)
        assert journal.jobs([JobState.PENDING]) == [released]


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
