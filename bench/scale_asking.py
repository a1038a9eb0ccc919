"""Warm questions in one process, each beside the bare fetch of the rows that its answer shows.

    python -m bench.scale_asking FOLDER|URL --labels N [--of-each N] [--seed N]

Prints, as JSON, the milliseconds of each question with its route, and the memory of the process.
Questions are of labels drawn from the whole library: most meet one that was never read before.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from bench.scale_figures import resident_mb
from bench.scale_questions import Question, questions
from monograph_qa import Answer, Library
from monograph_qa.store.files.opening import open_published
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, place_named
from monograph_qa.store.rows import several

_WARM_UP = 30
_IN_A_FILE = {
    # Between the rows of its label, which a bare cursor is told: it need not find them.
    "fact_span": "WHERE row_no BETWEEN $first AND $last AND fact_id IN string_split($ids, chr(31))",
    "image": "WHERE image_id IN string_split($ids, chr(31))",
    "label": "WHERE label_id IN string_split($ids, chr(31))",
}
_ON_A_SERVER = {
    "fact_span": "WHERE fact_id = ANY (%s)",
    "image": "WHERE image_id = ANY (%s)",
    "label": "WHERE label_id = ANY (%s)",
}
Fetch = Callable[[str, Sequence[str], str], float]
"""Milliseconds of a bare cursor for the rows of a table with these ids, all of one label."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One question: what it was made for, the routes or the outcome of its answer, milliseconds of
    the clock and of the processor, of the `record` step (the audit record, until it is on disk),
    and of the bare fetch."""

    sort: str
    came: str
    took: float
    worked: float
    record: float
    floor: float


def timed(place: Place, asked: list[Question]) -> Iterator[Timed]:
    bare = _of_a_file(place) if isinstance(place, LibraryFolder) else _of_a_server(place)
    with bare as fetch, Library(place) as library:
        for each in asked[:_WARM_UP]:
            library.ask(each.words)
        for each in asked:
            began, worked = time.perf_counter(), time.process_time()
            answer = library.ask(each.words)
            took, worked = _ms_since(began), (time.process_time() - worked) * 1000
            came = "+".join(dict.fromkeys(r.route for r in answer.routes)) or answer.outcome.value
            record = sum(step.ms for step in answer.trace if step.name == "record")
            yield Timed(each.sort, came, took, worked, record, _floor(fetch, answer))


@contextmanager
def _of_a_file(folder: LibraryFolder) -> Iterator[Fetch]:
    bare = open_published(folder.library)

    def fetch(table: str, ids: Sequence[str], label_id: str) -> float:
        values: dict[str, Any] = {"ids": several(ids)}
        if table == "fact_span":
            ((values["first"], values["last"]),) = bare.execute(
                "SELECT min(row_no), max(row_no) FROM fact_span WHERE label_id = ?", [label_id]
            ).fetchall()
        began = time.perf_counter()
        bare.execute(f"SELECT * FROM {table} {_IN_A_FILE[table]}", values).fetchall()
        return _ms_since(began)

    with closing(bare):
        yield fetch


@contextmanager
def _of_a_server(server: Any) -> Iterator[Fetch]:
    with closing(server.connect()) as bare:

        def fetch(table: str, ids: Sequence[str], label_id: str) -> float:
            began = time.perf_counter()
            bare.execute(f"SELECT * FROM {table} {_ON_A_SERVER[table]}", [list(ids)]).fetchall()
            return _ms_since(began)

        yield fetch


def _floor(fetch: Fetch, answer: Answer) -> float:
    """Milliseconds of a bare cursor for the rows that the answer shows."""
    facts = [quote.fact_id for group in answer.groups for quote in group.quotes]
    labels = [source.label_id for source in answer.sources]
    labels += [each.label_id for each in answer.candidates if each.label_id]
    images = [image.image_id for image in answer.images]
    label_id = labels[0] if labels else ""
    if not facts and not images:
        return fetch("label", labels, label_id)
    took = fetch("fact_span", facts, label_id) if facts else 0.0
    return took + (fetch("image", images, label_id) if images else 0.0)


def _ms_since(began: float) -> float:
    return (time.perf_counter() - began) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("place", type=place_named)
    parser.add_argument("--labels", type=int, required=True)
    parser.add_argument("--of-each", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    # As `monograph-qa` itself does: DuckDB would import pandas to look at the first bound value.
    sys.modules.setdefault("pandas", None)  # type: ignore[arg-type]
    asked = questions(chosen.labels, chosen.seed, chosen.of_each)
    each = [asdict(one) for one in timed(chosen.place, asked)]
    print(json.dumps({"timed": each, "memory_mb": resident_mb()}))


if __name__ == "__main__":
    main()
