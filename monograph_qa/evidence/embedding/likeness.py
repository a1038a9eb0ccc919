"""How alike a question and sentences are in meaning, on one scale whoever embeds them. Each model
has a scale of its own: for some, sentences that have nothing in common score 0.1, for others 0.7. A
few pairs whose likeness is known (`embedding_anchors.csv`) are embedded along, and the scores are
set to the scale that the shipped embedder gives the same pairs."""

from collections.abc import Sequence

import numpy as np

from monograph_qa.endpoint.connection import AsksModel, Cause, EndpointFailure
from monograph_qa.endpoint.models import EmbeddingModel, Task
from monograph_qa.evidence.embedding.embedders import (
    Vectors,
    default_embedder,
    of_unit_length,
)
from monograph_qa.vocabulary.rows import read_rows

_MOST_SENT = 96  # sentences; the rest of a label is too far off to be worth a request
_AT_ONCE = 128  # texts a request
_UNLIKE = -1.0  # the score of a sentence that was not sent
# How much nearer the near sentences are than the far ones must be something, and be sure: as much
# as its standard deviation. Of random vectors one set in 400 passes.
_LEAST_SPREAD = 0.03
_LEAST_SURE = 1.0


class ServedEmbedder(AsksModel[EmbeddingModel]):
    """As `StaticEmbedder`, by asking `model`; EndpointFailure where that gives no vectors."""

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        return self._embedded(texts, Task.DOCUMENT)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._embedded(texts, Task.QUERY)

    def _embedded(self, texts: Sequence[str], task: Task) -> Vectors:
        rows: list[list[float]] = []
        for start in range(0, len(texts), _AT_ONCE):
            rows += self._model.embed(texts[start : start + _AT_ONCE], task)
        if not rows:
            return np.zeros((0, 0), dtype=np.float32)
        if len({len(row) for row in rows}) > 1:
            raise EndpointFailure(Cause.NO_VECTORS)
        return of_unit_length(np.array(rows, dtype=np.float32))


class Likeness:
    """Compares by the `chosen` embedder, and by the shipped one where that fails or is None."""

    def __init__(self, chosen: ServedEmbedder | None = None) -> None:
        self._chosen = chosen

    def compare(
        self, question: str, texts: Sequence[str], vectors: Vectors | None = None
    ) -> Vectors:
        """How like `question` each of `texts` is, on the scale of the shipped embedder: 1 for the
        same meaning. `vectors` are what that made of `texts`, where it was asked before."""
        shipped = default_embedder()
        known = shipped.embed_documents(texts) if vectors is None else vectors
        scores: Vectors = known @ shipped.embed_queries([question])[0]
        if self._chosen is None or not len(scores):
            return scores
        likely = np.sort(scores.argsort(kind="stable")[::-1][:_MOST_SENT])
        try:
            found = _anchored(self._chosen, question, [texts[at] for at in likely])
        except EndpointFailure:
            return scores
        scores = np.full(len(texts), _UNLIKE, dtype=np.float32)
        scores[likely] = found
        return scores


def _anchored(embedder: ServedEmbedder, question: str, texts: Sequence[str]) -> Vectors:
    """The scores of `texts`, set to the shipped embedder's scale. Raises EndpointFailure."""
    rows = read_rows("embedding_anchors")
    asked = [question, *(row["question"] for row in rows)]
    compared = [*texts, *(row["near"] for row in rows), *(row["far"] for row in rows)]
    queries, documents = embedder.embed_queries(asked), embedder.embed_documents(compared)
    if queries.shape[1] != documents.shape[1]:
        raise EndpointFailure(Cause.NO_VECTORS)
    count = len(rows)
    near = (queries[1:] * documents[-2 * count : -count]).sum(axis=1)
    far = (queries[1:] * documents[-count:]).sum(axis=1)
    spread = float((near - far).mean())
    if spread < max(_LEAST_SPREAD, _LEAST_SURE * float((near - far).std())):
        raise EndpointFailure(Cause.NO_MEANING)
    shipped_near, shipped_far = _shipped_scale()
    raw = documents[: len(texts)] @ queries[0]
    scale = (shipped_near - shipped_far) / spread
    scores: Vectors = np.minimum((raw - far.mean()) * scale + shipped_far, 1.0).astype(np.float32)
    return scores


def _shipped_scale() -> tuple[float, float]:
    """The mean scores that the shipped embedder gives the near and the far anchors."""
    rows = read_rows("embedding_anchors")
    shipped = default_embedder()
    asked = shipped.embed_queries([row["question"] for row in rows])
    near = shipped.embed_documents([row["near"] for row in rows])
    far = shipped.embed_documents([row["far"] for row in rows])
    return float((asked * near).sum(axis=1).mean()), float((asked * far).sum(axis=1).mean())
