"""What makes a sentence the answer to a question, beyond that the two mean the same.

    python -m training.train_nearness --out FILE.npz QUESTIONS.jsonl=LIBRARY [...]

For each question (a file as `monograph-qa eval` reads it, and the library that it is asked of) the
lines that the signals order first are taken as `pipeline.looking` has them read again, those that
hold what is needed marked. Fitted is what is added to a line's reciprocal rank:

    like * cosine  +  (question @ asked) . (line @ said)  +  line @ prior

by gradient steps (Adam) on the listwise loss: the cross entropy between the marked lines and the
softmax over all. What is printed is measured on question files that were left out, a fifth of them
at a time: how often all that is needed is within five lines, and how often the first line holds
some of it, before and after.
"""

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from monograph_qa import Library
from monograph_qa.evidence.embedding.reader import answering, sentence_reader
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.evidence.searched_label import read_text
from monograph_qa.pipeline.scoring.judging import plain_text
from monograph_qa.pipeline.scoring.questions import ScoredQuestion, read_questions
from monograph_qa.ranking.fusing import reciprocal

Floats = npt.NDArray[np.float32]

RANK, SEEDS, EPOCHS, BATCH = 16, 4, 9, 32
RATE, DECAY, DECAY_OF_PRIOR = 3e-3, 5e-4, 1e-3
FOLDS = 5


@dataclass(frozen=True)
class Example:
    """A question with the lines that are read again: vectors [384] and [lines, 384], and which of
    the things needed each line holds."""

    source: str
    asked: Floats
    lines: Floats
    holds: tuple[frozenset[int], ...]
    needed: int


class _Recorder:
    """Stands in for `LabelRows.nearness`: notes what would be compared, and orders nothing."""

    def __init__(self) -> None:
        self.seen: list[tuple[LabelRows, list[int]]] = []

    def __call__(self, rows: LabelRows, question: str, places: Sequence[int]) -> dict[int, float]:
        self.seen.append((rows, list(places)))
        return {}


def examples_of(source: str, questions: Sequence[ScoredQuestion], folder: Path) -> list[Example]:
    """One example for each question of which the first lines of some label hold something."""
    reader, recorder = sentence_reader(), _Recorder()
    assert reader is not None, "the sentence model is not installed"
    usual = LabelRows.nearness
    LabelRows.nearness = lambda *each: recorder(*each)  # type: ignore[method-assign]
    found: list[Example] = []
    try:
        with Library.open(folder) as library:
            for question in questions:
                recorder.seen.clear()
                if not question.need:
                    continue
                library.ask(question.question)
                if not recorder.seen or not recorder.seen[0][1]:
                    continue
                rows, places = recorder.seen[0]
                lines = [rows.lines.lines[at] for at in places]
                wanted = [re.compile(plain_text(need), re.S | re.I) for need in question.need]
                whole = [
                    plain_text(f"{each.head.heading_path} | {each.lead_in} | {each.quote}")
                    for each in lines
                ]
                holds = tuple(
                    frozenset(n for n, need in enumerate(wanted) if need.search(text))
                    for text in whole
                )
                asked, *read = reader.embed([question.question, *map(read_text, lines)])
                found.append(Example(source, asked, np.stack(read), holds, len(wanted)))
    finally:
        LabelRows.nearness = usual  # type: ignore[method-assign]
    return found


Parameters = dict[str, npt.NDArray[np.float64]]


def _worths(p: Parameters, each: Example) -> npt.NDArray[np.float64]:
    base = np.array([reciprocal(n) for n in range(len(each.lines))])
    cosine = each.lines @ each.asked
    crossed = (each.lines @ p["said"]) @ (each.asked @ p["asked"])
    return p["sharp"] * (base + p["like"] * cosine) + crossed + each.lines @ p["prior"]


def _gradient(p: Parameters, each: Example) -> Parameters | None:
    marked = np.array([bool(held) for held in each.holds], dtype=float)
    if not marked.any():
        return None
    worths = _worths(p, each)
    shares = np.exp(worths - worths.max())
    off = shares / shares.sum() - marked / marked.sum()
    base = np.array([reciprocal(n) for n in range(len(each.lines))])
    cosine = each.lines @ each.asked
    mixed = off @ each.lines
    return {
        "sharp": np.array(off @ (base + p["like"] * cosine)),
        "like": np.array(p["sharp"] * (off @ cosine)),
        "asked": np.outer(each.asked, mixed @ p["said"]),
        "said": np.outer(mixed, each.asked @ p["asked"]),
        "prior": mixed,
    }


def fit(examples: Sequence[Example], seed: int) -> Parameters:
    """The parameters after `EPOCHS` passes over the examples in a random order."""
    chance = np.random.default_rng(seed)
    width = len(examples[0].asked)
    p: Parameters = {
        "asked": chance.normal(0, 0.05, (width, RANK)),
        "said": np.zeros((width, RANK)),
        "prior": np.zeros(width),
        "sharp": np.array(10.0),
        "like": np.array(0.3),
    }
    decay = {"asked": DECAY, "said": DECAY, "prior": DECAY_OF_PRIOR}
    mean = {name: np.zeros_like(value) for name, value in p.items()}
    spread = {name: np.zeros_like(value) for name, value in p.items()}
    step = 0
    for _ in range(EPOCHS):
        order = chance.permutation(len(examples))
        for start in range(0, len(order), BATCH):
            found = [_gradient(p, examples[at]) for at in order[start : start + BATCH]]
            told = [each for each in found if each is not None]
            if not told:
                continue
            step += 1
            for name in p:
                slope = sum(each[name] for each in told) / len(told)
                slope = slope + 2 * decay.get(name, 0.0) * p[name]
                mean[name] = 0.9 * mean[name] + 0.1 * slope
                spread[name] = 0.999 * spread[name] + 0.001 * slope**2
                root = np.sqrt(spread[name] / (1 - 0.999**step)) + 1e-8
                p[name] = p[name] - RATE * mean[name] / (1 - 0.9**step) / root
    return p


def joined(fitted: Sequence[Parameters]) -> dict[str, Floats]:
    """The mean of several fits, in units of a reciprocal rank, as `reader.py` reads it."""
    many = len(fitted)
    per = [float(p["sharp"]) * many for p in fitted]
    out = {
        "asked": np.hstack([p["asked"] for p in fitted]),
        "said": np.hstack([p["said"] / by for p, by in zip(fitted, per, strict=True)]),
        "prior": np.sum([p["prior"] / by for p, by in zip(fitted, per, strict=True)], axis=0),
        "like": np.array(np.mean([p["like"] for p in fitted])),
    }
    return {name: value.astype(np.float16) for name, value in out.items()}


def _order(model: Mapping[str, Floats] | None, each: Example) -> list[int]:
    worth = np.array([reciprocal(n) for n in range(len(each.lines))])
    if model is not None:
        worth = worth + answering(each.asked, each.lines, model)
    return list(np.argsort(-worth, kind="stable"))


def _measured(pairs: Sequence[tuple[Example, list[int]]]) -> str:
    within = [
        len(frozenset().union(*(e.holds[at] for at in order[:5]))) == e.needed for e, order in pairs
    ]
    first = [bool(each.holds[order[0]]) for each, order in pairs]
    return f"within five {np.mean(within):.4f}, first {np.mean(first):.4f} (of {len(pairs)})"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("asked", nargs="+", metavar="QUESTIONS.jsonl=LIBRARY")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    examples: list[Example] = []
    for pair in chosen.asked:
        file, _, folder = pair.partition("=")
        examples += examples_of(file, read_questions(Path(file)), Path(folder))
        print(f"{len(examples)} questions after {file}", flush=True)
    sources = sorted({each.source for each in examples})
    plain, read = [], []
    for fold in range(FOLDS):
        left_out = set(sources[fold::FOLDS])
        kept = [each for each in examples if each.source not in left_out]
        model = joined([fit(kept, seed) for seed in range(SEEDS)])
        tested = [each for each in examples if each.source in left_out]
        plain += [(each, _order(None, each)) for each in tested]
        read += [(each, _order(model, each)) for each in tested]
    print("as the signals order them:", _measured(plain))
    print("read again, left out     :", _measured(read))
    np.savez_compressed(chosen.out, **joined([fit(examples, seed) for seed in range(SEEDS)]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
