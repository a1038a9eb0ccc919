"""Looking across a synthetic library: how long `find` takes, by need.

    python -m bench.scale_finding [--labels 5000] [--folder .bench/finding-5000]

To read what sentences speak of takes longer than all else: the first 200 labels are read, the
others, which have the same shape, are given theirs in turn. Needs that every label fits stand
beside needs that few or none fit; each is asked five times, for the screen's twenty lines.
"""

import argparse
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from bench.scale_library import monograph, planned
from monograph_qa import Library
from monograph_qa.cli.running import start_lean
from monograph_qa.domain.label import Monograph
from monograph_qa.frames.concepts import read_whole_tables
from monograph_qa.frames.framing import with_frames
from monograph_qa.store.files.loading import LibraryLoad
from monograph_qa.store.homes import LibraryFolder

NEEDS = (
    "boxed warnings that name hepatotoxicity",
    "contraindicated below CrCl 30",
    "doses for children under 20 kg",
    "labels that name fluconazole",
    "labels that name warfarin",
    "dose reduction with strong CYP3A4 inhibitors",
    "avoid in severe hepatic impairment",
    "half-life",
    "boxed warnings",
    "dizziness",
    "storage in a refrigerator",
)
_READ, _TIMES, _LINES, _BATCH, _SEED = 200, 5, 20, 500, 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=int, default=5000)
    parser.add_argument("--folder", type=Path)
    chosen = parser.parse_args()
    where = chosen.folder or Path(f".bench/finding-{chosen.labels}")
    folder = LibraryFolder(where)
    if not folder.library.is_file():
        _make(folder, chosen.labels)
    start_lean()
    with Library(folder) as library:
        library.find(NEEDS[-1], most=1)
        timed = [_timed(library, need) for need in NEEDS]
    wall, busy = (statistics.median(column) for column in zip(*timed, strict=True))
    print(f"p50 over needs {wall:.0f} ms, of the processor {busy:.0f}")


def _make(folder: LibraryFolder, count: int) -> None:
    folder.root.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    made = _framed(count)
    with folder.exclusively(), LibraryLoad(folder) as load:
        while batch := list(islice(made, _BATCH)):
            load.add_many(batch)
        load.publish()
    megabytes = folder.library.stat().st_size / 1e6
    print(f"{count} labels in {time.monotonic() - started:.0f} s, {megabytes:.0f} MB")


def _framed(count: int) -> Iterator[Monograph]:
    read_whole_tables()
    read: list[Monograph] = []
    for at, plan in enumerate(islice(planned(_SEED), count)):
        made = monograph(plan, _SEED)
        if at < _READ:
            names = [name.name for name in made.names]
            sections, facts = with_frames(names, made.sections, made.facts)
            read.append(replace(made, sections=sections, facts=facts))
            yield read[-1]
            continue
        like = read[at % _READ]
        pairs = zip(made.sections, like.sections, strict=True)
        spans = zip(made.facts, like.facts, strict=True)
        yield replace(
            made,
            sections=tuple(replace(own, frame=other.frame) for own, other in pairs),
            facts=tuple(replace(own, frame=other.frame) for own, other in spans),
        )


def _timed(library: Library, need: str) -> tuple[float, float]:
    """The median time of a need in milliseconds, and the processor's own."""
    wall, busy, found = [], [], library.find(need, most=_LINES)
    for _ in range(_TIMES):
        started, used = time.perf_counter(), time.process_time()
        found = library.find(need, most=_LINES)
        wall.append((time.perf_counter() - started) * 1000)
        busy.append((time.process_time() - used) * 1000)
    middle = statistics.median(wall)
    print(
        f"{need:48} {found.total:>8} lines {found.labels:>6} labels  p50 {middle:5.0f} ms, "
        f"largest {max(wall):5.0f}, of the processor {statistics.median(busy):5.0f}"
    )
    return middle, statistics.median(busy)


if __name__ == "__main__":
    main()
