"""docs/tables.md names every table and column, and its examples run."""

import re
from pathlib import Path

import duckdb
import pytest

from monograph_qa.store.tables import library_ddl

PAGE = (Path(__file__).parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
# A file's own, for speed.
OWN = {"named_place", "word_place", "label_rows", "published", "name_spelling", "row_no"}
EXAMPLES = re.findall(r"```sql\n(.*?)```", PAGE, re.S)


def tables() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute(library_ddl())
    return connection


def test_the_page_names_every_table_and_column() -> None:
    connection = tables()
    named = re.findall(r"^\| `(\w+)` \|.*\|$", PAGE, re.M)
    rows = connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()
    assert set(named) == {name for (name,) in rows} - OWN
    for table in named:
        line = next(each for each in PAGE.splitlines() if each.startswith(f"| `{table}` |"))
        said = set(re.findall(r"`(\w+)`", line.split("|")[3]))
        columns = {row[0] for row in connection.execute(f"DESCRIBE {table}").fetchall()}
        assert said >= columns - OWN, table


@pytest.mark.parametrize("statement", EXAMPLES)
def test_its_examples_run(statement: str) -> None:
    tables().execute(statement)


def test_there_are_five() -> None:
    assert len(EXAMPLES) == 5
