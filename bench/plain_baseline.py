"""The plain stack, for comparison: pieces of 200 words of all labels, by BM25 or by vector."""

import sqlite3

from monograph_qa import Library
from monograph_qa.evidence.embedding.embedders import default_embedder

_WORDS = 200
_TOP = 5


class PlainRetriever:
    """BM25 and embedded vectors over 200-word pieces of every label in the library."""

    def __init__(self, library: Library) -> None:
        self._pieces: list[str] = []
        for label in library.reader.labels():
            texts = (s.text for s in library.reader.sections(label.label_id))
            words = " ".join(texts).split()
            self._pieces += [
                " ".join(words[at : at + _WORDS]) for at in range(0, len(words), _WORDS)
            ]
        self._index = sqlite3.connect(":memory:")
        self._index.execute("CREATE VIRTUAL TABLE piece USING fts5(said, tokenize='porter')")
        self._index.executemany("INSERT INTO piece VALUES (?)", ((p,) for p in self._pieces))
        self._vectors = default_embedder().embed_documents(self._pieces)

    def retrieve(self, question: str) -> dict[str, list[str]]:
        """The best pieces for the question, by each method."""
        terms = " OR ".join(f'"{w}"' for w in question.replace('"', "").split())
        rows = self._index.execute(
            "SELECT said FROM piece WHERE piece MATCH ? ORDER BY bm25(piece) LIMIT ?", (terms, _TOP)
        )
        scores = self._vectors @ default_embedder().embed_queries([question])[0]
        best = scores.argsort()[::-1][:_TOP]
        return {
            "bm25 k=5": [said for (said,) in rows],
            "vectors k=5": [self._pieces[int(at)] for at in best],
        }
