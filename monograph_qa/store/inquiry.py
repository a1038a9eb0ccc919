"""SQL from outside: read-only, one statement, no files, no network, bounded in rows."""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from monograph_qa.errors import QueryRefused
from monograph_qa.store.opening import open_published, said

MOST_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class Table:
    """What a statement returned. `truncated` when it had more than MOST_ROWS rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool = False


def run_select(path: Path, sql: str) -> Table:
    """Runs one SELECT against the published library at `path`.

    Raises QueryRefused for anything that is not a single reading statement (writes, ATTACH, COPY,
    INSTALL, PRAGMA, SET, reading files), LibraryError when there is no library.
    """
    connection = open_published(path)
    try:
        statements = connection.extract_statements(sql)
        if len(statements) != 1:
            raise QueryRefused("exactly one statement, please")
        kind = statements[0].type
        if kind not in (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN):
            raise QueryRefused(f"only SELECT can run here, not {kind.name}")
        cursor = connection.execute(statements[0])
        columns = columns_apart(d[0] for d in cursor.description or ())
        kinds = [str(d[1]) for d in cursor.description or ()]
        rows = cursor.fetchmany(MOST_ROWS + 1)
    except duckdb.Error as error:
        raise QueryRefused(said(error)) from error
    finally:
        connection.close()
    shown = tuple(tuple(_plain(v, k) for v, k in zip(r, kinds, strict=True)) for r in rows)
    return Table(columns, shown[:MOST_ROWS], truncated=len(shown) > MOST_ROWS)


def columns_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Column names told apart: two `label_id` become `label_id` and `label_id_1`."""
    apart: list[str] = []
    for name in names:
        same, told = 0, name
        while told in apart:
            same += 1
            told = f"{name}_{same}"
        apart.append(told)
    return tuple(apart)


def _plain(value: Any, kind: str) -> Any:
    """A value that JSON can carry: JSON columns decoded, pixels in hexadecimal, times ISO 8601."""
    if value is None:
        return None
    if kind == "JSON" and isinstance(value, str):
        return json.loads(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain(v, "") for v in value]
    if isinstance(value, dict):
        return {str(k): _plain(v, "") for k, v in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # JSON has no such numbers
    if isinstance(value, str | int | float | bool):
        return value
    return str(value)
