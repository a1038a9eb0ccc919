"""One label's sentences searched by the server that stores them, by words and by meaning.

Both indexes were made when the label was loaded; only what is found crosses the network.
"""

from collections.abc import Iterable, Sequence

from monograph_qa.domain.label import FactSpan
from monograph_qa.evidence.embedding import default_embedder
from monograph_qa.evidence.rows import Rows
from monograph_qa.store.queries import several
from monograph_qa.store.rows import fact_of
from monograph_qa.store.server.vector_text import vector_text


def served_label(rows: Rows, label_id: str) -> "ServedLabel | None":
    """The label where the server has a vector of every sentence of it, else None."""
    values = {"label_id": label_id, "embedder": default_embedder().name}
    ((sentences,),) = rows.kept("evidence/search_ready", values)
    return ServedLabel(rows, label_id, sentences) if sentences else None


class ServedLabel:
    """A label on a server as text search compares it (see `searched.Searched`)."""

    def __init__(self, rows: Rows, label_id: str, sentences: int) -> None:
        self._rows = rows
        self._label_id = label_id
        self._sentences = sentences

    def __len__(self) -> int:
        return self._sentences

    def by_words(self, words: Sequence[str]) -> tuple[list[int], int]:
        values = {"label_id": self._label_id, "words": several(filter(None, words))}
        found = self._rows.rows("evidence/search_words", values)
        return [place for place, _ in found], found[0][1] if found else 0

    def by_meaning(self, query: str, least: float) -> list[int]:
        vector = default_embedder().embed_queries([query])[0]
        values = {
            "label_id": self._label_id,
            "embedder": default_embedder().name,
            "meaning": vector_text(vector.tolist()),
            "least": least,
        }
        return [place for (place,) in self._rows.rows("evidence/search_meaning", values)]

    def facts(self, places: Iterable[int]) -> dict[int, FactSpan]:
        values = {"label_id": self._label_id, "places": several(map(str, places))}
        found = self._rows.rows("evidence/search_facts", values)
        return {row[-1]: fact_of(row) for row in found}
