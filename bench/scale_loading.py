"""Loading synthetic labels as a load of files stores them, many in one transaction.

    python -m bench.scale_loading FOLDER --first N --count N [--seed N]

Prints, as JSON, how long making, storing and publishing them took.
"""

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from bench.scale_figures import resident_mb
from bench.scale_library import monograph, planned
from monograph_qa.store.files.loading import LibraryLoad
from monograph_qa.store.folder import LibraryFolder

_BATCH = 1000  # labels in one transaction: 200,000 FactSpans


@dataclass(frozen=True, slots=True)
class Loaded:
    """Seconds to make labels, to store them in the new file, and to publish it; how many rows of
    all tables; the size of the published file and the most memory the process had, in MB."""

    labels: int
    facts: int
    rows: int
    making: float
    storing: float
    publishing: float
    file_mb: float
    memory_mb: float


def load(folder: LibraryFolder, first: int, count: int, seed: int) -> Loaded:
    """Adds the planned labels from `first` on to the library, and publishes them."""
    plans = islice(planned(seed), first, first + count)
    making = storing = 0.0
    facts = rows = 0
    with folder.exclusively(), LibraryLoad(folder) as into:
        while batch := list(islice(plans, _BATCH)):
            began = time.perf_counter()
            made = [monograph(plan, seed) for plan in batch]
            middle = time.perf_counter()
            into.add_many(made)
            storing += time.perf_counter() - middle
            making += middle - began
            facts += sum(len(each.facts) for each in made)
            rows += sum(
                1 + len(e.names) + len(e.sections) + len(e.facts) + len(e.images) for e in made
            )
            print(f"  stored up to label {batch[-1].index + 1}", file=sys.stderr, flush=True)
        began = time.perf_counter()
        into.publish()
        publishing = time.perf_counter() - began
    size = folder.library.stat().st_size / 1024**2
    return Loaded(count, facts, rows, making, storing, publishing, size, resident_mb())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    loaded = load(LibraryFolder(chosen.folder), chosen.first, chosen.count, chosen.seed)
    print(json.dumps(asdict(loaded)))


if __name__ == "__main__":
    main()
