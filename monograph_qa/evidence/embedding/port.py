"""The port of every embedder."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors whose dot product says how alike the texts' meanings are."""

    @property
    def name(self) -> str:
        """Name and version: vectors of different names must not be compared."""
        ...

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text, [texts, dimensions], each of unit length.

        A text without any known word gives a row of zeros, which is close to nothing.
        """
        ...

    def embed_query(self, text: str) -> Vectors:
        """The question's vector, [dimensions], made as comparable with documents' as can be."""
        ...
