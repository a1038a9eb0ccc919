"""Whole processes: how long one takes from start to end, and how much memory it had."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

COMMAND = str(Path(sys.executable).parent / "monograph-qa")
_OF_A_REFUSAL = (0, 3, 4)  # answered, nothing found, asked back


@dataclass(frozen=True, slots=True)
class Process:
    """Milliseconds of the clock and of the processor, the most memory in MB, and how it ended."""

    took: float
    worked: float
    memory_mb: float
    code: int


def run(call: Sequence[str]) -> Process:
    """One process; what it prints is thrown away. Its memory is never less than this process has:
    it begins as a copy."""
    began = time.perf_counter()
    process = subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    took = (time.perf_counter() - began) * 1000
    worked = (used.ru_utime + used.ru_stime) * 1000
    process.returncode = os.waitstatus_to_exitcode(status)
    return Process(took, worked, used.ru_maxrss / 1024, process.returncode)


def pythons(runs: int) -> list[Process]:
    """The floor: Python starts and ends."""
    return [run([sys.executable, "-c", "pass"]) for _ in range(runs)]


def asks(address: str, words: Sequence[str]) -> list[Process]:
    """`monograph-qa ask` of each question. Raises RuntimeError when one fails."""
    each = [run([COMMAND, "ask", said, "--library", address]) for said in words]
    failed = [said for said, process in zip(words, each, strict=True)
              if process.code not in _OF_A_REFUSAL]  # fmt: skip
    if failed:
        raise RuntimeError(f"monograph-qa ask failed: {failed}")
    return each


def doctor(address: str) -> Process:
    """`monograph-qa doctor`: every quote of the library is compared with its section."""
    return run([COMMAND, "doctor", "--library", address, "--json"])
