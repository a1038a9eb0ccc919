"""Embedders: the port of all of them, the one that comes with the package, and served ones.

The shipped one needs no network: a text's vector is the sum of its tokens' learned vectors. They
were distilled from a sentence model (see weights/NOTICE); how much a token weighs is the length of
its vector, so nothing but a look-up and a sum is left to do here.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from monograph_qa.endpoint.embedding import EmbeddingModel, Task
from monograph_qa.endpoint.failures import Cause, EndpointFailure, need_extra
from monograph_qa.evidence.embedding.wordpieces import Wordpieces

Vectors = npt.NDArray[np.float32]
"""One row a text."""

_WEIGHTS = Path(__file__).with_name("weights")
_VECTORS, _SCALES, _VOCABULARY = "vectors.npy", "scales.npy", "vocabulary.txt"
_AT_ONCE = 128  # texts a request


class Embedder(Protocol):
    """Turns texts into vectors whose dot product says how alike the texts' meanings are.

    Questions and documents are two tasks: many models are trained to tell them apart.
    """

    @property
    def name(self) -> str:
        """Name and version: vectors of different names must not be compared."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text, [texts, dimensions], each of unit length.

        A text that means nothing to the model may give a row of zeros, which is close to nothing.
        Raises EndpointFailure where the model is behind one.
        """
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Likewise for questions, made as comparable with documents as can be."""
        ...


class StaticEmbedder:
    """An `Embedder` that needs numpy alone; vectors are int8 rows with a scale each."""

    def __init__(self) -> None:
        """Opens the weights without reading them all; FileNotFoundError when they are missing."""
        lines = (_WEIGHTS / _VOCABULARY).read_text(encoding="utf-8").splitlines()
        self._name, vocabulary = lines[0], lines[1:]
        self._pieces = Wordpieces(vocabulary)
        # As a plain array: a look-up through the class of memory maps costs twice the time.
        stored = np.load(_WEIGHTS / _VECTORS, mmap_mode="r")
        self._vectors: npt.NDArray[np.int8] = np.asarray(stored)
        self._scales: Vectors = np.load(_WEIGHTS / _SCALES)

    @property
    def name(self) -> str:
        """Name and version of the weights."""
        return self._name

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        return int(self._vectors.shape[1])

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text, of unit length; zeros for a text without any known token."""
        result = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        vectors, scales = self._vectors, self._scales
        for row, text in enumerate(texts):
            numbers = self._pieces.encode(text)
            if numbers:
                # float32 scales times int8 rows: one small matrix product a text.
                tokens = np.array(numbers)
                result[row] = scales.take(tokens) @ vectors.take(tokens, axis=0).astype(np.float32)
        return _of_unit_length(result)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """One row a question; questions and documents are embedded alike."""
        return self.embed_documents(texts)


@cache
def default_embedder() -> StaticEmbedder:
    """The embedder that comes with the package, opened at first use."""
    return StaticEmbedder()


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
        """One row a text, of unit length; raises EndpointFailure."""
        return self._embedded(texts, Task.DOCUMENT)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """One row a question, of unit length; raises EndpointFailure."""
        return self._embedded(texts, Task.QUERY)

    def _embedded(self, texts: Sequence[str], task: Task) -> Vectors:
        rows: list[list[float]] = []
        for start in range(0, len(texts), _AT_ONCE):
            rows += self._model.embed(texts[start : start + _AT_ONCE], task)
        if not rows:
            return np.zeros((0, 0), dtype=np.float32)
        if len({len(row) for row in rows}) > 1:
            raise EndpointFailure(Cause.NO_VECTORS)
        return _of_unit_length(np.array(rows, dtype=np.float32))


def _of_unit_length(vectors: Vectors) -> Vectors:
    """The same vectors, scaled in place; rows of zeros stay as they are."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    np.divide(vectors, lengths, out=vectors, where=lengths > 1e-9)
    return vectors
