"""Commands run at a terminal, with somebody who types."""

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest


def at_a_terminal(command: Sequence[str | Path], typed: str) -> tuple[int, str]:
    """The exit code of a command, and what is printed, by it and by who types."""
    pty = pytest.importorskip("pty", reason="this system has no terminals of that kind")
    ours, theirs = pty.openpty()
    asking = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "COLUMNS": "200"}
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    said = b""
    while chunk := _read(ours):
        said += chunk
    os.close(ours)
    return asking.wait(60), said.decode()


def signals_of_a_terminal() -> None:
    """Run in a child before its program: what stops a command stops it, even when the tests were
    started in the background, where a shell has some of these signals ignored."""
    for each in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux says so when the other end is closed
        return b""
