"""Which document a file is: a new version, an old one come back, a copy, or one of its own."""

from pathlib import Path

import pytest

from monograph_qa.domain.journal import JobState
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_reader

from .files import write_spl
from .loading import current, jobs, load_here, states


def test_a_changed_file_makes_a_second_version(tmp_path: Path, place: Place) -> None:
    path = write_spl(tmp_path / "a.xml", "Famotidine")
    load_here(place, path)
    write_spl(path, "Famotidine", version=2, text="The half-life is 4 hours.")
    assert states(load_here(place, path)) == {"a.xml": FileState.UPDATED}
    assert current(place) == {"Famotidine": 2}
    assert sorted(job.state for job in jobs(place)) == [JobState.COMPLETED, JobState.SUPERSEDED]


def test_a_file_put_back_as_it_was_is_current_again_without_reading_it(
    tmp_path: Path, place: Place
) -> None:
    path = tmp_path / "a.xml"
    load_here(place, write_spl(path, "Famotidine", in_set=False))
    first = path.read_bytes()
    load_here(place, write_spl(path, "Famotidine", in_set=False, text="Now it is 4 hours."))
    assert current(place) == {"Famotidine": 2}
    path.write_bytes(first)
    assert states(load_here(place, path)) == {"a.xml": FileState.UPDATED}
    assert current(place) == {"Famotidine": 1}
    assert states(load_here(place, path)) == {"a.xml": FileState.UNCHANGED}


@pytest.mark.parametrize("names", [("old.xml", "young.xml"), ("z_old.xml", "a_young.xml")])
def test_of_two_spl_versions_the_younger_is_current_in_whatever_order_they_come(
    tmp_path: Path, place: Place, names: tuple[str, str]
) -> None:
    labels = tmp_path / "labels"
    write_spl(labels / names[0], "Famotidine", version=6, date="20200101", text="It was 3 hours.")
    write_spl(labels / names[1], "Famotidine", version=7, date="20250101", text="It is 4 hours.")
    load_here(place, labels)
    reader = open_reader(place)
    (label,) = [each for each in reader.labels() if each.superseded_by is None]
    assert Path(label.source_path).name == names[1]
    reader.close()
    assert set(states(load_here(place, labels)).values()) == {FileState.UNCHANGED}


def test_a_copy_of_a_loaded_file_is_not_loaded_again(tmp_path: Path, place: Place) -> None:
    path = write_spl(tmp_path / "a.xml", "Famotidine")
    load_here(place, path)
    copy = tmp_path / "b.xml"
    copy.write_bytes(path.read_bytes())
    report = load_here(place, copy)
    assert states(report) == {"b.xml": FileState.DUPLICATE}
    assert report.results[0].duplicate_of == path
    path.unlink()
    assert states(load_here(place, copy)) == {"b.xml": FileState.UNCHANGED}, "it was moved, then"


def test_the_same_file_has_the_same_label_id_wherever_it_lies(tmp_path: Path) -> None:
    ids = set()
    for place in ("here", "there"):
        path = write_spl(tmp_path / place / "a.xml", "Famotidine", in_set=False)
        report = load_here(LibraryFolder(tmp_path / place / "library"), path.parent)
        ids |= {result.label.label_id for result in report.results if result.label}
    assert len(ids) == 1


def test_a_changed_file_that_was_moved_is_a_new_version_of_its_document(
    tmp_path: Path, place: Place
) -> None:
    path = tmp_path / "old" / "a.xml"
    load_here(place, write_spl(path, "Famotidine", in_set=False))
    path.unlink()
    moved = tmp_path / "new" / "a.xml"
    load_here(place, write_spl(moved, "Famotidine", in_set=False, text="It is 4 hours."))
    assert current(place) == {"Famotidine": 2}
    load_here(place, write_spl(moved, "Famotidine", in_set=False, text="It is 5 hours."))
    assert current(place) == {"Famotidine": 3}


def test_two_files_of_one_name_in_two_folders_are_two_labels(tmp_path: Path, place: Place) -> None:
    one = write_spl(tmp_path / "us" / "a.xml", "Famotidine", in_set=False)
    two = write_spl(tmp_path / "ca" / "a.xml", "Famotidine", in_set=False, text="It is 4 hours.")
    load_here(place, one.parent, two.parent)
    reader = open_reader(place)
    assert sorted(label.source_path for label in reader.labels()) == [str(two), str(one)]
    assert all(label.superseded_by is None for label in reader.labels())
    reader.close()


def test_a_file_where_another_was_moved_away_from_supersedes_nothing(
    tmp_path: Path, place: Place
) -> None:
    path = tmp_path / "old" / "a.xml"
    load_here(place, write_spl(path, "Famotidine", in_set=False))
    path.unlink()
    moved = tmp_path / "new" / "a.xml"
    load_here(place, write_spl(moved, "Famotidine", in_set=False, text="It is 4 hours."))
    load_here(place, write_spl(path, "Famotidine", in_set=False, text="It is 6 hours."))
    reader = open_reader(place)
    now = {label.source_path for label in reader.labels() if label.superseded_by is None}
    assert now == {str(path), str(moved)}
    reader.close()


def test_an_old_version_kept_under_another_name_is_a_document_of_its_own(
    tmp_path: Path, place: Place
) -> None:
    path = tmp_path / "a.xml"
    first = write_spl(path, "Famotidine", in_set=False).read_bytes()
    load_here(place, path)
    load_here(place, write_spl(path, "Famotidine", in_set=False, text="Now it is 4 hours."))
    kept = tmp_path / "b.xml"
    kept.write_bytes(first)
    assert states(load_here(place, kept)) == {"b.xml": FileState.UPDATED}
    reader = open_reader(place)
    now = {label.source_path for label in reader.labels() if label.superseded_by is None}
    assert now == {str(path), str(kept)}
    reader.close()
