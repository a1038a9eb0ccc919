"""The port of every embedder."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


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
