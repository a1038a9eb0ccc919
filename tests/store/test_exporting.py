"""Tables leave a library to the letter, from files and from a server, in every form."""

import csv
import json
from base64 import b64decode
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from building import PIXELS, Said, a_label, a_monograph, nizatidine, publish_at
from conftest import Run
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.search import Table
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.store.exporting import columns_of_tables
from monograph_qa.store.place import Place
from monograph_qa.store.tables import library_metadata
from monograph_qa.table_files import ExportUnwritable, Form, write_table

FORMULA = "=HYPERLINK(“x”) | 5 %"


@pytest.fixture
def library(place: Place) -> Library:
    odd = a_monograph({"description": [Said(FORMULA, page=None)]}, a_label("Odd"))
    return Library(publish_at(place, nizatidine(), odd))


def test_the_dictionary_names_every_column_of_every_table() -> None:
    known = columns_of_tables()
    for name, table in library_metadata.tables.items():
        if name == "drug_name_key":
            continue  # spellings by which names are found
        own = {column.name for column in table.columns} - {"frame", "needs"}  # these are views
        assert set(known[name]) == own, name


@pytest.mark.parametrize("form", list(Form))
def test_every_table_is_written_to_the_letter(library: Library, tmp_path: Path, form: Form) -> None:
    written = {each.table: each for each in library.export(tmp_path / "out", form=form)}
    assert set(written) == set(columns_of_tables())
    assert (tmp_path / "out" / "data_dictionary.csv").is_file()
    facts = _rows(written["fact_span"].path, form)
    stored = [f for each in library.reader.labels() for f in library.reader.facts(each.label_id)]
    assert {row["fact_id"]: str(row["quote"]).removeprefix("'") for row in facts} == {
        fact.fact_id: fact.quote for fact in stored
    }
    (label,) = [row for row in _rows(written["label"].path, form) if row["drug"] == "Nizatidine"]
    assert str(label["ingested_at"])[:10] == "2026-01-02"
    (image,) = _rows(written["image"].path, form)
    png = image["png"]
    assert (png if isinstance(png, bytes) else b64decode(str(png))) == PIXELS
    frames = _rows(written["fact_frame"].path, form)
    assert {"organ", "stance"} <= {row["facet"] for row in frames}
    library.close()


def test_a_spreadsheet_runs_nothing_of_a_label(library: Library, tmp_path: Path) -> None:
    (written,) = library.export(tmp_path, form=Form.CSV, tables=["fact_span"])
    quotes = [row["quote"] for row in _rows(written.path, Form.CSV)]
    assert f"'{FORMULA}" in quotes and FORMULA not in quotes
    library.close()


def test_what_cannot_be_written_is_said(library: Library, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="there are: label"):
        list(library.export(tmp_path, tables=["labels"]))
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportUnwritable, match="cannot be made"):
        list(library.export(tmp_path / "file" / "below"))
    library.close()


@given(st.lists(st.tuples(st.text(), st.integers(0, 10**12), st.none() | st.floats(0, 1))))
def test_rows_come_back_from_every_form(rows: list[tuple[str, int, float | None]]) -> None:
    table = Table(("text", "number", "share"), tuple(rows))
    held = table.to_arrow()
    assert [tuple(row.values()) for row in held.to_pylist()] == rows


def test_values_of_several_types_become_text_and_a_notebook_takes_none_for_markup() -> None:
    table = Table(("a", "b"), ((1, "<b>&"), ("x", None)))
    assert table.to_arrow().to_pylist() == [{"a": "1", "b": "<b>&"}, {"a": "x", "b": None}]
    shown = table._repr_html_()
    assert "&lt;b&gt;&amp;" in shown and "<b>" not in shown
    assert "more rows" in Table(("a",), ((1,),) * 60)._repr_html_()


def test_parquet_needs_a_file(tmp_path: Path) -> None:
    schema = pa.schema([("a", pa.int32())])
    with pytest.raises(ExportUnwritable):
        write_table(None, Form.PARQUET, schema, [])
    with pytest.raises(ExportUnwritable, match="cannot be written"):
        write_table(tmp_path / "absent" / "a.csv", Form.CSV, schema, [])


def test_commands_write_what_they_would_print(run: Run, axid: Place, tmp_path: Path) -> None:
    statement = "SELECT drug, count(*) AS labels FROM label GROUP BY drug"
    done = run("sql", statement, "--csv", str(tmp_path / "a.csv"), library=axid)
    assert done.returncode == 0 and "1 rows written" in done.stdout
    assert _rows(tmp_path / "a.csv", Form.CSV) == [{"drug": "Nizatidine", "labels": "1"}]
    done = run("sql", statement, "--parquet", str(tmp_path / "a.parquet"), "--json", library=axid)
    assert json.loads(done.stdout) == _rows(tmp_path / "a.parquet", Form.PARQUET)
    done = run("find", "half-life", "--parquet", str(tmp_path / "b.parquet"), library=axid)
    lines = _rows(tmp_path / "b.parquet", Form.PARQUET)
    assert done.returncode == 0 and len(lines) == 2
    assert json.loads(run("find", "half-life", "--json", library=axid).stdout) == lines


def test_find_shows_lines_and_counts_and_says_when_there_are_none(run: Run, axid: Place) -> None:
    done = run("find", "half-life", "--limit", "1", library=axid)
    assert done.returncode == 0
    assert "looked for: half life\n2 lines in 1 label" in done.stdout
    assert "“The elimination half-life of nizatidine is 1 to 2 hours.” [2 " in done.stdout
    assert "The first 1 are shown" in done.stdout and "pharmacokinetics  2" in done.stdout
    assert run("find", "half-life", "--counts", library=axid).stdout.count("“") == 0
    counted = json.loads(run("find", "half-life", "--counts", "--json", library=axid).stdout)
    assert (counted["total"], counted["labels"]) == (2, 1)
    assert counted["by_section"] == {"pharmacokinetics": 2} and "lines" not in counted
    assert run("find", "half-life", "--counts", "--csv", "a.csv", library=axid).returncode == 2
    assert run("find", "fluconazole", library=axid).returncode == 3
    done = run("find", "of the", library=axid)
    assert done.returncode == 2 and "nothing to look for" in done.stderr


def _rows(path: Path, form: Form) -> list[dict[str, object]]:
    if form is Form.PARQUET:
        return list(parquet.read_table(path).to_pylist())
    with path.open(encoding="utf-8", newline="") as file:
        if form is Form.CSV:
            return list(csv.DictReader(file))
        return [json.loads(line) for line in file]
