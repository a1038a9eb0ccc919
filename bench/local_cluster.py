"""A Dask scheduler with workers on this machine, each in processes of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_DASK = (sys.executable, "-m", "dask")
_SOON = 60.0  # seconds in which the scheduler must be there


@dataclass(frozen=True, slots=True)
class LocalCluster:
    """`address` is the scheduler's; each of `workers` leads a process group."""

    address: str
    workers: "tuple[subprocess.Popen[bytes], ...]"

    def kill_one(self) -> None:
        """Kills the first worker outright, with all of its processes; none takes its place."""
        os.killpg(self.workers[0].pid, signal.SIGKILL)


@contextmanager
def local_cluster(root: Path, workers: int) -> Iterator[LocalCluster]:
    """A cluster of so many workers of one thread, which may still be starting."""
    root.mkdir()
    told = root / "scheduler.json"
    started = [
        _started(root, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                 "--scheduler-file", str(told))
    ]  # fmt: skip
    try:
        until = time.monotonic() + _SOON
        while not told.exists():
            if time.monotonic() > until:
                raise SystemExit(f"no Dask scheduler: {(root / 'log').read_text()}")
            time.sleep(0.1)
        address = json.loads(told.read_text())["address"]
        arguments = ("worker", address, "--nthreads", "1", "--no-dashboard")
        started += [
            _started(root, *arguments, "--local-directory", str(root)) for _ in range(workers)
        ]
        yield LocalCluster(address, tuple(started[1:]))
    finally:
        for process in started:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _started(root: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    with (root / "log").open("ab") as log:
        return subprocess.Popen(
            [*_DASK, *arguments], stdout=log, stderr=log, start_new_session=True
        )
