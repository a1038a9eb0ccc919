"""What a statement returned, as values that JSON can carry."""

import json
import math
from collections.abc import Iterable
from datetime import date
from typing import Any, NoReturn


def columns_apart(names: Iterable[str]) -> list[str]:
    """Column names told apart: two `label_id` become `label_id` and `label_id_1`."""
    apart: list[str] = []
    for name in names:
        same, told = 0, name
        while told in apart:
            same += 1
            told = f"{name}_{same}"
        apart.append(told)
    return apart


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
