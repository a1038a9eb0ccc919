"""Reading label files in worker processes: one that hangs, crashes or eats memory fails alone."""

import gc
import os
import resource
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from functools import cache
from multiprocessing import get_context, resource_tracker
from pathlib import Path
from threading import Lock

from pebble import ProcessExpired, ProcessPool

from monograph_qa.errors import ClusterError, LabelError, UnfinishedLabel, UnreadableLabel
from monograph_qa.parse import Taken, is_archived, take
from monograph_qa.pipeline.loading.report import Limits, Reading, ReadOutcome

_LOOK = 0.5  # seconds between two looks at whether to stop
_FILES_A_WORKER = 200  # then a fresh process, which costs seconds: PDF libraries keep memory
_TRIES = 3  # to start processes that end before one of them has read a file
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_UNHEARD = "ignore:resource_tracker:UserWarning"  # of a killed load's locks, which it removes
_GRACE = 30.0  # seconds after its limit until a process that nobody ended ends itself


def _prepare(memory: int | None) -> None:
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    for name in _THREADS:
        os.environ.setdefault(name, "1")  # each core has a process already
    # The loading process decides what Ctrl-C means; a worker is ended by it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _read(path: Path, taken: Taken | None, seconds: float) -> Reading:
    """A process that hangs here outlives a killed load only briefly."""
    # What reading needs takes seconds to import, which only a process that reads is to spend.
    from monograph_qa.pipeline.loading.monographs import read_monograph

    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
    try:
        return read_monograph(path, taken)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        _settle()


@cache
def _settle() -> None:
    """To look for garbage in what the first file brought in took a quarter of the time."""
    gc.freeze()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Holds back Ctrl-C and the loss of the terminal until the block is left; the pool's threads
    and workers inherit this, so that one that is still importing dies without a traceback."""
    signals = {signal.SIGINT, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    resource_tracker.ensure_running()  # it lets SIGINT through again
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_Sent = tuple[Path, Taken | None]


def _out_of_archive(path: Path) -> Taken | None:
    """What lies in an archive: only this process reads archives, so that each is searched once."""
    return take(path) if is_archived(path) else None


class ReadingPool:
    """Reads files side by side and yields each as it is done."""

    def __init__(self, workers: int, limits: Limits) -> None:
        self._workers = workers
        self._limits = limits
        self._pool = self._made()
        self._lock = Lock()  # on a cluster's worker several threads read
        self._tries = 1  # since a file was read

    def iter_read(
        self,
        paths: Iterable[Path],
        stopping: Callable[[], bool],
        taking: Callable[[Path], Taken | None] = _out_of_archive,
    ) -> Iterator[ReadOutcome]:
        """As `Readers.iter_read`; ClusterError when no reading process can be started. `taking`
        gives what processes are handed of a file, None where each opens it itself."""
        waiting = iter(paths)
        unread: deque[_Sent] = deque()  # taken once, by processes that ended without a word
        running: dict[Future[Reading], _Sent] = {}
        while not stopping():
            while len(running) <= self._workers:
                if unread:
                    sent = unread.popleft()
                elif (path := next(waiting, None)) is None:
                    break
                else:
                    try:
                        sent = path, taking(path)
                    except LabelError as error:
                        yield ReadOutcome(path, None, error)
                        continue
                running[self._begin(*sent)] = sent
            if not running:
                return
            done, _ = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)
            if not done and not self._pool.active:
                unread += running.values()
                running.clear()
            for future in done:
                if isinstance(future.exception(), BrokenProcessPool):
                    unread.append(running.pop(future))
                elif future.exception() is None or not stopping():
                    # A process may have been ended with us: its file is not to blame.
                    yield self._outcome(*running.pop(future), future)
        for future, sent in running.items():
            if future.done() and future.exception() is None:
                yield self._outcome(*sent, future)

    def read(self, path: Path, taken: Taken | None = None) -> ReadOutcome:
        """The outcome of one file, or of what was taken of it, which is not given back; other
        threads may be waiting for theirs."""
        outcome = next(self.iter_read([path], lambda: False, lambda _: taken))
        return replace(outcome, data=None)

    def close(self) -> None:
        """Ends the processes, whatever they are at."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()

    def _made(self) -> ProcessPool:
        if _UNHEARD not in sys.warnoptions:
            sys.warnoptions.append(_UNHEARD)
        return ProcessPool(
            # A forked copy of a threaded program can hang in a lock that none of its threads holds.
            context=get_context("spawn"),
            max_workers=self._workers,
            max_tasks=_FILES_A_WORKER,
            initializer=_prepare,
            initargs=(self._limits.memory,),
        )

    def _begin(self, path: Path, taken: Taken | None) -> Future[Reading]:
        seconds = self._limits.seconds
        with self._lock, _interrupts_held_back():
            while True:
                try:
                    return self._pool.schedule(_read, args=[path, taken, seconds], timeout=seconds)
                except (RuntimeError, BrokenProcessPool) as error:
                    self._replace(error)

    def _replace(self, broken: Exception) -> None:
        """A new pool for one whose last process was killed, or of which none could be started."""
        if self._tries == _TRIES:
            cause = "processes that read labels end as soon as they are started"
            raise ClusterError(f"{cause}: is there memory for them?") from broken
        self._tries += 1
        self.close()
        self._pool = self._made()

    def _outcome(self, path: Path, taken: Taken | None, future: Future[Reading]) -> ReadOutcome:
        self._tries = 1
        try:
            return ReadOutcome(path, future.result(), None, taken.data if taken else None)
        except LabelError as error:
            return ReadOutcome(path, None, error)
        except TimeoutError:
            cause = f"reading took longer than {self._limits.seconds:.0f} s and was stopped"
            return ReadOutcome(path, None, UnfinishedLabel(path, cause))
        except ProcessExpired as error:
            cause = f"reading crashed (worker process ended with exit code {error.exitcode})"
            if error.exitcode == -signal.SIGKILL:
                cause = "reading was killed by the system, which was most likely out of memory"
            return ReadOutcome(path, None, UnfinishedLabel(path, cause))
        except MemoryError:
            return ReadOutcome(path, None, UnfinishedLabel(path, "reading ran out of memory"))
        except Exception as error:
            # A fault of ours in one label must not cost the others; it is reported by its name.
            cause = f"reading failed: {type(error).__name__}: {error}"
            return ReadOutcome(path, None, UnreadableLabel(path, cause))


class LocalEngine:
    """Reads the files of a load on this machine."""

    def readers(
        self, files: int, workers: int | None, limits: Limits
    ) -> AbstractContextManager[ReadingPool]:
        """A pool of `workers` processes: one a core, and no more than there are files, for None."""
        return closing(ReadingPool(workers or max(1, min(files, os.cpu_count() or 1)), limits))
