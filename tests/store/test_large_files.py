"""What makes a large file fast is there after every load, also in files of earlier versions."""

from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from building import DOSE, HALF_LIFE, STORAGE, Said, a_label, a_monograph, nizatidine, published

from monograph_qa.domain.label import Monograph
from monograph_qa.errors import LibraryError
from monograph_qa.library import Library
from monograph_qa.store.files import opening
from monograph_qa.store.files.loading import LibraryLoad
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import open_reader

_OF_TODAY = "SELECT count(*) FROM duckdb_columns() WHERE column_name IN ('row_no', 'key_start')"


def _drugs(*names: str) -> list[Monograph]:
    said = {"pharmacokinetics": [HALF_LIFE], "dosage_and_administration": [DOSE]}
    return [a_monograph(said, a_label(name)) for name in names]


def test_what_takes_too_much_memory_is_told_and_only_all_lines_have_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [Said(f"Serious reactions of kind {n} occurred.") for n in range(4000)]
    sections = {"warnings": lines}
    folder = published(tmp_path / "library", a_monograph(sections, a_label("Nizatidine")))
    monkeypatch.setattr(opening, "_LITTLE", "2MB")
    with Library(folder) as library, pytest.raises(LibraryError, match="ask for fewer"):
        library.find("serious", most=20)
    with Library(folder) as library:
        assert library.find("serious").total == 4000


def _made_earlier(folder: LibraryFolder) -> None:
    """Takes from the file what earlier versions did not give it."""
    with duckdb.connect(str(folder.library)) as connection:
        for view in ("said_of", "fact_link", "section_frame", "fact_frame"):
            connection.execute(f"DROP VIEW {view}")
        connection.execute("DROP TABLE name_spelling")
        connection.execute("ALTER TABLE fact_span DROP COLUMN row_no")
        connection.execute("CREATE TABLE old AS SELECT * EXCLUDE (row_no) FROM section")
        connection.execute("DROP TABLE section")
        connection.execute("ALTER TABLE old RENAME TO section")
        connection.execute("DROP TABLE label_rows")
        connection.execute("CREATE INDEX fact_span_by_label ON fact_span (label_id)")
        connection.execute("CREATE INDEX section_by_label ON section (label_id)")
        connection.execute("DROP TABLE published")
        connection.execute("DROP TABLE named_place")
        connection.execute("DROP TABLE word_place")


def _places(folder: LibraryFolder, of: str = "named_places") -> list[tuple[object, ...]]:
    reader = open_reader(folder)
    rows = reader.rows(f"store/{of}")
    reader.close()
    return rows


def _all_of(folder: LibraryFolder) -> tuple[object, ...]:
    reader = open_reader(folder)
    labels = sorted(reader.labels(), key=lambda label: label.label_id)
    found = [
        (label, reader.facts(label.label_id), reader.sections(label.label_id)) for label in labels
    ]
    near = reader.names_near("famotidyne", 0.75)
    version = reader.version()
    reader.close()
    return found, near, version


def test_labels_stored_together_are_as_labels_stored_one_by_one(tmp_path: Path) -> None:
    drugs = _drugs("Famotidine", "Cimetidine", "Ranitidine")
    one_by_one = published(tmp_path / "one", *drugs)
    together = LibraryFolder(tmp_path / "many")
    with together.exclusively(), LibraryLoad(together) as load:
        load.add_many(drugs)
        assert load.unpublished == 3
        load.publish()
    assert _all_of(together) == _all_of(one_by_one)


def test_labels_stored_together_supersede_what_was_there(tmp_path: Path) -> None:
    folder = published(tmp_path, nizatidine())
    old = nizatidine().label
    label = replace(a_label(text="as changed"), doc_key=old.doc_key, version=2)
    newer = a_monograph({"storage_and_handling": [STORAGE]}, label)
    with folder.exclusively(), LibraryLoad(folder) as load:
        load.add_many([*_drugs("Famotidine"), newer])
        load.publish()
    reader = open_reader(folder)
    assert reader.get_label(old.label_id).superseded_by == label.label_id
    assert reader.count_current() == 2
    reader.close()


def test_two_labels_of_one_document_are_not_stored_together(tmp_path: Path) -> None:
    first = nizatidine()
    second = replace(first, label=replace(first.label, label_id="lab_2", version=2))
    folder = LibraryFolder(tmp_path)
    with (
        folder.exclusively(),
        LibraryLoad(folder) as load,
        pytest.raises(ValueError, match="one document"),
    ):
        load.add_many([first, second])


def test_a_file_of_an_earlier_version_reads_the_same(tmp_path: Path) -> None:
    folder = published(tmp_path, *_drugs("Famotidine", "Cimetidine"))
    before, places = _all_of(folder), _places(folder)
    _made_earlier(folder)
    assert _all_of(folder) == before
    assert set(_places(folder)) == set(places)


def test_the_next_load_brings_a_file_of_an_earlier_version_up_to_date(tmp_path: Path) -> None:
    folder = published(tmp_path, *_drugs("Famotidine", "Cimetidine"))
    _made_earlier(folder)
    with folder.exclusively(), LibraryLoad(folder) as load:
        load.add_many(_drugs("Ranitidine"))
        load.publish()
    assert _all_of(folder) == _all_of(
        published(tmp_path / "new", *_drugs("Famotidine", "Cimetidine", "Ranitidine"))
    )
    with duckdb.connect(str(folder.library), read_only=True) as connection:
        assert connection.execute(_OF_TODAY).fetchall() == [(4,)]
        numbers = connection.execute("SELECT row_no FROM fact_span ORDER BY rowid").fetchall()
        noted = connection.execute("SELECT * FROM named_place").fetchall()
        words = connection.execute("SELECT * FROM word_place").fetchall()
    assert numbers == [(n,) for n in range(len(numbers))]
    assert sorted(noted, key=repr) == sorted(_places(folder), key=repr)
    assert words == _places(folder, "word_places")


def test_a_file_without_frames_keeps_its_sentences_and_gets_frames_as_it_is_loaded_again(
    tmp_path: Path,
) -> None:
    folder = published(tmp_path, *_drugs("Famotidine"))
    framed = _all_of(folder)
    _made_earlier(folder)
    with duckdb.connect(str(folder.library)) as connection:
        for table, columns in (("fact_span", "frame, needs"), ("section", "frame")):
            connection.execute(f"CREATE TABLE old AS SELECT * EXCLUDE ({columns}) FROM {table}")
            connection.execute(f"DROP TABLE {table}")
            connection.execute(f"ALTER TABLE old RENAME TO {table}")
    as_read = _all_of(folder)
    with folder.exclusively(), LibraryLoad(folder) as load:
        load.publish()
    assert _all_of(folder)[0] == as_read[0]
    with folder.exclusively(), LibraryLoad(folder) as load:
        (again,) = _drugs("Famotidine")
        load.remove(again.label)
        load.add(again)
        load.publish()
    assert _all_of(folder)[0] == framed[0]


@pytest.mark.parametrize("slip", ["famotidne", "faomtidine", "fanotidine", "bamotidine", "famoti"])
def test_a_slip_anywhere_finds_the_name(tmp_path: Path, slip: str) -> None:
    reader = open_reader(published(tmp_path, *_drugs("Famotidine", "Warfarin")))
    assert [name for name, _, _ in reader.names_near(slip, 0.75)] == ["Famotidine"]
    reader.close()


def test_a_publishing_notes_another_version(tmp_path: Path) -> None:
    folder = published(tmp_path, nizatidine())
    versions = []
    for drug in ("Famotidine", "Cimetidine"):
        reader = open_reader(folder)
        versions.append(reader.version())
        reader.close()
        with folder.exclusively(), LibraryLoad(folder) as load:
            load.add_many(_drugs(drug))
            load.publish()
    assert len(set(versions)) == 2
