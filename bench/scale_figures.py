"""Percentiles, and parts of the bench as processes of their own that print one JSON value."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Spread:
    """How many were timed, and the milliseconds that half, 95 % and 99 % of them did not pass."""

    count: int
    p50: float
    p95: float
    p99: float


def spread(times: Sequence[float]) -> Spread:
    """By nearest rank: each figure is one that was measured."""
    ordered = sorted(times)
    p50, p95, p99 = (
        ordered[max(0, -int(-share * len(ordered) // 1) - 1)] for share in (0.5, 0.95, 0.99)
    )
    return Spread(len(ordered), p50, p95, p99)


def started(module: str, *arguments: object) -> "subprocess.Popen[str]":
    """A part of the bench, started as a process of its own."""
    call = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.Popen(call, stdout=subprocess.PIPE, text=True)


def ended(process: "subprocess.Popen[str]") -> Any:
    """The value that the process printed, once it has ended. Raises RuntimeError if it failed."""
    printed, _ = process.communicate()
    if process.returncode:
        raise RuntimeError(f"{process.args!r} ended with {process.returncode}")
    return json.loads(printed)


def resident_mb() -> float:
    """The most memory that this process had at any time, in MB (VmHWM: what it began as does not
    count, which `ru_maxrss` takes over from the process that started it)."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not say how much memory a process takes")
