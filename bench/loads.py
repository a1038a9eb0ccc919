"""Many labels loaded by one reading process and by two, and a load that is killed and goes on.

    python -m bench.loads [--files N] [--workers N ...] [--cluster tcp://host:8786]

The sample monographs are set again with other names, numbers and sentences, so that every file is
another label. They are loaded into an empty library by each number of workers; then a load is
killed outright when half of its files are done, and the same command goes on. With a cluster they
are read there too.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from bench.label_copies import write_copies
from monograph_qa import Library

_COMMAND = (sys.executable, "-c", "from monograph_qa.cli.app import main; main()", "ingest")
_MB = 1024**2


@dataclass(frozen=True, slots=True)
class Measured:
    """One load: what it said of itself, and the most memory that its processes held, in bytes."""

    failed: int
    pages: int
    seconds: float
    loader: int
    reader: int


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=48)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--cluster", help="also read on this Dask cluster")
    parser.add_argument("--seed", type=int, default=20260101)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        labels = root / "labels"
        labels.mkdir()
        started = time.perf_counter()
        write_copies(labels, chosen.files, chosen.seed)
        print(f"{chosen.files} labels set in {time.perf_counter() - started:.0f} s\n")
        ways: dict[str, tuple[str, ...]] = {
            f"{n} at once": ("--workers", str(n)) for n in chosen.workers
        }
        if chosen.cluster:
            ways["on the cluster"] = ("--engine", "dask", "--cluster", chosen.cluster)
        faults = _compared(root, labels, ways, chosen.files)
        faults += _resumed(root, labels, chosen.files, max(chosen.workers))
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


def _compared(root: Path, labels: Path, ways: dict[str, tuple[str, ...]], files: int) -> list[str]:
    """Prints a line for each way to load; gives what went wrong."""
    faults: list[str] = []
    print(f"{'read':<16}failed   pages       s  pages/s   ratio  MB loader  MB a reader")
    first = 0.0
    for at, (said, options) in enumerate(ways.items()):
        library = root / f"library{at}"
        each = _measured(labels, library, options)
        rate = each.pages / each.seconds
        first = first or rate
        print(
            f"{said:<16}{each.failed:>6}{each.pages:>8}{each.seconds:>8.1f}{rate:>9.2f}"
            f"{rate / first:>8.2f}{each.loader / _MB:>11.0f}{each.reader / _MB:>13.0f}",
            flush=True,
        )
        faults += _faults(library, files, said)
    return faults


def _measured(labels: Path, library: Path, options: tuple[str, ...]) -> Measured:
    load = subprocess.Popen(
        [*_COMMAND, str(labels), "--library", str(library), "--json", *options],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    watch = _MemoryWatch(load.pid)
    out, _ = load.communicate()
    loader, reader = watch.stop()
    report = json.loads(out)
    failed = sum(each["state"] == "failed" for each in report["files"])
    return Measured(failed, report["pages"], report["seconds"], loader, reader)


def _resumed(root: Path, labels: Path, files: int, workers: int) -> list[str]:
    """Kills a load at its half, goes on, and gives what is then wrong with the library."""
    library = root / "killed"
    call = [*_COMMAND, str(labels), "--library", str(library), "--workers", str(workers)]
    load = subprocess.Popen(
        call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert load.stderr is not None
    for line in load.stderr:
        if line.startswith(f"[{files // 2}/"):
            break
    os.killpg(load.pid, signal.SIGKILL)
    load.wait()
    published = _labels(library)
    started = time.perf_counter()
    again = subprocess.run([*call, "--json"], capture_output=True, text=True)
    report = json.loads(again.stdout)
    read = sum(each["state"] == "loaded" for each in report["files"])
    print(
        f"\nkilled when {files // 2} of {files} were read: {published} were published; the same "
        f"command then read {read} in {time.perf_counter() - started:.1f} s"
    )
    return _faults(library, files, "after the kill")


def _faults(library: Path, files: int, when: str) -> list[str]:
    found = _labels(library)
    return [] if found == files else [f"{when}: {found} labels of {files}"]


def _labels(library: Path) -> int:
    if not (library / "library.duckdb").exists():
        return 0
    with Library.open(library) as opened:
        return len(opened.reader.labels())


class _MemoryWatch:
    """Looks twice a second how much memory the processes of a session hold."""

    def __init__(self, leader: int) -> None:
        self._leader = leader
        self._loader = self._reader = 0
        self._ended = Event()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> tuple[int, int]:
        """The most bytes that the leader held, and any other process of its session."""
        self._ended.set()
        self._thread.join()
        return self._loader, self._reader

    def _watch(self) -> None:
        page = os.sysconf("SC_PAGE_SIZE")
        while not self._ended.wait(0.5):
            for process in Path("/proc").glob("[0-9]*"):
                with suppress(OSError, ValueError):
                    if os.getsid(int(process.name)) != self._leader:
                        continue
                    held = int((process / "statm").read_text().split()[1]) * page
                    if int(process.name) == self._leader:
                        self._loader = max(self._loader, held)
                    else:
                        self._reader = max(self._reader, held)


if __name__ == "__main__":
    sys.exit(main())
