"""What travels to another machine: a file's bytes, its own pictures, and nothing else near it."""

from dataclasses import replace
from pathlib import Path

import pytest

from monograph_qa.errors import ScannedLabel, UnreadableLabel
from monograph_qa.parse import Taken, take
from monograph_qa.pipeline.loading.monographs import read_monograph
from monograph_qa.pipeline.loading.reading_worker import reading_setup, relocated, why_misfit
from monograph_qa.pipeline.loading.report import ReadOutcome

from .files import write_pdf, write_spl


def spl_naming(path: Path, *pictures: str) -> Path:
    write_spl(path, "Famotidine")
    media = "".join(
        f'<component><observationMedia ID="M{at}"><value><reference value="{name}"/></value>'
        "</observationMedia></component>"
        for at, name in enumerate(pictures)
    )
    path.write_text(path.read_text().replace("</section>", f"{media}</section>"))
    return path


def test_a_document_travels_with_the_pictures_that_it_names(tmp_path: Path) -> None:
    folder = tmp_path / "labels"
    path = spl_naming(folder / "a.xml", "one.jpg", "missing.jpg")
    (folder / "one.jpg").write_bytes(b"one")
    (folder / "other.jpg").write_bytes(b"of another document")
    taken = take(path)
    assert taken.data == path.read_bytes() and taken.beside == {"one.jpg": b"one"}


@pytest.mark.parametrize("name", ["../secret.jpg", "/etc/hostname", "..", "link.jpg"])
def test_a_document_cannot_send_what_lies_outside_its_folder(tmp_path: Path, name: str) -> None:
    path = spl_naming(tmp_path / "labels" / "a.xml", name)
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (path.parent / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    assert take(path).beside == {}


def test_other_formats_travel_alone_and_what_cannot_be_opened_does_not(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf")
    assert take(path) == Taken(path.read_bytes())
    (tmp_path / "note.xml").write_text("no XML")
    assert take(tmp_path / "note.xml").data == b"no XML"
    with pytest.raises(UnreadableLabel, match="No such file"):
        take(tmp_path / "gone.pdf")


def test_a_reading_comes_home_under_the_key_that_its_folder_has_here(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    path = write_pdf(tmp_path / "link" / "a.pdf")
    read = read_monograph(path, take(path))
    elsewhere = replace(read.monograph.label, doc_key="file:/mnt/elsewhere/a.pdf")
    reading = replace(read, monograph=replace(read.monograph, label=elsewhere))
    home = relocated(ReadOutcome(path, reading, None)).reading
    assert (
        home is not None and home.monograph.label.doc_key == f"file:{tmp_path / 'real' / 'a.pdf'}"
    )
    failed = ReadOutcome(path, None, ScannedLabel(path, "no text"))
    assert relocated(failed) == failed


def test_a_setup_fits_itself_and_a_difference_is_told_by_name() -> None:
    here = reading_setup()
    assert why_misfit(here, dict(here)) is None
    other = {name: each for name, each in here.items() if name != "spacy"} | {"python": "2.7"}
    said = why_misfit(here, other)
    assert said == (
        f"python is 2.7 there and {here['python']} here; "
        f"spacy is missing there and {here['spacy']} here"
    )
