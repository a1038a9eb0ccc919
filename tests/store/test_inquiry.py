"""SQL from outside reads the published library and does nothing else."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from building import PIXELS, nizatidine

from monograph_qa.errors import LibraryError, QueryRefused
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.inquiry.bounded import Bounds, select
from monograph_qa.store.inquiry.library import library_rows
from monograph_qa.store.place import open_reader
from store.sql_attacks import ATTACKS, REFUSED


@pytest.mark.parametrize("statement", REFUSED)
def test_anything_but_one_reading_statement_is_refused(
    folder: LibraryFolder, statement: str
) -> None:
    before = folder.library.read_bytes()
    with pytest.raises(QueryRefused) as refused:
        list(library_rows(folder.library, statement))
    assert "\n" not in str(refused.value)
    assert "root:" not in str(refused.value) and "/root" not in str(refused.value)
    assert folder.library.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM fact_span",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT 1; SELECT 2",
        "EXPLAIN ANALYZE CREATE TABLE memory.main.mine AS SELECT 1",
    ],
)
def test_the_process_that_asks_hears_why_it_was_refused(
    folder: LibraryFolder, statement: str
) -> None:
    with pytest.raises(QueryRefused, match=r"SELECT|cannot be used|one statement"):
        select("library", folder, statement)


@pytest.mark.parametrize("statement", ATTACKS["outgrown"])
def test_a_statement_that_takes_too_much_is_stopped(folder: LibraryFolder, statement: str) -> None:
    bounds = Bounds(seconds=1.5, memory=1024**3)
    started = time.monotonic()
    with pytest.raises(QueryRefused, match=r"seconds|[Mm]emory|Error"):
        select("library", folder, statement, bounds)
    assert time.monotonic() - started < bounds.seconds + 30  # it would never end
    assert select("library", folder, "SELECT count(*) FROM label").rows == ((1,),)


def test_what_lies_in_the_working_folder_is_not_run(
    folder: LibraryFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("json", "duckdb", "resource", "typing"):
        (tmp_path / f"{module}.py").write_text("raise SystemExit('planted')")
    monkeypatch.chdir(tmp_path)
    assert select("library", folder, "SELECT 1").rows == ((1,),)


def test_nothing_secret_is_in_reach_of_a_statement(
    folder: LibraryFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hidden")
    script = "import os; assert 'OPENAI_API_KEY' not in os.environ, 'it is'"
    seen: list[Mapping[str, str]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, command: Sequence[str], **options: Any) -> None:
            seen.append(options["env"])
            super().__init__(command, **options)

    monkeypatch.setattr(subprocess, "Popen", Watched)
    select("library", folder, "SELECT 1")
    assert seen and all("sk-hidden" not in value for value in seen[0].values())
    assert subprocess.run([sys.executable, "-c", script], env=seen[0], check=False).returncode == 0


def test_a_misspelt_table_is_met_with_the_right_one(folder: LibraryFolder) -> None:
    with pytest.raises(QueryRefused, match="fact_span"):
        select("library", folder, "SELECT * FROM fact_spans")


@pytest.mark.parametrize("statement", ATTACKS["answered"])
def test_whatever_only_reads_is_answered(folder: LibraryFolder, statement: str) -> None:
    columns, *rows = library_rows(folder.library, statement)
    assert columns and rows
    json.dumps(rows, allow_nan=False)


def test_json_columns_are_decoded(folder: LibraryFolder) -> None:
    sql = "SELECT attributes, boxes FROM fact_span ORDER BY ordinal LIMIT 1"
    ((attributes, boxes),) = select("library", folder, sql).rows
    assert attributes == ["dose"]
    assert boxes == [{"page": 1, "box": [72.0, 100.0, 300.5, 110.0]}]


def test_pixels_and_times_come_as_text(folder: LibraryFolder) -> None:
    assert select("library", folder, "SELECT png FROM image").rows == ((PIXELS.hex(),),)
    ((when,),) = select("library", folder, "SELECT ingested_at FROM label").rows
    assert when.startswith("2026-01-02T")


def test_numbers_that_json_lacks_come_as_text(folder: LibraryFolder) -> None:
    table = select("library", folder, "SELECT 'nan'::DOUBLE, 'inf'::DOUBLE, 1.5")
    assert [str(value) for value in table.rows[0]] == ["nan", "inf", "1.5"]
    deep = select("library", folder, """SELECT '{"a": [1e999, 2]}'::JSON, ['inf'::FLOAT]""")
    assert deep.rows == (({"a": ["1e999", 2]}, ["inf"]),)


def test_columns_of_one_name_are_told_apart(folder: LibraryFolder) -> None:
    sql = "SELECT l.label_id, s.label_id FROM label AS l JOIN section AS s ON true LIMIT 1"
    assert select("library", folder, sql).columns == ("label_id", "label_id_1")


def test_a_result_too_long_to_show_says_so(folder: LibraryFolder) -> None:
    few = Bounds(rows=3)
    table = select("library", folder, "SELECT * FROM range(10)", few)
    assert table.truncated and len(table.rows) == 3
    assert not select("library", folder, "SELECT * FROM range(3)", few).truncated
    wide = "SELECT repeat('x', 100) FROM range(1000)"
    table = select("library", folder, wide, Bounds(size=1000))
    assert table.truncated and 0 < len(table.rows) < 10


def test_sql_and_a_reader_can_be_open_at_once(folder: LibraryFolder) -> None:
    reader = open_reader(folder)
    assert select("library", folder, "SELECT count(*) FROM label").rows == ((1,),)
    assert len(reader.labels()) == 1
    reader.close()


@pytest.mark.parametrize("content", [None, b"", b"not a database", b"cut"])
def test_a_missing_or_damaged_library_is_named(tmp_path: Path, content: bytes | None) -> None:
    folder = LibraryFolder(tmp_path)
    if content is not None:
        folder.library.write_bytes(content)
    with pytest.raises(LibraryError, match=str(tmp_path)):
        select("library", folder, "SELECT 1")
    with pytest.raises(LibraryError, match=str(tmp_path)):
        open_reader(folder)


def test_a_library_cut_short_is_named(folder: LibraryFolder) -> None:
    folder.library.write_bytes(folder.library.read_bytes()[:5000])
    with pytest.raises(LibraryError, match=r"library\.duckdb"):
        open_reader(folder)


def test_a_database_that_is_no_library_is_named(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "library.duckdb"
    duckdb.connect(str(path)).close()
    reader = open_reader(LibraryFolder(tmp_path))
    with pytest.raises(LibraryError, match=r"library\.duckdb.*label"):
        reader.labels()
    reader.close()


def test_a_folder_name_is_never_sql(tmp_path: Path) -> None:
    from building import published

    folder = published(tmp_path / "o'brien'; DROP", nizatidine())
    assert select("library", folder, "SELECT drug FROM label").rows == (("Nizatidine",),)
