"""Vectors as pgvector reads them."""

import struct
from collections.abc import Iterable, Sequence

_DIGITS = 6  # more than a half-precision number keeps


def vector_text(vector: Iterable[float]) -> str:
    """`[0.25,-0.5]`"""
    return f"[{','.join(f'{number:.{_DIGITS}g}' for number in vector)}]"


def vector_bytes(vector: Sequence[float]) -> bytes:
    """A `halfvec` as pgvector receives it in binary: how many numbers, a zero, and the numbers."""
    return struct.pack(f">2h{len(vector)}e", len(vector), 0, *vector)
