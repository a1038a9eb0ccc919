"""The checks that are often used to see whether a text is grounded, for comparison."""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from bench.forging.field import Field
from monograph_qa.evidence.embedding.embedders import Vectors, default_embedder
from monograph_qa.gate.stored import StoredSpan

_WORD = re.compile(r"[^\W_]{4,}")
_LEAST_OVERLAP = 0.8
_LEAST_COSINE = 0.8

NAMES = ("keyword overlap >= 0.8", "cosine >= 0.8", "substring of the section")


class PlainChecks:
    """Three public-style checks of a claim against the section that it cites."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._sentences: dict[str, Vectors] = {}

    def accepted(self, claims: Sequence[str], spans: Sequence[StoredSpan]) -> dict[str, list[bool]]:
        """Which of the claims each check accepts, each held against its span's section."""
        texts = [span.section.text for span in spans]
        pairs = list(zip(claims, texts, strict=True))
        return {
            NAMES[0]: [_overlap(claim, text) >= _LEAST_OVERLAP for claim, text in pairs],
            NAMES[1]: self._near(claims, spans),
            NAMES[2]: [_flat(claim) in _flat(text) for claim, text in pairs],
        }

    def _near(self, claims: Sequence[str], spans: Sequence[StoredSpan]) -> list[bool]:
        vectors = default_embedder().embed_documents(list(claims))
        return [
            bool(np.max(self._section(span) @ vector) >= _LEAST_COSINE)
            for vector, span in zip(vectors, spans, strict=True)
        ]

    def _section(self, span: StoredSpan) -> Vectors:
        key = span.section.section_id
        if key not in self._sentences:
            quotes = [each.fact.quote for each in self._field.beside(span)]
            self._sentences[key] = default_embedder().embed_documents(quotes)
        return self._sentences[key]


def _overlap(claim: str, text: str) -> float:
    words = _words(claim)
    return len(words & _words(text)) / len(words) if words else 0.0


@lru_cache(maxsize=512)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


@lru_cache(maxsize=512)
def _flat(text: str) -> str:
    return " ".join(text.split())
