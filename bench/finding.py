"""How much of a section a question brings back, over real labels, beside two plain baselines.

    python -m bench.finding --labels FOLDER_OF_PDFS --library FOLDER [--worst N]

Gold sentences come from pdfium's text alone (bench/gold.py). A gold sentence is found when its
letters stand, in order, in the answer's quotes, whatever their tier. "Complete" means that nine in
ten were found.
"""

import argparse
import statistics
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from bench.gold import Gold, gold_of, letters
from bench.narrow import ask_narrow, asked_name, print_narrow
from bench.plain_baseline import PlainRetriever
from monograph_qa import Answer, Library
from monograph_qa.domain.label import Label

_COMPLETE = 0.9


@dataclass(frozen=True, slots=True)
class Asked:
    """One question's result: share of gold sentences found, by us and by the baselines."""

    label_id: str
    label: str
    gold: Gold
    recall: float
    precision: float
    right_label: bool
    baseline: dict[str, float]
    ms: float
    routes: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--worst", type=int, default=15)
    chosen = parser.parse_args()
    results: list[Asked] = []
    with Library.open(chosen.library) as library:
        labels = {Path(x.source_path).name: x for x in library.reader.labels()}
        retriever = PlainRetriever(library)
        for path in sorted(chosen.labels.glob("*.pdf")):
            label = labels.get(path.name)
            if label is None:
                print(f"not in the library: {path.name}")
                continue
            results += [_ask(library, retriever, label, gold) for gold in gold_of(path)]
        _print(results, chosen.worst)
        print_narrow(ask_narrow(library, chosen.labels), chosen.worst)


def _ask(library: Library, retriever: PlainRetriever, label: Label, gold: Gold) -> Asked:
    question = f"{gold.words} of {asked_name(library, label)}"
    started = time.perf_counter()
    answer = library.ask(question, label=label.label_id)
    ms = (time.perf_counter() - started) * 1000
    # Headings are part of what is shown: pdfium runs a sub-heading into the sentence below it.
    said = letters("".join(g.heading + "".join(q.text for q in g.quotes) for g in answer.groups))
    baseline = {
        name: _share(gold.sentences, letters("".join(pieces)))
        for name, pieces in retriever.retrieve(question).items()
    }
    return Asked(
        label.label_id,
        label.title[:40],
        gold,
        _share(gold.sentences, said),
        _precision(answer, gold),
        all(group.label_id == label.label_id for group in answer.groups),
        baseline,
        ms,
        " + ".join(r.route for r in answer.routes if r.hits) or answer.outcome.value,
    )


def _share(sentences: tuple[str, ...], said: str) -> float:
    return sum(sentence in said for sentence in sentences) / len(sentences)


def _precision(answer: Answer, gold: Gold) -> float:
    truth = "".join(gold.sentences)
    quotes = [letters(q.text) for g in answer.groups for q in g.quotes]
    long = [quote for quote in quotes if len(quote) > 20]
    return sum(quote in truth for quote in long) / len(long) if long else 0.0


def _print(results: list[Asked], worst: int) -> None:
    kinds: dict[str, list[Asked]] = defaultdict(list)
    for each in results:
        kinds[each.gold.section_key].append(each)
    names = sorted({name for each in results for name in each.baseline})
    heads = "".join(f"{name:>16}" for name in names)
    print(f"{'section':30} {'n':>4} {'recall':>7} {'complete':>9} {'precision':>10}{heads}")
    for key, group in [*sorted(kinds.items()), ("all", results)]:
        recall = statistics.mean(a.recall for a in group)
        complete = statistics.mean(a.recall >= _COMPLETE for a in group)
        precision = statistics.mean(a.precision for a in group)
        others = "".join(f"{statistics.mean(a.baseline[n] for a in group):16.3f}" for n in names)
        print(f"{key:30} {len(group):4} {recall:7.3f} {complete:9.3f} {precision:10.3f}{others}")
    ours, best = (
        statistics.mean(a.recall for a in results),
        max(statistics.mean(a.baseline[n] for a in results) for n in names),
    )
    print(f"\nrecall is {ours / best:.1f} times that of the better baseline")
    print(f"right label {statistics.mean(a.right_label for a in results):.3f}")
    print(f"labels {len({a.label_id for a in results})}, kinds {len(kinds)}")
    by_route: dict[str, list[float]] = defaultdict(list)
    for each in results:
        by_route[each.routes].append(each.ms)
    print("\nms by route")
    for route, times in [*sorted(by_route.items()), ("all", [a.ms for a in results])]:
        times = sorted(times)
        p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
        print(f"  {route:34} {len(times):4} p50 {statistics.median(times):6.1f} p99 {p99:6.1f}")
    print("\nworst:")
    for each in sorted(results, key=lambda a: a.recall)[:worst]:
        print(f"  {each.recall:.2f} {each.gold.section_key:28} {each.label}")


if __name__ == "__main__":
    main()
