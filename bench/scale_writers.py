"""Several processes that ask in a loop, alone and beside a load into their library.

    python -m bench.scale_writers FOLDER|URL --scratch FOLDER --number N

is one asker: it asks until it is told to stop, opens the library anew every few questions, as
people come and go, and prints its milliseconds as JSON.
"""

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from bench.scale_figures import ended, started
from bench.scale_loading import Loaded
from bench.scale_questions import questions
from monograph_qa import Library, MonographError

ASKERS = 4
_ALONE = 15.0  # seconds of asking without a load
_OPENED_FOR = 25  # questions
_BATCH = 200  # labels in one transaction
_QUESTIONS, _STOP, _ASKS = "askers.json", "askers.stop", "asker."  # files beside the library


@dataclass(frozen=True, slots=True)
class Asked:
    """Milliseconds of every question that was answered or refused, and how many failed."""

    times: list[float]
    failed: int


def beside_loads(
    address: str, scratch: Path, labels: int, loads: int, seed: int, loaders: int = 1
) -> tuple[Asked, Asked, list[Loaded]]:
    """Four askers alone; four askers while each of some loaders loads and publishes so many labels;
    those loads. `scratch` is a folder by which the askers are told to stop."""
    words = [each.words for each in questions(labels, seed, 60)]
    (scratch / _QUESTIONS).write_text(json.dumps(words), "utf-8")
    alone = _start(address, scratch)
    time.sleep(_ALONE)
    first = _stop(scratch, alone)
    beside = _start(address, scratch)
    with Library.open(address) as library:  # a kept one holds those of earlier runs
        held = library.reader.count_current()
    more = ("--count", loads, "--seed", seed, "--batch", _BATCH)
    running = [
        started("bench.scale_loading", address, "--first", held + at * loads, *more)
        for at in range(loaders)
    ]
    loaded = [Loaded(**ended(each)) for each in running]
    time.sleep(2)  # what was published is asked, too
    return first, _stop(scratch, beside), loaded


def _start(address: str, scratch: Path) -> list["subprocess.Popen[str]"]:
    """Askers, once each of them has asked its first question."""
    (scratch / _STOP).unlink(missing_ok=True)
    call = ("bench.scale_writers", address, "--scratch", scratch, "--number")
    askers = [started(*call, at) for at in range(ASKERS)]
    while not all((scratch / f"{_ASKS}{at}").exists() for at in range(ASKERS)):
        if any(asker.poll() is not None for asker in askers):
            raise RuntimeError("an asker ended before it asked")
        time.sleep(0.1)
    return askers


def _stop(scratch: Path, askers: list["subprocess.Popen[str]"]) -> Asked:
    (scratch / _STOP).touch()
    each = [ended(asker) for asker in askers]
    for at in range(ASKERS):
        (scratch / f"{_ASKS}{at}").unlink()
    return Asked([ms for one in each for ms in one["times"]], sum(one["failed"] for one in each))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--scratch", type=Path, required=True)
    parser.add_argument("--number", type=int, required=True)
    chosen = parser.parse_args()
    sys.modules.setdefault("pandas", None)  # type: ignore[arg-type]
    folder: Path = chosen.scratch
    words = json.loads((folder / _QUESTIONS).read_text("utf-8"))
    start = len(words) * chosen.number // ASKERS
    asked = cycle(words[start:] + words[:start])
    times: list[float] = []
    failed = 0
    while not (folder / _STOP).exists():
        with Library.open(chosen.address) as library:
            for _ in range(_OPENED_FOR):
                began = time.perf_counter()
                try:
                    library.ask(next(asked))
                except MonographError as error:
                    print(f"failed: {error}", file=sys.stderr)
                    failed += 1
                else:
                    times.append((time.perf_counter() - began) * 1000)
                (folder / f"{_ASKS}{chosen.number}").touch()
                if (folder / _STOP).exists():
                    break
    print(json.dumps({"times": times, "failed": failed}))


if __name__ == "__main__":
    main()
