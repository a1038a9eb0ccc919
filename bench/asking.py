"""How long a question takes, in process, as a whole process and by a running server, beside what it
cannot go below; and how long a page takes.

    python -m bench.asking [--library FOLDER] [--questions N] [--runs N] [--seed N]

The questions are made of what the library holds: its section names, attributes, pictures and words,
each asked of a label that has them. Without --library the sample monographs are loaded first, into
.bench/library. The floor of a question is to fetch by a bare DuckDB cursor, by their ids, the rows
that its answer shows; that of a process is Python's own start. `record` is the step that makes the
audit record and waits until it is on disk; it is part of each time.

Each question writes its audit record to the journal of the library: time a copy of one in use.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.served import Reply, running, sent
from monograph_qa import Answer, Library
from monograph_qa.domain.label import ImageKind, Label
from monograph_qa.store.files.opening import open_published
from monograph_qa.store.rows import several
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.sections import sections

_ROOT = Path(__file__).resolve().parent.parent
_PAGES = 60
_WARM_UP = 20  # questions asked before the clock runs
_FACTS = "SELECT * FROM fact_span WHERE fact_id IN string_split($ids, chr(31))"
_IMAGES = "SELECT * FROM image WHERE image_id IN string_split($ids, chr(31))"


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the label it is asked of, "" for whichever it means."""

    words: str
    label_id: str


@dataclass(frozen=True, slots=True)
class Timed:
    """One question asked: milliseconds of the clock, of the processor, of its `record` step, and
    of the bare fetch of what it shows."""

    question: Question
    took: float
    worked: float
    record: float
    floor: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=None)
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--runs", type=int, default=7, help="of each whole process")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    library = chosen.library or sample_library()
    with Library.open(library) as opened:
        asked = list(questions(opened))
        random.Random(chosen.seed).shuffle(asked)
        asked = asked[: chosen.questions]
        print(f"library: {library}, {len(opened.reader.labels())} labels, load {load()}")
        routes = _in_process(opened, asked)
    print(f"\n{'in process, warm, ms':31} {'n':>4} {'p50':>7} {'p95':>7} {'p99':>7} {'max':>7}"
          f" {'cpu p50':>8} {'record':>7} {'floor':>6}")  # fmt: skip
    for route, timed in sorted(routes.items()):
        _row(route, timed)
    print(f"\n{'whole process, ms':62} {'p50':>7} {'min':>7} {'max':>7}")
    _process_row("python -c pass (the floor)", [sys.executable, "-c", "pass"], chosen.runs)
    command = str(Path(sys.executable).parent / "monograph-qa")
    for route, timed in sorted(routes.items()):
        one = timed[0].question
        call = [command, "ask", one.words, "--label", one.label_id, "--library", str(library)]
        _process_row(f"ask: {route}", [*call, "--json"], chosen.runs)
    with running(str(library)) as server:
        for route, timed in sorted(routes.items()):
            one = timed[0].question
            call = [command, "ask", one.words, "--label", one.label_id, "--library", str(library)]
            _process_row(f"ask by a running server: {route}", [*call, "--json"], chosen.runs)
        print(f"\n{'over HTTP, warm, ms':53} {'n':>8} {'p50':>7} {'p99':>7} {'max':>7}")
        with closing(server.connect()) as connection:
            values = [{"question": each.words, "label": each.label_id} for each in asked]
            told = [partial(sent, connection, "POST", "/ask", value) for value in values]
            _http_row("POST /ask", told)
            paths = [f"/pages/{fact_id}.png" for fact_id in _of_each_page(library)]
            drawn = [partial(sent, connection, "GET", path) for path in paths]
            _http_row("GET /pages/ID.png, not seen before", drawn)
            _http_row("GET /pages/ID.png, once more", drawn)
    print(f"load {load()}")


def sample_library() -> Path:
    """The library in .bench/library, with the sample monographs loaded."""
    library = _ROOT / ".bench" / "library"
    with Library.open(library) as opened:
        started = time.perf_counter()
        report = opened.ingest([_ROOT / "monographs"])
        seconds = time.perf_counter() - started
        if report.pages:
            rate = report.pages / seconds
            print(f"loaded {report.pages} pages in {seconds:.1f} s: {rate:.1f} pages/s\n")
    return library


def questions(library: Library) -> Iterator[Question]:
    """Every section, attribute and picture that a label has, and some words of its own, in turn."""
    for label in library.reader.labels():
        if label.superseded_by is None:
            for words in _asked_of(library, label):
                yield Question(words, label.label_id)


def _asked_of(library: Library, label: Label) -> Iterator[str]:
    keys = {section.section_key for section in library.reader.sections(label.label_id)}
    facts = library.reader.facts(label.label_id)
    held = {attribute for fact in facts for attribute in fact.attributes}
    for section in sections():
        if section.key in keys and section.scope == "professional":
            yield f"{section.name} of {label.drug}"
    for attribute in attributes():
        if attribute.key in held:
            yield f"What is the {attribute.name.lower()} of {label.drug}?"
    pictures = {image.kind for image in library.reader.images(label.label_id)}
    if ImageKind.CHEMICAL_STRUCTURE in pictures:
        yield f"Show me the structure of {label.drug}"
    for fact in facts[:: max(1, len(facts) // 12)]:
        longest = sorted((w for w in fact.quote.split() if w.isalpha()), key=len)[-2:]
        if len(longest) == 2:
            yield f"{label.drug} {' '.join(longest).lower()}"


def _in_process(library: Library, asked: Sequence[Question]) -> dict[str, list[Timed]]:
    """Each question asked once, by the routes that its answer took."""
    bare = open_published(Path(library.place.shown, "library.duckdb"))
    for each in asked[:_WARM_UP]:
        library.ask(each.words, label=each.label_id)
    routes: dict[str, list[Timed]] = {}
    for each in asked:
        started, worked = time.perf_counter(), time.process_time()
        answer = library.ask(each.words, label=each.label_id)
        took, worked = _ms_since(started), (time.process_time() - worked) * 1000
        started = time.perf_counter()
        facts = [quote.fact_id for group in answer.groups for quote in group.quotes]
        images = [image.image_id for image in answer.images]
        for statement, ids in ((_FACTS, facts), (_IMAGES, images)):
            if ids:
                bare.execute(statement, {"ids": several(ids)}).fetchall()
        floor = _ms_since(started)
        record = sum(step.ms for step in answer.trace if step.name == "record")
        timed = Timed(each, took, worked, record, floor)
        routes.setdefault(_routes(answer), []).append(timed)
    bare.close()
    return routes


def _routes(answer: Answer) -> str:
    """The routes that the answer says it took, or its outcome where there were none."""
    return "+".join(dict.fromkeys(r.route for r in answer.routes)) or answer.outcome.value


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def load() -> str:
    return " ".join(f"{each:.1f}" for each in os.getloadavg()) + f" on {os.cpu_count()} cores"


def _row(name: str, timed: Sequence[Timed]) -> None:
    took = sorted(each.took for each in timed)
    p50, p95, p99 = (part_of(took, share) for share in (0.5, 0.95, 0.99))
    worked, record, floor = (
        statistics.median(getattr(each, name) for each in timed)
        for name in ("worked", "record", "floor")
    )
    print(f"{name:31} {len(timed):4} {p50:7.1f} {p95:7.1f} {p99:7.1f} {took[-1]:7.1f}"
          f" {worked:8.1f} {record:7.1f} {floor:6.1f}")  # fmt: skip


def part_of(ordered: Sequence[float], share: float) -> float:
    """The least of the ordered numbers that this share of them does not pass (nearest rank)."""
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def _process_row(name: str, call: Sequence[str], runs: int) -> None:
    """Milliseconds of a command, from start to end of its process."""
    times = _each(partial(subprocess.run, call, capture_output=True, check=False), runs)
    middle = statistics.median(times)
    print(f"{name:62} {middle:7.1f} {min(times):7.1f} {max(times):7.1f}")


def _http_row(name: str, actions: Sequence[Callable[[], Reply]]) -> None:
    times: list[float] = []
    for action in actions:
        started = time.perf_counter()
        assert action().status == 200
        times.append(_ms_since(started))
    took = sorted(times)
    print(f"{name:53} {len(took):8} {part_of(took, 0.5):7.1f} {part_of(took, 0.99):7.1f}"
          f" {took[-1]:7.1f}")  # fmt: skip


def _of_each_page(library: Path) -> list[str]:
    """Sentences, of as many pages as there are, by their ids."""
    with Library.open(library) as opened:
        found = {
            (label.label_id, fact.page): fact.fact_id
            for label in opened.reader.current_labels()
            for fact in opened.reader.facts(label.label_id)
            if fact.boxes
        }
    return list(found.values())[:_PAGES]


def _each(action: Callable[[], object], runs: int) -> list[float]:
    action()
    times: list[float] = []
    for _ in range(runs):
        started = time.perf_counter()
        action()
        times.append(_ms_since(started))
    return times


if __name__ == "__main__":
    main()
