"""Files read on a Dask cluster: each is loaded once, whoever dies while it is read."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest
from conftest import Run
from distributed import Client
from PIL import Image

from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.errors import ClusterError
from monograph_qa.pipeline.ingestion import ingest
from monograph_qa.pipeline.loading.monographs import read_monograph
from monograph_qa.pipeline.loading.reading_cluster import ReadingCluster
from monograph_qa.pipeline.loading.report import (
    FileResult,
    FileState,
    Limits,
    LoadReport,
    Reading,
    ReadOutcome,
)
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import open_journal, open_reader

from .dask_cluster import DaskCluster, await_that, dask_cluster
from .files import write_pdf, write_spl

SAMPLE = Path(__file__).resolve().parents[2] / "monographs" / "hydralazine_tablets.pdf"
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Two workers, each with a nanny that starts it again when it dies."""
    with dask_cluster(tmp_path_factory.mktemp("dask")) as cluster:
        with Client(cluster.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=60)
        yield cluster


def jobs(folder: LibraryFolder) -> list[IngestJob]:
    with closing(open_journal(folder)) as journal:
        return journal.jobs()


def stored(folder: LibraryFolder) -> list[str]:
    """File names of the labels that askers see."""
    with closing(open_reader(folder)) as reader:
        labels = reader.labels()
        for label in labels:
            texts = {s.section_id: s.text for s in reader.sections(label.label_id)}
            facts = reader.facts(label.label_id)
            assert facts and all(texts[f.section_id][f.start : f.stop] == f.quote for f in facts)
        return sorted(Path(each.source_path).name for each in labels)


def states(report: LoadReport) -> dict[str, FileState]:
    assert len({r.path for r in report.results}) == len(report.results), "a file was told twice"
    return {result.path.name: result.state for result in report.results}


def kill_one_worker(address: str) -> None:
    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        busy = {worker for worker, tasks in client.processing().items() if tasks}
        pids = client.run(os.getpid)
        os.kill(next(pid for worker, pid in pids.items() if worker in busy), signal.SIGKILL)


def read_on(cluster: DaskCluster, *paths: Path, limits: Limits | None = None) -> list[ReadOutcome]:
    with (
        ReadingCluster.connect(cluster.address) as engine,
        engine.readers(len(paths), None, limits or Limits()) as readers,
    ):
        return list(readers.iter_read(paths, lambda: False))


def undated(reading: Reading) -> Reading:
    label = replace(reading.monograph.label, ingested_at=LONG_AGO)
    return replace(reading, monograph=replace(reading.monograph, label=label))


def test_every_file_is_loaded_once_though_a_worker_is_killed_half_way(
    dask: DaskCluster, tmp_path: Path
) -> None:
    labels = tmp_path / "labels"
    labels.mkdir()
    for copy in range(6):
        # Large enough to be still in reading when the worker is killed.
        (labels / f"copy_{copy}.pdf").write_bytes(SAMPLE.read_bytes() + b"%% copy %d\n" % copy)
    names = sorted(each.name for each in labels.iterdir())
    folder = LibraryFolder(tmp_path / "library")

    def kill_half_way(result: FileResult, done: int, total: int) -> None:
        if done == total // 2:
            kill_one_worker(dask.address)

    with ReadingCluster.connect(dask.address) as cluster:
        report = ingest(folder, [labels], engine=cluster, progress=kill_half_way)
    assert states(report) == dict.fromkeys(names, FileState.LOADED)
    assert report.is_complete and stored(folder) == names
    told = [(job.state, job.attempt) for job in jobs(folder)]
    assert told == [(JobState.COMPLETED, 1)] * len(names)


def test_a_file_that_kills_every_worker_fails_alone_with_its_cause(
    dask: DaskCluster, tmp_path: Path
) -> None:
    killer = write_spl(tmp_path / "labels" / "killer.xml", "Famotidine")
    for drug in ("Ranitidine", "Cimetidine", "Nizatidine"):
        write_spl(tmp_path / "labels" / f"{drug}.xml", drug)
    folder = LibraryFolder(tmp_path / "library")
    with ReadingCluster.connect(dask.address) as cluster:
        report = ingest(folder, [killer.parent], engine=cluster)
    (failed,) = report.failed
    assert failed.path == killer and failed.error is not None
    assert failed.error.cause == "reading it killed every worker that tried, again and again"
    assert report.is_complete
    assert stored(folder) == ["Cimetidine.xml", "Nizatidine.xml", "Ranitidine.xml"]
    assert sorted(job.state for job in jobs(folder)) == [
        JobState.COMPLETED, JobState.COMPLETED, JobState.COMPLETED, JobState.FAILED
    ]  # fmt: skip


def test_a_load_without_workers_or_scheduler_ends_and_the_next_one_goes_on(
    dask: DaskCluster, tmp_path: Path
) -> None:
    drugs = ("Cimetidine", "Famotidine", "Nizatidine", "Ranitidine", "Roxatidine", "Lafutidine")
    paths = [write_spl(tmp_path / "labels" / f"{drug}.xml", drug) for drug in drugs]
    folder = LibraryFolder(tmp_path / "library")
    with dask_cluster(tmp_path / "dask", workers=0) as lost:
        with ReadingCluster.connect(lost.address, patience=1.0) as cluster:
            report = ingest(folder, paths[:1], engine=cluster)
        assert "has had no worker for 1 s" in str(report.deserted)
        assert [job.state for job in jobs(folder)] == [JobState.PENDING]

        def lose_the_scheduler(result: FileResult, done: int, total: int) -> None:
            if done == 1:
                lost.scheduler.kill()
                lost.scheduler.wait()

        with ReadingCluster.connect(lost.address) as cluster:
            lost.start_workers(1)  # a load waits for workers that are still to come
            report = ingest(folder, paths, engine=cluster, progress=lose_the_scheduler)
    assert str(report.deserted) == f"the scheduler at {lost.address} has gone away"
    assert not report.is_complete and not report.failed
    published = stored(folder)
    assert 1 <= len(published) < len(drugs)
    waiting = [job for job in jobs(folder) if job.state is JobState.PENDING]
    assert len(waiting) == len(drugs) - len(published)
    with ReadingCluster.connect(dask.address) as cluster:
        again = ingest(folder, paths, engine=cluster)
    assert sorted(states(again).values()) == sorted(
        [FileState.UNCHANGED] * len(published) + [FileState.LOADED] * len(waiting)
    )
    assert len(stored(folder)) == len(drugs)


def test_a_file_is_read_there_as_it_is_read_here(dask: DaskCluster, tmp_path: Path) -> None:
    alone = write_spl(tmp_path / "alone.xml", "Cimetidine", in_set=False)  # known by its place
    spl = write_spl(
        tmp_path / "spl.xml", "Famotidine",
        text='It has this structure: <renderMultiMedia referencedObject="M1"/>',
    )  # fmt: skip
    media = '<observationMedia ID="M1"><value><reference value="s.png"/></value></observationMedia>'
    spl.write_text(
        spl.read_text().replace("</section>", f"<component>{media}</component></section>")
    )
    Image.new("RGB", (40, 30), "red").save(tmp_path / "s.png")

    there = {each.path: undated(each.reading) for each in read_on(dask, alone, spl) if each.reading}
    assert there == {path: undated(read_monograph(path)) for path in (alone, spl)}
    assert len(there[spl].monograph.images) > 0, "the picture beside it went with it"
    assert not list(dask.root.rglob("alone.xml")), "copies are gone when they are read"


def test_a_file_that_takes_too_long_or_is_broken_fails_by_its_own_name(
    dask: DaskCluster, tmp_path: Path
) -> None:
    slow = write_spl(tmp_path / "slow.xml", "Famotidine")
    (outcome,) = read_on(dask, slow, limits=Limits(seconds=0.01))
    assert outcome.error is not None and outcome.path == slow
    assert outcome.error.cause == "reading took longer than 0 s and was stopped"
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(write_pdf(tmp_path / "good.pdf").read_bytes()[:300])
    (outcome, gone) = sorted(read_on(dask, cut, tmp_path / "gone.pdf"), key=lambda o: o.path)
    assert outcome.path == cut and outcome.error is not None and "damaged" in outcome.error.cause
    assert gone.error is not None and "No such file" in gone.error.cause


def test_reading_stops_when_it_is_wished_and_what_runs_is_given_up(
    dask: DaskCluster, tmp_path: Path
) -> None:
    paths = [write_spl(tmp_path / f"{n}.xml", f"Drug {n}") for n in range(30)]
    begun: list[Path] = []
    wish = Event()

    def taken() -> Iterator[Path]:
        for path in paths:
            begun.append(path)
            yield path

    with (
        ReadingCluster.connect(dask.address) as engine,
        engine.readers(len(paths), 3, Limits()) as readers,
    ):
        reading = readers.iter_read(taken(), wish.is_set)
        assert next(reading).error is None
        wish.set()
        assert all(each.error is None for each in reading), "what has arrived is given still"
        assert len(begun) == 3, "no more are taken than may be read at once"
    with Client(dask.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        await_that(lambda: not any(client.processing().values()))


def test_a_worker_that_would_read_in_another_way_is_refused(
    dask: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONOGRAPH_QA_PICTURES", "llm")
    monkeypatch.setenv("MONOGRAPH_QA_LLM_MODEL", "seer-1")
    monkeypatch.setenv("MONOGRAPH_QA_LLM_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(ClusterError) as refused, ReadingCluster.connect(dask.address):
        pass
    assert "MONOGRAPH_QA_PICTURES is forest there and seer-1 here" in str(refused.value)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1", "is no address of a Dask scheduler"),
        ("http://127.0.0.1:8786", "is no address of a Dask scheduler"),
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9"),
    ],
)
def test_an_address_without_a_scheduler_is_told_soon(address: str, said: str) -> None:
    started = time.monotonic()
    with (
        pytest.raises(ClusterError, match=said),
        ReadingCluster.connect(address, patience=1.0),
    ):
        pass
    assert time.monotonic() - started < 10, "closing what never opened takes long"


def test_the_command_reads_on_the_cluster_that_dask_is_told_of(
    dask: DaskCluster, tmp_path: Path, run: Run
) -> None:
    write_spl(tmp_path / "a.xml", "Famotidine")
    said = run(
        "ingest", str(tmp_path), "--engine", "dask", "--cluster", dask.address, "--json",
        library=tmp_path / "library",
    )  # fmt: skip
    assert said.returncode == 0 and '"state": "loaded"' in said.stdout
    assert '"deserted": null' in said.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--cluster", "tcp://127.0.0.1:9"), 2, "goes with --engine dask"),
        (("--engine", "dask"), 1, "no cluster named: say --cluster tcp://host:8786"),
    ],
)
def test_a_cluster_is_named_for_dask_alone_and_always(
    arguments: tuple[str, ...], code: int, said: str, tmp_path: Path, run: Run
) -> None:
    ended = run("ingest", str(tmp_path), *arguments, library=tmp_path / "library")
    assert ended.returncode == code and said in " ".join(ended.stderr.split())
