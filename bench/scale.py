"""Libraries of 100 to 50,000 synthetic labels, asked by every route; one table of it all.

    python -m bench.scale [--sizes 100,1000,10000,50000] [--of-each N] [--runs N] [--keep]
                          [--server URL]

A size is loaded into .bench/scale, or into a database of its own on a PostgreSQL server (one that
is started for it with --server ''), measured and deleted before the next. Labels are made from
scale_label.yaml by a seed, about 200 FactSpans each, stored and published as a load of files does.

The floor of a question is a bare cursor that fetches the rows the answer shows, told where
they stand; of a whole process, Python's own start; of askers beside a load, the same askers alone.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.log_server import a_database, a_server
from bench.scale_figures import Spread, ended, spread, started
from bench.scale_loading import Loaded
from bench.scale_processes import asks, doctor, pythons
from bench.scale_questions import EXACT, questions
from bench.scale_writers import ASKERS, beside_loads
from monograph_qa import Library
from monograph_qa.pipeline.loading.copying import store_meanings
from monograph_qa.store.place import place_named

_ROOT = Path(__file__).resolve().parent.parent / ".bench" / "scale"
_PLAIN = (1_000, 10_000)  # sizes at which the plain stack is built as well
_LOADED = 200  # labels of a load beside askers
_COMPARED = 20  # questions of each sort, before and after loads


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
    parser.add_argument("--server", metavar="URL", help="of a maintenance database; '' starts one")
    chosen = parser.parse_args()
    measured: list[tuple[int, list[Line], list[str]]] = []
    for size in map(int, chosen.sizes.split(",")):
        folder = _ROOT / str(size)
        if not chosen.keep:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lines, notes = list[Line](), list[str]()
            with _library(folder, size, chosen.server) as address:
                for found in _measured(address, folder, size, chosen):
                    _tell(str(found))
                    (notes if isinstance(found, str) else lines).append(found)  # type: ignore[arg-type]
            measured.append((size, lines, notes))
        finally:
            if not chosen.keep:
                shutil.rmtree(folder, ignore_errors=True)
    _print(measured)


@contextmanager
def _library(folder: Path, size: int, server: str | None) -> Iterator[str]:
    """The address of a library that may be empty yet."""
    if server is None:
        yield str(folder)
        return
    with a_server(server) as maintenance, a_database(maintenance, str(size)) as database:
        yield database.url


def _measured(
    address: str, folder: Path, size: int, chosen: argparse.Namespace
) -> Iterator[Line | str]:
    _tell(f"{size} labels: load")
    kept = folder / "loaded.json"
    is_on_server = chosen.server is not None
    if is_on_server or not kept.is_file():
        call = (address, "--count", size, "--seed", chosen.seed)
        kept.write_text(json.dumps(ended(started("bench.scale_loading", *call))), "utf-8")
    yield _said_of_load("loaded", Loaded(**json.loads(kept.read_text("utf-8"))))
    if is_on_server:
        began = time.perf_counter()
        count = store_meanings(place_named(address))
        yield f"vectors of {count} labels stored in {time.perf_counter() - began:.0f} s"
    _tell("warm questions")
    yield from _warm(address, size, chosen)
    _tell("whole processes")
    words = [each.words for each in questions(size, chosen.seed, 10)][: chosen.runs]
    python = spread([each.took for each in pythons(chosen.runs)])
    processes = asks(address, words)
    memory = max(each.memory_mb for each in processes)
    took = spread([each.took for each in processes])
    worked = spread([each.worked for each in processes]).p50
    yield Line("ask, whole process", took, python.p50, worked, f"{memory:.0f} MB at most")
    _tell("doctor")
    seen = doctor(address)
    sound = "sound" if seen.code == 0 else f"UNSOUND ({seen.code})"
    yield f"doctor: {sound}, {seen.took / 1000:.1f} s, {seen.memory_mb:.0f} MB"
    if size in _PLAIN and not is_on_server:
        _tell("plain stack")
        yield from _plain(folder, size, chosen)
    _tell("askers beside a load")
    yield from _written(address, folder, size, chosen.seed, 2 if is_on_server else 1)


def _warm(address: str, size: int, chosen: argparse.Namespace) -> Iterator[Line | str]:
    call = (address, "--labels", size, "--of-each", chosen.of_each, "--seed", chosen.seed)
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


def _written(
    address: str, folder: Path, size: int, seed: int, loaders: int
) -> Iterator[Line | str]:
    before = _answers(address, size, seed)
    more = min(size, _LOADED)
    alone, beside, loaded = beside_loads(address, folder, size, more, seed, loaders)
    first = spread(alone.times)
    yield Line(f"{ASKERS} askers", first, note=f"{alone.failed} failed")
    note = f"{beside.failed} failed; floor: without a load"
    yield Line(f"{ASKERS} askers, {loaders} loading", spread(beside.times), first.p50, note=note)
    for each in loaded:
        yield _said_of_load("load beside askers", each)
    after = _answers(address, size, seed)
    same = sum(each == now for each, now in zip(before, after, strict=True))
    yield f"{same} of {len(before)} answers are after the loads what they were before"


def _answers(address: str, size: int, seed: int) -> list[tuple[str, ...]]:
    """The ids of what is shown, of questions that the labels of a load are not about."""
    asked = [q for q in questions(size, seed, _COMPARED) if q.sort in (*EXACT, "text_search")]
    with Library.open(address) as library:
        answers = [library.ask(each.words) for each in asked]
    return [
        (
            *(quote.fact_id for group in answer.groups for quote in group.quotes),
            *(image.image_id for image in answer.images),
        )
        for answer in answers
    ]


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
