"""Libraries of 100 to 50,000 synthetic labels, asked by every route; one table of it all.

    python -m bench.scale [--sizes 100,1000,10000,50000] [--of-each N] [--runs N] [--keep]

A size is loaded into .bench/scale, measured and deleted before the next. Labels are made from
scale_label.yaml by a seed, about 200 FactSpans each, stored and published as a load of files does.

The floor of a question is a bare DuckDB cursor that fetches the rows the answer shows, told where
they stand; of a whole process, Python's own start; of askers beside a load, the same askers alone.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.scale_figures import Spread, ended, spread, started
from bench.scale_loading import Loaded
from bench.scale_processes import asks, doctor, pythons
from bench.scale_questions import questions
from bench.scale_writers import ASKERS, beside_a_load

_ROOT = Path(__file__).resolve().parent.parent / ".bench" / "scale"
_PLAIN = (1_000, 10_000)  # sizes at which the plain stack is built as well
_LOADED = 200  # labels of the load beside askers


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: milliseconds, the median of what they cannot go below, the median of
    the processor's (the clock's grow with whatever else the machine does), and remarks."""

    what: str
    took: Spread
    floor: float | None = None
    worked: float | None = None
    note: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,1000,10000,50000")
    parser.add_argument("--of-each", type=int, default=100, help="questions of each sort")
    parser.add_argument("--runs", type=int, default=20, help="whole processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep libraries, and use those kept")
    chosen = parser.parse_args()
    measured: list[tuple[int, list[Line], list[str]]] = []
    for size in map(int, chosen.sizes.split(",")):
        folder = _ROOT / str(size)
        if not chosen.keep:
            shutil.rmtree(folder, ignore_errors=True)
        try:
            lines, notes = list[Line](), list[str]()
            for found in _measured(folder, size, chosen):
                _tell(str(found))
                (notes if isinstance(found, str) else lines).append(found)  # type: ignore[arg-type]
            measured.append((size, lines, notes))
        finally:
            if not chosen.keep:
                shutil.rmtree(folder, ignore_errors=True)
    _print(measured)


def _measured(folder: Path, size: int, chosen: argparse.Namespace) -> Iterator[Line | str]:
    _tell(f"{size} labels: load")
    kept = folder / "loaded.json"
    if not kept.is_file():
        call = (folder, "--count", size, "--seed", chosen.seed)
        kept.write_text(json.dumps(ended(started("bench.scale_loading", *call))), "utf-8")
    yield _said_of_load("loaded", Loaded(**json.loads(kept.read_text("utf-8"))))
    _tell("warm questions")
    yield from _warm(folder, size, chosen)
    _tell("whole processes")
    words = [each.words for each in questions(size, chosen.seed, 10)][: chosen.runs]
    python = spread([each.took for each in pythons(chosen.runs)])
    processes = asks(folder, words)
    memory = max(each.memory_mb for each in processes)
    took = spread([each.took for each in processes])
    worked = spread([each.worked for each in processes]).p50
    yield Line("ask, whole process", took, python.p50, worked, f"{memory:.0f} MB at most")
    _tell("doctor")
    seen = doctor(folder)
    sound = "sound" if seen.code == 0 else f"UNSOUND ({seen.code})"
    yield f"doctor: {sound}, {seen.took / 1000:.1f} s, {seen.memory_mb:.0f} MB"
    if size in _PLAIN:
        _tell("plain stack")
        yield from _plain(folder, size, chosen)
    _tell("askers beside a load")
    yield from _written(folder, size, chosen.seed)


def _warm(folder: Path, size: int, chosen: argparse.Namespace) -> Iterator[Line | str]:
    call = (folder, "--labels", size, "--of-each", chosen.of_each, "--seed", chosen.seed)
    printed = ended(started("bench.scale_asking", *call))
    sorts: dict[str, list[dict[str, Any]]] = {}
    for each in printed["timed"]:
        sorts.setdefault(each["sort"], []).append(each)
    for sort, timed in [*sorted(sorts.items()), ("all", printed["timed"])]:
        came = sorted({each["came"] for each in timed}) if sort != "all" else []
        floor = spread([each["floor"] for each in timed]).p50
        record = spread([each["record"] for each in timed]).p50
        note = f"record {record:.1f}; {', '.join(came)}" if came else f"record {record:.1f}"
        worked = spread([each["worked"] for each in timed]).p50
        yield Line(sort, spread([each["took"] for each in timed]), floor, worked, note)
    yield f"asking process: {printed['memory_mb']:.0f} MB"


def _plain(folder: Path, size: int, chosen: argparse.Namespace) -> Iterator[Line | str]:
    built = ended(started("bench.scale_plain", folder, "--build"))
    call = (folder, "--labels", size, "--of-each", chosen.of_each, "--seed", chosen.seed)
    asked = ended(started("bench.scale_plain", *call))
    note = f"{asked['right']:.0%} with a piece of the label asked about"
    yield Line("plain stack, nearest 5", spread(asked["times"]), note=note)
    yield (
        f"plain stack: {built['pieces']} pieces of 200 words, built in {built['building']:.0f} s, "
        f"{built['file_mb']:.0f} MB on disk, {asked['memory_mb']:.0f} MB in memory"
    )


def _written(folder: Path, size: int, seed: int) -> Iterator[Line | str]:
    alone, beside, loaded = beside_a_load(folder, size, min(size, _LOADED), seed)
    first = spread(alone.times)
    yield Line(f"{ASKERS} askers", first, note=f"{alone.failed} failed")
    note = f"{beside.failed} failed; floor: without the load"
    yield Line(f"{ASKERS} askers, a load beside", spread(beside.times), first.p50, note=note)
    yield _said_of_load("load beside askers", loaded)


def _said_of_load(what: str, loaded: Loaded) -> str:
    seconds = max(loaded.storing, 0.001)
    return (
        f"{what}: {loaded.labels} labels, {loaded.facts} FactSpans, stored in {seconds:.1f} s "
        f"({loaded.rows / seconds:,.0f} rows/s, {loaded.labels / seconds:,.0f} labels/s; made in "
        f"{loaded.making:.1f} s), published in {loaded.publishing:.2f} s, "
        f"file {loaded.file_mb:,.0f} MB, {loaded.memory_mb:.0f} MB in memory"
    )


def _print(measured: list[tuple[int, list[Line], list[str]]]) -> None:
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"milliseconds; load {load} on {os.cpu_count()} cores")
    print(f"{'labels':>6} {'what':27} {'n':>5} {'p50':>7} {'p95':>7} {'p99':>7} {'cpu':>6}"
          f" {'floor':>6} {'ratio':>6}  note")  # fmt: skip
    for size, lines, notes in measured:
        for line in lines:
            took, floor = line.took, line.floor
            below = f"{floor:6.1f} {took.p50 / floor:6.1f}" if floor else f"{'':13}"
            worked = f"{line.worked:6.1f}" if line.worked else f"{'':6}"
            print(f"{size:6} {line.what:27} {took.count:5} {took.p50:7.1f} {took.p95:7.1f}"
                  f" {took.p99:7.1f} {worked} {below}  {line.note}")  # fmt: skip
        for note in notes:
            print(f"{size:6} {note}")


def _tell(step: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {step}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
