"""A load is seen whole or not at all, one at a time, and survives being killed."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from building import (
    DOSE,
    HALF_LIFE,
    STORAGE,
    a_label,
    a_monograph,
    nizatidine,
    publish_at,
    published,
)

from monograph_qa.domain.label import Monograph
from monograph_qa.errors import LibraryBusy, LibraryError
from monograph_qa.store.files.loading import LibraryLoad
from monograph_qa.store.files.opening import open_published
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_load, open_reader


def famotidine() -> Monograph:
    return a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine"))


def drugs(place: Place) -> list[str]:
    reader = open_reader(place)
    try:
        return [label.drug for label in reader.labels() if label.superseded_by is None]
    finally:
        reader.close()


def newer(monograph: Monograph) -> Monograph:
    """A second version of the same document."""
    label = a_label(text="as changed")
    label = replace(label, doc_key=monograph.label.doc_key, version=2)
    return a_monograph({"storage_and_handling": [STORAGE]}, label, brands=["Axid"])


def test_an_unpublished_monograph_is_invisible(folder: LibraryFolder) -> None:
    with folder.exclusively(), LibraryLoad(folder) as load:
        load.add(famotidine())
        assert drugs(folder) == ["Nizatidine"]
    assert drugs(folder) == ["Nizatidine"]


def test_a_published_monograph_is_visible_while_the_load_goes_on(folder: LibraryFolder) -> None:
    with folder.exclusively(), LibraryLoad(folder) as load:
        load.add(famotidine())
        load.publish()
        assert drugs(folder) == ["Famotidine", "Nizatidine"]
        load.add(a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Ranitidine")))
        assert drugs(folder) == ["Famotidine", "Nizatidine"]


def test_a_reader_keeps_what_was_published_when_it_was_opened(folder: LibraryFolder) -> None:
    before = open_reader(folder)
    published(folder.root, famotidine())
    assert [label.drug for label in before.labels()] == ["Nizatidine"]
    assert before.facts(nizatidine().label.label_id) == list(nizatidine().facts)
    before.close()


def test_a_reader_opened_beside_an_older_one_reads_what_is_published_now(
    folder: LibraryFolder,
) -> None:
    before = open_reader(folder)
    published(folder.root, famotidine())
    assert drugs(folder) == ["Famotidine", "Nizatidine"]
    before.close()


def test_a_load_that_fails_half_way_changes_nothing(folder: LibraryFolder) -> None:
    with pytest.raises(RuntimeError), folder.exclusively(), LibraryLoad(folder) as load:
        load.add(famotidine())
        raise RuntimeError("out of patience")
    assert drugs(folder) == ["Nizatidine"]
    assert not folder.loading.exists()


def test_a_monograph_that_cannot_be_stored_leaves_no_trace_of_itself(
    axid: Place,
) -> None:
    monograph = famotidine()
    twice = replace(monograph, facts=(*monograph.facts, *monograph.facts))
    with open_load(axid) as load:
        with pytest.raises(LibraryError, match="cannot be stored"):
            load.add(twice)
        load.add(a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Ranitidine")))
        load.publish()
    assert drugs(axid) == ["Nizatidine", "Ranitidine"]


def test_a_second_load_at_once_is_refused(folder: LibraryFolder) -> None:
    again = LibraryFolder(folder.root)
    with folder.exclusively(), pytest.raises(LibraryBusy, match="another"), again.exclusively():
        pass
    with folder.exclusively():
        pass  # let go again


def test_a_file_that_is_no_library_is_not_loaded_over(tmp_path: Path) -> None:
    folder = LibraryFolder(tmp_path)
    folder.library.write_text("somebody's notes")
    with (
        folder.exclusively(),
        LibraryLoad(folder) as load,
        pytest.raises(LibraryError, match="not a readable library"),
    ):
        load.add(nizatidine())
    assert folder.library.read_text() == "somebody's notes"


KILLED = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from building import a_label, a_monograph, HALF_LIFE
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.files.loading import LibraryLoad
from monograph_qa.store.files.opening import open_published
folder = LibraryFolder(Path(sys.argv[1]))
with folder.exclusively(), LibraryLoad(folder) as load:
    load.add(a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine")))
    print("added", flush=True)
    time.sleep(60)
"""


def test_a_killed_load_leaves_the_library_whole_and_the_next_load_works(
    folder: LibraryFolder,
) -> None:
    tests = str(Path(__file__).parent.parent)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder.root), tests], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "added\n"
    with pytest.raises(LibraryBusy), folder.exclusively():
        pass
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert folder.loading.exists()  # its remains
    assert drugs(folder) == ["Nizatidine"]
    published(folder.root, famotidine())
    assert drugs(folder) == ["Famotidine", "Nizatidine"]
    assert not folder.loading.exists()


def test_a_newer_version_supersedes_and_the_older_stays_for_audit(axid: Place) -> None:
    old, new = nizatidine(), newer(nizatidine())
    publish_at(axid, new)
    reader = open_reader(axid)
    assert reader.get_label(old.label.label_id).superseded_by == new.label.label_id
    assert reader.facts(old.label.label_id) == list(old.facts)
    assert [label.version for label in reader.labels()] == [2, 1]
    reader.close()


def test_a_superseded_label_is_not_found_by_name(axid: Place) -> None:
    new = newer(nizatidine())
    publish_at(axid, new)
    reader = open_reader(axid)
    found = {label_id for *_, label_id in reader.names_by_keys(["axid", "nizatidine"])}
    near = {label_id for *_, ids in reader.names_near("axit", 0.75) for label_id in ids}
    assert found == near == {new.label.label_id}
    reader.close()


def test_a_version_that_is_already_superseded_supersedes_nothing(axid: Place) -> None:
    current = nizatidine().label
    late = newer(nizatidine())
    late = replace(late, label=replace(late.label, superseded_by=current.label_id))
    publish_at(axid, late)
    reader = open_reader(axid)
    assert reader.get_label(current.label_id).superseded_by is None
    reader.close()


def test_an_earlier_version_can_be_made_current_again(axid: Place) -> None:
    old, new = nizatidine().label, newer(nizatidine()).label
    publish_at(axid, newer(nizatidine()))
    with open_load(axid) as load:
        assert load.reinstate(old).superseded_by is None
        load.publish()
    reader = open_reader(axid)
    assert reader.get_label(old.label_id).superseded_by is None
    assert reader.get_label(new.label_id).superseded_by == old.label_id
    reader.close()


def test_a_label_is_found_by_its_bytes_current_versions_first(axid: Place) -> None:
    old = nizatidine().label
    publish_at(axid, newer(nizatidine()))
    elsewhere = replace(a_label("Nizatidine", doc_key="file:/copy.pdf"), sha256=old.sha256)
    publish_at(axid, a_monograph({"dosage_and_administration": [DOSE]}, elsewhere))
    with open_load(axid) as load:
        found = load.find_label(sha256=old.sha256)
        assert found is not None and found.label_id == elsewhere.label_id
        own = load.find_label(sha256=old.sha256, doc_key=old.doc_key)
        assert own is not None and own.label_id == old.label_id
        assert load.find_label(sha256="0" * 64) is None


def test_looking_for_labels_copies_nothing_until_one_is_stored(folder: LibraryFolder) -> None:
    with folder.exclusively(), LibraryLoad(folder) as load:
        held = load.find_label(sha256=nizatidine().label.sha256)
        assert held is not None and not folder.loading.exists()
        load.add(famotidine())
        assert folder.loading.exists()
        assert load.find_label(sha256=famotidine().label.sha256) is not None
        load.publish()
        assert load.find_label(sha256=famotidine().label.sha256) is not None
        assert not folder.loading.exists()


def test_a_closed_load_stores_nothing(folder: LibraryFolder) -> None:
    with folder.exclusively():
        with LibraryLoad(folder) as load:
            pass
        with pytest.raises(LibraryError, match="closed"):
            load.add(famotidine())


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with (
        pytest.raises(LibraryError, match="cannot be made"),
        LibraryFolder(tmp_path / "file" / "library").exclusively(),
    ):
        pass


def test_a_slow_statement_draws_nothing_into_standard_output(tmp_path: Path) -> None:
    folder = LibraryFolder(tmp_path)
    publish_at(folder, nizatidine())
    with closing(open_published(folder.library)) as connection:
        setting = connection.execute("SELECT current_setting('enable_progress_bar')").fetchall()
    assert setting == [(False,)]
