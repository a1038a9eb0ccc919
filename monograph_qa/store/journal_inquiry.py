"""SQL over the journal from outside: one SELECT, read-only, bounded in rows, bytes and time."""

import json
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from monograph_qa.errors import JournalError, QueryRefused
from monograph_qa.store.inquiry import MOST_ROWS, Table, columns_apart
from monograph_qa.store.journal import connect

MOST_BYTES = 64 * 1024**2
MOST_SECONDS = 60.0
_STEPS = 20_000  # of SQLite's machine between two looks at the clock
_ALLOWED = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
_REFUSED_FUNCTIONS = frozenset({"load_extension", "fts3_tokenizer"})
_JSON_COLUMNS = frozenset({"intent", "routes", "evidence", "draft", "findings", "answer"})


def run_journal_select(path: Path, sql: str, *, seconds: float = MOST_SECONDS) -> Table:
    """Runs one SELECT against the journal at `path`; JSON columns come decoded.

    The table is cut short after MOST_ROWS rows or MOST_BYTES of text. Raises QueryRefused for
    anything but a single reading statement (writes, ATTACH, PRAGMA) and for one that takes longer
    than `seconds`, JournalError when there is no journal.
    """
    if not path.is_file():
        raise JournalError(f"{path.parent}: no journal here: nothing was loaded or asked yet")
    with closing(_opened(path)) as connection:
        stop = time.monotonic() + seconds
        connection.set_progress_handler(lambda: int(time.monotonic() > stop), _STEPS)
        try:
            cursor = connection.execute(sql)
            if cursor.description is None:
                raise QueryRefused("only SELECT can run here")
            columns = columns_apart(each[0] for each in cursor.description)
            rows, truncated = _bounded(cursor)
        except sqlite3.Error as error:
            raise QueryRefused(_said(error, seconds)) from error
    return Table(columns, tuple(_plain(columns, row) for row in rows), truncated)


def _opened(path: Path) -> sqlite3.Connection:
    try:
        connection = connect(path)
        connection.execute("PRAGMA query_only = ON")
    except sqlite3.Error as error:
        raise JournalError(f"{path}: the journal cannot be opened: {error}") from error
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.set_authorizer(_authorize)
    return connection


def _authorize(
    action: int, first: str | None, second: str | None, place: str | None, inner: str | None
) -> int:
    if action == sqlite3.SQLITE_FUNCTION and second in _REFUSED_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _bounded(cursor: sqlite3.Cursor) -> tuple[list[tuple[Any, ...]], bool]:
    rows: list[tuple[Any, ...]] = []
    size = 0
    for row in cursor:
        size += sum(len(value) for value in row if isinstance(value, str | bytes))
        if len(rows) >= MOST_ROWS or size > MOST_BYTES:
            return rows, True
        rows.append(row)
    return rows, False


def _said(error: sqlite3.Error, seconds: float) -> str:
    said = str(error)
    if said == "interrupted":
        return f"the statement took longer than {seconds:.0f} seconds"
    if said == "not authorized":
        return "only SELECT can run here: " + said
    return said


def _plain(columns: tuple[str, ...], row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_value(name, value) for name, value in zip(columns, row, strict=True))


def _value(name: str, value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, str) and name in _JSON_COLUMNS:
        with suppress(ValueError):  # no JSON any more: `audit verify` tells it
            return json.loads(value)
    return value
