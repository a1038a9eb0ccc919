"""What makes a sentence the answer to a question, beyond that the two mean the same.

    python -m training.train_nearness --out FILE.npz QUESTIONS.jsonl=LIBRARY [...]

For each question (a file as `monograph-qa eval` reads it, and the library that it is asked of) the
lines that the signals order first are taken as `pipeline.looking` has them read again, those that
hold what is needed marked. Fitted is what is added to a line's reciprocal rank, as `answering` of
`evidence.embedding.embedders` adds it: the cosine of question and line, a bilinear form and
a prior of their means, and how well each token of the question is matched by one of the line's,
after a projection, weighed by how much the token tells (late interaction); by gradient steps (Adam)
on the listwise loss: the cross entropy between the marked lines and the softmax over all.

What is printed is measured on question files that were left out, a fifth of them at a time: how
often all that is needed is within five lines, and how often the first line holds some of it, before
and after. It needs `pip install jax`; 2,400 questions need 4 GB and, once asked, 15 minutes.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from monograph_qa import Library
from monograph_qa.evidence.embedding.embedders import sentence_reader
from monograph_qa.evidence.label import read_text
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.pipeline.scoring.judging import line_of, met_by
from monograph_qa.pipeline.scoring.questions import ScoredQuestion, read_questions
from monograph_qa.ranking.among_best import READ, reciprocal

RANK, WAYS, WIDTH = 16, 2, 64  # of the bilinear form; fits that are joined; of a token compared
EPOCHS, BATCH = 7, 32
RATE, RATE_OF_TOKENS = 2e-3, 1e-3
DECAY = {"asked": 5e-4, "said": 5e-4, "prior": 1e-3}
FOLDS, FIRST = 5, 5
TOKENS, STATES = 48, 384

Parameters = dict[str, jax.Array]
Batch = tuple[jax.Array, ...]


@dataclass(frozen=True)
class Example:
    """A question with the lines that are read again: states [tokens, 384] of each, and which of
    the things needed each line holds."""

    source: str
    asked: npt.NDArray[np.float16]
    lines: tuple[npt.NDArray[np.float16], ...]
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
                if not recorder.seen or not recorder.seen[-1][1]:
                    continue
                rows, places = recorder.seen[-1]  # clauses come before it
                lines = [rows.lines.lines[at] for at in places]
                texts = (line_of(e.head.heading_path, e.lead_in, e.quote) for e in lines)
                holds = tuple(met_by(text, question.need) for text in texts)
                asked, *read = (
                    reader.states(text).astype(np.float16)
                    for text in (question.question, *map(read_text, lines))
                )
                found.append(Example(source, asked, tuple(read), holds, len(question.need)))
    finally:
        LabelRows.nearness = usual  # type: ignore[method-assign]
    return found


def _packed(examples: Sequence[Example]) -> tuple[npt.NDArray[np.generic], ...]:
    """Question states and which are tokens, line states and which are tokens, reciprocal ranks (-1
    where there is no line), and marks."""
    many = len(examples)
    asked, lines = (
        np.zeros((many, TOKENS, STATES), np.float16),
        np.zeros((many, READ, TOKENS, STATES), np.float16),
    )
    is_asked, is_said = np.zeros(asked.shape[:-1], bool), np.zeros(lines.shape[:-1], bool)
    ranks = np.full((many, READ), -1, np.float32)
    marks = np.zeros((many, READ), np.float32)
    for n, each in enumerate(examples):
        asked[n, : len(each.asked)] = each.asked
        is_asked[n, : len(each.asked)] = True
        for at, line in enumerate(each.lines):
            lines[n, at, : len(line)] = line
            is_said[n, at, : len(line)] = True
            ranks[n, at] = reciprocal(at)
            marks[n, at] = bool(each.holds[at])
    return asked, is_asked, lines, is_said, ranks, marks


def _unit(vectors: jax.Array) -> jax.Array:
    return vectors / jnp.sqrt((vectors * vectors).sum(-1, keepdims=True) + 1e-6)


def _mean(states: jax.Array, is_token: jax.Array) -> jax.Array:
    return _unit((states * is_token[..., None]).sum(-2))


def _worths(p: Parameters, batch: Batch) -> jax.Array:
    """What each line is worth, [questions, lines]."""
    asked, is_asked, lines, is_said, ranks, _ = batch
    asked, lines = asked.astype(jnp.float32), lines.astype(jnp.float32)
    question, line = _mean(asked, is_asked), _mean(lines, is_said)
    cosine = jnp.einsum("qld,qd->ql", line, question)
    crossed = jnp.einsum("qlr,qr->ql", line @ p["said"], question @ p["asked"])
    alike = jnp.einsum("qtk,qlsk->qlts", _unit(asked @ p["compared"]), _unit(lines @ p["compared"]))
    nearest = jnp.where(is_said[:, :, None, :], alike, -1).max(-1)
    telling = jax.nn.softplus(asked @ p["telling"] + p["usual"]) * is_asked
    telling = telling / telling.sum(1, keepdims=True)
    matched = jnp.einsum("qlt,qt->ql", nearest, telling)
    near = ranks + p["like"] * cosine + p["found"] * matched
    return jnp.where(ranks < 0, -1e9, p["sharp"] * near + crossed + line @ p["prior"])


def _loss(p: Parameters, batch: Batch) -> jax.Array:
    marks = batch[-1]
    told = marks.sum(-1)
    shares = jax.nn.log_softmax(_worths(p, batch), -1)
    off = -jnp.where(marks > 0, shares, 0).sum(-1) / jnp.maximum(told, 1)
    decayed = sum(by * (p[name] ** 2).sum() for name, by in DECAY.items())
    return off.sum() / jnp.maximum((told > 0).sum(), 1) + decayed


@jax.jit
def _step(
    p: Parameters, mean: Parameters, spread: Parameters, batch: Batch, n: jax.Array
) -> tuple[Parameters, Parameters, Parameters]:
    slope = jax.grad(_loss)(p, batch)
    mean = {name: 0.9 * mean[name] + 0.1 * slope[name] for name in p}
    spread = {name: 0.999 * spread[name] + 0.001 * slope[name] ** 2 for name in p}

    def moved(name: str) -> jax.Array:
        rate = RATE_OF_TOKENS if name == "compared" else RATE
        root = jnp.sqrt(spread[name] / (1 - 0.999**n)) + 1e-8
        return p[name] - rate * mean[name] / (1 - 0.9**n) / root

    return {name: moved(name) for name in p}, mean, spread


def fit(examples: Sequence[Example], seed: int) -> Parameters:
    """The parameters after `EPOCHS` passes over the examples in a random order."""
    first, second = jax.random.split(jax.random.PRNGKey(seed))
    p: Parameters = {
        "sharp": jnp.array(10.0),
        "like": jnp.array(0.3),
        "asked": jax.random.normal(first, (STATES, RANK)) * 0.05,
        "said": jnp.zeros((STATES, RANK)),
        "prior": jnp.zeros(STATES),
        "compared": jax.random.normal(second, (STATES, WIDTH)) / STATES**0.5,
        "telling": jnp.zeros(STATES),
        "usual": jnp.array(0.0),
        "found": jnp.array(0.5),
    }
    mean = spread = {name: jnp.zeros_like(value) for name, value in p.items()}
    data, chance, n = _packed(examples), np.random.default_rng(seed), 0
    for _ in range(EPOCHS):
        order = chance.permutation(len(examples))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = np.sort(order[start : start + BATCH])
            n += 1
            batch = tuple(jnp.asarray(each[chosen]) for each in data)
            p, mean, spread = _step(p, mean, spread, batch, jnp.float32(n))
    return p


def joined(fitted: Sequence[Parameters]) -> dict[str, npt.NDArray[np.float16]]:
    """The mean of several fits, in units of a reciprocal rank, as `reader.py` reads it."""
    sharp = sum(float(p["sharp"]) for p in fitted)
    shares = [float(p["sharp"]) / sharp for p in fitted]
    out = {
        "asked": np.hstack([p["asked"] for p in fitted]),
        "said": np.hstack([p["said"] / sharp for p in fitted]),
        "prior": np.sum([p["prior"] / sharp for p in fitted], axis=0),
        "like": np.sum([by * p["like"] for by, p in zip(shares, fitted, strict=True)]),
        "compared": np.stack([p["compared"] for p in fitted]),
        "telling": np.stack([p["telling"] for p in fitted]),
        "usual": np.stack([p["usual"] for p in fitted]),
        "found": np.stack([by * p["found"] for by, p in zip(shares, fitted, strict=True)]),
    }
    return {name: np.asarray(value).astype(np.float16) for name, value in out.items()}


def _orders(
    fitted: Sequence[Parameters], examples: Sequence[Example]
) -> list[tuple[Example, list[int]]]:
    """The examples, each with its lines as the mean of the fits orders them; with none, as they
    were ranked."""
    out = []
    for each in examples:
        batch = tuple(map(jnp.asarray, _packed([each])))
        worths = [np.asarray(_worths(p, batch)[0]) for p in fitted] or [np.asarray(batch[4][0])]
        order = np.argsort(-np.sum(worths, axis=0), kind="stable")
        out.append((each, [int(at) for at in order if at < len(each.lines)]))
    return out


def _measured(pairs: Sequence[tuple[Example, list[int]]]) -> str:
    within = [
        len(frozenset().union(*(e.holds[at] for at in order[:FIRST]))) == e.needed
        for e, order in pairs
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
        tested = [each for each in examples if each.source in left_out]
        plain += _orders([], tested)
        read += _orders([fit(kept, seed) for seed in range(WAYS)], tested)
    print("as the signals order them:", _measured(plain))
    print("read again, left out     :", _measured(read))
    np.savez_compressed(chosen.out, **joined([fit(examples, seed) for seed in range(WAYS)]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
