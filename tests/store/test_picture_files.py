"""Pictures are written into one folder and nowhere else, and are what the library stores."""

from dataclasses import replace
from pathlib import Path

import pytest
from building import PIXELS, a_label, an_image

from monograph_qa.domain.label import Image
from monograph_qa.errors import LibraryError
from monograph_qa.store.kept_files import kept_file


def picture_file(folder: Path, image: Image) -> Path:
    return kept_file(folder, image.image_id, image.png, ".png")


@pytest.mark.parametrize(
    "image_id",
    [
        "../outside", "../../etc/passwd", "/etc/passwd", "img/../../outside", "..", ".", "",
        "img_1\x00", "img_1\n", "C:\\outside", "img_1/2", "~root", "x" * 300, "img_é", "img .png",
    ],
)  # fmt: skip
def test_an_id_that_leads_elsewhere_is_refused(tmp_path: Path, image_id: str) -> None:
    folder = tmp_path / "library" / "pictures"
    with pytest.raises(LibraryError, match="no picture is written"):
        picture_file(folder, replace(an_image(a_label()), image_id=image_id))
    assert list(tmp_path.rglob("*")) == []


def test_a_picture_is_written_once_and_whole(tmp_path: Path) -> None:
    image = an_image(a_label())
    path = picture_file(tmp_path / "pictures", image)
    assert path.is_absolute() and path.read_bytes() == PIXELS
    written = path.stat().st_mtime_ns
    assert picture_file(tmp_path / "pictures", image) == path
    assert path.stat().st_mtime_ns == written and len(list(path.parent.iterdir())) == 1


def test_what_else_bears_the_name_is_replaced_and_a_link_is_not_followed(tmp_path: Path) -> None:
    image = an_image(a_label())
    outside = tmp_path / "outside"
    outside.write_bytes(b"kept")
    path = tmp_path / "pictures" / f"{image.image_id}.png"
    path.parent.mkdir()
    for plant in (lambda: path.write_bytes(b"another picture"), lambda: path.symlink_to(outside)):
        path.unlink(missing_ok=True)
        plant()
        assert picture_file(path.parent, image).read_bytes() == PIXELS
        assert not path.is_symlink() and outside.read_bytes() == b"kept"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("no folder")
    with pytest.raises(LibraryError, match="cannot be written"):
        picture_file(tmp_path / "pictures", an_image(a_label()))
