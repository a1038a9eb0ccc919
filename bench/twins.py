"""Whether answers ever mix two labels of one ingredient.

    python -m bench.twins --library DIR [--questions N]

Every ingredient that two or more labels here are of is asked about. Of each answer each quote must
stand under a heading of its own label, in a part that names it; with a label named, all must come
from that label alone.
"""

import argparse
import itertools
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from monograph_qa import Answer, Library

_ASKED = (
    "What are the contraindications of {drug}?",
    "What is the half-life of {drug}?",
    "{drug} renal dosing",
    "max daily dose of {drug}",
    "How should {drug} tablets be stored?",
    "Is {drug} safe in pregnancy?",
    "use of {drug} for children",
    "What are the inactive ingredients of {drug}?",
    "What is the recommended dose of {drug} for adults?",
    "side effects of {drug} and what interacts with it",
    "what is the oral dose of {drug}",
    "What happens in overdose of {drug}?",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=30)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(chosen.library, folder, dirs_exist_ok=True)
        with Library.open(folder) as library:
            _measure(library, chosen.questions)


def _measure(library: Library, most: int) -> None:
    twins = _twins(library)
    if not twins:
        print("no two labels here are of one ingredient")
        return
    outcomes: Counter[str] = Counter()
    mixed: list[str] = []
    for question, labels in itertools.islice(_questions(twins), most):
        answer = library.ask(question)
        outcomes[_outcome(answer)] += 1
        for label_id in labels:
            chosen = _labels_of(library.ask(question, label=label_id))
            if chosen - {label_id}:
                mixed.append(f"{question} --label {label_id} -> {chosen}")
        if _is_mixed(answer):
            mixed.append(f"{question}: a quote under another label's heading")
        if _is_mixed(library.ask(question, all_labels=True)):
            mixed.append(f"{question} --all-labels: a quote under another label's heading")
    print(f"ingredients with several labels: {', '.join(sorted(twins))}")
    for outcome, count in outcomes.most_common():
        print(f"{outcome:34} {count:4}")
    print(f"{'mixed':34} {len(mixed):4}  (must be 0)")
    for each in mixed:
        print(f"  {each}")


def _is_mixed(answer: Answer) -> bool:
    """Whether a quote stands under another label's heading, or in another label's part."""
    whose = {source.n: source.label_id for source in answer.sources}
    parts = {part.n: part.label_id for part in answer.parts}
    return any(
        {whose[quote.source], parts[group.part]} != {group.label_id}
        for group in answer.groups
        for quote in group.quotes
    )


def _twins(library: Library) -> dict[str, set[str]]:
    """Names in lower case -> the current labels that bear them, where there are several."""
    bearing: dict[str, set[str]] = {}
    for label in library.reader.labels():
        if label.is_current:
            for name in library.reader.names(label.label_id):
                bearing.setdefault(name.name.lower(), set()).add(label.label_id)
    return {name: labels for name, labels in bearing.items() if len(labels) > 1}


def _questions(twins: dict[str, set[str]]) -> Iterator[tuple[str, set[str]]]:
    names = itertools.cycle(sorted(twins))
    for template in itertools.cycle(_ASKED):
        for name in itertools.islice(names, 1):
            yield template.format(drug=name), twins[name]


def _labels_of(answer: Answer) -> set[str]:
    return {source.label_id for source in answer.sources} | {g.label_id for g in answer.groups}


def _outcome(answer: Answer) -> str:
    if not answer.groups:
        return "asked which label" if answer.candidates else answer.outcome.value
    return f"answered from {len(_labels_of(answer))} label"


if __name__ == "__main__":
    main()
