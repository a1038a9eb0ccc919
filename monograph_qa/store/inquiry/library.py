"""One SELECT of an outsider over the library. The connection itself is read-only, without files or
network, its settings locked (see `opening`); before it, DuckDB's own parser must show one SELECT
that uses only allowed functions."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb

from monograph_qa.errors import QueryRefused
from monograph_qa.store.files.opening import complaint, open_published
from monograph_qa.store.inquiry.values import iter_plain

# Tables that a function makes: of its arguments, or of what the library says of itself.
_TABLE_FUNCTIONS = frozenset(
    {
        "range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree",
        "duckdb_columns", "duckdb_constraints", "duckdb_functions", "duckdb_indexes",
        "duckdb_keywords", "duckdb_schemas", "duckdb_tables", "duckdb_types", "duckdb_views",
        "pragma_show", "pragma_storage_info", "pragma_table_info", "pragma_version", "summary",
        "test_all_types",
    }
)  # fmt: skip
# They tell of the process, wait, or write a log.
_REFUSED_FUNCTIONS = frozenset(
    {
        "current_setting", "getenv", "getvariable", "nextval", "currval", "pg_sleep", "sleep_ms",
        "write_log", "json_execute_serialized_sql", "json_deserialize_sql", "which_secret",
    }
)  # fmt: skip
_COMMENT = r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)"
_EXPLAIN = re.compile(
    rf"{_COMMENT}*EXPLAIN\b{_COMMENT}*(?:ANALYZE\b)?{_COMMENT}*(?:\([\w\s,]*\))?",
    re.IGNORECASE | re.DOTALL,
)


def library_rows(path: Path, sql: str) -> Iterator[Any]:
    """The columns of the result, then each of its rows, as values that JSON can carry."""
    with closing(open_published(path)) as connection:
        try:
            _refuse_more_than_reading(connection, sql)
            # The database in memory could still be written, by EXPLAIN ANALYZE CREATE.
            connection.execute("BEGIN TRANSACTION READ ONLY")
            cursor = connection.execute(sql)
            described = cursor.description or ()
            names = [each[0] for each in described]
            is_json = [str(each[1]) == "JSON" for each in described]
            yield from iter_plain(names, is_json, cursor.fetchmany)
        except duckdb.Error as error:
            raise QueryRefused(complaint(error)) from error


def _refuse_more_than_reading(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    kind = _kind(connection, sql)
    if kind == duckdb.StatementType.EXPLAIN:
        opening = _EXPLAIN.match(sql)
        sql = sql[opening.end() :] if opening else ""
        kind = _kind(connection, sql)
    if kind != duckdb.StatementType.SELECT:
        raise QueryRefused(f"only SELECT can run here, not {kind.name}")
    row = connection.execute("SELECT json_serialize_sql($sql::VARCHAR)", {"sql": sql}).fetchone()
    parsed = json.loads(row[0]) if row else {"error": True}
    if parsed["error"]:
        raise QueryRefused(f"only SELECT can run here: {parsed.get('error_message', 'unreadable')}")
    for is_table, name in _functions(parsed["statements"]):
        if name in _REFUSED_FUNCTIONS or (is_table and name not in _TABLE_FUNCTIONS):
            raise QueryRefused(f"{name} cannot be used here: only the library can be read")


def _kind(connection: duckdb.DuckDBPyConnection, sql: str) -> duckdb.StatementType:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        # A PIVOT that does not name its columns is several statements, too.
        raise QueryRefused("exactly one statement, please (of PIVOT: with its IN list)")
    return statements[0].type


def _functions(parsed: Any) -> Iterator[tuple[bool, str]]:
    """(whether it stands where a table does, its name) of every function in a parsed statement."""
    waiting = [(False, parsed)]
    while waiting:
        is_table, node = waiting.pop()
        if isinstance(node, list):
            waiting += [(False, each) for each in node]
        elif isinstance(node, dict):
            if isinstance(node.get("function_name"), str):
                yield is_table, node["function_name"].lower()
            of_table = node.get("type") == "TABLE_FUNCTION"
            waiting += [(of_table and name == "function", each) for name, each in node.items()]
