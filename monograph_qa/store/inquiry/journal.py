"""One SELECT of an outsider over the journal: SQLite's authorizer lets nothing else through."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from monograph_qa.errors import JournalError, QueryRefused
from monograph_qa.store.files.journal import connect
from monograph_qa.store.inquiry.values import JOURNAL_JSON, iter_plain
from monograph_qa.store.journal import no_journal

_LONGEST = 64 * 1024**2  # bytes of one value
_ALLOWED = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
_REFUSED_FUNCTIONS = frozenset({"load_extension", "fts3_tokenizer", "readfile", "edit"})
# SQLite makes a table-valued function known when it is first named, by what the authorizer sees as
# an UPDATE of the schema. Those that may be used are named before it watches; others stay unknown.
_TABLE_FUNCTIONS = "SELECT 1 FROM json_each('[]'), json_tree('[]')"


def journal_rows(path: Path, sql: str) -> Iterator[Any]:
    """The columns of the result, then each of its rows; JSON columns come decoded. Raises
    QueryRefused for what is no single reading SELECT, JournalError without a journal."""
    if not path.is_file():
        raise no_journal(str(path.parent))
    with closing(_opened(path)) as connection:
        try:
            cursor = connection.execute(sql)
            if cursor.description is None:
                raise QueryRefused("only SELECT can run here")
            names = [each[0] for each in cursor.description]
            yield from iter_plain(names, [n in JOURNAL_JSON for n in names], cursor.fetchmany)
        except (sqlite3.Error, sqlite3.Warning) as error:
            is_refused = str(error) == "not authorized"
            refusal = "only SELECT can run here: " if is_refused else ""
            raise QueryRefused(f"{refusal}{error}") from error


def _opened(path: Path) -> sqlite3.Connection:
    try:
        connection = connect(path)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA temp_store = MEMORY")  # a sort writes no file
        connection.execute(_TABLE_FUNCTIONS)
    except sqlite3.Error as error:
        raise JournalError(f"{path}: the journal cannot be opened: {error}") from error
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.set_authorizer(_authorize)
    return connection


def _authorize(
    action: int, first: str | None, second: str | None, place: str | None, inner: str | None
) -> int:
    if action == sqlite3.SQLITE_FUNCTION and second in _REFUSED_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
