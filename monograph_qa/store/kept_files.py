"""Files kept beside a library: the label files, so that their pages can be shown, and pictures
written out for viewing, whose originals the library holds."""

import hashlib
import os
import re
import shutil
from pathlib import Path

from monograph_qa.domain.label import Image, Label
from monograph_qa.errors import DiskFull, LibraryError, NotFound
from monograph_qa.whole_file import whole_file, why_full

_NAME = re.compile(r"[A-Za-z0-9_]{1,80}", re.ASCII)


def keep_original(folder: Path, path: Path, sha256: str, data: bytes | None = None) -> None:
    """Keeps the file in `folder`, as a hard link where the disk allows one, else as a copy; `data`
    are its bytes where it is no file of the disk. Raises LibraryError when it cannot be kept."""
    kept = _place(folder, sha256, path.suffix)
    if kept.exists():
        return
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(kept) as part:
            if data is not None:
                part.write_bytes(data)
                return
            try:
                os.link(path, part)
            except OSError:
                shutil.copyfile(path, part)
    except OSError as error:
        if why := why_full(error):
            said = f"{path.name} cannot be kept: {why}; --no-originals keeps no files"
            raise DiskFull(f"{folder}: {said}") from error
        raise LibraryError(f"{kept}: the file cannot be kept ({error.strerror})") from error


def original_of(folder: Path, label: Label) -> Path:
    """The file that a label was read from: as it was kept, else where it lay, if it is still the
    same. Raises NotFound where it is neither."""
    source = Path(label.source_path)
    for path in (_place(folder, label.sha256, source.suffix), source):
        # A hard link changes with the file that it links to.
        if path.is_file() and sha256_of(path) == label.sha256:
            return path
    # The name alone: whoever asks a server is not to learn where its files lie.
    gone = f"{source.name}, where it was loaded from, is gone or changed"
    raise NotFound(f"{label.label_id}: its file is not kept here, and {gone}")


def drop_original(folder: Path, label: Label) -> None:
    """Removes the kept file of a label that must not be kept."""
    _place(folder, label.sha256, Path(label.source_path).suffix).unlink(missing_ok=True)


def _place(folder: Path, sha256: str, suffix: str) -> Path:
    return folder / sha256[:2] / f"{sha256}{suffix.lower()}"


def sha256_of(path: Path) -> str:
    """The fingerprint by which a label file is known. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def picture_file(folder: Path, image: Image) -> Path:
    """A PNG file in `folder` with exactly the stored picture, see `kept_file`."""
    return kept_file(folder, image.image_id, image.png, ".png")


def kept_file(folder: Path, name: str, content: bytes, ending: str) -> Path:
    """A file in `folder` with exactly these bytes; written where it is not there yet.

    A file or link of that name with anything else in it is replaced, never followed. Raises
    LibraryError for a name that would name a place outside of `folder`, and when it cannot be
    written.
    """
    if _NAME.fullmatch(name) is None:
        raise LibraryError(f"no picture is written under the id {name!r}")
    path = folder / f"{name}{ending}"
    try:
        if not _holds(path, content):
            folder.mkdir(parents=True, exist_ok=True)
            # A half-written picture would be taken for the picture.
            with whole_file(path) as part:
                part.unlink(missing_ok=True)
                with part.open("xb") as file:  # follows no link
                    file.write(content)
    except OSError as error:
        raise LibraryError(f"{path}: cannot be written ({error.strerror})") from error
    return path.absolute()


def _holds(path: Path, content: bytes) -> bool:
    try:
        is_alike = not path.is_symlink() and path.stat().st_size == len(content)
        return is_alike and path.read_bytes() == content
    except OSError:
        return False
