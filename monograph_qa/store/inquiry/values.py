"""What a statement returned, as values that JSON can carry."""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import chain, count
from typing import Any, NoReturn

JOURNAL_JSON = frozenset({"intent", "routes", "evidence", "draft", "findings", "answer"})
"""The columns of the journal that hold JSON as text."""

_AT_ONCE = 200  # rows


def iter_plain(
    names: Sequence[str], is_json: Sequence[bool], fetch: Callable[[int], Sequence[Sequence[Any]]]
) -> Iterator[list[Any]]:
    """The column names, made distinct, then each row that `fetch` gives, as values for JSON."""
    columns: list[str] = []
    for name in names:  # two `label_id` become `label_id` and `label_id_1`
        apart = (f"{name}_{same}" for same in count(1))
        columns.append(next(each for each in chain([name], apart) if each not in columns))
    yield columns
    while rows := fetch(_AT_ONCE):
        for row in rows:
            yield [plain(v, is_json=j) for v, j in zip(row, is_json, strict=True)]


def plain(value: Any, *, is_json: bool = False) -> Any:
    """A value that JSON can carry: JSON decoded, pixels in hexadecimal, times ISO 8601."""
    if isinstance(value, str):
        return _decoded(value) if is_json else value
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)  # JSON has no such numbers
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    return str(value)


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, parse_float=_number, parse_constant=_none)
    except (ValueError, RecursionError):
        return text  # no JSON any more, or deeper than anyone writes it: it is shown as it is


def _number(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text


def _none(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")
