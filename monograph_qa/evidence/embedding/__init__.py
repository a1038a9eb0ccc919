"""Meaning as vectors, for the last-resort search of a label's text."""

from monograph_qa.evidence.embedding.likeness import Compared, Likeness
from monograph_qa.evidence.embedding.port import Embedder, Vectors
from monograph_qa.evidence.embedding.served import ServedEmbedder
from monograph_qa.evidence.embedding.static import StaticEmbedder, default_embedder

__all__ = [
    "Compared",
    "Embedder",
    "Likeness",
    "ServedEmbedder",
    "StaticEmbedder",
    "Vectors",
    "default_embedder",
]
