"""Sends a label file to a worker of a cluster, reads it there in a process of its own, and brings
the outcome back. Workers get the bytes and need no common disk. A file that hangs, crashes or eats
memory costs one process, not the worker."""

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import current_process
from pathlib import Path
from threading import Lock, Timer

from monograph_qa.errors import ClusterError
from monograph_qa.parse import Taken
from monograph_qa.pipeline.loading.paths import doc_key_of
from monograph_qa.pipeline.loading.reading_pool import ReadingPool
from monograph_qa.pipeline.loading.report import Limits, ReadOutcome
from monograph_qa.settings import Settings

_IDLE = 30.0  # seconds without a file until the reading processes are ended
_PACKAGES = ("monograph-qa", "docling-slim", "docling-parse", "spacy", "rapidocr")

ReadingSetup = dict[str, str]
"""Name of a package or setting -> its version or value: what a label's reading depends on besides
its file, and two machines must agree on. Plain, so that any version can be compared."""


def relocated(outcome: ReadOutcome) -> ReadOutcome:
    """The outcome with the document's key of this machine: a worker may know the file's folder, or
    another of its name, as a link to elsewhere."""
    reading = outcome.reading
    if reading is None or reading.monograph.label.doc_key.startswith("spl:"):
        return outcome
    label = replace(reading.monograph.label, doc_key=doc_key_of(outcome.path, {}))
    monograph = replace(reading.monograph, label=label)
    return replace(outcome, reading=replace(reading, monograph=monograph))


def reading_setup() -> ReadingSetup:
    """What reading depends on in this process. Raises SettingsError."""
    pictures = Settings.read().pictures
    return _versions() | {"MONOGRAPH_QA_PICTURES": pictures.model if pictures else "forest"}


@cache
def _versions() -> ReadingSetup:
    found = {"python": f"{sys.version_info.major}.{sys.version_info.minor}"}
    for name in _PACKAGES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def why_misfit(here: Mapping[str, str], there: Mapping[str, str]) -> str | None:
    """How `there`, a worker's setup, differs from the load's own `here`; None when it fits."""
    names = [*here, *(name for name in there if name not in here)]
    differing = [
        f"{name} is {there.get(name, 'missing')} there and {here.get(name, 'missing')} here"
        for name in names
        if here.get(name) != there.get(name)
    ]
    return "; ".join(differing) or None


def read_sent(path: Path, taken: Taken, limits: Limits, setup: ReadingSetup) -> ReadOutcome:
    """A task of Dask: the outcome of a file that lies elsewhere at `path`. Raises ClusterError when
    this worker would read it in another way than one with `setup`."""
    from distributed import get_worker

    worker = get_worker()
    if (misfit := why_misfit(setup, reading_setup())) is not None:
        raise ClusterError(f"worker {worker.address} would read labels in another way: {misfit}")
    pool = _POOLS.take(limits, worker.state.nthreads)
    try:
        return pool.read(path, taken)
    finally:
        _POOLS.give_back(limits)


@dataclass(slots=True)
class _Held:
    pool: ReadingPool
    readers: int = 0  # files being read
    end_timer: Timer | None = None


@dataclass(slots=True)
class _Pools:
    """A pool for each limits, ended when idle: no load says when it has ended."""

    held: dict[Limits, _Held] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def take(self, limits: Limits, processes: int) -> ReadingPool:
        with self.lock:
            if limits not in self.held:
                # Dask's nanny marks its worker as one that may have no children. Those of a pool
                # are ended with the worker, which is all that the mark is there for.
                current_process().daemon = False
                self.held[limits] = _Held(ReadingPool(processes, limits))
            held = self.held[limits]
            held.readers += 1
            if held.end_timer is not None:
                held.end_timer.cancel()
                held.end_timer = None
            return held.pool

    def give_back(self, limits: Limits) -> None:
        with self.lock:
            held = self.held[limits]
            held.readers -= 1
            if held.readers == 0:
                held.end_timer = Timer(_IDLE, self._end, [limits, held])
                held.end_timer.daemon = True
                held.end_timer.start()

    def _end(self, limits: Limits, held: _Held) -> None:
        with self.lock:
            if held.readers or self.held.get(limits) is not held:
                return
            del self.held[limits]
        held.pool.close()


_POOLS = _Pools()
