"""What travels to another machine: a file's bytes, its own pictures, and nothing else near it."""

from pathlib import Path

import pytest

from monograph_qa.errors import ScannedLabel, UnreadableLabel
from monograph_qa.pipeline.loading.reading_worker import (
    pack,
    reading_setup,
    relocated,
    unpacked,
    why_misfit,
)
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
    with unpacked(pack(path), str(tmp_path)) as there:
        assert there.name == "a.xml" and there.read_bytes() == path.read_bytes()
        assert {each.name: each.read_bytes() for each in there.parent.iterdir()} == {
            "a.xml": path.read_bytes(),
            "one.jpg": b"one",
        }
    assert not there.parent.exists()


@pytest.mark.parametrize("name", ["../secret.jpg", "/etc/hostname", "..", "link.jpg"])
def test_a_document_cannot_send_what_lies_outside_its_folder(tmp_path: Path, name: str) -> None:
    path = spl_naming(tmp_path / "labels" / "a.xml", name)
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (path.parent / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    assert pack(path).beside == ()


def test_other_formats_travel_alone_and_what_cannot_be_opened_does_not(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf")
    assert pack(path).data == path.read_bytes() and pack(path).beside == ()
    (tmp_path / "note.xml").write_text("no XML")
    assert pack(tmp_path / "note.xml").data == b"no XML"
    with pytest.raises(UnreadableLabel, match="No such file"):
        pack(tmp_path / "gone.pdf")


def test_a_failure_comes_home_under_the_file_s_own_name(tmp_path: Path) -> None:
    there = ReadOutcome(tmp_path / "x" / "a.pdf", None, ScannedLabel(tmp_path / "x", "no text"))
    home = relocated(there, tmp_path / "a.pdf")
    assert home.path == tmp_path / "a.pdf" and isinstance(home.error, ScannedLabel)
    assert str(home.error) == f"{tmp_path / 'a.pdf'}: no text"


def test_a_setup_fits_itself_and_a_difference_is_told_by_name() -> None:
    here = reading_setup()
    assert why_misfit(here, dict(here)) is None
    other = {name: each for name, each in here.items() if name != "spacy"} | {"python": "2.7"}
    said = why_misfit(here, other)
    assert said == (
        f"python is 2.7 there and {here['python']} here; "
        f"spacy is missing there and {here['spacy']} here"
    )
