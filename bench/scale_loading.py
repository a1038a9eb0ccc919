"""Loading synthetic labels as a load of files stores them, many in one transaction.

    python -m bench.scale_loading FOLDER|URL --first N --count N [--seed N] [--batch N]

Prints, as JSON, how long making, storing and publishing them took.
"""

import argparse
import json
import sys
import time
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import islice

from bench.scale_figures import resident_mb
from bench.scale_library import monograph, planned
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_load, place_named

_BATCH = 1000  # labels in one transaction: 200,000 FactSpans


@dataclass(frozen=True, slots=True)
class Loaded:
    """Seconds to make labels, to store them, and to publish them; how many rows of all tables; the
    size of the published file or database and the most memory the process had, in MB."""

    labels: int
    facts: int
    rows: int
    making: float
    storing: float
    publishing: float
    file_mb: float
    memory_mb: float


def load(place: Place, first: int, count: int, seed: int, most: int = _BATCH) -> Loaded:
    """Adds the planned labels from `first` on to the library, and publishes them."""
    plans = islice(planned(seed), first, first + count)
    making = storing = 0.0
    facts = rows = 0
    with open_load(place) as into:
        while batch := list(islice(plans, most)):
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
    return Loaded(count, facts, rows, making, storing, publishing, _size_mb(place), resident_mb())


def _size_mb(place: Place) -> float:
    if isinstance(place, LibraryFolder):
        return place.library.stat().st_size / 1024**2
    with closing(place.reach()) as connection:
        ((size,),) = connection.execute("SELECT pg_database_size(current_database())")
    return float(size) / 1024**2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("place", type=place_named)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=_BATCH, help="labels in one transaction")
    chosen = parser.parse_args()
    loaded = load(chosen.place, chosen.first, chosen.count, chosen.seed, chosen.batch)
    print(json.dumps(asdict(loaded)))


if __name__ == "__main__":
    main()
