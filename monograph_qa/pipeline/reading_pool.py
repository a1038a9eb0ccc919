"""Reading label files in worker processes: one that hangs, crashes or eats memory fails alone."""

import os
import resource
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, resource_tracker
from pathlib import Path

from pebble import ProcessExpired, ProcessPool

from monograph_qa.errors import LabelError, UnreadableLabel
from monograph_qa.pipeline.monographs import Reading, read_monograph

_LOOK = 0.5  # seconds between two looks at whether to stop
_FILES_A_WORKER = 40  # then a fresh process: PDF libraries keep memory


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost: seconds of wall time, bytes of address space (None: no limit)."""

    seconds: float = 600.0
    memory: int | None = 12 * 1024**3


@dataclass(frozen=True, slots=True)
class ReadOutcome:
    """What became of one file: a reading, or the error that names its cause."""

    path: Path
    reading: Reading | None
    error: LabelError | None


def _prepare(memory: int | None) -> None:
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # The loading process decides what Ctrl-C means; a worker is ended by it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
                with _interrupts_held_back():
                    future: Future[Reading] = self._pool.schedule(
                        read_monograph, args=[path], timeout=self._limits.seconds
                    )
                running[future] = path
            if not running:
                return
            done, _ = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)
            for future in done:
                yield self._outcome(running.pop(future), future)

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


def default_workers(files: int) -> int:
    """One worker a core, and no more than there are files."""
    return max(1, min(files, os.cpu_count() or 1))
