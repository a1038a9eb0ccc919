"""SQL from outside: read-only, one statement, no files, no network, bounded in rows."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from monograph_qa.errors import LibraryError, QueryRefused

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
    if not path.exists():
        raise LibraryError(f"{path.parent}: no library here yet")
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "enable_external_access": "false",
        "allow_community_extensions": "false",
        "memory_limit": "2GB",
    }
    connection = duckdb.connect(str(path), read_only=True, config=config)
    try:
        connection.execute("SET lock_configuration = true")
        statements = connection.extract_statements(sql)
        if len(statements) != 1:
            raise QueryRefused("exactly one statement, please")
        kind = statements[0].type
        if kind not in (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN):
            raise QueryRefused(f"only SELECT can run here, not {kind.name}")
        cursor = connection.execute(statements[0])
        columns = tuple(d[0] for d in cursor.description or ())
        kinds = [str(d[1]) for d in cursor.description or ()]
        rows = cursor.fetchmany(MOST_ROWS + 1)
    except duckdb.Error as error:
        raise QueryRefused(str(error).strip()) from error
    finally:
        connection.close()
    shown = tuple(tuple(_plain(v, k) for v, k in zip(r, kinds, strict=True)) for r in rows)
    return Table(columns, shown[:MOST_ROWS], truncated=len(shown) > MOST_ROWS)


def _plain(value: Any, kind: str) -> Any:
    """A value that JSON can carry: JSON columns decoded, pixels as hexadecimal, times as ISO 8601."""
    import json
    from datetime import date, datetime

    if value is None:
        return None
    if kind == "JSON" and isinstance(value, str):
        return json.loads(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain(v, "") for v in value]
    if isinstance(value, dict):
        return {str(k): _plain(v, "") for k, v in value.items()}
    if isinstance(value, str | int | float | bool):
        return value
    return str(value)
