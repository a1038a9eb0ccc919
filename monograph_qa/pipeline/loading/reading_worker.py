"""What a worker of a cluster does with a file: it reads it in a process of its own.

A file that hangs, crashes its reader or eats memory so costs one process, and not the worker, which
other people's work may share.
"""

from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import current_process
from threading import Lock, Timer

from monograph_qa.errors import ClusterError
from monograph_qa.pipeline.loading.reading_pool import ReadingPool, reading_pool
from monograph_qa.pipeline.loading.reading_port import Limits, ReadOutcome
from monograph_qa.pipeline.loading.reading_setup import ReadingSetup, reading_setup, why_misfit
from monograph_qa.pipeline.loading.sent_file import SentFile, unpacked

_IDLE = 30.0  # seconds without a file until the reading processes are ended


def read_sent(sent: SentFile, limits: Limits, setup: ReadingSetup) -> ReadOutcome:
    """A task of Dask: the outcome of a sent file; its path is the copy's.

    Raises ClusterError when this worker would read it in another way than one with `setup`.
    """
    from distributed import get_worker

    worker = get_worker()
    if (misfit := why_misfit(setup, reading_setup())) is not None:
        raise ClusterError(f"worker {worker.address} would read labels in another way: {misfit}")
    pool = _POOLS.take(limits, worker.state.nthreads)
    try:
        # Dask clears its own folder of what a killed worker left behind.
        with unpacked(sent, worker.local_directory) as path:
            return pool.read(path)
    finally:
        _POOLS.give_back(limits)


@dataclass(slots=True)
class _Held:
    pool: ReadingPool
    end: ExitStack
    readers: int = 0  # files being read
    farewell: Timer | None = None


@dataclass(slots=True)
class _Pools:
    """A pool for each limits that loads name, ended when idle: no load says when it has ended, and
    a killed one could not."""

    held: dict[Limits, _Held] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def take(self, limits: Limits, processes: int) -> ReadingPool:
        with self.lock:
            if limits not in self.held:
                # Dask's nanny marks its worker as one that may have no children. Those of a pool
                # are ended with the worker, which is all that the mark is there for.
                current_process().daemon = False
                end = ExitStack()
                pool = end.enter_context(reading_pool(processes, limits))
                self.held[limits] = _Held(pool, end)
            held = self.held[limits]
            held.readers += 1
            if held.farewell is not None:
                held.farewell.cancel()
                held.farewell = None
            return held.pool

    def give_back(self, limits: Limits) -> None:
        with self.lock:
            held = self.held[limits]
            held.readers -= 1
            if held.readers == 0:
                held.farewell = Timer(_IDLE, self._end, [limits, held])
                held.farewell.daemon = True
                held.farewell.start()

    def _end(self, limits: Limits, held: _Held) -> None:
        with self.lock:
            if held.readers or self.held.get(limits) is not held:
                return
            del self.held[limits]
        held.end.close()


_POOLS = _Pools()
