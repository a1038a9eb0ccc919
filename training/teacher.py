"""The sentence model that the static embedder learns from, run with onnxruntime."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer


class Teacher:
    """all-MiniLM-L6-v2: mean of the last layer over the tokens, unit length, 384 dimensions."""

    def __init__(self, model: Path, tokenizer: Path, longest: int = 96) -> None:
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = 2
        self._session = onnxruntime.InferenceSession(
            model, settings, providers=["CPUExecutionProvider"]
        )
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(longest)
        self._tokenizer.enable_padding()

    def encode(self, texts: list[str], batch: int = 64) -> npt.NDArray[np.float32]:
        """One row a text; texts of like length go together, so that little is padding."""
        result = np.zeros((len(texts), 384), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for first in range(0, len(order), batch):
            chosen = order[first : first + batch]
            coded = self._tokenizer.encode_batch([texts[i] for i in chosen])
            feed = {
                "input_ids": np.array([c.ids for c in coded], dtype=np.int64),
                "attention_mask": np.array([c.attention_mask for c in coded], dtype=np.int64),
                "token_type_ids": np.array([c.type_ids for c in coded], dtype=np.int64),
            }
            states = self._session.run(None, {k: v for k, v in feed.items() if k in self._inputs})[
                0
            ]
            if states.ndim == 3:
                mask = feed["attention_mask"][:, :, None]
                states = (states * mask).sum(axis=1) / mask.sum(axis=1)
            result[chosen] = states / np.maximum(
                np.linalg.norm(states, axis=1, keepdims=True), 1e-9
            )
        return result
