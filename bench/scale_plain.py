"""The plain stack over the same texts: 200-word pieces, their vectors, the nearest five.

    python -m bench.scale_plain FOLDER --build
    python -m bench.scale_plain FOLDER --labels N [--of-each N] [--seed N]

Prints, as JSON, how long building took and its size; or the milliseconds of each question and the
share of questions about one label that had a piece of it among the five. The embedder is the
product's own; numpy compares all vectors, and DuckDB fetches the pieces.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from bench.scale_figures import resident_mb
from bench.scale_questions import EXACT, questions
from monograph_qa.evidence.embedding.embedders import default_embedder
from monograph_qa.store.rows import several

_WORDS = 200
_TOP = 5
_AT_ONCE = 500  # labels embedded together
_WARM_UP = 10


class PlainStack:
    """A vector store of pieces, in the folder `store`."""

    def __init__(self, store: Path) -> None:
        self._pieces = duckdb.connect(str(store / "pieces.duckdb"), read_only=True)
        self._vectors = np.load(store / "vectors.npy")
        self._embedder = default_embedder()

    def nearest(self, question: str) -> list[tuple[str, str]]:
        """(title of the label, piece) of the nearest five."""
        scores = self._vectors @ self._embedder.embed_queries([question])[0]
        best = np.argpartition(-scores, _TOP)[:_TOP]
        places = ", ".join(str(int(each)) for each in best)
        found = self._pieces.execute(f"SELECT title, said FROM piece WHERE n IN ({places})")
        return [(title, said) for title, said in found.fetchall()]


def build(library: Path, store: Path) -> int:
    """Cuts, embeds and stores every label; how many pieces there are."""
    store.mkdir(exist_ok=True)
    read = duckdb.connect(str(library), read_only=True)
    write = duckdb.connect(str(store / "pieces.duckdb"))
    write.execute("CREATE TABLE piece (n INTEGER, title VARCHAR, said VARCHAR)")
    vectors, count = [], 0
    labels = read.execute("SELECT label_id, title FROM label ORDER BY rowid").fetchall()
    for at in range(0, len(labels), _AT_ONCE):
        some = labels[at : at + _AT_ONCE]
        pieces = list(_pieces(read, dict(some)))
        vectors.append(default_embedder().embed_documents([said for _, said in pieces]))
        rows = pa.table({
            "n": pa.array(range(count, count + len(pieces)), pa.int32()),
            "title": [title for title, _ in pieces],
            "said": [said for _, said in pieces],
        })  # fmt: skip
        write.register("incoming", rows)
        write.execute("INSERT INTO piece SELECT * FROM incoming")
        count += len(pieces)
        print(f"  {min(at + _AT_ONCE, len(labels))} labels embedded", file=sys.stderr, flush=True)
    np.save(store / "vectors.npy", np.concatenate(vectors))
    write.close()
    read.close()
    return count


def _pieces(read: duckdb.DuckDBPyConnection, titles: dict[str, str]) -> Iterator[tuple[str, str]]:
    texts: dict[str, list[str]] = {label_id: [] for label_id in titles}
    rows = read.execute(
        "SELECT label_id, text FROM section WHERE label_id IN string_split($ids, chr(31)) "
        "ORDER BY label_id, ordinal",
        {"ids": several(titles)},
    ).fetchall()
    for label_id, text in rows:
        texts[label_id] += text.split()
    for label_id, words in texts.items():
        for at in range(0, len(words), _WORDS):
            yield titles[label_id], " ".join(words[at : at + _WORDS])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--labels", type=int, default=0)
    parser.add_argument("--of-each", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if not chosen.build:  # pyarrow, which only building needs, must find pandas whole
        sys.modules.setdefault("pandas", None)  # type: ignore[arg-type]
    store = chosen.folder / "plain"
    said = _built(chosen.folder, store) if chosen.build else _asked(chosen, store)
    print(json.dumps(said | {"memory_mb": resident_mb()}))


def _built(folder: Path, store: Path) -> dict[str, float]:
    began = time.perf_counter()
    pieces = build(folder / "library.duckdb", store)
    building = time.perf_counter() - began
    size = sum(file.stat().st_size for file in store.iterdir()) / 1024**2
    return {"pieces": pieces, "building": building, "file_mb": size}


def _asked(chosen: argparse.Namespace, store: Path) -> dict[str, Any]:
    stack = PlainStack(store)
    asked = questions(chosen.labels, chosen.seed, chosen.of_each)
    times, of_label, right = [], 0, 0
    for each in asked[:_WARM_UP]:
        stack.nearest(each.words)
    for each in asked:
        began = time.perf_counter()
        found = stack.nearest(each.words)
        times.append((time.perf_counter() - began) * 1000)
        if each.sort in EXACT:
            brand = next(
                word.strip("?") for word in each.words.split() if word.strip("?").isupper()
            )
            of_label += 1
            right += any(title.startswith(f"{brand} ") for title, _ in found)
    return {"times": times, "right": right / of_label}


if __name__ == "__main__":
    main()
