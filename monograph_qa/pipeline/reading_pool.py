"""Reading label files in worker processes: one that hangs, crashes or eats memory fails alone."""

import os
import resource
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, resource_tracker
from pathlib import Path

from pebble import ProcessExpired, ProcessPool

from monograph_qa.errors import LabelError, UnreadableLabel
from monograph_qa.pipeline.reading_port import Limits, Reading, ReadOutcome

_LOOK = 0.5  # seconds between two looks at whether to stop
_FILES_A_WORKER = 40  # then a fresh process: PDF libraries keep memory
_GRACE = 30.0  # seconds after its limit until a process that nobody ended ends itself


def _prepare(memory: int | None) -> None:
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # The loading process decides what Ctrl-C means; a worker is ended by it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _read(path: Path, seconds: float) -> Reading:
    """The reading of a file. A process that hangs in it outlives a killed load only briefly."""
    # What reading needs takes seconds to import, which only a process that reads is to spend.
    from monograph_qa.pipeline.monographs import read_monograph

    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
    try:
        return read_monograph(path)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl-C waits until the block is left.

    The first file starts the pool's threads and workers, which take over that SIGINT is blocked: a
    worker that is only just importing must not die of it with a traceback.
    """
    resource_tracker.ensure_running()  # started later, it would let SIGINT through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def reading_pool(workers: int, limits: Limits) -> Iterator["ReadingPool"]:
    """A pool of `workers` processes, ended at the latest when the block is left."""
    pool = ProcessPool(
        # A forked copy of a threaded program can hang in a lock that none of its threads holds.
        context=get_context("spawn"),
        max_workers=workers,
        max_tasks=_FILES_A_WORKER,
        initializer=_prepare,
        initargs=(limits.memory,),
    )
    try:
        yield ReadingPool(pool, workers, limits)
    finally:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()


class ReadingPool:
    """Reads files side by side and yields each as it is done."""

    def __init__(self, pool: ProcessPool, workers: int, limits: Limits) -> None:
        self._pool = pool
        self._workers = workers
        self._limits = limits

    def iter_read(
        self, paths: Iterable[Path], stopping: Callable[[], bool]
    ) -> Iterator[ReadOutcome]:
        """The outcome of every path, in the order in which they finish, until it is to stop.

        Only a few paths are taken ahead, so that readings never pile up in memory.
        """
        waiting = iter(paths)
        running: dict[Future[Reading], Path] = {}
        while not stopping():
            for path in islice(waiting, self._workers + 1 - len(running)):
                running[self._begin(path)] = path
            if not running:
                return
            done, _ = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)
            for future in done:
                yield self._outcome(running.pop(future), future)

    def read(self, path: Path) -> ReadOutcome:
        """The outcome of one path; other threads may be waiting for theirs."""
        return self._outcome(path, self._begin(path))

    def _begin(self, path: Path) -> Future[Reading]:
        with _interrupts_held_back():
            seconds = self._limits.seconds
            return self._pool.schedule(_read, args=[path, seconds], timeout=seconds)

    def _outcome(self, path: Path, future: Future[Reading]) -> ReadOutcome:
        try:
            return ReadOutcome(path, future.result(), None)
        except LabelError as error:
            return ReadOutcome(path, None, error)
        except TimeoutError:
            cause = f"reading took longer than {self._limits.seconds:.0f} s and was stopped"
            return ReadOutcome(path, None, UnreadableLabel(path, cause))
        except ProcessExpired as error:
            cause = f"reading crashed (worker process ended with exit code {error.exitcode})"
            if error.exitcode == -signal.SIGKILL:
                cause = "reading was killed by the system, which was most likely out of memory"
            return ReadOutcome(path, None, UnreadableLabel(path, cause))
        except MemoryError:
            return ReadOutcome(path, None, UnreadableLabel(path, "reading ran out of memory"))
        except Exception as error:
            # A fault of ours in one label must not cost the others; it is reported by its name.
            cause = f"reading failed: {type(error).__name__}: {error}"
            return ReadOutcome(path, None, UnreadableLabel(path, cause))


class LocalEngine:
    """Reads the files of a load on this machine."""

    @contextmanager
    def readers(self, files: int, workers: int | None, limits: Limits) -> Iterator[ReadingPool]:
        """A pool of `workers` processes: one a core, and no more than there are files, for None."""
        with reading_pool(workers or max(1, min(files, os.cpu_count() or 1)), limits) as pool:
            yield pool
