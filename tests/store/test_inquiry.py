"""SQL from outside reads the published library and does nothing else."""

from pathlib import Path

import pytest
from building import PIXELS, nizatidine

from monograph_qa.errors import LibraryError, QueryRefused
from monograph_qa.store import inquiry
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.inquiry import run_select
from monograph_qa.store.reading import LibraryReader


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO label SELECT * FROM label",
        "UPDATE label SET drug = 'Other'",
        "DELETE FROM fact_span",
        "DROP TABLE section",
        "CREATE TABLE mine (a INT)",
        "CREATE TEMP TABLE mine AS SELECT 1",
        "ALTER TABLE label ADD COLUMN mine INT",
        "WITH gone AS (SELECT 1) DELETE FROM label",
        "ATTACH '/tmp/other.duckdb'",
        "DETACH library",
        "USE memory",
        "COPY label TO '/tmp/label.csv'",
        "COPY (SELECT 1) TO '/tmp/label.csv'",
        "EXPORT DATABASE '/tmp/all'",
        "IMPORT DATABASE '/tmp/all'",
        "PRAGMA disable_verification",
        "SET threads = 8",
        "SET enable_external_access = true",
        "RESET enable_external_access",
        "INSTALL httpfs",
        "LOAD httpfs",
        "CALL pragma_version()",
        "CHECKPOINT",
        "VACUUM",
        "BEGIN",
        "EXPLAIN ANALYZE INSERT INTO label SELECT * FROM label",
        "EXPLAIN ANALYZE COPY label TO '/tmp/label.csv'",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_blob('/etc/passwd')",
        "SELECT * FROM read_parquet('/etc/passwd')",
        "SELECT * FROM read_json('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM sqlite_scan('journal.sqlite', 'audit_record')",
        "SELECT getenv('HOME')",
        "SELECT * FROM 'https://example.org/label.csv'",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP TABLE label",
        "",
        ";",
        "-- nothing",
        "SELEC 1",
    ],
)
def test_anything_but_one_reading_statement_is_refused(
    folder: LibraryFolder, statement: str
) -> None:
    before = folder.library.read_bytes()
    with pytest.raises(QueryRefused) as refused:
        run_select(folder.library, statement)
    assert "\n" not in str(refused.value)
    assert folder.library.read_bytes() == before


def test_a_misspelt_table_is_met_with_the_right_one(folder: LibraryFolder) -> None:
    with pytest.raises(QueryRefused, match="fact_span"):
        run_select(folder.library, "SELECT * FROM fact_spans")


@pytest.mark.parametrize("statement", ["SHOW TABLES", "DESCRIBE label", "FROM label", "VALUES (1)"])
def test_whatever_only_reads_is_answered(folder: LibraryFolder, statement: str) -> None:
    assert run_select(folder.library, statement).rows


def test_json_columns_are_decoded(folder: LibraryFolder) -> None:
    sql = "SELECT attributes, boxes FROM fact_span ORDER BY ordinal LIMIT 1"
    ((attributes, boxes),) = run_select(folder.library, sql).rows
    assert attributes == ["dose"]
    assert boxes == [{"page": 1, "box": [72.0, 100.0, 300.5, 110.0]}]


def test_pixels_and_times_come_as_text(folder: LibraryFolder) -> None:
    assert run_select(folder.library, "SELECT png FROM image").rows == ((PIXELS.hex(),),)
    ((when,),) = run_select(folder.library, "SELECT ingested_at FROM label").rows
    assert when.startswith("2026-01-02T")


def test_numbers_that_json_lacks_come_as_text(folder: LibraryFolder) -> None:
    table = run_select(folder.library, "SELECT 'nan'::DOUBLE, 'inf'::DOUBLE, 1.5")
    assert [str(value) for value in table.rows[0]] == ["nan", "inf", "1.5"]


def test_columns_of_one_name_are_told_apart(folder: LibraryFolder) -> None:
    sql = "SELECT l.label_id, s.label_id FROM label AS l JOIN section AS s ON true LIMIT 1"
    assert run_select(folder.library, sql).columns == ("label_id", "label_id_1")


def test_a_result_too_long_to_show_says_so(
    folder: LibraryFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inquiry, "MOST_ROWS", 3)
    table = run_select(folder.library, "SELECT * FROM range(10)")
    assert table.truncated and len(table.rows) == 3
    assert not run_select(folder.library, "SELECT * FROM range(3)").truncated


def test_sql_and_a_reader_can_be_open_at_once(folder: LibraryFolder) -> None:
    reader = LibraryReader(folder.library)
    assert run_select(folder.library, "SELECT count(*) FROM label").rows == ((1,),)
    assert len(reader.labels()) == 1
    reader.close()


@pytest.mark.parametrize("content", [None, b"", b"not a database", b"cut"])
def test_a_missing_or_damaged_library_is_named(tmp_path: Path, content: bytes | None) -> None:
    folder = LibraryFolder(tmp_path)
    if content is not None:
        folder.library.write_bytes(content)
    with pytest.raises(LibraryError, match=str(tmp_path)):
        run_select(folder.library, "SELECT 1")
    with pytest.raises(LibraryError, match=str(tmp_path)):
        LibraryReader(folder.library)


def test_a_library_cut_short_is_named(folder: LibraryFolder) -> None:
    folder.library.write_bytes(folder.library.read_bytes()[:5000])
    with pytest.raises(LibraryError, match=r"library\.duckdb"):
        LibraryReader(folder.library)


def test_a_database_that_is_no_library_is_named(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "library.duckdb"
    duckdb.connect(str(path)).close()
    reader = LibraryReader(path)
    with pytest.raises(LibraryError, match=r"library\.duckdb.*label"):
        reader.labels()
    reader.close()


def test_a_folder_name_is_never_sql(tmp_path: Path) -> None:
    from building import published

    folder = published(tmp_path / "o'brien'; DROP", nizatidine())
    assert run_select(folder.library, "SELECT drug FROM label").rows == (("Nizatidine",),)
