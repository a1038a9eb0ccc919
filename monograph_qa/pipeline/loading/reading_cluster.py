"""Reading label files on a Dask cluster that is there already: workers read, the load stores."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from monograph_qa.errors import ClusterError, LabelError, UnfinishedLabel, UnreadableLabel
from monograph_qa.parse import Taken, is_archived, take
from monograph_qa.pipeline.loading.reading_worker import (
    read_sent,
    reading_setup,
    relocated,
    why_misfit,
)
from monograph_qa.pipeline.loading.report import Limits, ReadOutcome

if TYPE_CHECKING:
    from distributed import Client, Future

_LOOK = 0.5  # seconds between two looks at whether to stop
_CONNECT = 10.0  # seconds until a scheduler must have answered
_ANSWER = 30.0  # seconds until one that was there must have answered
_PATIENCE = 60.0  # seconds that a load waits for workers to come, or to come back
_COUNT = 2.0  # seconds between two counts of the workers
_GATHER = 20.0  # seconds in which a finished reading arrives, unless its worker has died since


class ReadingCluster:
    """A Dask scheduler, and whatever workers it has at the time."""

    def __init__(self, client: "Client", address: str, patience: float) -> None:
        self._client = client
        self._address = address
        self.patience = patience
        self._setup = reading_setup()

    @classmethod
    @contextmanager
    def connect(cls, address: str | None = None, *, patience: float = _PATIENCE) -> Iterator[Self]:
        """The cluster at `address`, or the one that Dask's own configuration names; the connection
        is closed when the block is left. `patience`: the seconds that a load waits for a scheduler
        (10 at most), and while there is no worker. Raises ClusterError when no scheduler answers,
        none is named, or a worker would read labels in another way than this process."""
        try:
            import dask
            from distributed import Client
            from distributed.comm.addressing import get_address_host_port
        except ModuleNotFoundError as error:
            cause = "reading on a cluster needs Dask: pip install 'monograph-qa[cluster]'"
            raise ClusterError(cause) from error
        named = address or dask.config.get("scheduler-address", None)
        if not named:
            cause = "no cluster named: say --cluster tcp://host:8786, or set DASK_SCHEDULER_ADDRESS"
            raise ClusterError(cause)
        try:
            get_address_host_port(named)
        except ValueError as error:
            cause = f"{named} is no address of a Dask scheduler ({error}): say tcp://host:8786"
            raise ClusterError(cause) from error
        # A label is big for the argument of a task; the warning does not say what to do about it.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):
            try:
                client = Client(  # type: ignore[no-untyped-call]
                    named,
                    timeout=min(patience, _CONNECT),
                    set_as_default=False,
                    name="monograph-qa",
                )
            except (OSError, ValueError) as error:
                cause = " ".join(str(error).split()) or type(error).__name__
                raise ClusterError(f"no Dask scheduler answers at {named} ({cause})") from error
            try:
                cluster = cls(client, named, patience)
                cluster._check()
                yield cluster
            finally:
                with suppress(OSError, TimeoutError):
                    client.close(timeout=_CONNECT)  # type: ignore[no-untyped-call]

    @contextmanager
    def readers(
        self, files: int, workers: int | None, limits: Limits
    ) -> Iterator["ClusterReaders"]:
        """Readers of at most `workers` files at once; None: one more a worker than its threads."""
        self._await_workers()
        yield ClusterReaders(self, workers, limits)

    def _await_workers(self) -> None:
        since = time.monotonic()
        while not self.threads():
            if time.monotonic() - since > self.patience:
                raise self.deserted()
            time.sleep(_LOOK)

    def _check(self) -> None:
        """Raises ClusterError when a worker lacks this package, or has another one."""
        # Asked in the words of any Python: a worker without our package understands no others.
        found = self._client.run(version, "monograph-qa", on_error="return")
        lacking = [w for w, which in found.items() if isinstance(which, PackageNotFoundError)]
        ours = version("monograph-qa")
        if lacking:
            one = f"{len(lacking)} workers ({lacking[0]} is one)"
            where = lacking[0] if len(lacking) == 1 else one
            cause = f"no monograph-qa is installed on {where} of the cluster"
            raise ClusterError(f"{cause}: install {ours} on every worker")
        others = sorted({which for which in found.values() if isinstance(which, str)} - {ours})
        if others:
            cause = f"the cluster's workers have monograph-qa {', '.join(others)}, this is {ours}"
            raise ClusterError(f"{cause}: install the same version everywhere")
        setups = self._client.run(reading_setup, on_error="return")
        for worker, setup in setups.items():
            if isinstance(setup, OSError):
                continue  # a worker that is just leaving
            if isinstance(setup, Exception):
                raise ClusterError(f"worker {worker} cannot read labels: {setup}")
            if (misfit := why_misfit(self._setup, setup)) is not None:
                raise ClusterError(f"worker {worker} would read labels in another way: {misfit}")

    def threads(self) -> dict[str, int]:
        """Address of each worker -> how many tasks it does at once. Raises ClusterError."""
        if self._client.status != "running":
            raise self.lost()
        try:
            found: dict[str, int] = self._client.nthreads(  # type: ignore[no-untyped-call]
                callback_timeout=_ANSWER
            )
        except (OSError, ValueError, CancelledError) as error:
            raise self.lost() from error
        return found

    def begin(self, path: Path, taken: Taken, key: str, limits: Limits) -> "Future[ReadOutcome]":
        """Sends a file. Raises ClusterError without a scheduler."""
        if self._client.status != "running":
            raise self.lost()
        sent = (path, taken, limits, self._setup)
        return self._client.submit(read_sent, *sent, key=key, pure=False)

    def lost(self) -> ClusterError:
        """The error for a scheduler that has gone."""
        return ClusterError(f"the scheduler at {self._address} has gone away")

    def deserted(self) -> ClusterError:
        """The error for a scheduler without workers."""
        return ClusterError(
            f"the cluster at {self._address} has had no worker for {self.patience:.0f} s"
        )


class ClusterReaders:
    """Reads files on the workers of a cluster and yields each as it is done.

    Dask gives the file of a worker that died to another one; after several deaths it calls the file
    the cause. Others that only stood in the queue beside it may be blamed too, so whatever is
    blamed is read once more at the end, alone, before it fails.
    """

    def __init__(self, cluster: ReadingCluster, workers: int | None, limits: Limits) -> None:
        self._cluster = cluster
        self._workers = workers
        self._limits = limits
        self._load = uuid4().hex[:8]
        self._numbers = count(1)
        self._data: dict[Path, bytes] = {}  # of files that are being read out of archives
        self._done: SimpleQueue[Future[ReadOutcome]] = SimpleQueue()
        self._room = 1
        self._counted_at = self._workers_seen_at = time.monotonic()

    def iter_read(
        self, paths: Iterable[Path], stopping: Callable[[], bool]
    ) -> Iterator[ReadOutcome]:
        """As `Readers.iter_read`; ClusterError also when a worker that joined would read
        differently."""
        waiting = iter(paths)
        blamed: deque[Path] = deque()
        running: dict[Future[ReadOutcome], Path] = {}
        alone = False
        self._count(at_once=True)
        try:
            while not stopping():
                self._count()
                while len(running) < (1 if alone else self._room):
                    path = next(waiting, None)
                    if path is None and not running and blamed:
                        alone, path = True, blamed.popleft()
                    if path is None:
                        break
                    try:
                        running[self._begin(path)] = path
                    except LabelError as error:
                        yield ReadOutcome(path, None, error)
                if not running:
                    return
                try:
                    future = self._done.get(timeout=_LOOK)
                except Empty:
                    continue
                try:
                    outcome = self._outcome(running[future], future, final=alone)
                except TimeoutError:
                    self._done.put(future)  # by now it is being read again elsewhere
                    continue
                path = running.pop(future)
                if outcome is None:
                    blamed.append(path)
                else:
                    yield outcome
            yield from self._iter_arrived(running)
        finally:
            for future in running:
                with suppress(OSError, CancelledError):
                    future.cancel()  # type: ignore[no-untyped-call]

    def _iter_arrived(self, running: "dict[Future[ReadOutcome], Path]") -> Iterator[ReadOutcome]:
        """What was read by the time that it was to stop."""
        with suppress(Empty, TimeoutError, ClusterError):
            while True:
                future = self._done.get_nowait()
                outcome = self._outcome(running.pop(future), future, final=False)
                if outcome is not None and outcome.reading is not None:
                    yield outcome

    def _begin(self, path: Path) -> "Future[ReadOutcome]":
        # The name is for whoever looks at the cluster's dashboard.
        key = f"read-label-{self._load}-{next(self._numbers)}-{ascii(path.name)[1:-1]}"
        taken = take(path)
        future = self._cluster.begin(path, taken, key, self._limits)
        if is_archived(path):
            self._data[path] = taken.data
        future.add_done_callback(self._done.put)  # type: ignore[no-untyped-call]
        return future

    def _outcome(
        self, path: Path, future: "Future[ReadOutcome]", *, final: bool
    ) -> ReadOutcome | None:
        """What became of a file; None when its workers died, and it may not have been the cause.
        Raises TimeoutError when its reading does not arrive, ClusterError when none will."""
        from distributed.scheduler import KilledWorker, NoWorkerError

        try:
            outcome = relocated(future.result(timeout=_GATHER))
            return replace(outcome, data=self._data.pop(path, None))
        except KilledWorker:
            if not final:
                return None
            cause = "reading it killed every worker that tried, again and again"
            return ReadOutcome(path, None, UnfinishedLabel(path, cause))
        except (ClusterError, TimeoutError):
            raise
        except NoWorkerError as error:
            raise self._cluster.deserted() from error
        except (OSError, CancelledError) as error:
            raise self._cluster.lost() from error
        except Exception as error:
            # A fault of ours in one label must not cost the others; it is reported by its name.
            cause = f"reading failed: {type(error).__name__}: {error}"
            return ReadOutcome(path, None, UnreadableLabel(path, cause))

    def _count(self, *, at_once: bool = False) -> None:
        """Looks how many workers there are. Raises ClusterError when there was none for long."""
        now = time.monotonic()
        if not at_once and now - self._counted_at < _COUNT:
            return
        threads = self._cluster.threads()
        self._counted_at = now
        if threads:
            self._workers_seen_at = now
        elif now - self._workers_seen_at > self._cluster.patience:
            raise self._cluster.deserted()
        # One file a worker waits there, so that no thread stands still while readings are stored.
        self._room = self._workers or max(1, sum(threads.values()) + len(threads))
