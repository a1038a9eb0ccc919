"""The embedder behind an endpoint, where the settings name one."""

from collections.abc import Sequence

import numpy as np

from monograph_qa.endpoint.embedding import EmbeddingModel, Task
from monograph_qa.endpoint.failures import Cause, EndpointFailure, need_extra
from monograph_qa.evidence.embedding.embedders import Vectors, of_unit_length

_AT_ONCE = 128  # texts a request


class ServedEmbedder:
    """An `Embedder` that asks `model`; it raises EndpointFailure where that gives no vectors."""

    def __init__(self, model: EmbeddingModel) -> None:
        """Raises SettingsError when the extra `llm` is not installed."""
        need_extra()
        self._model = model

    @property
    def name(self) -> str:
        """The model that is asked; no address and no key."""
        return self._model.name

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
