"""Loaded into Dask workers by tests: a task of a file that is named like a killer ends the worker.

As a file does whose reading takes the whole machine down.
"""

import os
import signal
from typing import Any

from distributed import Worker, WorkerPlugin

NAME = "killer"


class _Killer(WorkerPlugin):
    def transition(self, key: Any, start: str, finish: str, **kwargs: Any) -> None:
        if finish == "executing" and NAME in str(key):
            os.kill(os.getpid(), signal.SIGKILL)


async def dask_setup(worker: Worker) -> None:
    """Called by Dask in each worker that it starts."""
    await worker.plugin_add(_Killer())
