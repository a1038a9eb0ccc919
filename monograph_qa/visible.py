"""What stands in labels and questions, made safe to show: marks in place of what steers a terminal.
Label text and questions are stored and quoted to the letter, whatever is in them. Where they are
shown to a person, a character that a terminal or browser would obey (escape sequences, carriage
returns, reversed writing) is shown as a mark for itself instead."""

import json
from functools import cache
from typing import Any

_C0 = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"}
_STEERING = (
    0x061C,  # Arabic letter mark
    *range(0x0080, 0x00A0),  # C1: a terminal may take U+009B for the start of a sequence
    *range(0x200E, 0x2010),  # left-to-right and right-to-left marks
    *range(0x2028, 0x202F),  # line and paragraph separators, embeddings and overrides
    *range(0x2066, 0x206A),  # isolates
    *range(0xD800, 0xE000),  # halves of a character, which no terminal can be sent
    *range(0xFFF9, 0xFFFC),  # interlinear annotation
    *range(0xE0000, 0xE0080),  # tags
)
_MARKS = {**_C0, 0x7F: "\u2421", **{code: f"<U+{code:04X}>" for code in _STEERING}}
_ONE_LINE = {**_MARKS, ord("\n"): "\u2424", ord("\t"): "\u2409"}


def visible(text: str) -> str:
    """The text with a mark in place of each character that would steer what shows it. Lines and
    tabs stay: ESC becomes ␛, a right-to-left override <U+202E>."""
    return text.translate(_MARKS)


def visible_line(text: str) -> str:
    """The same on one line, for a cell of a table: a line end becomes ␤."""
    return text.translate(_ONE_LINE)


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON of exactly this value; what would steer a terminal is written as an escape."""
    # What no JSON can say only stands in a record that was tampered with; it must still be seen.
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=repr)
    return text if text.isascii() and "\x7f" not in text else text.translate(_escaped())


@cache
def _escaped() -> dict[int, str]:
    # Outside of strings JSON is ASCII, so all that is escaped stands in a string.
    escaped = {code: json.dumps(chr(code)).strip('"') for code in _STEERING}
    return {**escaped, 0x7F: "\\u007f"}  # ASCII to json, though no print
