"""Vectors as pgvector reads them."""

from collections.abc import Iterable

_DIGITS = 6  # more than a half-precision number keeps


def vector_text(vector: Iterable[float]) -> str:
    """`[0.25,-0.5]`"""
    return f"[{','.join(f'{number:.{_DIGITS}g}' for number in vector)}]"
