"""SQL from .sql files: one statement a file, values bound by `$name`, never formatted in."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def query(name: str) -> str:
    """The statement of `room/sql/name.sql`, asked for as "room/name"."""
    room, _, stem = name.partition("/")
    return (_PACKAGE / room / "sql" / f"{stem}.sql").read_text(encoding="utf-8")


def several(values: Iterable[str]) -> str:
    """Several values as one bound string, split again in the statement by `chr(31)`.

    DuckDB imports pandas to bind a Python list, which costs more than the question.
    """
    return "\x1f".join(values)
