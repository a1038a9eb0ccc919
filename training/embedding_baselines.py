"""Compare embedders on the written evaluation: `python embedding_baselines.py [--model ONNX ...]`.

Every question is ranked against all sentences of `embedding_sentences.csv`; the one sentence with
its key is right. wordllama and the full model are compared where they are installed.
"""

import argparse
import csv
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

_HERE = Path(__file__).parent
Encode = Callable[[list[str]], npt.NDArray[np.float32]]


def evaluation() -> tuple[list[str], list[str], list[int]]:
    """Sentences, questions, and for each question the number of its sentence."""
    with (_HERE / "embedding_sentences.csv").open(encoding="utf-8") as lines:
        rows = list(csv.reader(lines))[1:]
    with (_HERE / "embedding_questions.csv").open(encoding="utf-8") as lines:
        asked = list(csv.reader(lines))[1:]
    keys = [row[1] for row in rows]
    return [row[2] for row in rows], [a[1] for a in asked], [keys.index(a[0]) for a in asked]


def score(ranks: list[int]) -> str:
    """Hits in the first one and five, and the mean reciprocal rank."""
    found = np.array(ranks)
    return (
        f"hit@1 {np.mean(found < 1):.3f}  hit@5 {np.mean(found < 5):.3f}  "
        f"MRR {np.mean(1 / (found + 1)):.3f}"
    )


def ranks_of(encode: Encode) -> list[int]:
    """The place (0 = first) of each question's sentence."""
    sentences, questions, right = evaluation()
    closeness = encode(questions) @ encode(sentences).T
    return [int((row > row[r]).sum()) for row, r in zip(closeness, right, strict=True)]


def bm25_ranks() -> list[int]:
    """The same by SQLite's full-text search with porter stemming."""
    sentences, questions, right = evaluation()
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table s using fts5(text, tokenize='porter unicode61')")
    base.executemany("insert into s(rowid, text) values (?, ?)", enumerate(sentences))
    ranks = []
    for question, r in zip(questions, right, strict=True):
        words = " OR ".join(f'"{w}"' for w in re.findall(r"\w+", question))
        hits = [
            h[0]
            for h in base.execute("select rowid from s where s match ? order by rank", (words,))
        ]
        ranks.append(hits.index(r) if r in hits else len(sentences))
    return ranks


def main() -> None:
    """Print one line an embedder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", nargs=2, type=Path, metavar=("ONNX", "TOKENIZER"))
    options = parser.parse_args()
    from monograph_qa.evidence.embedding.embedders import default_embedder

    own = default_embedder()
    encoders: list[tuple[str, Encode]] = [(own.name, own.embed_documents)]
    if options.teacher:
        from teacher import Teacher

        encoders.append(("MiniLM int8 ONNX", Teacher(*options.teacher).encode))
    try:
        import wordllama
        from wordllama import WordLlama

        llama = WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
        encoders.append(("wordllama", lambda texts: llama.embed(texts, norm=True)))
    except ImportError:
        pass
    print(f"{'BM25':40s} {score(bm25_ranks())}")
    for name, encode in encoders:
        ranks_of(encode)
        start = time.perf_counter()
        ranks = ranks_of(encode)
        print(f"{name:40s} {score(ranks)}  {time.perf_counter() - start:.3f} s")


if __name__ == "__main__":
    main()
