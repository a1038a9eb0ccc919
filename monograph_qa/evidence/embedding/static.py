"""Embeddings without a network: a text's vector is the sum of its tokens' learned vectors.

The token vectors were distilled from a sentence model (see weights/NOTICE); how much a token weighs
is the length of its vector, so nothing but a look-up and a sum is left to do here.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from monograph_qa.evidence.embedding.port import Vectors
from monograph_qa.evidence.embedding.wordpieces import Wordpieces

_WEIGHTS = Path(__file__).with_name("weights")
_VECTORS, _SCALES, _VOCABULARY = "vectors.npy", "scales.npy", "vocabulary.txt"


class StaticEmbedder:
    """An `Embedder` that needs numpy alone; vectors are int8 rows with a scale each."""

    def __init__(self, folder: Path = _WEIGHTS) -> None:
        """Opens the weights without reading them all; FileNotFoundError when they are missing."""
        lines = (folder / _VOCABULARY).read_text(encoding="utf-8").splitlines()
        self._name, vocabulary = lines[0], lines[1:]
        self._pieces = Wordpieces(vocabulary)
        # As a plain array: a look-up through the class of memory maps costs twice the time.
        stored = np.load(folder / _VECTORS, mmap_mode="r")
        self._vectors: npt.NDArray[np.int8] = np.asarray(stored)
        self._scales: Vectors = np.load(folder / _SCALES)

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
        lengths = np.linalg.norm(result, axis=1, keepdims=True)
        np.divide(result, lengths, out=result, where=lengths > 1e-9)
        return result

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """One row a question; questions and documents are embedded alike."""
        return self.embed_documents(texts)


@cache
def default_embedder() -> StaticEmbedder:
    """The embedder that comes with the package, opened at first use."""
    return StaticEmbedder()
