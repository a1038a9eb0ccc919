"""A label that an earlier reader read is read anew by today's, once, and what was decided about it
holds."""

import hashlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from building import HALF_LIFE, a_label, a_monograph, publish_at

from monograph_qa.domain.label import Label, label_id_of
from monograph_qa.parse import parsers
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.place import Place, open_load, open_reader

from .files import write_spl
from .loading import jobs, load_here, states


def read_before(place: Place, path: Path, doc_key: str = "spl:set-Famotidine") -> Label:
    """What a reader of long ago left of the file at `path`."""
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    label = replace(
        a_label("Famotidine"), doc_key=doc_key, sha256=sha256, parser="spl/1",
        label_id=label_id_of(sha256, "spl/1"), source_path=str(path),
    )  # fmt: skip
    publish_at(place, a_monograph({"pharmacokinetics": [HALF_LIFE]}, label=label))
    return label


def labels(place: Place) -> list[Label]:
    with closing(open_reader(place)) as reader:
        return sorted(reader.labels(), key=lambda each: each.version)


def test_an_unchanged_file_is_read_anew_once_and_the_report_says_by_which(
    tmp_path: Path, place: Place
) -> None:
    path = write_spl(tmp_path / "a.xml", "Famotidine")
    old = read_before(place, path)
    (result,) = load_here(place, path).results
    assert (result.state, result.parser_before) == (FileState.REREAD, "spl/1")
    first, second = labels(place)
    assert first.superseded_by == second.label_id and first.label_id == old.label_id
    assert (second.version, second.parser, second.doc_key) == (2, parsers.SPL, old.doc_key)
    assert states(load_here(place, path)) == {"a.xml": FileState.UNCHANGED}
    assert [job.state.value for job in jobs(place)] == ["completed"]


def test_a_withdrawn_or_preferred_label_stays_so(tmp_path: Path, place: Place) -> None:
    path = write_spl(tmp_path / "a.xml", "Famotidine")
    old = read_before(place, path)
    with open_load(place) as opened:
        opened.mark(old.withdrawn_for("recalled"))
        opened.publish()
    load_here(place, path)
    assert [each.withdrawn for each in labels(place)] == ["recalled", "recalled"]


@pytest.mark.parametrize("in_set", [True, False])
def test_a_copy_of_such_a_file_makes_no_second_document(
    tmp_path: Path, place: Place, in_set: bool
) -> None:
    path = write_spl(tmp_path / "a.xml", "Famotidine", in_set=in_set)
    read_before(place, path, "spl:set-Famotidine" if in_set else f"file:{path}")
    copy = tmp_path / "copy.xml"
    copy.write_bytes(path.read_bytes())
    assert states(load_here(place, copy)) == {"copy.xml": FileState.REREAD}
    assert len([each for each in labels(place) if each.is_current]) == 1
