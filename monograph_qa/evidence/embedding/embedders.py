"""Texts as vectors by the embedder that comes with the package."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from monograph_qa.vocabulary.name_keys import without_accents

_APART = re.compile(r"[a-z]+|[0-9]+|[^\sa-z0-9]")
_LONGEST_WORD = 60  # letters; longer runs are no words
_PREFIX = "##"


class Wordpieces:
    """Splits text as BERT's uncased tokenizer does, but letters from digits too, or into other
    `words`. A piece inside a word is stored with a leading `##`. A word none of whose pieces are
    known gives the token `unknown`, or none."""

    def __init__(
        self,
        vocabulary: Sequence[str],
        words: re.Pattern[str] = _APART,
        unknown: str | None = None,
    ) -> None:
        self._number = dict(zip(vocabulary, range(len(vocabulary)), strict=True))
        self._words = words
        self._unknown = () if unknown is None else (self._number[unknown],)
        self._known: dict[str, tuple[int, ...]] = {}

    def encode(self, text: str) -> list[int]:
        """The token numbers of `text`, in order; empty for empty text."""
        numbers: list[int] = []
        for word in self._words.findall(without_accents(text.lower())):
            pieces = self._known.get(word)
            if pieces is None:
                pieces = self._known[word] = self._split(word)
            numbers += pieces
        return numbers

    def _split(self, word: str) -> tuple[int, ...]:
        whole = self._number.get(word)
        if whole is not None:
            return (whole,)
        if len(word) > _LONGEST_WORD:
            return self._unknown
        pieces: list[int] = []
        start = 0
        while start < len(word):
            for stop in range(len(word), start, -1):
                piece = word[start:stop] if start == 0 else _PREFIX + word[start:stop]
                number = self._number.get(piece)
                if number is not None:
                    pieces.append(number)
                    start = stop
                    break
            else:
                return self._unknown
        return tuple(pieces)


Vectors = npt.NDArray[np.float32]
"""One row a text."""

_WEIGHTS = Path(__file__).with_name("weights")
_VECTORS, _SCALES, _VOCABULARY = "vectors.npy", "scales.npy", "vocabulary.txt"


class StaticEmbedder:
    """Turns texts into vectors of unit length whose dot product says how alike the texts' meanings
    are, by numpy alone: int8 rows with a scale each. Vectors of different `name`s must not be
    compared. Questions and documents are two tasks, which other models tell apart."""

    def __init__(self) -> None:
        """Opens the weights without reading them all; FileNotFoundError when they are missing."""
        lines = (_WEIGHTS / _VOCABULARY).read_text(encoding="utf-8").splitlines()
        self.name, vocabulary = lines[0], lines[1:]
        self._pieces = Wordpieces(vocabulary)
        # As a plain array: a look-up through the class of memory maps costs twice the time.
        stored = np.load(_WEIGHTS / _VECTORS, mmap_mode="r")
        self._vectors: npt.NDArray[np.int8] = np.asarray(stored)
        self._scales: Vectors = np.load(_WEIGHTS / _SCALES)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text; zeros, close to nothing, for one without any known token."""
        result = np.zeros((len(texts), self._vectors.shape[1]), dtype=np.float32)
        vectors, scales = self._vectors, self._scales
        for row, text in enumerate(texts):
            numbers = self._pieces.encode(text)
            if numbers:
                # float32 scales times int8 rows: one small matrix product a text.
                tokens = np.array(numbers)
                result[row] = scales.take(tokens) @ vectors.take(tokens, axis=0).astype(np.float32)
        return of_unit_length(result)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self.embed_documents(texts)


@cache
def default_embedder() -> StaticEmbedder:
    return StaticEmbedder()


def of_unit_length(vectors: Vectors) -> Vectors:
    """The same vectors [..., n], scaled in place; those of zeros stay as they are."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    np.divide(vectors, lengths, out=vectors, where=lengths > 1e-9)
    return vectors
